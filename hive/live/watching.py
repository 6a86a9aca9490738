"""What other processes enter in the same games: heard where the store tells of it, and looked up where it does not.

A file of games tells nothing, and news of a database can get lost. So once a second one looks where the games stand
that somebody follows; the more there are, the more seldom, so that it takes no more than a part of the time.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Protocol

from hive.live.hub import ANEW, Hub

EVERY = 1.0
"""Seconds between two looks, if each takes little."""
SHARE = 50
"""A pause is so many times as long as the processor was busy before it: looking takes two hundredths at most."""


class News(Protocol):
    """What a store says of its own accord."""

    def stop(self) -> None:
        """Say nothing any more."""


Heard = Callable[[str | None, int], None]
Stand = tuple[int, str | None, str | None, int]
"""Where a game stands: the last line of its log, a code that opens it and its rematch, if there are such, and how much
was entered beside it."""


class Watch:
    """Tells the hub what other processes enter, from ``start`` to ``stop``."""

    def __init__(self, hub: Hub, stands: Callable[[str], Stand | None], listen: Callable[[Heard], News | None]) -> None:
        """``stands`` looks up where a game stands, None if that cannot be found out now; ``listen`` begins the news."""
        self._hub, self._stands, self._listen = hub, stands, listen
        self._wakes = threading.Event()
        self._ends = False
        self._seen: dict[str, Stand] = {}
        self._news: News | None = None
        self._thread = threading.Thread(target=self._run, name="watch", daemon=True)

    def start(self) -> None:
        """Begin to hear and to look."""
        self._thread.start()
        self._news = self._listen(self.heard)

    def stop(self) -> None:
        """End both."""
        self._ends = True
        self._wakes.set()
        if self._news is not None:
            self._news.stop()
        self._thread.join()

    def heard(self, game_id: str | None, position: int) -> None:
        """News from the store; without a game, that news may have been lost."""
        if game_id is None:
            self._wakes.set()
        else:
            self._hub.tell(game_id, position)

    def _run(self) -> None:
        while not self._ends:
            # What it takes from others is the processor: to wait for games that cannot be reached takes nothing.
            began = time.thread_time()
            self._look()
            self._wakes.wait(max(EVERY, SHARE * (time.thread_time() - began)))
            self._wakes.clear()

    def _look(self) -> None:
        seen: dict[str, Stand] = {}
        for game_id in self._hub.games():
            stand = self._stands(game_id)
            if stand is None:
                continue
            seen[game_id] = stand
            position, code, rematch, shares = stand
            known, opened, rematched, entered = self._seen.get(game_id, (None, None, rematch, None))
            if opened not in (None, code) or rematched != rematch:
                self._hub.tell(game_id, ANEW)
            elif (known, entered) != (position, shares):
                self._hub.tell(game_id, position, shares)
        self._seen = seen
