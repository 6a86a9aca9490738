"""Where the games lie, and what can go wrong there: each error with a plain sentence, whatever a driver calls it."""

from __future__ import annotations

import re
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, InterfaceError, OperationalError

from hive.store.tables import Head
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

    @property
    def path(self) -> Words:
        """How a message names it."""
        return Typed(self.shown)


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
        file = say(
            "The file of games {path} is held by another program. Nothing was changed; try again in a moment, "
            "and close other programs that have it open.",
            path=place.path,
        )
        database = say(
            "The database of games {path} is held by another program. Nothing was changed; try again in a moment.",
            path=place.path,
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
        file = say(
            "The file of games {path} cannot be written. Nothing was changed; check that its folder exists and "
            "that you may write there, or choose another file with HIVE_DB.",
            path=place.path,
        )
        database = say(
            "The database of games {path} cannot be written. Nothing was changed; let the user of HIVE_DB write "
            "there, or choose another database.",
            path=place.path,
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
                path=place.path,
            )
        )


class StoreFull(StoreError):
    """The disk is full or refuses to write."""

    def __init__(self, place: Location) -> None:
        file = say(
            "The disk has no room left for the file of games {path}. Nothing was changed; make room on the disk "
            "and do it again.",
            path=place.path,
        )
        database = say(
            "The disk has no room left for the database of games {path}. Nothing was changed; make room on its disk "
            "and do it again.",
            path=place.path,
        )
        super().__init__(file if place.file else database)


class StoreNewer(StoreError):
    """The games were written by a newer version of the app."""

    def __init__(self, place: Location, found: int, known: int) -> None:
        file = say(
            "The file of games {path} was written by a newer version of this app (format {found}, this one knows "
            "{known}). Nothing was changed; update the app, or choose another file with HIVE_DB.",
            found=found,
            known=known,
            path=place.path,
        )
        database = say(
            "The database of games {path} was written by a newer version of this app (format {found}, this one knows "
            "{known}). Nothing was changed; update the app, or choose another database with HIVE_DB.",
            found=found,
            known=known,
            path=place.path,
        )
        super().__init__(file if place.file else database)


class StoreBroken(StoreError):
    """The place holds no games but something else, or it is damaged."""

    def __init__(self, place: Location, what: Words) -> None:
        file = say(
            "The file of games {path} cannot be read: {what}. Nothing was changed; move it away with its -wal and "
            "-shm, and put a backup in its place: the app keeps those of the last seven days in {path}-backups. "
            "Without it the app begins with an empty one.",
            path=place.path,
            what=what,
        )
        database = say(
            "The database of games {path} cannot be read: {what}. Nothing was changed; put a copy of it back, "
            "or choose another database with HIVE_DB.",
            path=place.path,
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
                path=place.path,
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
                path=place.path,
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
                path=place.path,
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
                path=place.path,
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
                path=place.path,
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
                path=place.path,
            )
        )


class StoreRefused(StoreError):
    """The database lets nobody in with this name and password, or is not there."""

    def __init__(self, place: Location) -> None:
        super().__init__(
            say(
                "The database of games {path} does not let this app in. Nothing was changed; check that the database "
                "is there, and the user and the password in HIVE_DB.",
                path=place.path,
            )
        )


class SchemaMissing(StoreError):
    """The database has no schema in which the app could make its tables."""

    def __init__(self, place: Location) -> None:
        super().__init__(
            say(
                "The database of games {path} has no schema in which tables can be made. Nothing was changed; make one "
                "there for the user of HIVE_DB (CREATE SCHEMA public), or have its search_path name one that is there.",
                path=place.path,
            )
        )


# --- what the drivers call it

_OF_SQLITE: dict[type[StoreLocked | StoreReadOnly | StoreFull], tuple[str, ...]] = {
    StoreLocked: ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_PROTOCOL"),
    StoreReadOnly: ("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_IOERR_ACCESS"),
    # A write that fails for any reason but a full disk (a quota, a limit on a file's size) has an IOERR of its own.
    StoreFull: (
        *("SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_FSYNC"),
        *("SQLITE_IOERR_TRUNCATE", "SQLITE_IOERR_SHMSIZE"),
    ),
}
_BROKEN = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_IOERR", "SQLITE_FORMAT")
# PostgreSQL numbers what it says: unique and foreign keys, serialization, deadlocks; the others by their kind.
_CONFLICTS = ("23505", "23503", "40001", "40P01")
_OF_POSTGRESQL: dict[str, type[StoreLocked | StoreReadOnly | StoreFull | SchemaMissing | StoreRefused]] = {
    **dict.fromkeys(("55P03", "57014", "55006"), StoreLocked),
    **dict.fromkeys(("25006", "42501"), StoreReadOnly),
    **dict.fromkeys(("53100", "53200"), StoreFull),
    **dict.fromkeys(("28000", "28P01", "3D000"), StoreRefused),
    "3F000": SchemaMissing,
}
_DAMAGED = ("XX001", "XX002", "58030", "42P01", "42703")
_REFUSED = ("password", "authentication", '" does not exist', "pg_hba.conf", "SSL")
"""What PostgreSQL says to somebody that it does not let in; it sends no number with it."""


def of_sqlite(place: Location, error: BaseException | None) -> StoreError | None:
    """An error of SQLite in the words of the store; None for a mistake in our own code."""
    # Text that is not UTF-8 comes as an error without a name; so do misuses of the module, but as another class.
    unnamed = "SQLITE_CORRUPT" if type(error) is sqlite3.OperationalError else ""
    name = getattr(error, "sqlite_errorname", None) or unnamed
    for kind, names in _OF_SQLITE.items():
        if name.startswith(names):
            return kind(place)
    return StoreBroken(place, Typed(str(error))) if name.startswith(_BROKEN) else None


def of_postgres(place: Location, error: DBAPIError) -> StoreError | None:
    """An error of PostgreSQL in the words of the store; None for a mistake in our own code."""
    said, number = str(error.orig), getattr(error.orig, "sqlstate", None)
    if number in _CONFLICTS:
        return StoreLocked(place, at_once=True)
    if number in _OF_POSTGRESQL:
        return _OF_POSTGRESQL[number](place)
    # Where the disk is not full but a limit is met, it has no name for it.
    if number == "XX000" and "could not extend" in said:
        return StoreFull(place)
    if number in _DAMAGED:
        return StoreBroken(place, Typed(said.partition("\n")[0][:200]))
    if not isinstance(error, OperationalError | InterfaceError):
        return None
    refused = number is None and any(word in said for word in _REFUSED)
    return StoreRefused(place) if refused else StoreDown(place)
