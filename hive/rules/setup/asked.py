"""The checklist of the set-up where the table lays out the galaxy by itself. Rules: 2.board.*."""

from __future__ import annotations

from collections.abc import Sequence

from hive.board.sides import Asked
from hive.catalog.tables import Kind, SetupItem, SpawningSystem
from hive.rules.setup.tiles import RANDOM_SIDE, Placed
from hive.words import Words


class AskedSetup(Asked):
    """The side that tells how the galaxy is drawn."""

    def text_of(self, item: SetupItem) -> str:
        """What an item of the checklist says."""
        return item.text

    def placed(self, kinds: Sequence[Kind]) -> tuple[Placed, ...]:
        """No tile is known."""
        return ()

    def standing(self, systems: Sequence[SpawningSystem]) -> tuple[Words, ...]:
        """The checklist says it in its own words."""
        return ()

    def ion_side(self) -> Words:
        """The side that the ion storm token shows."""
        return RANDOM_SIDE
