"""The append-only log of every game, in one SQLite file that threads and processes share.

The log of a game is a tree written in a line. Each entry names its parent; the last entry names the tip, whose chain
of parents is the state in force. Undo and redo are entries too: they move the tip, and nothing is ever erased.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal
from weakref import WeakSet

from hive.store import queries, records, transfer
from hive.store.codes import Codes
from hive.store.errors import EntryUnknown, GameUnknown, StalePosition, StoreBroken, named_errors
from hive.store.rows import Entry, GameRow, Head, JsonObject, NewEntry, Snapshot, read_entry, to_text
from hive.store.schema import Connection, connect, transaction
from hive.words import say

_LAST = 2**62
"""Beyond every position of every log."""


class Store(Codes):
    """The file of games. Safe to share between threads; other processes may have the same file open.

    Any method may raise StoreLocked, StoreReadOnly, StoreFull, StoreNewer or StoreBroken; the file is then as before.
    Those that name a game raise GameUnknown where there is none of that id.
    """

    def __init__(self, path: Path, *, busy_timeout: float = 2.0, read_only: bool = False) -> None:
        """Name the file; it is opened, and made where it is missing, at first use.

        ``busy_timeout`` is how many seconds to wait for another process that is writing.
        """
        self.path = path
        self._busy_timeout = busy_timeout
        self._read_only = read_only
        self._local = threading.local()
        self._connections: WeakSet[Connection] = WeakSet()
        self._lock = threading.Lock()

    def close(self) -> None:
        """Close the file for every thread. A later call opens it again."""
        with self._lock:
            connections = list(self._connections)
            self._connections.clear()
            self._local = threading.local()
        for connection in connections:
            connection.close()

    # --- games ---

    def create_game(self, name: str, tables_json: str, first: NewEntry) -> str:
        """Begin a game with its tables and its first entry (a forward one); returns its id.

        Raises NameRefused; ValueError if the tables are no JSON.
        """
        name = records.checked_name(name)
        tables = to_text(json.loads(tables_json))
        with self._transaction("IMMEDIATE") as connection:
            now = records.now()
            game_id = records.add_game(connection, name, tables, created_at=now, changed_at=now)
            records.add_entry(connection, game_id, records.numbered(first, Head(0, 0, None), now))
        return game_id

    def games(self) -> list[GameRow]:
        """All games, the one that changed last first."""
        with self._transaction("DEFERRED") as connection:
            return [GameRow(*row) for row in connection.execute(queries.GAMES)]

    def game(self, game_id: str) -> GameRow:
        """One game's line in the list of games."""
        with self._transaction("DEFERRED") as connection:
            return records.game(connection, game_id)

    def tables_json(self, game_id: str) -> str:
        """The tables that the game was started with, as JSON text."""
        with self._transaction("DEFERRED") as connection:
            return records.tables(connection, game_id)

    def rename(self, game_id: str, name: str) -> None:
        """Give the game another name. Raises NameRefused."""
        name = records.checked_name(name)
        with self._transaction("IMMEDIATE") as connection:
            if not connection.execute(queries.RENAME, (name, records.now(), game_id)).rowcount:
                raise GameUnknown(game_id)

    def copy(self, game_id: str, new_name: str) -> str:
        """Copy the game with its whole log under another name; returns the copy's id. Raises NameRefused."""
        new_name = records.checked_name(new_name)
        with self._transaction("IMMEDIATE") as connection:
            records.game(connection, game_id)
            values = {"new": records.new_id(connection), "name": new_name, "now": records.now(), "game": game_id}
            for statement in (queries.COPY_GAME, queries.COPY_ENTRIES, queries.COPY_SNAPSHOTS):
                connection.execute(statement, values)
        return values["new"]

    def delete(self, game_id: str) -> None:
        """Delete the game and its log for good."""
        with self._transaction("IMMEDIATE") as connection:
            if not connection.execute(queries.DELETE_GAME, (game_id,)).rowcount:
                raise GameUnknown(game_id)
            connection.execute(queries.DELETE_UNUSED_TABLES)

    # --- the table's own copy of the rulebook ---

    def copies(self) -> dict[str, str]:
        """The texts of the options that the table keeps, by their ids; what was kept last comes last."""
        with self._transaction("DEFERRED") as connection:
            known = connection.execute(queries.HAS_COPIES).fetchone()[0]
            return dict(connection.execute(queries.ALL_COPIES).fetchall()) if known else {}

    def keep_copy(self, copy_id: str, text: str) -> None:
        """Keep the text of an option, in place of the one that was kept under its id."""
        with self._transaction("IMMEDIATE") as connection:
            connection.execute(queries.COPIES)
            connection.execute(queries.KEEP_COPY, (copy_id, text))

    def delete_copy(self, copy_id: str) -> None:
        """Delete a kept option; games that were begun with it keep their tables."""
        with self._transaction("IMMEDIATE") as connection:
            connection.execute(queries.COPIES)
            connection.execute(queries.DELETE_COPY, (copy_id,))

    # --- the log ---

    def head(self, game_id: str) -> Head:
        """Where the game stands."""
        with self._transaction("DEFERRED") as connection:
            return records.head(connection, game_id)

    def append(
        self,
        game_id: str,
        expected: Head,
        entry: NewEntry,
        snapshot: tuple[int, JsonObject | str] | None = None,
        after: NewEntry | None = None,
    ) -> Head:
        """Add one entry after the expected head; when this returns, the entry is on the disk.

        ``snapshot`` is a position (the new entry's, or an earlier forward entry's) and the state after it, or the JSON
        text of that. ``after`` is an entry that goes before the new one: both are written, or none.
        Returns the new head. Raises StalePosition if the log has gone on, EntryUnknown if an undo or redo names an
        entry that is not there or that redo cannot reach.
        """
        with self._transaction("IMMEDIATE") as connection:
            present = records.head(connection, game_id)
            if present.position != expected.position:
                raise StalePosition(present)
            for one in (entry,) if after is None else (after, entry):
                if one.tip is not None:
                    records.check_jump(connection, game_id, one.tip, one.redo)
                row = records.numbered(one, present, records.now())
                records.add_entry(connection, game_id, row)
                present = Head(row.position, row.tip, row.redo)
            if snapshot is not None:
                at, state = snapshot
                text = state if isinstance(state, str) else to_text(state)
                records.add_snapshot(connection, game_id, at, entry.rules_version, text)
            connection.execute(queries.TOUCH, (row.made_at, game_id))
        return present

    def chain(self, game_id: str, tip: int, *, before: int | None = None) -> tuple[Snapshot | None, list[Entry]]:
        """What the state at ``tip`` is made of: the nearest snapshot on the way there, and the entries after it.

        Only forward entries, in order. Without a snapshot they begin at the first. With ``before`` only snapshots of
        entries before that position count.
        Reads these rows and no others, however long the log is. Raises EntryUnknown if ``tip`` is no forward entry.
        """
        with self._transaction("DEFERRED") as connection:
            records.game(connection, game_id)
            return self._chain(connection, game_id, tip, _LAST if before is None else before)

    def path_positions(self, game_id: str, tip: int, from_position: int) -> list[int]:
        """The forward entries after ``tip`` on the way to its descendant ``from_position``, in order.

        The first is where redo goes next, the last is ``from_position``. Raises EntryUnknown if ``from_position`` is
        no descendant of ``tip``.
        """
        with self._transaction("DEFERRED") as connection:
            records.game(connection, game_id)
            return records.path(connection, game_id, tip, from_position)

    def lines(self, game_id: str, tip: int, limit: int, before: int | None = None) -> list[Entry]:
        """The chain of ``tip`` backwards, newest first, at most ``limit`` entries.

        ``before`` is the last position of the page shown earlier: the list goes on with its parent.
        Raises EntryUnknown if ``before`` (or ``tip``, without it) is no forward entry.
        """
        with self._transaction("DEFERRED") as connection:
            records.game(connection, game_id)
            start = tip if before is None else records.parent(connection, game_id, before)
            records.check_forward(connection, game_id, start)
            values = {"game": game_id, "start": start, "limit": max(limit, 0)}
            return self._entries(connection.execute(queries.LINES, values).fetchall())

    def keep_snapshots(self, game_id: str, rules_version: str, states: Sequence[tuple[int, str]]) -> None:
        """Keep the states after some forward entries, so that going back there is quick. Those kept already stay.

        In: their positions, and the states as JSON text.
        """
        rows = [(game_id, position, rules_version, state) for position, state in states]
        with self._transaction("IMMEDIATE") as connection:
            records.game(connection, game_id)
            connection.executemany(queries.KEEP_SNAPSHOT, rows)

    def snapshots_between(self, game_id: str, first: int, last: int) -> list[int]:
        """The positions after ``first`` up to ``last`` that have a snapshot, on whatever branch, in order."""
        values = {"game": game_id, "first": first, "last": last}
        with self._transaction("DEFERRED") as connection:
            return [position for (position,) in connection.execute(queries.SNAPSHOTS_BETWEEN, values)]

    # --- one game as a file ---

    def export_game(self, game_id: str) -> JsonObject:
        """The game as one JSON document: its name, its tables, its whole log, and its newest snapshot in force."""
        with self._transaction("DEFERRED") as connection:
            game = records.game(connection, game_id)
            tip = records.head(connection, game_id).tip
            entries = self._entries(connection.execute(queries.ALL_ENTRIES, {"game": game_id}).fetchall())
            snapshot, _ = self._chain(connection, game_id, tip)
            tables = json.loads(records.tables(connection, game_id))
        return transfer.to_document(game.name, game.created_at, tables, entries, snapshot)

    def import_game(self, document: JsonObject) -> str:
        """Add a game from an exported document; returns its new id. Raises ImportRefused."""
        found = transfer.from_document(document)
        with self._transaction("IMMEDIATE") as connection:
            game_id = records.add_game(
                connection, found.name, found.tables_json, created_at=found.created_at, changed_at=records.now()
            )
            rows = ((game_id, *values) for values in found.entry_values)
            connection.executemany(queries.ADD_ENTRY, rows)
            if found.snapshot is not None:
                kept = found.snapshot
                records.add_snapshot(connection, game_id, kept.position, kept.rules_version, to_text(kept.state))
        return game_id

    # --- within ---

    @contextmanager
    def _transaction(self, how: Literal["DEFERRED", "IMMEDIATE"]) -> Iterator[Connection]:
        with named_errors(self.path):
            connection = self._connection()
            with transaction(connection, how):
                yield connection

    def _connection(self) -> Connection:
        connection: Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = connect(self.path, self._busy_timeout, self._read_only)
            with self._lock:
                self._connections.add(connection)
                self._local.connection = connection
        return connection

    def _chain(
        self, connection: Connection, game_id: str, tip: int, before: int = _LAST
    ) -> tuple[Snapshot | None, list[Entry]]:
        if tip == 0:
            return None, []
        values = {"game": game_id, "tip": tip, "before": before}
        rows = connection.execute(queries.CHAIN, values).fetchall()
        if not rows:
            raise EntryUnknown(tip)
        entries = self._entries(rows)
        first = entries[0].position
        snapshot = self._snapshot(connection, game_id, first) if first < before else None
        if snapshot is not None:
            return snapshot, entries[1:]
        if entries[0].parent:
            raise StoreBroken(self.path, say("line {line} of a game is missing", line=entries[0].parent))
        return None, entries

    def _snapshot(self, connection: Connection, game_id: str, position: int) -> Snapshot | None:
        row = connection.execute(queries.SNAPSHOT, {"game": game_id, "position": position}).fetchone()
        if row is None:
            return None
        try:
            return Snapshot(row[0], row[1], json.loads(row[2]))
        except ValueError as error:
            raise StoreBroken(self.path, say("a snapshot in it is damaged")) from error

    def _entries(self, rows: list[tuple[Any, ...]]) -> list[Entry]:
        try:
            return [read_entry(row) for row in rows]
        except ValueError as error:
            raise StoreBroken(self.path, say("a line of a game in it is damaged")) from error
