"""The file of games as it was opened: noticed is when it goes away, or another one comes into its place.

SQLite looks for that only now and then, and writes on: into a file that has no name any more, or into pages of another.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from time import sleep
from typing import Any

from hive.store.errors import FileGone, FileReplaced, JournalGone, StoreError
from hive.store.place import Location
from hive.store.session import Driver

ENDINGS = ("", "-wal", "-shm")
"""The file, its journal, and the index of that."""
READ_MARK = "SELECT id, written FROM hive_file"
"""The mark of a file: which one it is, and how many transactions have written to it."""
HAS_MARK = "SELECT count(*) FROM sqlite_schema WHERE name = 'hive_file'"
COUNT = "UPDATE hive_file SET written = written + 1 RETURNING written"
TRIES, BETWEEN_TRIES = 10, 0.05
"""How often a file that seems to be another one is looked at, and how many seconds lie between."""
_Mark = tuple[str, int]


class Held:
    """A file that is open. So long its numbers on the disk go to no other one, and SQLite keeps its journal."""

    def __init__(self, place: Location, file: Path, anchor: sqlite3.Connection) -> None:
        """``anchor`` has read from the file and can only read; nobody else uses it."""
        self._place, self._file, self._anchor = place, file, anchor
        self._paths = [f"{file}{ending}" for ending in ENDINGS]
        self._ids = [_id(_stat(path)) for path in self._paths]
        self._mark: _Mark | None = _mark(anchor)
        self._on_disk: _Mark | None = None
        self._changed = (0, 0)
        self._lock = threading.Lock()

    def look(self) -> None:
        """Raises FileGone, FileReplaced or JournalGone unless all lies where it was, and is what it was."""
        found = [_stat(path) for path in self._paths]
        if [_id(one) for one in found] != self._ids:
            raise self._trouble(found)
        file = found[0]
        if file is None or self._mark is None or (changed := (file.st_mtime_ns, file.st_size)) == self._changed:
            return
        with self._lock:
            self._look_into(self._mark)
            self._changed = changed

    def count(self, driver: Driver) -> None:
        """Count a transaction that writes. Raises FileReplaced where the file is further than its journal."""
        if self._mark is None:
            return
        (counted,) = driver.execute(COUNT).fetchone()
        if self._on_disk is not None and counted < self._on_disk[1]:
            raise FileReplaced(self._place)

    def may_write_down(self) -> bool:
        """Whether what the journal holds belongs into the file, wherever that lies by now.

        It does not where somebody else may have begun with the same journal, or the file is another one.
        """
        try:
            self.look()
        except FileReplaced:
            return False
        except StoreError:
            found = [_id(_stat(path)) for path in self._paths]
            return all(now in (None, held) for now, held in zip(found, self._ids, strict=True))
        return True

    def close(self) -> None:
        """Hold it no more. Who closes it last, and could write, has SQLite write the journal down; this one cannot."""
        self._anchor.close()

    def _trouble(self, found: list[os.stat_result | None]) -> StoreError:
        if found[0] is None:
            return FileGone(self._place)
        return FileReplaced(self._place) if _id(found[0]) != self._ids[0] else JournalGone(self._place)

    def _look_into(self, mark: _Mark) -> None:
        """The file was written to: by SQLite, if its count of transactions goes on; else another one came over it.

        A copy of the same file, no older than what was written down last, does no harm: the journal has the rest.
        Another process may be writing its journal down just now, page by page: so it is looked at again and again.
        """
        for tries in range(TRIES, 0, -1):
            try:
                found = self._mark_on_disk()
                if found is None and self._on_disk is None:
                    return  # its mark is still in the journal
                if found is not None and found[0] == mark[0] and found >= (self._on_disk or found):
                    self._on_disk = found
                    return
            except sqlite3.Error as error:
                if tries == 1:
                    raise FileReplaced(self._place) from error
            sleep(BETWEEN_TRIES)
        raise FileReplaced(self._place)

    def _mark_on_disk(self) -> _Mark | None:
        """The mark in the file itself, without its journal and without what SQLite remembers of it.

        The journal may be half written into it, and stay so: by one who was killed, or on a full disk. The first page
        then tells of more pages than there are. Who may write the schema reads it all the same; a schema that is not
        whole has no mark yet.
        """
        uri = f"{self._file.absolute().as_uri()}?immutable=1"
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            connection.execute("PRAGMA writable_schema = ON")
            try:
                return _mark(connection)
            except sqlite3.DatabaseError as error:
                if getattr(error, "sqlite_errorname", "") != "SQLITE_CORRUPT":
                    raise
                return None


def has_mark(connection: sqlite3.Connection) -> bool:
    """Whether a file has its mark; new ones and those of earlier versions have none yet."""
    return _mark(connection) is not None


def make_mark(connection: sqlite3.Connection) -> bool:
    """Give a file its mark, unless somebody was quicker; whether it had none."""
    if has_mark(connection):
        return False
    connection.execute("CREATE TABLE hive_file (id TEXT NOT NULL, written INTEGER NOT NULL) STRICT")
    connection.execute("INSERT INTO hive_file VALUES (hex(randomblob(8)), 0)")
    return True


def _mark(connection: sqlite3.Connection) -> _Mark | None:
    if not connection.execute(HAS_MARK).fetchone()[0]:
        return None
    row: _Mark | None = connection.execute(READ_MARK).fetchone()
    return row


def _stat(path: str) -> os.stat_result | None:
    try:
        return os.stat(path)
    except OSError:
        return None


def _id(stat: os.stat_result | None) -> Any:
    return None if stat is None else (stat.st_dev, stat.st_ino)
