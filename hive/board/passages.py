"""Which ways lead through a wormhole. A step between systems that lie side by side goes through none (M59)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from hive.board.adjacency import wormholes_in
from hive.board.hexes import slots_around
from hive.board.storms import joining
from hive.catalog.tables import Tiles, Wormhole
from hive.effects import NOTHING, Effects
from hive.model.galaxy import Galaxy


def passes(
    galaxy: Galaxy, tiles: Tiles, path: Sequence[str], kinds: Collection[Wormhole], effects: Effects = NOTHING
) -> bool:
    """Whether a step of this way needs a wormhole of one of these kinds.

    In: the positions of the way; what bends the map.
    """
    return any(_through(galaxy, tiles, here, there, kinds, effects) for here, there in pairwise(path))


def _through(
    galaxy: Galaxy, tiles: Tiles, here: str, there: str, kinds: Collection[Wormhole], effects: Effects
) -> bool:
    if there in slots_around(here):
        return False
    left = {kind for kind in wormholes_in(galaxy.systems[here], tiles) if kind in kinds}
    return not joining(left, effects).isdisjoint(wormholes_in(galaxy.systems[there], tiles))
