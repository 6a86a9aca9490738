"""What a file of games needs between the posts: kept whole and small, and a backup of each day."""

from __future__ import annotations

import logging
import os
import re
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import date
from pathlib import Path
from typing import Literal

from hive.store.errors import StoreError

ROOM, ROOM_BYTES = "-room", 2 * 1024 * 1024
"""A file beside that of the games: room that is given up where a full disk would not even let a game be deleted."""
MUCH_FREE = 256
"""So many pages that nothing stands in are given back to the disk: a game, about."""
WAIT = 500
"""For so many milliseconds tidying waits for others."""
AT_ONCE, PAUSE = 1024, 0.01
"""So many pages are copied at once, with so many seconds before the next."""
# What no whole file answers: rows of games that are missing, and logs with a hole.
_HOLES = (
    "PRAGMA foreign_key_check",
    "SELECT game_id FROM entries GROUP BY game_id HAVING count(*) <> max(position)",
    "SELECT id FROM games WHERE NOT EXISTS (SELECT 1 FROM entries WHERE game_id = id)",
)


def beside(file: Path, ending: str) -> Path:
    """A file beside another, named as SQLite names its own."""
    return file.with_name(file.name + ending)


def tidy(connection: sqlite3.Connection) -> None:
    """Write the journal into the file and empty it; give free pages back. What cannot be now is done later."""
    (patience,) = connection.execute("PRAGMA busy_timeout").fetchone()
    with suppress(sqlite3.Error):
        connection.execute(f"PRAGMA busy_timeout = {WAIT}")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        if connection.execute("PRAGMA freelist_count").fetchone()[0] >= MUCH_FREE:
            _give_back(connection)
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    connection.execute(f"PRAGMA busy_timeout = {patience}")


def put_aside(file: Path) -> None:
    """Keep some room beside a file for a full disk, where there is any."""
    room = beside(file, ROOM)
    with suppress(OSError):
        if file.exists() and not room.exists():
            try:
                room.write_bytes(bytes(ROOM_BYTES))
            except OSError:
                room.unlink(missing_ok=True)


def has_journal_alone(file: Path) -> bool:
    """Whether there is a journal without its file: SQLite deletes it when it makes a new one."""
    wal = beside(file, "-wal")
    return _size(wal) > 0 and not _size(file)


def has_foreign_journal(file: Path) -> bool:
    """Whether the journal beside the file belongs to another one, as after a backup was put in the file's place.

    SQLite would write the one into the other. The journal is foreign if the file is whole alone, and not with it.
    """
    if not file.exists() or not _size(beside(file, "-wal")):
        return False
    return not _is_whole(file, "mode=ro") and _is_whole(file, "immutable=1")


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


def _is_whole(file: Path, how: str) -> bool:
    with suppress(sqlite3.Error), closing(sqlite3.connect(f"{file.absolute().as_uri()}?{how}", uri=True)) as connection:
        fine = connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return fine and not any(connection.execute(question).fetchall() for question in _HOLES)
    return False


def copy_to(connection: sqlite3.Connection, to: Path) -> list[str]:
    """Copy all that a connection sees at this moment into a file, and see that it is on the disk.

    Returns what is damaged in it, if anything: see :func:`damage`. Who plays meanwhile is not held up.
    """
    with closing(sqlite3.connect(to)) as copy:
        connection.execute("BEGIN")
        try:
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()  # the state that is copied, to its end
            connection.backup(copy, pages=AT_ONCE, progress=lambda *_: time.sleep(PAUSE))
        finally:
            connection.execute("ROLLBACK")
        damaged = damage(copy)
    with to.open("rb+") as file:
        os.fsync(file.fileno())
    return damaged


def damage(connection: sqlite3.Connection, how: Literal["quick", "integrity"] = "quick", most: int = 1) -> list[str]:
    """So many things at most that SQLite finds damaged in a file, in its words."""
    try:
        found = [str(row[0]) for row in connection.execute(f"PRAGMA {how}_check({most})")]
    except sqlite3.DatabaseError as error:
        if not error.sqlite_errorname.startswith("SQLITE_CORRUPT"):
            raise
        return [str(error)]
    lines = [line for text in found for line in text.splitlines() if line != "ok" and not line.startswith("***")]
    return lines[:most]


def _give_back(connection: sqlite3.Connection) -> None:
    if connection.execute("PRAGMA auto_vacuum").fetchone()[0]:
        connection.executescript("PRAGMA incremental_vacuum")  # a row without columns for each page, to be stepped over
        return
    # A file of earlier versions is written anew once.
    connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
    connection.execute("VACUUM")


# --- a backup of each day on which somebody played, beside the file of games. The last seven stay


LOG = logging.getLogger(__name__)
FOLDER = "-backups"
DAYS = 7
LEAST_LEFT = 64 * 1024 * 1024
"""So many bytes, and as many as the file has, are left on the disk beside a backup: the games have to go on."""
AGAIN = 3600.0
"""After so many seconds it is tried again where it could not be made."""
_NAME = re.compile(r"\d{4}-\d\d-\d\d\.sqlite")


def newest_backup(file: Path) -> Path | None:
    """The youngest of the backups that lie beside a file of games."""
    return max((path for path in beside(file, FOLDER).glob("*") if _NAME.fullmatch(path.name)), default=None)


class Daily:
    """Makes the backup of the day, unless there is one."""

    def __init__(self, file: Path, copy: Callable[[Path], None]) -> None:
        """``copy`` makes a backup: of the name that it was told, once it is whole, or none."""
        self._file, self._copy = file, copy
        self._folder = beside(file, FOLDER)
        self._not_before = 0.0

    def work(self, today: date | None = None) -> None:
        """Make it where it is due. Raises nothing: what goes wrong is told in the log."""
        backup = self._folder / f"{today or date.today()}.sqlite"
        if backup.exists() or not self._file.exists() or time.monotonic() < self._not_before:
            return
        self._not_before = time.monotonic() + AGAIN
        try:
            needed = 2 * self._file.stat().st_size + LEAST_LEFT
            if shutil.disk_usage(self._file.parent).free < needed:
                LOG.warning("no backup of %s was made today: the disk has no room for it", self._file)
                return
            self._folder.mkdir(exist_ok=True)
            self._copy(backup)
            self._clear(backup)
        except (OSError, StoreError, sqlite3.Error) as error:
            LOG.warning("no backup of %s was made today: %s", self._file, error)
        else:
            self._not_before = 0.0

    def _clear(self, newest: Path) -> None:
        """Delete those that are too many, and what a process that was killed has left. In: the one made just now.

        It stays, whatever the clock says.
        """
        others = sorted(path for path in self._folder.iterdir() if _NAME.fullmatch(path.name) and path != newest)
        halves = [path for path in self._folder.glob("*.part*") if path.stat().st_mtime < time.time() - AGAIN]
        for path in [*others[: 1 - DAYS], *halves]:
            path.unlink()


# --- what a file of games needs between the posts: work that is done once nobody writes for a moment


QUIET = 2.0
"""After so many seconds without a write the work is done,"""
LATEST = 20.0
"""and so many seconds after the first write in any case."""


class Keeper:
    """Does some work after writes, in a thread of its own that ends with it."""

    def __init__(self, work: Callable[[], None], quiet: float = QUIET, latest: float = LATEST) -> None:
        """``work`` raises nothing."""
        self._work = work
        self._quiet = quiet
        self._latest = latest
        self._written = 0.0
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._ended = threading.Event()

    def wrote(self) -> None:
        """Something was written just now."""
        with self._lock:
            self._written = time.monotonic()
            if self._thread is None:
                self._ended = threading.Event()
                self._thread = threading.Thread(target=self._wait, args=(self._ended,), daemon=True)
                self._thread.start()

    def end(self) -> None:
        """Leave the work undone; whoever calls does it."""
        with self._lock:
            thread, self._thread = self._thread, None
            self._ended.set()
        if thread is not None:
            thread.join()

    def _wait(self, ended: threading.Event) -> None:
        begun = time.monotonic()
        while not ended.is_set():
            with self._lock:
                due = min(self._written + self._quiet, begun + self._latest)
                if due <= time.monotonic():
                    self._thread = None
                    break
            ended.wait(due - time.monotonic())
        if not ended.is_set():
            self._work()
