"""The galaxy as it is set up: whether tiles fit the template, the layout at random, homes. Rules: page 2.

Each draw has a name, and its order follows from the seed and that name alone, so that no draw disturbs another.

Rules: 2.board.player-homes.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TypeVar

from hive.board.adjacency import slots_around
from hive.board.survey import zone_of
from hive.catalog.tables import BOX_WORDS, Box, Kind, PlanetCount, Pool, SpawningSystem, Tables, Tile, Wormhole
from hive.model.galaxy import Galaxy, PlanetState, System, TokenPlaced
from hive.model.game import PLAYERS, Game, Player, PlayerSetup, Settings
from hive.words import Name, PlayerName, Spoken, Typed, Words, count, listed, say

KIND_WORDS: dict[Kind, Words] = {
    "REX": Name("Mecatol Rex"),
    "MS": say("the main spawning system"),
    "PL1": say("a player's home system"),
    "PL2": say("a player's home system"),
    "AS1": say("an auxiliary spawning system"),
    "AS2": say("an auxiliary spawning system"),
    "WH1": say("a wormhole system with a planet"),
    "WH2": say("a wormhole system without planets"),
    "ION": say("the ion storm system"),
    "ES": say("empty space"),
    "AN1": say("an anomaly without planets"),
    "AN2": say("an anomaly with a planet"),
    "X": say("a blue-backed system"),
}


def together(zones: Sequence[int]) -> Words:
    """The zones whose planets are counted together."""
    if len(zones) == 1:
        return say("Zone {number}", number=zones[0])
    return say("Zones {zones} together", zones=listed([Name(str(zone)) for zone in zones]))


@dataclass(frozen=True)
class PlanetTotal:
    """How many planets the zones of a count hold."""

    count: PlanetCount
    total: int

    @property
    def off_by(self) -> int:
        """How many planets are missing or too many; 0 within the bounds."""
        return max(self.count.minimum - self.total, self.total - self.count.maximum, 0)

    @property
    def sentence(self) -> Words:
        """The total against its bounds, in words."""
        planets, least, most = count(self.total, "planet"), self.count.minimum, self.count.maximum
        where = together(self.count.zones)
        return say(
            "{where}: {planets}; there must be {least} to {most}.", where=where, planets=planets, least=least, most=most
        )


def planet_totals(tables: Tables, placed: Mapping[str, str]) -> list[PlanetTotal]:
    """The planets that count, per group of zones. In: the tile in each slot.

    Rules: 2.board.planets-zones-2-3, 2.board.planets-zone-1; which planets count is Q16.
    """
    galaxy = tables.galaxy
    counts = galaxy.planet_counts
    return [
        PlanetTotal(one, sum(_planets(tables, placed, slot) for slot in galaxy.kind_of if _in_zones(tables, slot, one)))
        for one in counts.counts
    ]


def counted_together(tables: Tables, slot: str) -> PlanetCount | None:
    """The count to which a slot's planets belong; None if they are not counted."""
    counts = tables.galaxy.planet_counts.counts
    return next((one for one in counts if _in_zones(tables, slot, one)), None)


def _in_zones(tables: Tables, slot: str, one: PlanetCount) -> bool:
    galaxy, zone = tables.galaxy, zone_of(tables, slot)
    counted = galaxy.kind_of[slot] not in galaxy.planet_counts.not_counted
    return counted and zone is not None and zone.zone in one.zones


def _planets(tables: Tables, placed: Mapping[str, str], slot: str) -> int:
    return len(tables.tiles.by_number[placed[slot]].planets) if slot in placed else 0


def equal_wormholes(
    tables: Tables, placed: Mapping[str, str], ion_side: Wormhole | None
) -> list[tuple[str, str, Wormhole]]:
    """Every two slots side by side that have a kind of wormhole in common, and the kind.

    The ion storm system has the one wormhole of its token; before the token lies there it has none (2.board.ion-token).
    Rule: 2.board.wormholes-apart.
    """
    having = {slot: found for slot in sorted(placed) if (found := _wormholes(tables, placed, slot, ion_side))}
    return [
        (one, other, kind)
        for one, other in combinations(having, 2)
        if other in slots_around(one)
        for kind in having[one]
        if kind in having[other]
    ]


def _wormholes(tables: Tables, placed: Mapping[str, str], slot: str, ion_side: Wormhole | None) -> list[Wormhole]:
    if tables.galaxy.kind_of.get(slot) == "ION":
        return [ion_side] if ion_side else []
    return tables.tiles.by_number[placed[slot]].wormholes


def misfits(
    tables: Tables, placed: Mapping[str, str], boxes: Collection[Box], ion_side: Wormhole | None = None
) -> list[Words]:
    """A sentence for each way in which a galaxy is not as page 2 wants it. The table may go on regardless (Q16).

    In: a tile of decks/tiles.yaml for each slot; the boxes on the table; the side of the ion storm, if it lies.
    """
    return [
        *_homes_of_others(tables, placed),
        *_wrong_kinds(tables, placed),
        *_missing_boxes(tables, placed, boxes),
        *_unequal_shares(tables, placed),
        *(
            say(
                "{slot} and {other} lie side by side and both have the wormhole {kind}.",
                slot=Name(one),
                other=Name(other),
                kind=Name(kind),
            )
            for one, other, kind in equal_wormholes(tables, placed, ion_side)
        ),
        *(total.sentence for total in planet_totals(tables, placed) if total.off_by),
    ]


def _homes_of_others(tables: Tables, placed: Mapping[str, str]) -> Iterator[Words]:
    """Several homes where none belong: the mark of a map for more players."""
    strange = [
        Name(slot)
        for slot, number in placed.items()
        if tables.tiles.by_number[number].back == "home" and tables.galaxy.kind_of[slot] not in ("PL1", "PL2", "MS")
        if not _of_minor_faction(tables, slot, number)
    ]
    if len(strange) > 1:
        yield say(
            "This map is for another number of players: home systems lie at {slots} as well.", slots=listed(strange)
        )


def fits(tables: Tables, kind: Kind, tile: Tile) -> bool:
    """Whether a tile is of those that page 2 wants on a kind of slot."""
    return not _wanted(tables, kind, tile)


def _wrong_kinds(tables: Tables, placed: Mapping[str, str]) -> Iterator[Words]:
    for slot, kind in sorted(tables.galaxy.kind_of.items()):
        if slot in placed and _of_minor_faction(tables, slot, placed[slot]):
            continue
        if slot in placed and (wanted := _wanted(tables, kind, tables.tiles.by_number[placed[slot]])):
            yield say(
                "{slot} ({kind}) is for {wanted}, not for tile {tile}.",
                slot=Name(slot),
                kind=Name(kind),
                wanted=wanted,
                tile=Name(placed[slot]),
            )


def _of_minor_faction(tables: Tables, slot: str, number: str) -> bool:
    """Whether a home system lies where Minor Factions wants one. Rule: 36.minor.systems."""
    minor = tables.galaxy.minor_factions
    return minor is not None and slot in minor.slots and tables.tiles.by_number[number].home_of is not None


def _wanted(tables: Tables, kind: Kind, tile: Tile) -> Words:
    """What a kind of slot takes instead of a tile; empty if the tile fits."""
    pooled = tile.tile in tables.galaxy.pooled
    if pool := tables.galaxy.pool_of(kind):
        tiles = listed([Name(number) for number in pool.tiles], "or")
        return "" if tile.tile in pool.tiles else say("{what} ({tiles})", what=KIND_WORDS[kind], tiles=tiles)
    if kind == "X":
        fit = tile.back == "blue" and not pooled
        return "" if fit else say("{what} that has no other place", what=KIND_WORDS[kind])
    if tile.home_of and (gate := tables.tiles.gate_of(tile.home_of)):
        return say(
            "{what} (of {faction} the gate, {tile})",
            what=KIND_WORDS[kind],
            faction=Name(tile.home_of),
            tile=Name(gate),
        )
    faction = tables.factions.by_name.get(tile.home_of or "")
    if faction is not None and faction.after and (first := tables.tiles.homes_of(faction.after)):
        return say(
            "{what} ({faction} begin with {tile})",
            what=KIND_WORDS[kind],
            faction=Name(faction.after),
            tile=Name(first[0]),
        )
    at_home = tile.home_of is not None or tile.role == "gate"
    return "" if at_home and not pooled else KIND_WORDS[kind]


def _missing_boxes(tables: Tables, placed: Mapping[str, str], boxes: Collection[Box]) -> Iterator[Words]:
    for slot, number in placed.items():
        box = tables.tiles.by_number[number].box
        if box not in boxes:
            yield say(
                "Tile {tile} at {slot} comes with {box}, which is not on the table.",
                tile=Name(number),
                slot=Name(slot),
                box=BOX_WORDS[box],
            )


def _unequal_shares(tables: Tables, placed: Mapping[str, str]) -> Iterator[Words]:
    for pool in tables.galaxy.pools:
        slots = [slot for slot in tables.galaxy.template.kinds.get(pool.kinds[0], []) if slot in placed]
        tiles = [tables.tiles.by_number[placed[slot]] for slot in slots if placed[slot] in pool.tiles]
        alphas = sum("alpha" in tile.wormholes for tile in tiles)
        if pool.draw == "one_of_each_wormhole" and len(tiles) == len(slots) and 2 * alphas != len(tiles):
            yield say(
                "{slots} ({kind}) need as many alpha as beta wormholes.",
                slots=listed([Name(slot) for slot in slots]),
                kind=Name(pool.kinds[0]),
            )


# --- the galaxy set up at random as page 2 tells it: the same tiles for the same seed, on any machine


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
            more = _planets_of(tables, tile) - _planets_of(tables, placed[slot])
            if replace(total, total=total.total + more).off_by < total.off_by:
                return slot, tile
    return None


def _planets_of(tables: Tables, tile: str) -> int:
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


# --- which tile stands on the map for a player's home, and whose home lies in which slot


Homes = Mapping[Player, str]


def home_tiles(tables: Tables, boxes: Collection[Box], faction: str) -> list[str]:
    """The tiles that can stand on the map for a player's home, a gate in place of the home that it leads to.

    In: the boxes on the table; the faction, or an empty text if the table has not said: then those of every faction
    in these boxes.
    """
    if faction:
        gate = tables.tiles.gate_of(faction)
        return [gate] if gate else tables.tiles.homes_of(faction)
    known = [one.name for one in tables.factions.at_set_up if one.box in boxes]
    own = {tile.home_of for tile in tables.tiles.tiles if tile.home_of}
    return [tile for name in known if name in own for tile in home_tiles(tables, boxes, name)]


def home_owner(tables: Tables, tile: str) -> str:
    """The faction whose home or gate a tile is; empty if it is neither."""
    found = tables.tiles.by_number[tile]
    return found.home_of or (found.faction if found.role == "gate" else None) or ""


def begins_as(tables: Tables, tile: str) -> str:
    """The faction with which a player begins whose home or gate a tile is; empty if no faction of ours does.

    Two faces of a tile are two factions, of which one becomes the other in the course of a game.
    """
    faction = tables.factions.by_name.get(home_owner(tables, tile))
    return (faction.after or faction.name) if faction else ""


def choose_homes(tables: Tables, settings: Settings, chosen: Homes, seed: str) -> dict[Player, str]:
    """The tile of each player's home: the one chosen, or else a random one of those that their faction can have.

    Who has fewer to choose from comes first. Out: the same for the same seed. Raises LayoutError if a chosen tile
    cannot be that player's home, or if both would have the same.
    """
    options = {seat: home_tiles(tables, settings.boxes, player_of(settings, seat).faction) for seat in PLAYERS}
    found: dict[Player, str] = {}
    for seat in sorted(PLAYERS, key=lambda seat: (seat not in chosen, len(options[seat]))):
        if seat in chosen and chosen[seat] not in options[seat]:
            raise LayoutError(
                say(
                    "Tile {tile} cannot be the home system of {who}. Choose another.",
                    tile=Typed(chosen[seat][:10]),
                    who=PlayerName(seat, player_of(settings, seat).name),
                )
            )
        free = [tile for tile in options[seat] if not any(_same_tile(tile, other) for other in found.values())]
        wanted = [chosen[seat]] if seat in chosen else shuffled(free, f"{seed}/home of {seat}")[:1]
        if not wanted or wanted[0] not in free:
            raise LayoutError(
                say("Both players would have the same home system. Choose another faction or home for one.")
            )
        found[seat] = wanted[0]
    return {seat: found[seat] for seat in PLAYERS}


def player_of(settings: Settings, seat: Player) -> PlayerSetup:
    """What a player chose."""
    return settings.p1 if seat == "p1" else settings.p2


def one_face_of_each(tiles: Collection[str], lying: Collection[str]) -> list[str]:
    """The tiles in their order, without other faces of those before, or of those that lie on the map."""
    found: list[str] = []
    for tile in tiles:
        if not any(_same_tile(tile, other) for other in (*found, *lying)):
            found.append(tile)
    return found


def _same_tile(one: str, other: str) -> bool:
    """Two faces of one tile are that tile."""
    return one.rstrip("AB") == other.rstrip("AB")


def home_slots(tables: Tables, settings: Settings, tiles: Mapping[str, str]) -> dict[Player, str] | None:
    """The slot of each player's home, by their factions; None if these do not tell. In: the tile of each slot."""
    first, second = tables.galaxy.template.kinds["PL1"][0], tables.galaxy.template.kinds["PL2"][0]
    ways: list[dict[Player, str]] = [{"p1": first, "p2": second}, {"p1": second, "p2": first}]
    fits = [sum(_is_home(tables, settings, seat, tiles.get(way[seat])) for seat in PLAYERS) for way in ways]
    return None if fits[0] == fits[1] else ways[fits.index(max(fits))]


def _is_home(tables: Tables, settings: Settings, seat: Player, tile: str | None) -> bool:
    faction = player_of(settings, seat).faction
    return bool(faction) and tile in home_tiles(tables, settings.boxes, faction)


def strange_homes(tables: Tables, settings: Settings, tiles: Mapping[str, str], slots: Homes) -> Iterator[Words]:
    """A sentence for each home that is not one of the faction that its player plays."""
    for seat, slot in slots.items():
        player = player_of(settings, seat)
        if player.faction and not _is_home(tables, settings, seat, tiles.get(slot)):
            yield say(
                "{who} plays {faction}, whose home system does not lie at {slot}.",
                who=PlayerName(seat, player.name),
                faction=Name(player.faction),
                slot=Name(slot),
            )


# --- whether a galaxy from elsewhere can be the one of its game: begun as its log says, each thing at one place


def began_with(game: Game, layout: Layout | None) -> bool:
    """Whether a game can have begun with this galaxy; systems may have come to it since, and homes be gone."""
    if layout is None or game.galaxy is None:
        return layout is None and game.galaxy is None
    return set(layout.tiles) - set(game.galaxy.systems) <= set(layout.homes.values())


def misplaced(game: Game) -> Iterator[Words]:
    """What stands in a game's galaxy under another's name, or twice."""
    systems = game.galaxy.systems if game.galaxy else {}
    for position, system in systems.items():
        if system.position != position:
            yield say("the system {position} stands under another's name", position=Typed(position[:40]))
    planets = Counter(name for system in systems.values() for name in system.planets)
    for name, number in planets.items():
        if number > 1:
            yield say("the planet {name} stands in several systems", name=Typed(name[:40]))
