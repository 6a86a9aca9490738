"""Where the games lie: a file of SQLite, or a database of PostgreSQL. A password is never shown."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from hive.words import Spoken, say

_POSTGRESQL = ("postgresql", "postgres", "postgresql+psycopg")
_MISTYPED = re.compile(r"postgres(ql)?(\+\w*)?(:|/.*@)")
"""What is meant as an address and would be a path without its ``://``: its password would name a folder."""


class AddressRefused(Spoken):
    """What HIVE_DB says is neither a file nor the address of a database."""

    def __init__(self) -> None:
        super().__init__(
            say(
                "HIVE_DB names no place where games can be kept. It takes the path of a file, or the address of a "
                "PostgreSQL database: postgresql://user:password@host/database."
            )
        )


@dataclass(frozen=True)
class Location:
    """A file or a database: exactly one of ``file`` and ``url``; ``shown`` is how messages name it."""

    shown: str
    file: Path | None = None
    url: URL | None = None


def place_of(where: Path | str) -> Location:
    """The place that a path or an address names. Raises AddressRefused."""
    if isinstance(where, Path) or "://" not in where:
        if _MISTYPED.match(str(where)):
            raise AddressRefused
        return Location(str(where), Path(where))
    try:
        url = make_url(where)
    except (ArgumentError, ValueError):
        raise AddressRefused from None  # what it was made of may hold a password
    if url.drivername == "sqlite" and url.database:
        return Location(url.database, Path(url.database))
    if url.drivername not in _POSTGRESQL:
        raise AddressRefused
    shown = URL.create("postgresql", host=url.host, port=url.port, database=url.database)
    return Location(shown.render_as_string(), url=url)
