"""The games in one file of SQLite: how it is opened and held, its settings, and its errors.

SQLite looks for that only now and then, and writes on: into a file that has no name any more, or into pages of another.
"""

from __future__ import annotations

import os
import secrets
import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from sqlalchemy import QueuePool, create_engine
from sqlalchemy.exc import DBAPIError

from hive.store import queries
from hive.store.database import HOW, POOL, Database
from hive.store.errors import (
    FileGone,
    FileReplaced,
    JournalAlone,
    JournalForeign,
    JournalGone,
    Location,
    StoreBroken,
    StoreError,
    StoreNewer,
    StoreOlder,
    StoreReadOnly,
    of_sqlite,
)
from hive.store.keeper import (
    ROOM,
    Daily,
    Keeper,
    beside,
    copy_to,
    damage,
    has_foreign_journal,
    has_journal_alone,
    put_aside,
    tidy,
)
from hive.store.migrations import KNOWN, get_ready, upgrade
from hive.store.tables import FOLDED, folded
from hive.words import Typed, say

ENDINGS = ("", "-wal", "-shm")
"""The file, its journal, and the index of that."""
FILE_TABLE = "hive_file"
"""It has one row, the mark of a file: which one it is, and how many transactions have written to it."""
READ_MARK = f"SELECT id, written FROM {FILE_TABLE}"
HAS_MARK = f"SELECT count(*) FROM sqlite_schema WHERE name = '{FILE_TABLE}'"
COUNT = f"UPDATE {FILE_TABLE} SET written = written + 1 RETURNING written"
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

    def count(self, connection: sqlite3.Connection) -> None:
        """Count a transaction that writes. Raises FileReplaced where the file is further than its journal."""
        if self._mark is None:
            return
        (counted,) = connection.execute(COUNT).fetchone()
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
    connection.execute(f"CREATE TABLE {FILE_TABLE} (id TEXT NOT NULL, written INTEGER NOT NULL) STRICT")
    connection.execute(f"INSERT INTO {FILE_TABLE} VALUES (hex(randomblob(8)), 0)")
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


# --- the games in one file of SQLite: how it is opened, what its settings are, and what its errors mean


APPLICATION_ID = 0x48495645  # "HIVE": tells our file from that of another program
PRAGMAS = (
    "PRAGMA foreign_keys = ON",
    "PRAGMA synchronous = FULL",
    "PRAGMA wal_autocheckpoint = 128",
    "PRAGMA secure_delete = OFF",
)
"""The settings of each connection; the file itself keeps its journal as WAL, which stays smaller than a megabyte.

What is deleted is not overwritten: on a full disk there would be no room for that.
"""
MOST_TOLD = 20
LARGEST_CHECKED = 256 * 1024 * 1024
"""So many bytes are read through at the start, in half a second; of a larger file each game's end is looked at."""


class SqliteFile(Database):
    """A file of games. Other processes may have the same file open."""

    READ, WRITE = "BEGIN DEFERRED", "BEGIN IMMEDIATE"

    def __init__(self, place: Location, file: Path, busy_timeout: float, read_only: bool) -> None:
        """``busy_timeout`` is how many seconds to wait for another process that is writing."""
        engine = create_engine("sqlite://", creator=self._connect, poolclass=QueuePool, max_overflow=-1, **POOL)
        super().__init__(place, engine)
        self._file = file
        self._busy_timeout = busy_timeout
        self._read_only = read_only
        self._keeper = Keeper(self._keep)
        self._daily: Daily | None = None
        self._held: Held | None = None
        self._opening = threading.Lock()

    def look(self) -> None:
        """Raises FileLost unless the file that was opened lies in its place."""
        if self._held is not None:
            self._held.look()

    def wrote(self) -> None:
        """What was written goes from the journal into the file soon after.

        Nobody is told that something is kept unless it went into the file that lies in its place at that moment.
        """
        self.look()
        self._keeper.wrote()

    def _begin(self, connection: Any) -> None:
        super()._begin(connection)
        if connection.info[HOW] == self.WRITE and self._held is not None and not self._read_only:
            self._held.count(connection.driver_connection)

    def close(self) -> None:
        """Close it, with all that was written in the file itself: a copy of that alone has everything."""
        self._keeper.end()
        self._tidy()
        held, self._held = self._held, None
        if held is not None and held.may_write_down():
            held.close()
            super().close()
        else:
            # Nobody who could write closes last: what the journal holds does not belong into what lies there now.
            super().close()
            if held is not None:
                held.close()

    @contextmanager
    def room(self) -> Iterator[None]:
        """Even a deletion writes. On a full disk it takes what is put aside, and what the journal holds."""
        with suppress(OSError):
            beside(self._file, ROOM).unlink()
        self._write_down()
        try:
            yield
        finally:
            self._tidy()

    def backup(self, to: Path) -> None:
        """Copy all games into another file as they are at this moment, also while somebody plays."""
        part = beside(to, f".{secrets.token_hex(4)}.part")
        with self._alone() as connection:
            try:
                if damaged := copy_to(connection, part):
                    raise StoreBroken(self.place, Typed(damaged[0]))
                self.look()
                shutil.copymode(self._file, part)
                part.replace(to)
            except OSError as error:
                raise StoreReadOnly(Location(str(to))) from error
            finally:
                part.unlink(missing_ok=True)

    def examine(self) -> list[str]:
        """What SQLite finds damaged, and how many rows belong to no game any more."""
        # Without a transaction: what is damaged fails its end as well.
        with self._alone() as connection:
            if found := damage(connection, "integrity", MOST_TOLD):
                return found
            astray = len(connection.execute("PRAGMA foreign_key_check").fetchall())
        return [f"rows in it belong to nothing that is there: {astray}"] if astray else []

    def keep_backups(self) -> None:
        """Make a backup of each day on which somebody plays, once nobody writes for a moment, and one now."""
        self._daily = Daily(self._file, self.backup)
        self._keeper.wrote()

    def _keep(self) -> None:
        self._tidy()
        if self._daily is not None:
            self._daily.work()

    def _tidy(self) -> None:
        # What nobody could open yet is left alone.
        if self._held is not None and not self._read_only:
            self._write_down()
            put_aside(self._file)

    def _write_down(self) -> None:
        """Write what the journal holds into the file that it belongs to, also where that was moved away."""
        if self._held is None or not self._held.may_write_down():
            return
        # One that is open already: a file that has no name any more is not to be opened.
        with suppress(StoreError, sqlite3.Error), closing(self._engine.raw_connection()) as connection:
            driver = connection.driver_connection
            assert isinstance(driver, sqlite3.Connection)
            tidy(driver)
            self.look()

    def named(self, error: DBAPIError) -> StoreError | None:
        """An error of SQLite in the words of the store."""
        return of_sqlite(self.place, error.orig)

    @contextmanager
    def _alone(self) -> Iterator[sqlite3.Connection]:
        """A connection of one's own, for what takes its time; its errors come in the words of the store."""
        try:
            with closing(self._connect()) as connection:
                yield connection
        except sqlite3.Error as error:
            named = of_sqlite(self.place, error)
            if named is None:
                raise
            raise named from error

    def _connect(self) -> sqlite3.Connection:
        with self._opening:
            if self._held is not None:
                self._held.look()
                connection = self._opened("rw")
                return self._or_closed(connection, self._held.look)
            if not self._read_only:
                self._make_folder()
            if has_journal_alone(self._file):
                raise JournalAlone(self.place)
            if has_foreign_journal(self._file):
                raise JournalForeign(self.place)
            connection = self._opened("rwc")
            self._or_closed(connection, lambda: self._check(connection))
            return self._or_closed(connection, lambda: self._hold(connection))

    def _opened(self, mode: str) -> sqlite3.Connection:
        """A connection to the file; only one that creates it may find none."""
        connection = sqlite3.connect(
            f"{self._file.absolute().as_uri()}?mode={'ro' if self._read_only else mode}",
            uri=True,
            timeout=self._busy_timeout,
            isolation_level=None,  # we begin and end transactions ourselves
            check_same_thread=False,  # the pool lends it to one thread at a time
        )
        return self._or_closed(connection, lambda: self._prepare(connection))

    def _or_closed(self, connection: sqlite3.Connection, work: Callable[[], None]) -> sqlite3.Connection:
        try:
            work()
        except BaseException:
            connection.close()
            raise
        return connection

    def _check(self, connection: sqlite3.Connection) -> None:
        """Raises StoreBroken where the file is damaged, as far as that is found out soon; `check` reads all of it.

        What is only read is told where it is read: some of its games may be whole.
        """
        if self._read_only:
            return
        with _transaction(connection):
            if self._file.stat().st_size > LARGEST_CHECKED:
                connection.execute(str(queries.ALL_GAMES.compile(dialect=self._engine.dialect))).fetchall()
            elif damaged := damage(connection):
                raise StoreBroken(self.place, Typed(damaged[0]))

    def _hold(self, connection: sqlite3.Connection) -> None:
        if not self._read_only:
            # What cannot be written now can be read all the same.
            with suppress(sqlite3.Error):
                _enter_wal(connection)
                # Only who opens a file first writes here: nobody waits to look at games while somebody else writes.
                if not has_mark(connection):
                    self._give_mark(connection)
        anchor = self._opened("ro")
        held = Held(self.place, self._file, anchor)
        self._or_closed(anchor, held.look)
        self._held = held

    def _give_mark(self, connection: sqlite3.Connection) -> None:
        with _transaction(connection, SqliteFile.WRITE):
            made = make_mark(connection)
        if made:
            connection.execute("PRAGMA wal_checkpoint").fetchall()

    def _make_folder(self) -> None:
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreReadOnly(self.place) from error

    def _prepare(self, connection: sqlite3.Connection) -> None:
        connection.create_function(FOLDED, 1, folded, deterministic=True)
        for pragma in PRAGMAS:
            connection.execute(pragma)
        with _transaction(connection):  # one view of the file, even while another process creates it
            found = self._format(connection)
        if found == KNOWN:
            return
        if self._read_only:
            raise StoreOlder(self.place) if found else StoreBroken(self.place, say("it holds no games yet"))
        get_ready()
        if not found:
            connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
            _enter_wal(connection)
        with _transaction(connection, SqliteFile.WRITE):
            found = self._format(connection)
            if found < KNOWN:  # another process may have been quicker
                upgrade(connection, "sqlite://", found)
                connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                connection.execute(f"PRAGMA user_version = {KNOWN}")

    def _format(self, connection: sqlite3.Connection) -> int:
        """The file's format, 0 where it is empty; another program's file or a newer one is refused."""
        version = int(connection.execute("PRAGMA user_version").fetchone()[0])
        owner = int(connection.execute("PRAGMA application_id").fetchone()[0])
        if owner == APPLICATION_ID:
            if version > KNOWN:
                raise StoreNewer(self.place, version, KNOWN)
            return version
        if connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] or version or owner:
            raise StoreBroken(self.place, say("it is the database of another program"))
        return 0


def _enter_wal(connection: sqlite3.Connection) -> None:
    """Set the journal's mode, which is kept in the file. Raises the error of SQLite if others hold it for long."""
    busy_timeout = connection.execute("PRAGMA busy_timeout").fetchone()[0] / 1000
    deadline = monotonic() + busy_timeout
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            # Two processes that create the file at once refuse each other here without waiting.
            if error.sqlite_errorname != "SQLITE_BUSY" or monotonic() > deadline:
                raise
        with _transaction(connection, SqliteFile.WRITE):  # this does wait for the other
            pass


@contextmanager
def _transaction(connection: sqlite3.Connection, begin: str = "BEGIN DEFERRED") -> Iterator[None]:
    connection.execute(begin)
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # SQLite has already rolled back after some errors, and the first one counts
            connection.execute("ROLLBACK")
        raise
