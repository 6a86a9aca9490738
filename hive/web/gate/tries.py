"""Wrong codes are slowed down: after some of them, an address has to wait before it may try another one."""

from __future__ import annotations

import math
import time

from limits import RateLimitItem, RateLimitItemPerSecond
from limits.strategies import MovingWindowRateLimiter

from hive.live.visitors import household
from hive.web.gate.memory import Memory

AT_ONCE, SECONDS = 8, 120
"""So many wrong codes may come from an address within so many seconds: fingers slip. Each is forgotten after them."""


class Tries:
    """The wrong codes that came of late, by address. Safe to share between threads."""

    def __init__(self, limit: RateLimitItem | None = None) -> None:
        """``limit`` says how many wrong codes are let pass, and in what time."""
        self._limit = limit or RateLimitItemPerSecond(AT_ONCE, SECONDS)
        self._memory = Memory()
        self._counts = MovingWindowRateLimiter(self._memory)

    def wait(self, address: str) -> int:
        """How many seconds the address has to wait before it may try a code; 0 if it may."""
        self._memory.mind_the_clock()
        home = household(address)
        if self._counts.test(self._limit, home):
            return 0
        return max(1, math.ceil(self._counts.get_window_stats(self._limit, home).reset_time - time.time()))

    def wrong(self, address: str) -> None:
        """The address has tried a code that opens nothing."""
        self._counts.hit(self._limit, household(address))
