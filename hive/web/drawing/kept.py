"""What the pages have drawn: the same once more, for the same page, need not be drawn again."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache
from typing import Any

from jinja2.runtime import Macro
from markupsafe import Markup

OF_A_GAME = 200
"""So many drawings are kept for each game that stays in memory, the latest: those of a table with its map."""


class Drawings:
    """The drawings of an app by what they show. ``{{ kept(ground, one, ...) }}`` is ``{{ ground(one, ...) }}``."""

    def __init__(self, page: Callable[[], Hashable], games: int) -> None:
        """In: what a drawing takes from the page that is made now, whatever it shows: its language, and its game. And
        how many games stay in memory.
        """
        self._page = page
        keep = lru_cache(OF_A_GAME * games)
        self._drawn = keep(lambda page, macro, shown: macro(*shown))
        self.made = keep(_made)

    def __call__(self, macro: Macro, *shown: object) -> str:
        """What a macro draws of things that are compared by their values. It reads nothing else, no token of a form."""
        drawn: str = self._drawn(self._page(), macro, shown)
        return drawn

    def each(self, macro: Macro, ones: Iterable[tuple[Hashable, ...]]) -> Markup:
        """What a macro draws of several things, one below the other."""
        page = self._page()
        return Markup("\n".join([self._drawn(page, macro, one) for one in ones]))


def _made(make: Callable[[str], Any], drawn: str) -> Any:
    """What is made of a drawing's text."""
    return make(drawn)
