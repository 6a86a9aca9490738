"""What was found out of a state of the game, so that whoever comes to the same state again need not look again.

Undo and every new beginning of the app replay the log, and come through states that were thought over before; and from
one page to the next most of the board stays as it was. What is found is a value that follows from the state and the
tables alone; it is no part of the game, and may be forgotten.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from threading import Lock
from typing import Generic, TypeVar

Found = TypeVar("Found")


class Remembered(Generic[Found]):
    """Findings by the state that they follow from, and by what was looked for. So many are kept, the latest.

    Safe to share between threads: games are played side by side.
    """

    def __init__(self, kept: int) -> None:
        self._kept = kept
        self._found: OrderedDict[bytes, tuple[object, Found]] = OrderedDict()
        self._guard = Lock()

    def get(self, tables: object, state: object, find: Callable[[], Found]) -> Found:
        """What was found of just such a state, by its ``repr``, with these very tables; else what is found now."""
        key = sha256(repr(state).encode()).digest()
        with self._guard:
            known = self._found.get(key)
            if known is not None and known[0] is tables:
                self._found.move_to_end(key)
                return known[1]
        found = find()
        with self._guard:
            self._found[key] = tables, found
            if len(self._found) > self._kept:
                self._found.popitem(last=False)
        return found
