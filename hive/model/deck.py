"""The Hive Mind deck: primary and secondary deck, the cards of the running decision, and the closed discard pile."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field


@dataclass
class Deck:
    """Where the cards lie, as lists of card ids, the next card first.

    With the printed deck the ids are stand-ins: they keep the counts, and the table tells what it drew.
    ``shuffles`` counts the shuffles made, so that each has a seed of its own.
    """

    primary: list[int] = field(default_factory=list)
    secondary: list[int] = field(default_factory=list)
    in_use: list[int] = field(default_factory=list)
    discard: list[int] = field(default_factory=list)
    shuffles: int = 0

    @property
    def cards(self) -> list[int]:
        """All cards, wherever they lie."""
        return [*self.primary, *self.secondary, *self.in_use, *self.discard]

    @property
    def secondary_active(self) -> bool:
        """Whether the primary deck is used up."""
        return not self.primary

    @property
    def depleted(self) -> bool:
        """Whether no card is left to draw."""
        return not self.primary and not self.secondary

    @property
    def left(self) -> int:
        """How many cards are left to draw."""
        return len(self.primary) + len(self.secondary)


def shuffled(cards: list[int], seed: str) -> list[int]:
    """The cards in an order that depends on the seed alone, on any machine and with any version of Python."""
    return sorted(cards, key=lambda card: hashlib.sha256(f"{seed}/{card}".encode()).digest())
