"""What both kinds of databases share: an engine, and transactions on it that outlive a restart."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, Protocol, TypeVar

from sqlalchemy import Connection, Engine, RootTransaction, event
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolEmpty

from hive.store.errors import BackupRefused, Location, StoreDown, StoreError, StoreLocked

Result = TypeVar("Result")
PATIENCE = 8.0
"""For so many seconds after a database stopped answering, who asks waits for it to come back."""
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 0.5
MOST_CONFLICTS = 5
ANEW = -1
"""What is told as the last line of a game that was deleted, or whose codes were changed: each screen asks anew."""
POOL: dict[str, Any] = {"pool_size": 5, "pool_timeout": 5, "pool_use_lifo": True}


HOW = "hive_how"
"""Where a connection of the pool has noted how its transaction begins."""


class News(Protocol):
    """Somebody who listens."""

    def stop(self) -> None:
        """End it, and wait for that."""


class Database(ABC):
    """A place for games, opened at first use. Safe to share between threads."""

    READ: ClassVar[str]
    """How a transaction begins that reads: it sees one state of all games."""
    WRITE: ClassVar[str]
    """How one begins that writes: it waits for other writers."""

    def __init__(self, place: Location, engine: Engine) -> None:
        """The engine makes connections on which transactions are begun by us, to tables of the format that we know."""
        self.place, self._engine = place, engine
        event.listen(engine, "handle_error", self._handle)
        # SQLAlchemy's place for what begins a transaction; listening to the event costs each statement its time.
        engine.dialect.do_begin = self._begin  # type: ignore[method-assign, assignment]
        self._down_since: float | None = None

    @abstractmethod
    def named(self, error: DBAPIError) -> StoreError | None:
        """An error of the driver in the words of the store; None for a mistake in our own code."""

    def tell(self, connection: Connection, game_id: str, position: int) -> None:
        """Tell other processes of a new line, once it is kept, where there is a way to."""
        return

    def listen(self, heard: Callable[[str | None, int], None]) -> News | None:
        """Begin to hear of what other processes keep; None where there is no such news."""
        return None

    def close(self) -> None:
        """Close all connections. A later call opens new ones."""
        self._engine.dispose()

    @contextmanager
    def room(self) -> Iterator[None]:
        """Room to delete a game on a full disk, where there is a way to make any."""
        yield

    def backup(self, to: Path) -> None:
        """Copy all games into a file. Raises BackupRefused where that is the database's own work."""
        raise BackupRefused

    def examine(self) -> list[str]:
        """What is damaged beneath the games, in the words of who finds it, where it can be found out."""
        return []

    def keep_backups(self) -> None:
        """From now on keep a backup of each day, where that is not the database's own work."""
        return

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Run the block as one transaction that only reads."""
        self.look()
        begun = self._begun(self.READ)
        with begun.connection, begun:
            yield begun.connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Run the block as one transaction: all of it is kept afterwards, or nothing."""
        self.look()
        begun = self._begun(self.WRITE)
        with begun.connection, begun:
            yield begun.connection
        self.wrote()

    def look(self) -> None:
        """Raises FileLost where the games no longer lie where they were opened."""
        return

    def wrote(self) -> None:
        """Something was written just now. Raises FileLost: then nobody is told that it counts."""
        return

    def again(self, work: Callable[[bool], Result]) -> Result:
        """Do the work, once more where the database went away meanwhile or another program was in the way.

        The work is a transaction of its own. It is told whether an earlier try may have been kept after all.
        """
        unsure, conflicts = False, 0
        while True:
            try:
                return work(unsure)
            except StoreLocked as error:
                conflicts += 1
                if not error.at_once or conflicts == MOST_CONFLICTS:
                    raise
            except StoreDown:
                if not self._patient():
                    raise
                unsure = True

    def _begun(self, how: str) -> RootTransaction:
        """A transaction that has begun. A connection that broke since it was used last is replaced."""
        pause = FIRST_PAUSE
        while True:
            try:
                connection = self._engine.connect()
            except PoolEmpty as error:
                raise StoreLocked(self.place) from error
            except StoreDown:
                if not self._patient():
                    raise
                time.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
                continue
            try:
                connection.info[HOW] = how
                begun = connection.begin()
            except StoreDown:
                connection.close()
                continue
            except BaseException:
                connection.close()
                raise
            self._down_since = None
            return begun

    def _begin(self, connection: Any) -> None:
        """Begin a transaction on a connection of the pool; its errors come in our words."""
        connection.driver_connection.execute(connection.info[HOW])

    def _patient(self) -> bool:
        """Whether the database went away only a moment ago."""
        now = time.monotonic()
        if self._down_since is None:
            self._down_since = now
        return now - self._down_since < PATIENCE

    def _handle(self, context: ExceptionContext) -> None:
        """Raise an error in our words; a connection that broke goes, with all that were made before."""
        error = context.sqlalchemy_exception
        named = self.named(error) if isinstance(error, DBAPIError) else None
        if isinstance(named, StoreDown):
            context.is_disconnect = True
        if named is not None:
            raise named
