"""What the pages have drawn: the same once more, in the same language, need not be drawn again."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from jinja2.runtime import Macro

KEPT = 2048
"""So many systems are kept, the latest: those of several whole maps, with their marks."""


class Kept:
    """The drawings of an app by what they show. ``{{ kept(hexagon, one, ...) }}`` is ``{{ hexagon(one, ...) }}``."""

    def __init__(self, language: Callable[[], str]) -> None:
        """In: which language the page is in that is made now."""
        self._language = language
        self._drawn = lru_cache(KEPT)(lambda language, macro, shown: macro(*shown))

    def __call__(self, macro: Macro, *shown: object) -> str:
        """What a macro draws of things that are compared by their values."""
        drawn: str = self._drawn(self._language(), macro, shown)
        return drawn
