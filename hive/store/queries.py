"""What is asked of the tables, as SQL that both kinds of databases understand, and of a connection.

Each walks the log by its key and reads no line that it does not need. Each names its game, so that the tables can be
spread by game over several machines; the few that cannot are listed in ``tests/test_store_statements.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Literal, Protocol, TypeAlias

from sqlalchemy import text
from sqlalchemy.engine.default import DefaultDialect

from hive.store.rows import ENTRY_COLUMNS

Style = Literal["named", "pyformat"]
"""How a driver wants its values named in a statement: sqlite3 as ``:game``, psycopg as ``%(game)s``."""


class Statement:
    """A statement with its values named as ``:game``. SQLAlchemy compiles it once for each driver, and never again."""

    def __init__(self, sql: str) -> None:
        self.sql = sql
        self._written: dict[Style, str] = {}

    def written(self, style: Style) -> str:
        """The statement as a driver takes it."""
        if style not in self._written:
            self._written[style] = str(text(self.sql).compile(dialect=DefaultDialect(paramstyle=style)))
        return self._written[style]


# --- what a transaction can ask of its connection, whatever the driver


Row: TypeAlias = tuple[Any, ...]
Value: TypeAlias = str | int | None
Values: TypeAlias = Mapping[str, Value]


class Cursor(Protocol):
    """The rows that came of a statement."""

    @property
    def rowcount(self) -> int:
        """How many rows it changed."""

    def fetchone(self) -> Row | None:
        """The next row."""

    def fetchall(self) -> list[Row]:
        """All rows."""

    def executemany(self, sql: str, rows: Iterable[Values], /) -> object:
        """Run it once for each row of values."""


class Driver(Protocol):
    """A connection of sqlite3 or psycopg; transactions are begun and ended by us."""

    def execute(self, sql: str, values: Any = ..., /) -> Any:
        """Run a statement; a :class:`Cursor`."""

    def cursor(self) -> Any:
        """A :class:`Cursor`."""

    def close(self) -> None:
        """Close it."""


class Session:
    """One transaction on one connection."""

    def __init__(self, driver: Driver, style: Style) -> None:
        self.driver = driver
        self._style: Style = style

    @contextmanager
    def names_as_they_are(self) -> Iterator[None]:
        """Whatever is read in this block may be a name that is damaged: no whole game is lost by that."""
        yield

    def rows(self, statement: Statement, **values: Value) -> list[Row]:
        """All rows that a statement finds."""
        found: list[Row] = self._run(statement, values).fetchall()
        return found

    def row(self, statement: Statement, **values: Value) -> Row | None:
        """The first row that a statement finds, if any."""
        found: Row | None = self._run(statement, values).fetchone()
        return found

    def change(self, statement: Statement, **values: Value) -> int:
        """Run a statement that writes; how many rows it changed."""
        changed: int = self._run(statement, values).rowcount
        return changed

    def change_each(self, statement: Statement, rows: Sequence[dict[str, Value]]) -> None:
        """Run a statement that writes once for each of these values."""
        if rows:
            cursor: Cursor = self.driver.cursor()
            cursor.executemany(statement.written(self._style), [self._kept(row) for row in rows])

    def _run(self, statement: Statement, values: dict[str, Value]) -> Cursor:
        cursor: Cursor = self.driver.execute(statement.written(self._style), self._kept(values))
        return cursor

    def _kept(self, values: dict[str, Value]) -> dict[str, Value]:
        return values


# --- what is asked of the tables, as SQL that SQLite and PostgreSQL both understand


_COLUMNS = ", ".join(ENTRY_COLUMNS)
_ENTRY = ", ".join(f"entries.{column}" for column in ENTRY_COLUMNS)

GAMES = Statement(
    """
    SELECT id, name, created_at, changed_at,
           (SELECT max(position) FROM entries WHERE entries.game_id = games.id)
    FROM games ORDER BY changed_at DESC, id"""
)

GAME = Statement(
    """
    SELECT id, name, created_at, changed_at,
           (SELECT max(position) FROM entries WHERE entries.game_id = games.id)
    FROM games WHERE id = :game"""
)

HEAD = Statement("SELECT position, tip, redo FROM entries WHERE game_id = :game ORDER BY position DESC LIMIT 1")

STAND = Statement(
    """
    SELECT position, (SELECT code FROM codes WHERE game_id = :game AND opens = 'table'),
           (SELECT coalesce(max(nth), 0) FROM shares WHERE game_id = :game)
    FROM entries WHERE game_id = :game ORDER BY position DESC LIMIT 1"""
)

STANDING = Statement(
    """
    SELECT name, position, tip, redo FROM games JOIN entries ON entries.game_id = games.id
    WHERE games.id = :game ORDER BY position DESC LIMIT 1"""
)

FORWARD_ENTRY = Statement(
    "SELECT parent FROM entries WHERE game_id = :game AND position = :position AND tip = position"
)

MADE_THEN = Statement("SELECT 1 FROM entries WHERE game_id = :game AND position = :position AND made_at = :made_at")

ALL_ENTRIES = Statement(f"SELECT {_COLUMNS} FROM entries WHERE game_id = :game ORDER BY position")

ALL_SNAPSHOTS = Statement(
    "SELECT position, rules_version, state FROM snapshots WHERE game_id = :game ORDER BY position"
)

WHOLE_GAME = Statement("SELECT name, created_at, changed_at, tables_hash FROM games WHERE id = :game")

ANY_GAME = Statement("SELECT id FROM games LIMIT 1")

GAME_IS = Statement("SELECT 1 FROM games WHERE id = :game")

# From the tip towards the root, up to the first entry before a position that has a snapshot.
# The cross joins keep SQLite to that order.
CHAIN = Statement(
    f"""
    WITH RECURSIVE chain AS (
        SELECT {_ENTRY}, entries.position < :before AND EXISTS (
            SELECT 1 FROM snapshots WHERE snapshots.game_id = :game AND snapshots.position = entries.position
        ) AS kept
        FROM entries WHERE game_id = :game AND position = :tip AND tip = position
        UNION ALL
        SELECT {_ENTRY}, entries.position < :before AND EXISTS (
            SELECT 1 FROM snapshots WHERE snapshots.game_id = :game AND snapshots.position = entries.position
        )
        FROM chain CROSS JOIN entries
        WHERE NOT chain.kept AND entries.game_id = :game AND entries.position = chain.parent
    )
    SELECT {_COLUMNS} FROM chain ORDER BY position"""
)

LINES = Statement(
    f"""
    WITH RECURSIVE chain AS (
        SELECT {_ENTRY}, 1 AS nth FROM entries WHERE game_id = :game AND position = :start AND tip = position
        UNION ALL
        SELECT {_ENTRY}, chain.nth + 1 FROM chain CROSS JOIN entries
        WHERE chain.nth < :limit AND entries.game_id = :game AND entries.position = chain.parent
    )
    SELECT {_COLUMNS} FROM chain ORDER BY position DESC"""
)

PATH = Statement(
    """
    WITH RECURSIVE path AS (
        SELECT position, parent FROM entries WHERE game_id = :game AND position = :last AND tip = position
        UNION ALL
        SELECT entries.position, entries.parent FROM path CROSS JOIN entries
        WHERE path.parent > :tip AND entries.game_id = :game AND entries.position = path.parent
    )
    SELECT position, parent FROM path ORDER BY position"""
)

SNAPSHOT = Statement(
    "SELECT position, rules_version, state FROM snapshots WHERE game_id = :game AND position = :position"
)

SNAPSHOTS_BETWEEN = Statement(
    """
    SELECT position FROM snapshots
    WHERE game_id = :game AND position > :first AND position <= :last ORDER BY position"""
)

TABLES = Statement("SELECT json FROM games JOIN tables ON tables_hash = hash WHERE games.id = :game")

TABLES_OF = Statement("SELECT tables_hash FROM games WHERE id = :game")

ADD_TABLES = Statement("INSERT INTO tables (hash, json) VALUES (:hash, :json) ON CONFLICT (hash) DO NOTHING")

ADD_GAME = Statement(
    """
    INSERT INTO games (id, name, created_at, changed_at, tables_hash)
    VALUES (:game, :name, :created_at, :changed_at, :tables_hash)"""
)

ADD_ENTRY = Statement(
    f"INSERT INTO entries (game_id, {_COLUMNS}) VALUES (:game, {', '.join(f':{name}' for name in ENTRY_COLUMNS)})"
)

ADD_SNAPSHOT = Statement(
    """
    INSERT INTO snapshots (game_id, position, rules_version, state) VALUES (:game, :position, :rules_version, :state)
    ON CONFLICT (game_id, position) DO UPDATE SET rules_version = excluded.rules_version, state = excluded.state"""
)

# Of each stretch of lines the first one is left. Those of other rules stay: who knows what still plays.
THIN_SNAPSHOTS = Statement(
    """
    DELETE FROM snapshots
    WHERE game_id = :game AND position < :last AND rules_version = :rules_version AND position NOT IN (
        SELECT min(position) FROM snapshots WHERE game_id = :game AND position < :last GROUP BY position / :sparse
    )"""
)

KEEP_SNAPSHOT = Statement(
    """
    INSERT INTO snapshots (game_id, position, rules_version, state) VALUES (:game, :position, :rules_version, :state)
    ON CONFLICT (game_id, position) DO NOTHING"""
)

# In PostgreSQL this holds the game until the transaction ends: who writes to it, too, waits here.
TOUCH = Statement("UPDATE games SET changed_at = :now WHERE id = :game RETURNING name")

RENAME = Statement("UPDATE games SET name = :name, changed_at = :now WHERE id = :game")

COPY_GAME = Statement(
    """
    INSERT INTO games (id, name, created_at, changed_at, tables_hash)
    SELECT :new, :name, :now, :now, tables_hash FROM games WHERE id = :game"""
)

COPY_ENTRIES = Statement(
    f"""
    INSERT INTO entries (game_id, {_COLUMNS})
    SELECT :new, {_COLUMNS} FROM entries WHERE game_id = :game"""
)

COPY_SNAPSHOTS = Statement(
    """
    INSERT INTO snapshots (game_id, position, rules_version, state)
    SELECT :new, position, rules_version, state FROM snapshots WHERE game_id = :game"""
)

DELETE_GAME = Statement("DELETE FROM games WHERE id = :game")

# PostgreSQL looks once more at a row that somebody else has just changed: a tap in between keeps the game.
DELETE_UNCHANGED = Statement("DELETE FROM games WHERE id = :game AND changed_at = :changed")

GAME_WITH_TABLES = Statement("SELECT id FROM games WHERE tables_hash = :hash LIMIT 1")

DELETE_TABLES = Statement("DELETE FROM tables WHERE hash = :hash")

WHOLE_COPIES = Statement("SELECT id, text, kept_at FROM copies ORDER BY kept_at, id")

ALL_COPIES = Statement("SELECT id, text FROM copies ORDER BY kept_at, id")

KEEP_COPY = Statement(
    """
    INSERT INTO copies (id, text, kept_at) VALUES (:id, :text, :now)
    ON CONFLICT (id) DO UPDATE SET text = excluded.text, kept_at = excluded.kept_at"""
)

DELETE_COPY = Statement("DELETE FROM copies WHERE id = :id")

# The codes that open games. They go with their game.
CODES_OF_GAME = Statement("SELECT opens, code FROM codes WHERE game_id = :game ORDER BY opens")

GAME_OF_CODE = Statement("SELECT game_id, opens FROM codes WHERE code = :code")

ADD_CODE = Statement(
    """
    INSERT INTO codes (game_id, opens, code) VALUES (:game, :opens, :code)
    ON CONFLICT (game_id, opens) DO NOTHING"""
)

DELETE_CODES = Statement("DELETE FROM codes WHERE game_id = :game")

# What people have entered for an open question. It goes with its game.
SHARES = Statement(
    """
    SELECT question, asked, name, who, value, nth FROM shares WHERE game_id = :game ORDER BY nth, name"""
)

HOLD = Statement("UPDATE games SET changed_at = changed_at WHERE id = :game")

NEXT_SHARE = Statement("SELECT coalesce(max(nth), 0) + 1 FROM shares WHERE game_id = :game")

KEEP_SHARE = Statement(
    """
    INSERT INTO shares (game_id, asked, question, name, who, value, entered_at, nth)
    VALUES (:game, :asked, :question, :name, :who, :value, :entered_at, :nth)
    ON CONFLICT (game_id, asked, question, name, who)
    DO UPDATE SET value = excluded.value, entered_at = excluded.entered_at, nth = excluded.nth
    WHERE shares.entered_at <= excluded.entered_at"""
)

DROP_SHARES = Statement("DELETE FROM shares WHERE game_id = :game AND asked < :first")

# PostgreSQL alone.
CHANNEL = "hive_games"

NOTIFY = Statement("SELECT pg_notify(:channel, :told)")
