"""Wrong codes are slowed down: after some of them, an address has to wait before it may try another one."""

from __future__ import annotations

import ipaddress
import math
import threading
from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

AT_ONCE = 8
"""So many wrong codes may come from an address one after another: fingers slip."""
SECONDS_EACH = 30.0
"""Then one more is free each time so many seconds have passed."""
ADDRESSES_KEPT = 10_000
_NETWORK = 64
"""So many bits of an IPv6 address are a household's; the rest its devices choose as they like."""


class Tries:
    """The wrong codes that came of late, by address. Safe to share between threads."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._paid_off: OrderedDict[str, float] = OrderedDict()
        self._lock = threading.Lock()

    def wait(self, address: str) -> int:
        """How many seconds the address has to wait before it may try a code; 0 if it may."""
        with self._lock:
            paid_off = self._paid_off.get(_household(address), 0.0)
        return max(0, math.ceil(paid_off - self._clock() - (AT_ONCE - 1) * SECONDS_EACH))

    def wrong(self, address: str) -> None:
        """The address has tried a code that opens nothing."""
        household, now = _household(address), self._clock()
        with self._lock:
            self._paid_off[household] = max(self._paid_off.get(household, now), now) + SECONDS_EACH
            self._paid_off.move_to_end(household)
            while len(self._paid_off) > ADDRESSES_KEPT:
                self._paid_off.popitem(last=False)


def _household(address: str) -> str:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    return str(ipaddress.ip_network((found, _NETWORK), strict=False)) if found.version == 6 else address
