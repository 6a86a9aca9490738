"""What the pages have drawn: the same once more, for the same page, need not be drawn again."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache

from jinja2.runtime import Macro
from markupsafe import Markup

KEPT = 40960
"""So many drawings are kept, the latest: those of all tables that stay in memory, each with its map."""


class Kept:
    """The drawings of an app by what they show. ``{{ kept(ground, one, ...) }}`` is ``{{ ground(one, ...) }}``."""

    def __init__(self, page: Callable[[], Hashable]) -> None:
        """In: what a drawing takes from the page that is made now, whatever it shows: its language, and its game."""
        self._page = page
        self._drawn = lru_cache(KEPT)(lambda page, macro, shown: macro(*shown))

    def __call__(self, macro: Macro, *shown: object) -> str:
        """What a macro draws of things that are compared by their values. It reads nothing else, no token of a form."""
        drawn: str = self._drawn(self._page(), macro, shown)
        return drawn

    def each(self, macro: Macro, ones: Iterable[tuple[Hashable, ...]]) -> Markup:
        """What a macro draws of several things, one below the other."""
        page = self._page()
        return Markup("\n".join([self._drawn(page, macro, one) for one in ones]))
