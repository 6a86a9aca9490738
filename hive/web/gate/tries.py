"""Wrong codes are counted by address: after some of them it is told to slow down, after many none is looked up.

A convention has one address. So a right code is let in however many wrong ones came before it, but for those of a
script. That one finds nothing: there are 27 ** 10 codes, of which ten thousand games have 40,000. Who guesses as fast
as one address may finds one of any game in thirty years.
"""

from __future__ import annotations

import math
import time

from limits import RateLimitItem, RateLimitItemPerSecond
from limits.strategies import MovingWindowRateLimiter

from hive.live.front import household
from hive.web.gate.memory import Memory

AT_ONCE, MOST, SECONDS = 8, 600, 120
"""So many wrong codes of an address are nothing special, and so many are looked up, within so many seconds."""


class Tries:
    """The wrong codes that came of late, by address. Safe to share between threads."""

    def __init__(self, at_once: int = AT_ONCE, most: int = MOST, seconds: int = SECONDS) -> None:
        """``at_once`` wrong codes are nothing special, ``most`` are looked up; each is forgotten after ``seconds``."""
        self._at_once, self._most = (RateLimitItemPerSecond(number, seconds) for number in (at_once, most))
        self._memory = Memory()
        self._counts = MovingWindowRateLimiter(self._memory)

    def closed(self, address: str) -> int:
        """For how many seconds no code of the address is looked up, not even a right one; 0 if it is."""
        self._memory.mind_the_clock()
        home = household(address)
        return 0 if self._counts.test(self._most, home) else self._seconds(self._most, home)

    def wrong(self, address: str) -> int:
        """The address has tried a code that opens nothing; how many seconds it should wait, 0 if it need not."""
        home = household(address)
        self._counts.hit(self._most, home)
        return 0 if self._counts.hit(self._at_once, home) else self._seconds(self._at_once, home)

    def _seconds(self, limit: RateLimitItem, home: str) -> int:
        return max(1, math.ceil(self._counts.get_window_stats(limit, home).reset_time - time.time()))
