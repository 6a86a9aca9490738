"""Tiles to lay out. Rules: 2.board.*."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Placed:
    """A tile to lay out: its slot, its number, and whose home it is, if it is a player's."""

    slot: str
    tile: str
    owner: str = ""

    @property
    def words(self) -> str:
        """What hands do, without the verb."""
        return f"{self.tile} at {self.slot}{f' ({self.owner})' if self.owner else ''}"
