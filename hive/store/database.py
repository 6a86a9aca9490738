"""What all kinds of databases share: a pool of connections, and transactions on them that outlive a restart."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar, Literal, Protocol, TypeVar

from sqlalchemy.exc import TimeoutError as PoolEmpty
from sqlalchemy.pool import PoolProxiedConnection, QueuePool

from hive.store.errors import BackupRefused, Location, StoreDown, StoreError, StoreLocked
from hive.store.queries import Driver, Session

How = Literal["read", "write"]
Result = TypeVar("Result")
PATIENCE = 8.0
"""For so many seconds after a database stopped answering, who asks waits for it to come back."""
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 0.5
MOST_CONFLICTS = 5
ANEW = -1
"""What is told as the last line of a game that was deleted, or whose codes were changed: each screen asks anew."""


class News(Protocol):
    """Somebody who listens."""

    def stop(self) -> None:
        """End it, and wait for that."""


class Database(ABC):
    """A place for games, opened at first use. Safe to share between threads."""

    BEGIN: ClassVar[dict[How, str]]
    """How a transaction begins: one that reads sees one state of all games; one that writes waits for other writers."""
    ERRORS: tuple[type[Exception], ...]
    """What its driver raises."""

    def __init__(self, place: Location, most: int) -> None:
        """``most`` connections are open at a time; those who come then wait. -1: without a bound."""
        self.place = place
        more = -1 if most < 0 else max(0, most - 5)
        self._pool = QueuePool(
            self._connect,  # type: ignore[arg-type]  # what SQLAlchemy calls a connection of DBAPI is a driver's own
            pool_size=5,
            max_overflow=more,
            timeout=5,
            reset_on_return=None,  # each transaction is ended below
            use_lifo=True,
        )
        self._down_since: float | None = None

    @abstractmethod
    def _connect(self) -> Driver:
        """A new connection to tables of the format that we know, made or brought to it where needed."""

    @abstractmethod
    def named(self, error: Exception) -> StoreError | None:
        """An error of the driver in the words of the store; None for a mistake in our own code."""

    @abstractmethod
    def _session(self, driver: Driver) -> Session:
        """What a transaction on this connection is asked through."""

    @abstractmethod
    def tell(self, session: Session, game_id: str, position: int) -> None:
        """Tell other processes of a new line, once it is kept; nothing where there is no way to."""

    @abstractmethod
    def listen(self, heard: Callable[[str | None, int], None]) -> News | None:
        """Begin to hear of what other processes keep; None where there is no such news."""

    def close(self) -> None:
        """Close all connections. A later call opens new ones."""
        pool, self._pool = self._pool, self._pool.recreate()
        pool.dispose()

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
    def transaction(self, how: How) -> Iterator[Session]:
        """Run the block as one transaction: all of it is kept afterwards, or nothing."""
        with self._named_errors():
            connection = self._begun(how)
            try:
                driver = _driver_of(connection)
                yield self._session(driver)
                driver.execute("COMMIT")
            except BaseException:
                self._roll_back(connection)
                raise
            finally:
                connection.close()

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

    def _begun(self, how: How) -> PoolProxiedConnection:
        """A connection on which a transaction has begun. One that broke since it was used last is replaced."""
        pause = FIRST_PAUSE
        while True:
            try:
                connection = self._pool.connect()
                try:
                    _driver_of(connection).execute(self.BEGIN[how])
                except BaseException as error:
                    if isinstance(self.named_or_none(error), StoreDown):
                        connection.invalidate()
                        continue
                    connection.close()
                    raise
                self._down_since = None
                return connection
            except self.ERRORS as error:
                if not isinstance(self.named(error), StoreDown) or not self._patient():
                    raise
                time.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    def named_or_none(self, error: BaseException) -> StoreError | None:
        """As :meth:`named`, of anything that was raised."""
        return self.named(error) if isinstance(error, self.ERRORS) else None

    def _patient(self) -> bool:
        """Whether the database went away only a moment ago."""
        now = time.monotonic()
        if self._down_since is None:
            self._down_since = now
        return now - self._down_since < PATIENCE

    def _roll_back(self, connection: PoolProxiedConnection) -> None:
        try:
            _driver_of(connection).execute("ROLLBACK")
        except Exception:  # The first error counts; a connection in a state that nobody knows is not used again.
            connection.invalidate()

    @contextmanager
    def _named_errors(self) -> Iterator[None]:
        try:
            yield
        except PoolEmpty as error:
            raise StoreLocked(self.place) from error
        except self.ERRORS as error:
            named = self.named(error)
            if named is None:
                raise
            raise named from error


def _driver_of(connection: PoolProxiedConnection) -> Driver:
    driver = connection.driver_connection
    assert driver is not None
    found: Driver = driver
    return found
