"""What can go wrong with the file of games, each as one exception with a plain sentence that says what to do."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hive.store.rows import Head
from hive.words import Spoken, Typed, Words, say

_EXPORT_AGAIN = say("export the game again")


class StoreError(Spoken):
    """Something is wrong with the file of games or with a request to it; it is made of its words for the table."""


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
    """The document is not a game that this app exported; nothing was imported. ``do``: what helps."""

    def __init__(self, what: Words, do: Words = _EXPORT_AGAIN) -> None:
        super().__init__(say("This file cannot be imported: {what}. Nothing was changed; {do}.", what=what, do=do))


class StoreLocked(StoreError):
    """Another program holds the file of games; nothing was written, and the same request may be made again."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            say(
                "The file of games {path} is held by another program. Nothing was changed; try again in a moment, "
                "and close other programs that have it open.",
                path=Typed(str(path)),
            )
        )


class StoreReadOnly(StoreError):
    """The file of games cannot be opened for writing."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            say(
                "The file of games {path} cannot be written. Nothing was changed; check that its folder exists and "
                "that you may write there, or choose another file with HIVE_DB.",
                path=Typed(str(path)),
            )
        )


class StoreFull(StoreError):
    """The disk is full or refuses to write."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            say(
                "The disk has no room left for the file of games {path}. Nothing was changed; make room on the disk "
                "and do it again.",
                path=Typed(str(path)),
            )
        )


class StoreNewer(StoreError):
    """The file of games was written by a newer version of the app."""

    def __init__(self, path: Path, found: int, known: int) -> None:
        super().__init__(
            say(
                "The file of games {path} was written by a newer version of this app (format {found}, this one knows "
                "{known}). Nothing was changed; update the app, or choose another file with HIVE_DB.",
                found=found,
                known=known,
                path=Typed(str(path)),
            )
        )


class StoreBroken(StoreError):
    """The file is no file of games, or it is damaged."""

    def __init__(self, path: Path, what: Words) -> None:
        super().__init__(
            say(
                "The file of games {path} cannot be read: {what}. Nothing was changed; put a copy of it back, "
                "or move it away to begin with an empty one.",
                path=Typed(str(path)),
                what=what,
            )
        )


_LOCKED = ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_PROTOCOL")
_READ_ONLY = ("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_IOERR_ACCESS")
# A write that fails for any reason but a full disk (a quota, a limit on a file's size) has an IOERR name of its own.
_FULL = ("SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_FSYNC", "SQLITE_IOERR_TRUNCATE", "SQLITE_IOERR_SHMSIZE")
_BROKEN = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_IOERR", "SQLITE_FORMAT")


def store_error(path: Path, error: sqlite3.Error) -> StoreError | None:
    """Name an error of SQLite in the words of the store.

    Returns None for an error that is a mistake in our own code and no matter of the file.
    """
    # Text that is not UTF-8 comes as an error without a name; so do misuses of the module, but as another class.
    unnamed = "SQLITE_CORRUPT" if type(error) is sqlite3.OperationalError else ""
    name = getattr(error, "sqlite_errorname", None) or unnamed
    if name.startswith(_LOCKED):
        return StoreLocked(path)
    if name.startswith(_READ_ONLY):
        return StoreReadOnly(path)
    if name.startswith(_FULL):
        return StoreFull(path)
    if name.startswith(_BROKEN):
        return StoreBroken(path, Typed(str(error)))
    return None


@contextmanager
def named_errors(path: Path) -> Iterator[None]:
    """Turn the errors of SQLite in the block into those of the store; the rest pass as they are."""
    try:
        yield
    except sqlite3.Error as error:
        named = store_error(path, error)
        if named is None:
            raise
        raise named from error
