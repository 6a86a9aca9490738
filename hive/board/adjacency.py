"""Hexes and their neighbours, and which systems are adjacent: side by side, or joined by wormholes of one kind.

The middle is ``000``. A ring, say the second, has the slots ``201`` to ``212``, clockwise from straight above. The hex
of a slot follows from its label alone. Our notes on the template count the same slots through, from 0 to 36.

Adjacency is that of Twilight Imperium. The rulebook of Hive Wars changes one thing: the ion storm token covers the
wormhole that is printed on its tile (2.board.ion-token), and that one alone (Q94). Active breaches are no wormholes and
join their systems for every side (M22). Laws can join wormholes of several kinds, or cut them for ships that move
(1.scope.unchanged-rules). Anomalies of a kind can be joined by an option.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, get_args

from hive.catalog.remembered import Remembered
from hive.catalog.tables import Bend, Seat, Tiles, Wormhole, WormholesCut, WormholesJoined
from hive.catalog.tables.effects import BorderClosed, ClosedTo, PathBlocked, RiftAt, WormholeAt, WormholesLead
from hive.effects import NOTHING, Effects
from hive.model.galaxy import Galaxy, System, TokenPlaced, anomalies_in

LAST_RING = 9


class Hex(NamedTuple):
    """A hex: ``q`` grows to the right, ``r`` downwards."""

    q: int
    r: int


CENTRE = Hex(0, 0)
# The six neighbours, clockwise from straight above.
DIRECTIONS = (Hex(0, -1), Hex(1, -1), Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0))


def neighbours(cell: Hex) -> tuple[Hex, ...]:
    """The six hexes around a hex, clockwise from straight above."""
    return tuple(Hex(cell.q + q, cell.r + r) for q, r in DIRECTIONS)


def distance(one: Hex, other: Hex) -> int:
    """How many steps from hex to hex lie between two hexes."""
    q, r = one.q - other.q, one.r - other.r
    return max(abs(q), abs(r), abs(q + r))


@functools.cache
def ring(number: int) -> tuple[Hex, ...]:
    """The hexes of a ring, clockwise from straight above; ring 0 is the middle."""
    if number == 0:
        return (CENTRE,)
    here = Hex(0, -number)
    hexes = []
    for side in range(6):
        q, r = DIRECTIONS[(side + 2) % 6]
        for _ in range(number):
            hexes.append(here)
            here = Hex(here.q + q, here.r + r)
    return tuple(hexes)


@functools.cache
def label_of(cell: Hex) -> str:
    """The slot's label of a hex. Raises ValueError beyond ring 9."""
    number = distance(CENTRE, cell)
    if number > LAST_RING:
        raise ValueError(f"Slots are numbered up to ring {LAST_RING}; this hex lies in ring {number}.")
    return f"{number}{ring(number).index(cell) + (number > 0):02}"


@functools.cache
def hex_at(position: str) -> Hex | None:
    """The hex of a slot's label; None for the name of a system beside the map."""
    if not re.fullmatch(r"[0-9]{3}", position):
        return None
    number, place = int(position[0]), int(position[1:])
    hexes = ring(number)
    index = place - (number > 0)
    return hexes[index] if 0 <= index < len(hexes) else None


@functools.cache
def slots_around(position: str) -> tuple[str, ...]:
    """The labels of the slots around a slot, clockwise from straight above; none around a system beside the map."""
    cell = hex_at(position)
    around = () if cell is None else neighbours(cell)
    return tuple(label_of(other) for other in around if distance(CENTRE, other) <= LAST_RING)


def number_of(label: str) -> int:
    """The number of a slot counted through from the middle. Raises ValueError if no slot has this label."""
    if (cell := hex_at(label)) is None:
        raise ValueError(f"No slot of the map is called '{label}'.")
    outer = distance(CENTRE, cell)
    return sum(len(ring(number)) for number in range(outer)) + ring(outer).index(cell)


def labels_up_to(last_ring: int) -> list[str]:
    """The labels of all slots from the middle to a ring, in order."""
    return [label_of(cell) for number in range(last_ring + 1) for cell in ring(number)]


# --- which systems are adjacent: side by side on the map, or joined by wormholes of one kind


WORMHOLES: tuple[Wormhole, ...] = get_args(Wormhole)
# For each system the adjacent ones, in the order of their positions.
Adjacency = Mapping[str, tuple[str, ...]]
_FOUND = Remembered[Adjacency](kept=64)
_BENDS_ADJACENCY: tuple[type[Bend], ...] = (WormholesLead, BorderClosed, WormholesJoined, WormholesCut)


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

    In: what bends the map; ``moving``, the side as whose ships see it, for whom wormholes can be cut. It follows from
    tiles, tokens and these alone, and hardly ever changes in a game; only units can carry wormholes about.
    """

    def found() -> Adjacency:
        return _adjacency(galaxy, tiles, effects, moving)

    if effects.of(WormholeAt):
        return found()
    lying = [(position, system.tile, system.tokens) for position, system in galaxy.systems.items()]
    bending = [effects.of(kind, moving or "hive") for kind in _BENDS_ADJACENCY]
    return _FOUND.get(tiles, (lying, bending, moving), found)


def _adjacency(galaxy: Galaxy, tiles: Tiles, effects: Effects, moving: Seat | None) -> Adjacency:
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


# By what units bend the ways of the Hive, whose they are, and which; None for any in space.
Bending = tuple[str, Seat | None, Collection[str] | None]


def bending(effects: Effects) -> tuple[Bending, ...]:
    """All by which units bend the ways of the Hive."""
    return (
        *((one.source, one.owner, one.effect.units) for one in effects.of(WormholeAt)),
        *((one.source, one.owner, one.effect.units) for one in effects.of(RiftAt)),
        *((one.source, one.owner, one.effect.units) for one in effects.of(PathBlocked)),
        *((one.source, one.owner, None) for one in effects.of(ClosedTo)),
    )


def bent_in(system: System, all_that_bends: Iterable[Bending]) -> frozenset[tuple[str, Seat | None]]:
    """What units in a system bend of the ways of the Hive: by what, and whose they are."""
    return frozenset(
        (source, owner)
        for source, owner, units in all_that_bends
        if stands_in(system, owner, _in_space(system, owner) if units is None else units)
    )


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


# --- tokens with two sides, such as the ion storm: they turn when ships use their wormhole (1.scope.unchanged-rules)


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


# --- which ways lead through a wormhole. A step between systems that lie side by side goes through none (M59)


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
