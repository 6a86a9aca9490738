"""Tokens with two sides, such as the ion storm: they turn when ships use their wormhole (1.scope.unchanged-rules)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from hive.board.adjacency import wormholes_in
from hive.board.hexes import slots_around
from hive.catalog.tables import Tiles, Wormhole, WormholesJoined
from hive.effects import NOTHING, Effects
from hive.model.galaxy import Galaxy, TokenPlaced


def storms_used(galaxy: Galaxy, tiles: Tiles, path: Sequence[str], effects: Effects = NOTHING) -> list[str]:
    """The systems whose two-sided token lends the wormhole for a step of this way.

    In: the positions of the way; what bends the map.
    """
    used = []
    for here, there in pairwise(path):
        if there in slots_around(here):
            continue
        for one, other in ((here, there), (there, here)):
            sides = {placed.side for placed in galaxy.systems[one].tokens if placed.side}
            if sides & joining(wormholes_in(galaxy.systems[other], tiles), effects):
                used.append(one)
    return used


def joining(kinds: Iterable[Wormhole], effects: Effects) -> set[Wormhole]:
    """The kinds of wormhole that join with one of these, themselves included."""
    found = set(kinds)
    for one in effects.of(WormholesJoined):
        if found & set(one.effect.wormholes):
            found |= set(one.effect.wormholes)
    return found


def turned(token: TokenPlaced, tiles: Tiles) -> TokenPlaced:
    """The token with its other side up."""
    sides = tiles.tokens_by_key[token.key].sides
    return TokenPlaced(token.key, next((side for side in sides if side != token.side), token.side))
