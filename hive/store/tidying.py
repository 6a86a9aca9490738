"""Keeps a file of games whole and small: what is in its journal goes into it, and what it does not need to the disk."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

ROOM, ROOM_BYTES = "-room", 2 * 1024 * 1024
"""A file beside that of the games: room that is given up where a full disk would not even let a game be deleted."""
MUCH_FREE = 256
"""So many pages that nothing stands in are given back to the disk: a game, about."""
WAIT = 0.5
# What no whole file answers: rows of games that are missing, and logs with a hole.
_HOLES = (
    "PRAGMA foreign_key_check",
    "SELECT game_id FROM entries GROUP BY game_id HAVING count(*) <> max(position)",
    "SELECT id FROM games WHERE NOT EXISTS (SELECT 1 FROM entries WHERE game_id = id)",
)


def beside(file: Path, ending: str) -> Path:
    """A file beside another, named as SQLite names its own."""
    return file.with_name(file.name + ending)


def tidy(file: Path, put_aside: bool = True) -> None:
    """Write the journal into the file and empty it; give free pages back. Where that cannot be now, it is done later.

    ``put_aside``: keep some room for a full disk.
    """
    with suppress(sqlite3.Error, OSError), closing(_opened(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        if connection.execute("PRAGMA freelist_count").fetchone()[0] >= MUCH_FREE:
            _give_back(connection)
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    if put_aside:
        with suppress(OSError):
            _put_aside(file)


def has_foreign_journal(file: Path) -> bool:
    """Whether the journal beside the file belongs to another one, as after a backup was put in the file's place.

    SQLite would write the one into the other. The journal is foreign if the file is whole alone, and not with it.
    """
    wal = beside(file, "-wal")
    if not file.exists() or not wal.exists() or not wal.stat().st_size:
        return False
    return not _is_whole(file, "mode=ro") and _is_whole(file, "immutable=1")


def _is_whole(file: Path, how: str) -> bool:
    with suppress(sqlite3.Error), closing(sqlite3.connect(f"{file.absolute().as_uri()}?{how}", uri=True)) as connection:
        fine = connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return fine and not any(connection.execute(question).fetchall() for question in _HOLES)
    return False


def copy_to(connection: sqlite3.Connection, to: Path) -> None:
    """Copy all that a connection sees into a file, and see that it is on the disk."""
    to.unlink(missing_ok=True)
    with closing(sqlite3.connect(to)) as copy:
        connection.backup(copy)
    with to.open("rb+") as file:
        os.fsync(file.fileno())


def _opened(file: Path) -> sqlite3.Connection:
    # Never made anew: its folder may be going away.
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True, timeout=WAIT, isolation_level=None)


def _give_back(connection: sqlite3.Connection) -> None:
    if connection.execute("PRAGMA auto_vacuum").fetchone()[0]:
        connection.executescript("PRAGMA incremental_vacuum")  # a row without columns for each page, to be stepped over
        return
    # A file of earlier versions is written anew once.
    connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
    connection.execute("VACUUM")


def _put_aside(file: Path) -> None:
    room = beside(file, ROOM)
    if file.exists() and not room.exists():
        try:
            room.write_bytes(bytes(ROOM_BYTES))
        except OSError:
            room.unlink(missing_ok=True)
            raise
