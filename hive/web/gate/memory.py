"""What addresses have done of late is counted in the memory of the process, by the machine's clock."""

from __future__ import annotations

import time

from limits.storage import MemoryStorage

PUT_BACK = 60
"""Seconds: a clock that is set right by less only lengthens a wait by them."""


class Memory(MemoryStorage):
    """Counts that forget all once the clock was put back: by it, what was counted before would run out years later."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._latest = time.time()
        super().__init__()

    def mind_the_clock(self) -> None:
        """Look at the clock before something is looked up."""
        now = time.time()
        if now < self._latest - PUT_BACK:
            self.reset()
        self._latest = now
