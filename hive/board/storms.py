"""Tokens with two sides, such as the ion storm: they turn when ships use their wormhole (1.scope.unchanged-rules)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from hive.board.adjacency import wormholes_in
from hive.board.hexes import slots_around
from hive.catalog.tables import Tiles
from hive.model.galaxy import Galaxy, TokenPlaced


def storms_used(galaxy: Galaxy, tiles: Tiles, path: Sequence[str]) -> list[str]:
    """The systems whose two-sided token lends the wormhole for a step of this way. In: the positions of the way."""
    used = []
    for here, there in pairwise(path):
        if there in slots_around(here):
            continue
        for one, other in ((here, there), (there, here)):
            sides = {placed.side for placed in galaxy.systems[one].tokens if placed.side}
            if sides & set(wormholes_in(galaxy.systems[other], tiles)):
                used.append(one)
    return used


def turned(token: TokenPlaced, tiles: Tiles) -> TokenPlaced:
    """The token with its other side up."""
    sides = tiles.tokens_by_key[token.key].sides
    return TokenPlaced(token.key, next((side for side in sides if side != token.side), token.side))
