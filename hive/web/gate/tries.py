"""Wrong codes are slowed down: after some of them, an address has to wait before it may try another one."""

from __future__ import annotations

import math
import threading
from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

from hive.live.visitors import household

AT_ONCE = 8
"""So many wrong codes may come from an address one after another: fingers slip."""
SECONDS_EACH = 30.0
"""Then one more is free each time so many seconds have passed."""
ADDRESSES_KEPT = 10_000


class Tries:
    """The wrong codes that came of late, by address. Safe to share between threads."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._paid_off: OrderedDict[str, float] = OrderedDict()
        self._lock = threading.Lock()

    def wait(self, address: str) -> int:
        """How many seconds the address has to wait before it may try a code; 0 if it may."""
        with self._lock:
            paid_off = self._paid_off.get(household(address), 0.0)
        return max(0, math.ceil(paid_off - self._clock() - (AT_ONCE - 1) * SECONDS_EACH))

    def wrong(self, address: str) -> None:
        """The address has tried a code that opens nothing."""
        home, now = household(address), self._clock()
        with self._lock:
            self._paid_off[home] = max(self._paid_off.get(home, now), now) + SECONDS_EACH
            self._paid_off.move_to_end(home)
            while len(self._paid_off) > ADDRESSES_KEPT:
                self._paid_off.popitem(last=False)
