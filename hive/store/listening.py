"""News of what other processes keep: a thread that listens to PostgreSQL, and comes back by itself."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any

import psycopg

from hive.store.queries import CHANNEL

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
