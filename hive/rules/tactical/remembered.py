"""What was found out of a state of the game: whoever comes to the same state again need not look again.

Undo and every new beginning of the app replay the log, and come through states that were thought over before. What is
found is a value that follows from the state and the tables alone; it is no part of the game, and may be forgotten.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from hashlib import sha256
from threading import Lock

from hive.catalog.tables import Tables
from hive.model.game import Game

# So many findings are kept, the latest; a long game comes to some hundred.
KEPT = 4096


class Remembered:
    """Findings by the whole state of the game that they follow from, and by what was looked for.

    Safe to share between threads: games are played side by side.
    """

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._found: OrderedDict[bytes, tuple[Tables, tuple[str, ...]]] = OrderedDict()
        self._guard = Lock()

    def get(self, game: Game, sought: Hashable, find: Callable[[], tuple[str, ...]]) -> tuple[str, ...]:
        """What was found when the game stood just so, with these very tables; else what is found now."""
        key = sha256(repr((game, sought)).encode()).digest()
        with self._guard:
            tables, found = self._found.get(key, (None, ()))
            if tables is game.tables:
                self._found.move_to_end(key)
                return found
        found = find()
        with self._guard:
            self._found[key] = game.tables, found
            if len(self._found) > self._kept:
                self._found.popitem(last=False)
        return found
