"""Whether the tiles on the map fit the template of the galaxy: kinds, boxes, wormholes and planet totals (page 2)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from hive.board.hexes import slots_around
from hive.board.zones import zone_of
from hive.catalog.tables import BOX_WORDS, Box, Kind, PlanetCount, Tables, Tile, Wormhole
from hive.words import Name, Words, count, listed, say

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
        if len(self.count.zones) == 1:
            return say(
                "Zone {zone} holds {planets}; there must be {least} to {most}.",
                zone=self.count.zones[0],
                planets=planets,
                least=least,
                most=most,
            )
        return say(
            "Zones {zones} together hold {planets}; there must be {least} to {most}.",
            zones=listed([Name(str(zone)) for zone in self.count.zones]),
            planets=planets,
            least=least,
            most=most,
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
