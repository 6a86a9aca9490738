"""Tiles to lay out. Rules: 2.board.*."""

from __future__ import annotations

from dataclasses import dataclass

from hive.naming import position_name
from hive.words import Name, Words, say

RANDOM_SIDE = say("a random side")
"""The side of a token that nobody has chosen."""


@dataclass(frozen=True)
class Placed:
    """A tile to lay out: its slot, its number, and whose home it is, if it is a player's."""

    slot: str
    tile: str
    owner: Words = ""

    @property
    def words(self) -> Words:
        """What hands do, without the verb."""
        tile, slot = Name(self.tile), position_name(self.slot)
        if self.owner:
            return say("{tile} at {slot} ({who})", tile=tile, slot=slot, who=self.owner)
        return say("{tile} at {slot}", tile=tile, slot=slot)
