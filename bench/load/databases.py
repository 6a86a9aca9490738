"""Where the games of a measurement lie: a file of SQLite, or a PostgreSQL of its own, each copied for every run."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.postgres import SAFE, Server
from bench.processor import processor_time


class File:
    """Games in a file."""

    def __init__(self, home: Path) -> None:
        self.prepared = str(home / "prepared.sqlite")
        self._home, self._copies = home, 0

    @property
    def cpu(self) -> float:
        """The seconds of processor time that others than the app's processes have taken for it: none."""
        return 0.0

    def copy(self) -> str:
        """A copy of the prepared games of its own."""
        self._copies += 1
        path = self._home / f"games_{self._copies}.sqlite"
        shutil.copy(self.prepared, path)
        return str(path)


class Database:
    """Games in PostgreSQL; what it has answered is on the disk, as on a host."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self._template = server.new_database()
        self.prepared = server.address(self._template)

    @property
    def cpu(self) -> float:
        """The seconds of processor time that PostgreSQL has taken, with all that it has started."""
        return processor_time(self.server.process.pid)

    def copy(self) -> str:
        """A copy of the prepared games of its own."""
        return self.server.address(self.server.new_database(self._template))


@contextmanager
def opened(kind: str, home: Path) -> Iterator[File | Database]:
    """A place for games of a kind: sqlite or postgresql."""
    if kind == "sqlite":
        yield File(home)
        return
    server = Server(SAFE)
    try:
        yield Database(server)
    finally:
        server.remove()
