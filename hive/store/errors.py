"""Where the games lie, and what can go wrong there: each error with a plain sentence."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from hive.store.rows import Head
from hive.words import Spoken, Typed, Words, say

_POSTGRESQL = ("postgresql", "postgres", "postgresql+psycopg")
_MISTYPED = re.compile(r"postgres(ql)?(\+\w*)?(:|/.*@)")
"""What is meant as an address and would be a path without its ``://``: its password would name a folder."""


class AddressRefused(Spoken):
    """What HIVE_DB says is neither a file nor the address of a database."""

    def __init__(self) -> None:
        super().__init__(
            say(
                "HIVE_DB names no place where games can be kept. It takes the path of a file, or the address of a "
                "PostgreSQL database: postgresql://user:password@host/database."
            )
        )


@dataclass(frozen=True)
class Location:
    """A file or a database: exactly one of ``file`` and ``url``; ``shown`` is how messages name it."""

    shown: str
    file: Path | None = None
    url: URL | None = None


def place_of(where: Path | str) -> Location:
    """The place that a path or an address names. Raises AddressRefused."""
    if isinstance(where, Path) or "://" not in where:
        if _MISTYPED.match(str(where)):
            raise AddressRefused
        return Location(str(where), Path(where))
    try:
        url = make_url(where)
    except (ArgumentError, ValueError):
        raise AddressRefused from None  # what it was made of may hold a password
    if url.drivername == "sqlite" and url.database:
        return Location(url.database, Path(url.database))
    if url.drivername not in _POSTGRESQL:
        raise AddressRefused
    shown = URL.create("postgresql", host=url.host, port=url.port, database=url.database)
    return Location(shown.render_as_string(), url=url)


# --- what can go wrong with the games' file or database


_EXPORT_AGAIN = say("export the game again")


class StoreError(Spoken):
    """Something is wrong with the games' file or database, or a request to it; made of its words for the table."""


class GameUnknown(StoreError):
    """There is no game of this id."""

    def __init__(self, game_id: str) -> None:
        super().__init__(say("There is no such game. It may have been deleted; choose one from the list of games."))
        self.game_id = game_id


class EntryUnknown(StoreError):
    """The game's log has no such line, or the line is not where it was said to be."""

    def __init__(self, position: int) -> None:
        super().__init__(
            say("The log of this game has no line {line} to go to. Reload the page and choose again.", line=position)
        )
        self.position = position


class StalePosition(StoreError):
    """The entry was made at a position that is no longer the last; ``head`` is the present one."""

    def __init__(self, head: Head) -> None:
        super().__init__(
            say("The game has moved on since this page was shown. Nothing was changed; this is the present.")
        )
        self.head = head


class NameRefused(StoreError):
    """The name of a game is empty, too long, or holds characters that cannot be shown."""


class ImportRefused(StoreError):
    """The document is not a game that this app exported; nothing was imported. ``do``: what helps.

    ``line``: where a log goes wrong that does not lead to its snapshot, or may not; 0 if that is not known.
    """

    def __init__(self, what: Words, do: Words = _EXPORT_AGAIN, line: int | None = None) -> None:
        super().__init__(say("This file cannot be imported: {what}. Nothing was changed; {do}.", what=what, do=do))
        self.what, self.line = what, line


class StoreLocked(StoreError):
    """Another program holds the games; nothing was written, and the same request may be made again.

    ``at_once``: two programs wrote at the same moment, and the database kept the other one's; tried again, it goes
    through.
    """

    def __init__(self, place: Location, at_once: bool = False) -> None:
        self.at_once = at_once
        path = Typed(place.shown)
        file = say(
            "The file of games {path} is held by another program. Nothing was changed; try again in a moment, "
            "and close other programs that have it open.",
            path=path,
        )
        database = say(
            "The database of games {path} is held by another program. Nothing was changed; try again in a moment.",
            path=path,
        )
        super().__init__(file if place.file else database)


class BackupRefused(StoreError):
    """The games lie in a database that has backups of its own."""

    def __init__(self) -> None:
        super().__init__(
            say(
                "The games lie in PostgreSQL, which is backed up by its own command: pg_dump. To copy them into a "
                "file, use: python -m hive move."
            )
        )


class StoreReadOnly(StoreError):
    """The games cannot be opened for writing."""

    def __init__(self, place: Location) -> None:
        path = Typed(place.shown)
        file = say(
            "The file of games {path} cannot be written. Nothing was changed; check that its folder exists and "
            "that you may write there, or choose another file with HIVE_DB.",
            path=path,
        )
        database = say(
            "The database of games {path} cannot be written. Nothing was changed; let the user of HIVE_DB write "
            "there, or choose another database.",
            path=path,
        )
        super().__init__(file if place.file else database)


class StoreOlder(StoreError):
    """The file is of an earlier format, and may not be written."""

    def __init__(self, place: Location) -> None:
        super().__init__(
            say(
                "The file of games {path} was written by an earlier version of this app, and is only to be read. "
                "Nothing was changed; open it once with this version where it may be written, as by HIVE_DB, and then "
                "read it.",
                path=Typed(place.shown),
            )
        )


class StoreFull(StoreError):
    """The disk is full or refuses to write."""

    def __init__(self, place: Location) -> None:
        path = Typed(place.shown)
        file = say(
            "The disk has no room left for the file of games {path}. Nothing was changed; make room on the disk "
            "and do it again.",
            path=path,
        )
        database = say(
            "The disk has no room left for the database of games {path}. Nothing was changed; make room on its disk "
            "and do it again.",
            path=path,
        )
        super().__init__(file if place.file else database)


class StoreNewer(StoreError):
    """The games were written by a newer version of the app."""

    def __init__(self, place: Location, found: int, known: int) -> None:
        path = Typed(place.shown)
        file = say(
            "The file of games {path} was written by a newer version of this app (format {found}, this one knows "
            "{known}). Nothing was changed; update the app, or choose another file with HIVE_DB.",
            found=found,
            known=known,
            path=path,
        )
        database = say(
            "The database of games {path} was written by a newer version of this app (format {found}, this one knows "
            "{known}). Nothing was changed; update the app, or choose another database with HIVE_DB.",
            found=found,
            known=known,
            path=path,
        )
        super().__init__(file if place.file else database)


class StoreBroken(StoreError):
    """The place holds no games but something else, or it is damaged."""

    def __init__(self, place: Location, what: Words) -> None:
        path = Typed(place.shown)
        file = say(
            "The file of games {path} cannot be read: {what}. Nothing was changed; move it away with its -wal and "
            "-shm, and put a backup in its place: the app keeps those of the last seven days in {path}-backups. "
            "Without it the app begins with an empty one.",
            path=path,
            what=what,
        )
        database = say(
            "The database of games {path} cannot be read: {what}. Nothing was changed; put a copy of it back, "
            "or choose another database with HIVE_DB.",
            path=path,
            what=what,
        )
        super().__init__(file if place.file else database)


class JournalForeign(StoreError):
    """Beside the file lies the journal of another one."""

    def __init__(self, place: Location) -> None:
        super().__init__(
            say(
                "Beside the file of games {path} lies the journal of another file, {path}-wal, as after a backup was "
                "put in the place of a file. Nothing was changed; move {path}-wal and {path}-shm away, and try again.",
                path=Typed(place.shown),
            )
        )


class JournalAlone(StoreError):
    """There is no file, or an empty one, beside a journal: a new file would take what that holds with it."""

    def __init__(self, place: Location) -> None:
        super().__init__(
            say(
                "Where the file of games {path} should be lies its journal alone, {path}-wal, as after the file was "
                "moved away. Nothing was changed; put the file back, or move {path}-wal and {path}-shm away to begin "
                "with an empty one, and try again.",
                path=Typed(place.shown),
            )
        )


class FileGone(StoreError):
    """The file was moved or removed while it was open."""

    def __init__(self, place: Location) -> None:
        super().__init__(
            say(
                "The file of games {path} was moved or removed while the app runs. Nothing counts until it is back: "
                "put it there again, and the app goes on by itself. If it is lost, end the app, put a backup in its "
                "place, such as the newest in {path}-backups, and start the app.",
                path=Typed(place.shown),
            )
        )


class FileReplaced(StoreError):
    """Another file came into its place, or over it, while it was open."""

    def __init__(self, place: Location) -> None:
        super().__init__(
            say(
                "In the place of the file of games {path} lies another one since the app was started. Nothing counts "
                "until the app starts anew: end it, move {path}-wal and {path}-shm away if they are there, look that "
                "the right file lies in the place, and start the app.",
                path=Typed(place.shown),
            )
        )


class JournalGone(StoreError):
    """The journal, or its index, was moved, removed or replaced while it was open."""

    def __init__(self, place: Location) -> None:
        super().__init__(
            say(
                "The journal of the file of games, {path}-wal or {path}-shm, was moved or removed while the app runs. "
                "Nothing counts until it is back: put it there again, and the app goes on by itself; or end the app, "
                "which writes all that it knows into the file, and start it.",
                path=Typed(place.shown),
            )
        )


FileLost = FileGone | FileReplaced | JournalGone
"""What lies on the disk is no longer what was opened: nothing is entered, and nobody is told that it counts."""


class StoreDown(StoreError):
    """The database does not answer, or its answer was lost: what was asked may be kept or not."""

    def __init__(self, place: Location) -> None:
        super().__init__(
            say(
                "The database of games {path} does not answer. What is kept is safe; reload this page in a moment. If "
                "that does not help, see that PostgreSQL runs there and has connections left.",
                path=Typed(place.shown),
            )
        )


class StoreRefused(StoreError):
    """The database lets nobody in with this name and password, or is not there."""

    def __init__(self, place: Location) -> None:
        super().__init__(
            say(
                "The database of games {path} does not let this app in. Nothing was changed; check that the database "
                "is there, and the user and the password in HIVE_DB.",
                path=Typed(place.shown),
            )
        )


class SchemaMissing(StoreError):
    """The database has no schema in which the app could make its tables."""

    def __init__(self, place: Location) -> None:
        super().__init__(
            say(
                "The database of games {path} has no schema in which tables can be made. Nothing was changed; make one "
                "there for the user of HIVE_DB (CREATE SCHEMA public), or have its search_path name one that is there.",
                path=Typed(place.shown),
            )
        )
