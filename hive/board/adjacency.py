"""Which systems are adjacent: side by side on the map, or joined by wormholes of one kind.

Adjacency is that of Twilight Imperium. The rulebook of Hive Wars changes one thing: the ion storm token covers the
wormhole that is printed on its tile (2.board.ion-token), and that one alone (Q94). Active breaches are no wormholes and
join their systems for every side (M22). Laws can join wormholes of several kinds, or cut them for ships that move
(1.scope.unchanged-rules). Anomalies of a kind can be joined by an option.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import get_args

from hive.board.hexes import slots_around
from hive.catalog.tables import Seat, Tiles, Wormhole, WormholesCut, WormholesJoined
from hive.catalog.tables.ways import BorderClosed, ClosedTo, PathBlocked, RiftAt, WormholeAt, WormholesLead
from hive.effects import NOTHING, Effects
from hive.model.galaxy import Galaxy, System, anomalies_in

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


def adjacency(galaxy: Galaxy, tiles: Tiles, effects: Effects = NOTHING, moving: Seat | None = None) -> Adjacency:
    """For every system the systems adjacent to it. No system is adjacent to itself; one beside the map has no sides.

    In: what bends the map; ``moving``, the side as whose ships see it, for whom wormholes can be cut.
    """
    joined = list(_joined(galaxy, tiles, effects, moving))
    ways = _of_the_fracture(galaxy, tiles)
    found: dict[str, tuple[str, ...]] = {}
    for position in galaxy.systems:
        beside = {slot for slot in slots_around(position) if slot in galaxy.systems}
        through = {other for systems in joined if position in systems for other in systems}
        apart = ways.get(position, set())
        found[position] = tuple(sorted((beside | through | apart) - {position}))
    return _bent(found, galaxy, tiles, effects, moving or "hive")


def _bent(found: dict[str, tuple[str, ...]], galaxy: Galaxy, tiles: Tiles, effects: Effects, side: Seat) -> Adjacency:
    """What leads from all wormholes to one system, and the borders that are closed to a side."""
    for one in effects.of(WormholesLead, side):
        ends = {at for at, system in galaxy.systems.items() if wormholes_in(system, tiles)} - {one.position}
        found[one.position] = tuple(sorted({*found[one.position], *ends}))
        for at in ends:
            found[at] = tuple(sorted({*found[at], one.position}))
    for closed in effects.of(BorderClosed, side):
        ends = {closed.position, closed.effect.other}
        found |= {at: tuple(other for other in found[at] if other not in ends) for at in ends if at in found}
    return found


def _of_the_fracture(galaxy: Galaxy, tiles: Tiles) -> dict[str, set[str]]:
    """The Fracture's systems lie in a row, and each egress is next to each ingress token. Rule: 33.scope."""
    at = {system.tile: position for position, system in galaxy.systems.items() if tiles.by_number[system.tile].beside}
    if not at:
        return {}
    found = {at[tile]: {at[one] for one in tiles.by_number[tile].beside if one in at} for tile in at}
    ways_in = [
        position
        for position, system in galaxy.systems.items()
        if any(tiles.tokens_by_key[placed.key].ingress for placed in system.tokens)
    ]
    for tile, position in at.items():
        for way in ways_in if tiles.by_number[tile].egress else ():
            found[position].add(way)
            found.setdefault(way, set()).add(position)
    return found


def stands_in(system: System, owner: Seat | None, units: Collection[str]) -> bool:
    """Whether a side has units of one of these types in a system, in space or on a planet."""
    places = (system.units, *(planet.units for planet in system.planets.values()))
    return owner is not None and any(place.get(owner, {}).get(unit, 0) for place in places for unit in units)


def bent_by_units(system: System, effects: Effects) -> frozenset[tuple[str, Seat | None]]:
    """What units in a system bend of the ways of the Hive: by what, and whose they are."""
    bending: list[tuple[str, Seat | None, Collection[str]]] = [
        *((one.source, one.owner, one.effect.units) for one in effects.of(WormholeAt)),
        *((one.source, one.owner, one.effect.units) for one in effects.of(RiftAt)),
        *((one.source, one.owner, one.effect.units) for one in effects.of(PathBlocked)),
        *((one.source, one.owner, [*_in_space(system, one.owner)]) for one in effects.of(ClosedTo)),
    ]
    return frozenset((source, owner) for source, owner, units in bending if stands_in(system, owner, units))


def _in_space(system: System, owner: Seat | None) -> Collection[str]:
    return () if owner is None else system.units.get(owner, {})


def _joined(galaxy: Galaxy, tiles: Tiles, effects: Effects, moving: Seat | None) -> Iterator[frozenset[str]]:
    """The systems that wormholes make adjacent to each other, group by group.

    What joins kinds by itself does so even where the wormholes are cut.
    """
    kinds = {position: wormholes_in(system, tiles) for position, system in galaxy.systems.items()}
    for carried in effects.of(WormholeAt):
        for position, system in galaxy.systems.items():
            if stands_in(system, carried.owner, carried.effect.units):
                kinds[position] = (*kinds[position], carried.effect.wormhole)
    cuts = effects.of(WormholesCut, moving) if moving else []
    for kind in WORMHOLES:
        closed = {
            position
            for cut in cuts
            if kind in cut.effect.wormholes
            for position, system in galaxy.systems.items()
            if cut.effect.role in (None, tiles.by_number[system.tile].role) and cut.position in ("", position)
        }
        yield frozenset(position for position, found in kinds.items() if kind in found) - closed
    for token in (token for token in tiles.tokens if token.joins):
        lying = (position for position, one in galaxy.systems.items() if any(t.key == token.token for t in one.tokens))
        yield frozenset(lying)
    for anomaly in tiles.joined_anomalies:
        yield frozenset(where for where, one in galaxy.systems.items() if anomaly in anomalies_in(one, tiles))
    for one in effects.of(WormholesJoined, moving or "hive"):
        yield frozenset(position for position, found in kinds.items() if {*found} & {*one.effect.wormholes})
