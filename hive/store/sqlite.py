"""The games in one file of SQLite: how it is opened, what its settings are, and what its errors mean."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from time import monotonic
from typing import ClassVar

from hive.store.database import Database, How
from hive.store.errors import (
    JournalForeign,
    StoreBroken,
    StoreError,
    StoreFull,
    StoreLocked,
    StoreNewer,
    StoreOlder,
    StoreReadOnly,
)
from hive.store.keeper import Keeper
from hive.store.migrations import KNOWN, upgrade
from hive.store.place import Place
from hive.store.session import Driver, Session
from hive.store.tidying import ROOM, beside, copy_to, has_foreign_journal, tidy
from hive.words import Typed, say

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
_LOCKED = ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_PROTOCOL")
_READ_ONLY = ("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_IOERR_ACCESS")
# A write that fails for any reason but a full disk (a quota, a limit on a file's size) has an IOERR name of its own.
_FULL = ("SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_FSYNC", "SQLITE_IOERR_TRUNCATE", "SQLITE_IOERR_SHMSIZE")
_BROKEN = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_IOERR", "SQLITE_FORMAT")


class SqliteSession(Session):
    """A transaction on a file, which keeps whatever bytes it was given."""

    @contextmanager
    def names_as_they_are(self) -> Iterator[None]:
        """What is no text is read with a mark (U+FFFD) in place of each byte that none can be made of."""
        assert isinstance(self.driver, sqlite3.Connection)
        self.driver.text_factory = partial(str, encoding="utf-8", errors="replace")
        try:
            yield
        finally:
            self.driver.text_factory = str


class SqliteFile(Database):
    """A file of games. Other processes may have the same file open."""

    BEGIN: ClassVar[dict[How, str]] = {"read": "BEGIN DEFERRED", "write": "BEGIN IMMEDIATE"}
    ERRORS = (sqlite3.Error,)

    def __init__(self, place: Place, file: Path, busy_timeout: float, read_only: bool) -> None:
        """``busy_timeout`` is how many seconds to wait for another process that is writing."""
        super().__init__(place, most=-1)
        self._file = file
        self._busy_timeout = busy_timeout
        self._read_only = read_only
        self._keeper = Keeper(self._tidy)
        self._looked_at = False

    @contextmanager
    def transaction(self, how: How) -> Iterator[Session]:
        """As any database does; what was written goes from the journal into the file soon after."""
        with super().transaction(how) as session:
            yield session
        if how == "write":
            self._keeper.wrote()

    def close(self) -> None:
        """Close it, with all that was written in the file itself: a copy of that alone has everything."""
        self._keeper.end()
        super().close()
        if self._file.exists() and not self._read_only:
            self._tidy()
        self._looked_at = False

    @contextmanager
    def room(self) -> Iterator[None]:
        """Even a deletion writes. On a full disk it takes what is put aside, and what the journal holds."""
        with suppress(OSError):
            beside(self._file, ROOM).unlink()
        self._tidy(put_aside=False)
        try:
            yield
        finally:
            self._tidy()

    def backup(self, to: Path) -> None:
        """Copy all games into another file as they are at this moment, also while somebody plays."""
        part = beside(to, ".part")
        with self._named_errors():
            connection = self._connect()
            try:
                copy_to(connection, part)
                part.replace(to)
            except OSError as error:
                raise StoreReadOnly(Place(str(to))) from error
            finally:
                connection.close()
                part.unlink(missing_ok=True)

    def _tidy(self, put_aside: bool = True) -> None:
        # What nobody could open yet is left alone.
        if not self._read_only and self._looked_at:
            tidy(self._file, put_aside)

    def named(self, error: Exception) -> StoreError | None:
        """An error of SQLite in the words of the store."""
        # Text that is not UTF-8 comes as an error without a name; so do misuses of the module, but as another class.
        unnamed = "SQLITE_CORRUPT" if type(error) is sqlite3.OperationalError else ""
        name = getattr(error, "sqlite_errorname", None) or unnamed
        if name.startswith(_LOCKED):
            return StoreLocked(self.place)
        if name.startswith(_READ_ONLY):
            return StoreReadOnly(self.place)
        if name.startswith(_FULL):
            return StoreFull(self.place)
        if name.startswith(_BROKEN):
            return StoreBroken(self.place, Typed(str(error)))
        return None

    def tell(self, session: Session, game_id: str, position: int) -> None:
        """Nobody can be told: SQLite has no news."""

    def listen(self, heard: Callable[[str | None, int], None]) -> None:
        """There is none to listen to."""

    def _session(self, driver: Driver) -> Session:
        return SqliteSession(driver, "named")

    def _connect(self) -> sqlite3.Connection:
        if not self._read_only:
            self._make_folder()
        if not self._looked_at and has_foreign_journal(self._file):
            raise JournalForeign(self.place)
        self._looked_at = True
        mode = "ro" if self._read_only else "rwc"
        connection = sqlite3.connect(
            f"{self._file.absolute().as_uri()}?mode={mode}",
            uri=True,
            timeout=self._busy_timeout,
            isolation_level=None,  # we begin and end transactions ourselves
            check_same_thread=False,  # the pool lends it to one thread at a time
        )
        try:
            self._prepare(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _make_folder(self) -> None:
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreReadOnly(self.place) from error

    def _prepare(self, connection: sqlite3.Connection) -> None:
        for pragma in PRAGMAS:
            connection.execute(pragma)
        with _transaction(connection, "read"):  # one view of the file, even while another process creates it
            found = self._format(connection)
        if found == KNOWN:
            return
        if self._read_only:
            raise StoreOlder(self.place) if found else StoreBroken(self.place, say("it holds no games yet"))
        if not found:
            connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
            _enter_wal(connection)
        with _transaction(connection, "write"):
            found = self._format(connection)
            if found < KNOWN:  # another process may have been quicker
                upgrade(connection, "sqlite", found)
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
        with _transaction(connection, "write"):  # this does wait for the other
            pass


@contextmanager
def _transaction(connection: sqlite3.Connection, how: How) -> Iterator[None]:
    connection.execute(SqliteFile.BEGIN[how])
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # SQLite has already rolled back after some errors, and the first one counts
            connection.execute("ROLLBACK")
        raise
