"""Opens the file of games: its tables, its version, and the settings of each connection."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Literal

from hive.store.errors import StoreBroken, StoreNewer, StoreReadOnly, named_errors
from hive.words import say

SCHEMA_VERSION = 1
APPLICATION_ID = 0x48495645  # "HIVE": tells our file from that of another program
PRAGMAS = ("PRAGMA foreign_keys = ON", "PRAGMA synchronous = FULL")
"""The settings of each connection; the file itself keeps its journal as WAL."""

# Entries are small and always read by their key, so they lie in the key's own tree. Snapshots and tables are large.
_SCHEMA = (
    "CREATE TABLE tables (hash TEXT NOT NULL PRIMARY KEY, json TEXT NOT NULL) STRICT",
    """CREATE TABLE games (
        id TEXT NOT NULL PRIMARY KEY,
        name TEXT NOT NULL,
        created_at TEXT NOT NULL,
        changed_at TEXT NOT NULL,
        tables_hash TEXT NOT NULL REFERENCES tables (hash)
    ) STRICT""",
    "CREATE INDEX games_by_tables ON games (tables_hash)",
    """CREATE TABLE entries (
        game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        kind TEXT NOT NULL,
        data TEXT NOT NULL,
        parent INTEGER NOT NULL,
        tip INTEGER NOT NULL,
        redo INTEGER,
        rules_version TEXT NOT NULL,
        made_at TEXT NOT NULL,
        words TEXT NOT NULL,
        PRIMARY KEY (game_id, position)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE snapshots (
        game_id TEXT NOT NULL,
        position INTEGER NOT NULL,
        rules_version TEXT NOT NULL,
        state TEXT NOT NULL,
        PRIMARY KEY (game_id, position),
        FOREIGN KEY (game_id, position) REFERENCES entries (game_id, position) ON DELETE CASCADE
    ) STRICT""",
    f"PRAGMA application_id = {APPLICATION_ID}",
    f"PRAGMA user_version = {SCHEMA_VERSION}",
)


class Connection(sqlite3.Connection):
    """A connection that can be referred to weakly, so that it closes with the thread that opened it."""


def connect(path: Path, busy_timeout: float, read_only: bool) -> Connection:
    """Open the file of games, made on first use, and check that it is one that we know.

    Raises StoreNewer, StoreBroken, StoreLocked, StoreReadOnly, StoreFull.
    """
    if not read_only:
        _make_folder(path)
    mode = "ro" if read_only else "rwc"
    with named_errors(path):
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={mode}",
            uri=True,
            timeout=busy_timeout,
            factory=Connection,
            isolation_level=None,  # we begin and end transactions ourselves
            check_same_thread=False,  # each thread has its own; only Store.close() reaches across
        )
        try:
            _prepare(connection, path, read_only)
        except BaseException:
            connection.close()
            raise
    return connection


def _make_folder(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreReadOnly(path) from error


def _prepare(connection: sqlite3.Connection, path: Path, read_only: bool) -> None:
    for pragma in PRAGMAS:
        connection.execute(pragma)
    with transaction(connection, "DEFERRED"):  # one view of the file, even while another process creates it
        known = _is_known(connection, path)
    if known:
        return
    if read_only:
        raise StoreBroken(path, say("it holds no games yet"))
    _create(connection, path)


def _is_known(connection: sqlite3.Connection, path: Path) -> bool:
    """False for an empty file, True for ours; another program's file or a newer one is refused."""
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    owner = int(connection.execute("PRAGMA application_id").fetchone()[0])
    if owner == APPLICATION_ID:
        if version > SCHEMA_VERSION:
            raise StoreNewer(path, version, SCHEMA_VERSION)
        return True
    if connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] or version or owner:
        raise StoreBroken(path, say("it is the database of another program"))
    return False


def _create(connection: sqlite3.Connection, path: Path) -> None:
    _enter_wal(connection)
    with transaction(connection, "IMMEDIATE"):
        if not _is_known(connection, path):  # another process may have been quicker
            for statement in _SCHEMA:
                connection.execute(statement)


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
        with transaction(connection, "IMMEDIATE"):  # this does wait for the other
            pass


@contextmanager
def transaction(connection: sqlite3.Connection, how: Literal["DEFERRED", "IMMEDIATE"]) -> Iterator[None]:
    """Run the block as one transaction: all of it is in the file afterwards, or nothing."""
    connection.execute(f"BEGIN {how}")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # SQLite has already rolled back after some errors, and the first one counts
            connection.execute("ROLLBACK")
        raise
