"""The galaxy set up at random as page 2 tells it: the same tiles for the same seed, on any machine.

Each draw has a name, and its order follows from the seed and that name alone, so that no draw disturbs another.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from hive.board.fitting import KIND_WORDS, counted_together, equal_wormholes, planet_totals
from hive.catalog.tables import Box, Kind, Pool, SpawningSystem, Tables, Tile, Wormhole
from hive.model.galaxy import Galaxy, PlanetState, System, TokenPlaced
from hive.model.game import PLAYERS, Player
from hive.words import Name, Spoken, Words, count, listed, say

ION_STORM = "ion_storm"
NEXUS = "nexus"
# How often the systems with wormholes are drawn anew to keep equal ones apart. Our template needs a few draws; one on
# which they cannot be kept apart gets the best of so many.
_DRAWS = 500
_HOMES: tuple[Kind, Kind] = ("PL1", "PL2")

_Item = TypeVar("_Item")


class LayoutError(Spoken, ValueError):
    """A galaxy that cannot be built from these boxes. Its text is for the table."""


@dataclass(frozen=True)
class Layout:
    """A galaxy to lay out: the tile of each slot, the ion storm's side if known, the slot of each player's home."""

    tiles: dict[str, str]
    ion_side: Wormhole | None
    homes: dict[Player, str]


def lay_out(
    tables: Tables, boxes: Collection[Box], homes: Mapping[Player, str], seed: str, first: Collection[str] = ()
) -> Layout:
    """Set up a galaxy at random.

    In: the boxes on the table; the tile that each player's faction has on the map (its gate, if it has one); ``first``,
    tiles that are taken before all others, where one of them fits. Out: the layout; the same for the same seed. Errors:
    LayoutError if a pool has too few tiles in these boxes.
    Rules: 2.board.player-homes, 2.board.auxiliary, 2.board.wormhole-planets, 2.board.ion-system,
    2.board.wormhole-basic, 2.board.empty-space, 2.board.ion-token, 2.board.anomalies, 2.board.anomaly-planet,
    2.board.blue-backed.
    """
    sides = _sides(tables)
    ion_side = shuffled(sides, f"{seed}/{ION_STORM}")[0]
    seats = shuffled(PLAYERS, f"{seed}/homes")
    at = {seat: tables.galaxy.template.kinds[kind][0] for seat, kind in zip(seats, _HOMES, strict=True)}
    placed = {at[seat]: homes[seat] for seat in PLAYERS}
    placed |= _keep_wormholes_apart(tables, boxes, placed, ion_side, seed, first)
    placed |= _fill_blue_backed(tables, boxes, placed, seed, first)
    return Layout({slot: placed[slot] for slot in tables.galaxy.kind_of}, ion_side, {s: at[s] for s in PLAYERS})


def _sides(tables: Tables) -> Sequence[Wormhole]:
    token = tables.tiles.tokens_by_key.get(ION_STORM)
    if token is None or not token.sides:
        raise LayoutError(say("tiles.yaml has no ion storm token with two sides, which the galaxy needs."))
    return token.sides


def shuffled(items: Sequence[_Item], seed: str) -> list[_Item]:
    """The items in an order that depends on the seed alone, on any machine and with any version of Python."""
    return sorted(items, key=lambda item: hashlib.sha256(f"{seed}/{item}".encode()).digest())


def _drawn(tiles: Sequence[str], first: Collection[str], seed: str) -> list[str]:
    """The tiles as they are drawn: those that are taken first, then the others."""
    return sorted(shuffled(tiles, seed), key=lambda tile: tile not in first)


def unmet(tables: Tables, layout: Layout) -> Iterator[Words]:
    """A sentence for each demand of page 2 that a galaxy set up at random could not meet."""
    for one, other, kind in equal_wormholes(tables, layout.tiles, layout.ion_side):
        yield say(
            "{slot} and {other} lie side by side and both have the wormhole {kind}; this could not be avoided.",
            slot=Name(one),
            other=Name(other),
            kind=Name(kind),
        )
    for total in planet_totals(tables, layout.tiles):
        if total.off_by:
            yield say("{total} The tiles in these boxes do not allow it.", total=total.sentence)


# --- Pools


def _keep_wormholes_apart(
    tables: Tables,
    boxes: Collection[Box],
    homes: Mapping[str, str],
    ion_side: Wormhole,
    seed: str,
    first: Collection[str],
) -> dict[str, str]:
    """Fill all slots that have a pool, no equal wormholes side by side as far as can be.

    Rule: 2.board.wormholes-apart.
    """
    best: dict[str, str] = {}
    fewest = math.inf
    for draw in range(_DRAWS):
        pools = tables.galaxy.pools
        placed = {slot: tile for pool in pools for slot, tile in _from(tables, boxes, pool, seed, draw, first)}
        touching = len(equal_wormholes(tables, {**homes, **placed}, ion_side))
        if touching < fewest:
            best, fewest = placed, touching
        if not fewest:
            break
    return best


def _from(
    tables: Tables, boxes: Collection[Box], pool: Pool, seed: str, draw: int, first: Collection[str]
) -> Iterator[tuple[str, str]]:
    """The slots of a pool's kinds with the tiles drawn for them. Only pools with wormholes are drawn anew."""
    tiles = [tile for tile in pool.tiles if tables.tiles.by_number[tile].box in boxes]
    slots = [slot for kind in pool.kinds for slot in tables.galaxy.template.kinds.get(kind, [])]
    if len(tiles) < len(slots):
        raise LayoutError(_too_few(pool.kinds, len(slots), len(tiles)))
    if pool.draw == "last":
        return zip(slots, tiles[-len(slots) :], strict=True) if slots else iter(())
    wormholes = any(tables.tiles.by_number[tile].wormholes for tile in tiles)
    name = f"{seed}/{pool.kinds[0]}/{draw if wormholes else 0}"
    drawn = _drawn(tiles, first, name)
    if pool.draw == "one_of_each_wormhole":
        drawn = _equal_shares(tables, pool, drawn, name)
    return zip(slots, drawn, strict=False)


def _equal_shares(tables: Tables, pool: Pool, drawn: list[str], name: str) -> list[str]:
    """The drawn tiles, those for the first kind in front: alpha and beta in equal shares, in random order."""
    share = len(tables.galaxy.template.kinds.get(pool.kinds[0], [])) // 2
    chosen: list[str] = []
    for wormhole in ("alpha", "beta"):
        having = [tile for tile in drawn if wormhole in tables.tiles.by_number[tile].wormholes and tile not in chosen]
        if len(having) < share:
            raise LayoutError(
                say(
                    "The boxes on the table have too few tiles with the wormhole {wormhole} for {kind}.",
                    wormhole=Name(wormhole),
                    kind=Name(pool.kinds[0]),
                )
            )
        chosen += having[:share]
    return [*shuffled(chosen, f"{name}/slots"), *(tile for tile in drawn if tile not in chosen)]


def _too_few(kinds: Sequence[Kind], wanted: int, there: int) -> Words:
    return say(
        "For {kinds} ({what}) the galaxy takes {tiles}; the boxes on the table have {there}.",
        kinds=listed([Name(kind) for kind in kinds]),
        what=KIND_WORDS[kinds[0]],
        tiles=count(wanted, "tile"),
        there=there,
    )


# --- Blue-backed systems


def _fill_blue_backed(
    tables: Tables, boxes: Collection[Box], placed: Mapping[str, str], seed: str, first: Collection[str]
) -> dict[str, str]:
    """Fill the X slots, and exchange random ones until the planet totals are met. Rule: 2.board.replace-until-met."""
    slots = tables.galaxy.template.kinds.get("X", [])
    pile = [tile.tile for tile in tables.tiles.tiles if tile.back == "blue" and tile.tile not in tables.galaxy.pooled]
    pile = _drawn([tile for tile in pile if tables.tiles.by_number[tile].box in boxes], first, f"{seed}/X")
    if len(pile) < len(slots):
        raise LayoutError(
            say(
                "{number} slots are for blue-backed systems, but the boxes on the table have only {there} of them.",
                number=len(slots),
                there=len(pile),
            )
        )
    blue = dict(zip(slots, pile, strict=False))
    pile = pile[len(slots) :]
    exchanges = 0
    while (exchange := _exchange(tables, {**placed, **blue}, slots, pile, f"{seed}/X/{exchanges}", first)) is not None:
        slot, tile = exchange
        pile = [*(other for other in pile if other != tile), blue[slot]]
        blue[slot] = tile
        exchanges += 1
    return blue


def _exchange(
    tables: Tables,
    placed: Mapping[str, str],
    slots: Sequence[str],
    pile: Sequence[str],
    name: str,
    first: Collection[str],
) -> tuple[str, str] | None:
    """A random slot and a random tile for it that brings a planet total nearer; None if none is off, or none helps."""
    off = {tuple(total.count.zones): total for total in planet_totals(tables, placed) if total.off_by}
    for slot in shuffled(slots, f"{name}/slot") if off else ():
        together = counted_together(tables, slot)
        if together is None or (total := off.get(tuple(together.zones))) is None:
            continue
        for tile in _drawn(pile, first, f"{name}/tile"):
            more = _planets(tables, tile) - _planets(tables, placed[slot])
            if replace(total, total=total.total + more).off_by < total.off_by:
                return slot, tile
    return None


def _planets(tables: Tables, tile: str) -> int:
    return len(tables.tiles.by_number[tile].planets)


# --- The galaxy that is laid out


def new_galaxy(
    tables: Tables, placed: Mapping[str, str], boxes: Collection[Box], ion_side: Wormhole | None = None
) -> Galaxy:
    """The galaxy with these tiles before any unit stands there, with the systems that lie beside the map.

    In: the tile of each slot. Out: a system for each, without control, with a frontier token where there is no planet,
    and the ion storm in its system; the inactive wormhole nexus; the home of each faction that has a gate on the map.
    """
    galaxy = Galaxy({slot: _system(tables, slot, tile, frontier=True) for slot, tile in placed.items()})
    for slot, system in galaxy.systems.items():
        if ion_side is not None and tables.galaxy.kind_of.get(slot) == "ION":
            system.tokens.append(TokenPlaced(ION_STORM, ion_side))
    for name, tile in _beside_the_map(tables, placed, boxes):
        galaxy.systems[name] = _system(tables, name, tile)
    return galaxy


def _system(tables: Tables, position: str, number: str, frontier: bool = False) -> System:
    tile = tables.tiles.by_number[number]
    planets = {planet.name: PlanetState() for planet in tile.planets}
    return System(position, number, planets, frontier=frontier and not planets)


def spawning_positions(
    tables: Tables, placed: Mapping[str, str], homes: Mapping[Player, str]
) -> dict[SpawningSystem, str]:
    """Where each spawning system, each player's home and Mecatol Rex lies. In: tile of each slot, slot of each player.

    A gate is no home: the home of its faction lies beside the map. Rules: 2.board.rex-and-main, 2.board.auxiliary,
    2.board.player-homes.
    """
    kinds = tables.galaxy.template.kinds
    found: dict[SpawningSystem, str] = {"main": kinds["MS"][0], "aux1": kinds["AS1"][0], "aux2": kinds["AS2"][0]}
    for player, slot in homes.items():
        tile = tables.tiles.by_number[placed[slot]]
        beside = tile.role == "gate" and tile.faction is not None
        found["home_p1" if player == "p1" else "home_p2"] = _name_beside(tables, tile) if beside else slot
    return found | {"mecatol_rex": kinds["REX"][0]}


def _name_beside(tables: Tables, gate: Tile) -> str:
    """What the home beside the map is called, of which a gate stands on the map: the faction's short name."""
    short = (faction.short for faction in tables.factions.factions if faction.name == gate.faction)
    return next(short, gate.faction or gate.tile).lower()


def _beside_the_map(tables: Tables, placed: Mapping[str, str], boxes: Collection[Box]) -> Iterator[tuple[str, str]]:
    for tile in tables.tiles.tiles:
        if tile.role == "wormhole_nexus" and tile.face == "inactive" and tile.box in boxes:
            yield NEXUS, tile.tile
        if tile.role == "gate" and tile.faction is not None and tile.tile in placed.values():
            yield _name_beside(tables, tile), tables.tiles.homes_of(tile.faction)[0]
