"""Which systems are adjacent: side by side on the map, or joined by wormholes of one kind.

Adjacency is that of Twilight Imperium. The rulebook of Hive Wars changes one thing: the ion storm token covers the
wormhole that is printed on its tile (2.board.ion-token), and that one alone (Q94).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from hive.board.hexes import slots_around
from hive.catalog.tables import Tiles, Wormhole
from hive.model.galaxy import Galaxy, System

WORMHOLES: tuple[Wormhole, ...] = get_args(Wormhole)
# For each system the adjacent ones, in the order of their positions.
Adjacency = Mapping[str, tuple[str, ...]]


def wormholes_in(system: System, tiles: Tiles) -> tuple[Wormhole, ...]:
    """The kinds of wormhole in a system, alpha first, each once. Rule: 2.board.ion-token."""
    tokens = [(placed, tiles.tokens_by_key[placed.key]) for placed in system.tokens]
    found: set[Wormhole] = set()
    if not any(token.covers_printed for _, token in tokens):
        found.update(tiles.by_number[system.tile].wormholes)
    for placed, token in tokens:
        found.update(token.wormholes)
        if placed.side is not None:
            found.add(placed.side)
    return tuple(kind for kind in WORMHOLES if kind in found)


def adjacency(galaxy: Galaxy, tiles: Tiles) -> Adjacency:
    """For every system the systems adjacent to it. No system is adjacent to itself; one beside the map has no sides."""
    joined = _by_wormhole(galaxy, tiles)
    found: dict[str, tuple[str, ...]] = {}
    for position, system in galaxy.systems.items():
        beside = {slot for slot in slots_around(position) if slot in galaxy.systems}
        through = {other for kind in wormholes_in(system, tiles) for other in joined[kind]}
        found[position] = tuple(sorted((beside | through) - {position}))
    return found


def _by_wormhole(galaxy: Galaxy, tiles: Tiles) -> dict[Wormhole, list[str]]:
    joined: dict[Wormhole, list[str]] = {kind: [] for kind in WORMHOLES}
    for position, system in galaxy.systems.items():
        for kind in wormholes_in(system, tiles):
            joined[kind].append(position)
    return joined
