"""The games in a PostgreSQL database that several processes share."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any

import psycopg
from psycopg.abc import Buffer
from psycopg.conninfo import make_conninfo
from psycopg.errors import DuplicateTable
from psycopg.types.string import StrDumperUnknown
from sqlalchemy import Connection, create_engine
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from hive.store import queries
from hive.store.database import POOL, Database
from hive.store.errors import (
    AddressRefused,
    Location,
    StoreBroken,
    StoreError,
    StoreNewer,
    StoreReadOnly,
    of_postgres,
)
from hive.store.migrations import KNOWN, VERSION_TABLE, get_ready, upgrade
from hive.store.queries import CHANNEL
from hive.words import Typed, say

LOG = logging.getLogger(__name__)
Heard = Callable[[str | None, int], None]
"""Hears of a game and the last line of its log; of no game where every game may have gone on."""
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 1.0
"""Seconds between two tries: once the database is back, all screens shall be right within three."""
LOOKS_UP = 0.5
"""So often it looks whether it shall end."""
# A connection that was cut without a word is noticed by these after half a minute.
KEEPALIVES = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 4}


class Listener:
    """Listens until it is told to end, on a connection of its own.

    What was said while it was away is lost, so each time it comes back, and at first, it says that all may be new.
    """

    def __init__(self, arguments: dict[str, Any], heard: Heard) -> None:
        """``arguments`` are those of :func:`psycopg.connect`; ``heard`` is called in the listener's own thread."""
        self._arguments = {**KEEPALIVES, **arguments, "application_name": "hive-wars news"}
        self._heard = heard
        self._ends = threading.Event()
        self.listens = threading.Event()
        """Set while it listens."""
        self._thread = threading.Thread(target=self._run, name="news of games", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End it, and wait for that."""
        self._ends.set()
        self._thread.join()

    def _run(self) -> None:
        pause = FIRST_PAUSE
        while not self._ends.is_set():
            try:
                with psycopg.connect(**self._arguments, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    pause = FIRST_PAUSE
                    self._listen(connection)
            except psycopg.Error as error:
                LOG.warning("no news of other processes for now: %s", type(error).__name__)
            self.listens.clear()
            self._ends.wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _listen(self, connection: psycopg.Connection[Any]) -> None:
        self._say(None, 0)
        self.listens.set()
        while not self._ends.is_set():
            for news in connection.notifies(timeout=LOOKS_UP):
                game_id, _, position = news.payload.rpartition(" ")
                if position.lstrip("-").isdecimal():
                    self._say(game_id, int(position))

    def _say(self, game_id: str | None, position: int) -> None:
        try:
            self._heard(game_id, position)
        except Exception:  # Whoever hears it must not end the news of all others.
            LOG.exception("news of a game went astray")


# --- the games in a PostgreSQL database that several processes share: its settings, and its news


MOST_CONNECTIONS = 20
"""Of one process; PostgreSQL allows a hundred of all, as it comes."""
CONNECT_SECONDS = 5
MIGRATION_SECONDS = 60
ALL_LETTERS = "UTF8"
"""The encoding of the database, and of what is said to it, whatever the environment says."""
UPGRADE_LOCK = 0x48495645
"""Whoever makes or changes the tables holds this lock: of several that start at once, one does it."""


class _Text(StrDumperUnknown):
    """PostgreSQL has no character 0: what nobody can have kept is found nowhere."""

    def dump(self, obj: str) -> Buffer | None:
        return super().dump(obj.replace("\0", "\ufffd"))


class Postgres(Database):
    """A database of games."""

    READ = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    WRITE = "BEGIN"

    def __init__(self, place: Location, url: URL, busy_timeout: float, read_only: bool) -> None:
        """``busy_timeout`` is how many seconds to wait for another program that is writing to the same game."""
        self._arguments: dict[str, Any] = arguments_of(url)
        try:
            make_conninfo(**self._arguments)
        except psycopg.ProgrammingError:
            raise AddressRefused from None  # it asks for something that there is not
        self._busy_timeout = busy_timeout
        self._read_only = read_only
        more = MOST_CONNECTIONS - POOL["pool_size"]
        engine = create_engine(
            "postgresql+psycopg://", creator=self._connect, max_overflow=more, use_native_hstore=False, **POOL
        )
        super().__init__(place, engine)

    def named(self, error: DBAPIError) -> StoreError | None:
        """An error of PostgreSQL in the words of the store."""
        return of_postgres(self.place, error)

    def tell(self, connection: Connection, game_id: str, position: int) -> None:
        """Tell all processes that listen of a new line: PostgreSQL does so once it is kept."""
        connection.execute(queries.NOTIFY, {"told": f"{game_id} {position}"})

    def listen(self, heard: Callable[[str | None, int], None]) -> Listener:
        """Begin to hear of what other processes keep."""
        return Listener(self._arguments, heard)

    def _connect(self) -> psycopg.Connection[Any]:
        connection = psycopg.connect(**self._arguments, autocommit=True)  # transactions are begun as we say
        try:
            connection.adapters.register_dumper(str, _Text)
            # What waits for ever would hold up the table that it belongs to.
            connection.execute(
                "SELECT set_config('lock_timeout', %s, false),"
                " set_config('idle_in_transaction_session_timeout', '60s', false)",
                (f"{max(1, round(self._busy_timeout * 1000))}ms",),
            )
            if self._read_only:
                connection.execute("SET default_transaction_read_only = on")
            self._prepare(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _prepare(self, connection: psycopg.Connection[Any]) -> None:
        encoding = connection.info.parameter_status("server_encoding")
        if encoding != ALL_LETTERS:
            # Found out by the first name that it cannot keep, it would be too late.
            what = say("its encoding {encoding} does not have all letters, as UTF8 has", encoding=Typed(str(encoding)))
            raise StoreBroken(self.place, what)
        found = self._format(connection)
        if found == KNOWN:
            return
        if self._read_only:
            raise StoreBroken(self.place, say("it holds no games yet")) if not found else StoreReadOnly(self.place)
        get_ready()
        with connection.transaction():
            connection.execute("SELECT set_config('lock_timeout', %s, true)", (f"{MIGRATION_SECONDS}s",))
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (UPGRADE_LOCK,))
            found = self._format(connection)
            if found < KNOWN:  # another process may have been quicker
                self._make(connection, found)

    def _make(self, connection: psycopg.Connection[Any], found: int) -> None:
        try:
            upgrade(connection, "postgresql+psycopg://", found)
        except DuplicateTable as error:
            raise StoreBroken(self.place, say("it is the database of another program")) from error

    def _format(self, connection: psycopg.Connection[Any]) -> int:
        """The format of its tables, 0 where there are none; a newer one is refused."""
        row = connection.execute("SELECT to_regclass(%s)", (VERSION_TABLE,)).fetchone()
        if row is None or row[0] is None:
            return 0
        numbers = connection.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchone()
        found = int(numbers[0]) if numbers else 0
        if found > KNOWN:
            raise StoreNewer(self.place, found, KNOWN)
        return found


def arguments_of(url: URL) -> dict[str, Any]:
    """What psycopg is called with to reach the database of an address."""
    named = {"host": url.host, "port": url.port, "dbname": url.database, "user": url.username, "password": url.password}
    given = {name: value for name, value in named.items() if value is not None}
    common = {"connect_timeout": CONNECT_SECONDS, "application_name": "hive-wars"}
    return {**common, **url.query, **given, "client_encoding": ALL_LETTERS}
