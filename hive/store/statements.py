"""SQL that SQLite and PostgreSQL both understand, written once for each of their ways to name a value."""

from __future__ import annotations

from typing import Literal

from sqlalchemy import text
from sqlalchemy.engine.default import DefaultDialect

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
