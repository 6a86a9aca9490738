"""What a transaction can ask of its connection, whatever the driver."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Protocol, TypeAlias

from hive.store.statements import Statement, Style

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
