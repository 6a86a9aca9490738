"""The sizes of paper that a table can print on, and how the cards of the deck lie on it; all in millimetres."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from hive.words import Name

CARD = (63, 88)
ACROSS, DOWN = 3, 3
_MARK, _GAP = 4.5, 1.5

_One = TypeVar("_One")


@dataclass(frozen=True)
class Paper:
    """A size of paper: its key in addresses, what CSS calls it, and its width and height."""

    key: str
    name: Name
    width: float
    height: float

    @property
    def left(self) -> float:
        """What stays free to the left of the cards."""
        return round((self.width - ACROSS * CARD[0]) / 2, 2)

    @property
    def top(self) -> float:
        """What stays free above the cards."""
        return round((self.height - DOWN * CARD[1]) / 2, 2)

    @property
    def marks(self) -> str:
        """Where to cut, as a path in millimetres: short lines outside of the cards, in line with their edges."""
        right, bottom = self.left + ACROSS * CARD[0], self.top + DOWN * CARD[1]
        lines = []
        for column in range(ACROSS + 1):
            x = round(self.left + column * CARD[0], 2)
            lines += [f"M{x} {round(self.top - _GAP - _MARK, 2)}v{_MARK}", f"M{x} {round(bottom + _GAP, 2)}v{_MARK}"]
        for row in range(DOWN + 1):
            y = round(self.top + row * CARD[1], 2)
            lines += [f"M{round(self.left - _GAP - _MARK, 2)} {y}h{_MARK}", f"M{round(right + _GAP, 2)} {y}h{_MARK}"]
        return "".join(lines)


PAPERS: Mapping[str, Paper] = {
    "A4": Paper("A4", Name("A4"), 210, 297),
    "letter": Paper("letter", Name("Letter"), 215.9, 279.4),
}


def paper_of(key: str) -> Paper:
    """The paper of a key; A4 for any other."""
    return PAPERS.get(key, PAPERS["A4"])


def leaves(cards: Sequence[_One]) -> list[Sequence[_One]]:
    """The cards in groups that fill a leaf."""
    return [cards[at : at + ACROSS * DOWN] for at in range(0, len(cards), ACROSS * DOWN)]
