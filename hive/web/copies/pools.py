"""Thresholds of the zones, planet totals, and the pools of tiles of a copy: one form, kept as a whole.

Rules: 14.zone.thresholds, 2.board.planets-zones-2-3, 2.board.planets-zone-1, 2.board.auxiliary (Q15, Q16, Q76).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from werkzeug.datastructures import MultiDict

from hive.board.layout import KIND_WORDS
from hive.catalog.copying import read_copy, with_patch
from hive.catalog.tables import PlanetCount, Pool, Tables, Wormhole, Zone
from hive.naming import ANOMALIES
from hive.web.copies.kept import BadCopy, Copy
from hive.words import Name, Typed, Words, count, listed, say

MOST_COUNTERS, MOST_PLANETS = 9, 99
_WORMHOLES: dict[Wormhole, str] = dict(zip(get_args(Wormhole), "αβγδε", strict=True))


@dataclass(frozen=True)
class TileRow:
    """A tile of a pool: its number, what is on it, and whether it is ticked."""

    number: str
    words: Words
    ticked: bool


@dataclass(frozen=True)
class PoolRow:
    """A pool: its kinds in signs and words, its tiles, and what else was typed."""

    kinds: str
    words: Words
    tiles: tuple[TileRow, ...]
    typed: str


@dataclass(frozen=True)
class NumberRow:
    """A number to enter: its field, its words, its value, and its bounds."""

    name: str
    label: Words
    value: str
    minimum: int
    maximum: int
    colour: str = ""


def pool_rows(copy: Copy, form: MultiDict[str, str]) -> tuple[PoolRow, ...]:
    """The pools with their tiles; ``form`` is what was posted and refused."""
    return tuple(_pool_row(copy, number, pool, form) for number, pool in enumerate(copy.tables.galaxy.pools))


def _pool_row(copy: Copy, number: int, pool: Pool, form: MultiDict[str, str]) -> PoolRow:
    ticked = form.getlist(f"tile.{number}") if form else pool.tiles
    ours = next((one.tiles for one in copy.ours.galaxy.pools if one.kinds == pool.kinds), [])
    tiles = [TileRow(one, tile_words(copy.tables, one), one in ticked) for one in dict.fromkeys([*ours, *pool.tiles])]
    words = listed(list(dict.fromkeys(KIND_WORDS[kind] for kind in pool.kinds)))
    return PoolRow(", ".join(pool.kinds), words, tuple(tiles), form.get(f"more.{number}", ""))


def tile_words(tables: Tables, number: str) -> Words:
    """What is on a tile, in few words."""
    tile = tables.tiles.by_number[number]
    signs = [*(ANOMALIES[one] for one in tile.anomalies), *(Name(_WORMHOLES[one]) for one in tile.wormholes)]
    planets = [listed([Name(planet.name) for planet in tile.planets])] if tile.planets else []
    return listed([*planets, *signs], " ") if planets or signs else say("empty space")


def thresholds(copy: Copy, form: Mapping[str, str]) -> tuple[NumberRow, ...]:
    """How many counters make a target in each zone."""
    return tuple(_threshold(zone, form) for zone in copy.tables.galaxy.zones.zones)


def _threshold(zone: Zone, form: Mapping[str, str]) -> NumberRow:
    name, words = f"threshold.{zone.zone}", say("Zone {zone}, {colour}", zone=zone.zone, colour=Name(zone.colour))
    return NumberRow(name, words, form.get(name, str(zone.threshold)), 1, MOST_COUNTERS, zone.colour)


def totals(copy: Copy, form: Mapping[str, str]) -> tuple[NumberRow, ...]:
    """Between which numbers of planets some zones hold together."""
    counts = enumerate(copy.tables.galaxy.planet_counts.counts)
    return tuple(row for number, one in counts for row in _total(number, one, form))


def _total(number: int, one: PlanetCount, form: Mapping[str, str]) -> tuple[NumberRow, NumberRow]:
    least, most, zones = f"least.{number}", f"most.{number}", _zones(one)
    return (
        NumberRow(least, say("{zones}: at least", zones=zones), form.get(least, str(one.minimum)), 0, MOST_PLANETS),
        NumberRow(most, say("{zones}: at most", zones=zones), form.get(most, str(one.maximum)), 0, MOST_PLANETS),
    )


def _zones(one: PlanetCount) -> Words:
    if len(one.zones) == 1:
        return say("Zone {zone}", zone=one.zones[0])
    return say("Zones {zones} together", zones=listed([Name(str(zone)) for zone in one.zones]))


def pools_changed(copy: Copy, form: MultiDict[str, str]) -> str:
    """The text of the copy with the form's thresholds, totals and pools; what is as it was stays. Raises BadCopy."""
    galaxy: dict[str, Any] = copy.tables.galaxy.model_dump(mode="json")
    for zone, row in zip(galaxy["zones"]["zones"], thresholds(copy, form), strict=True):
        zone["threshold"] = _number(row)
    rows = [_number(row) for row in totals(copy, form)]
    for number, one in enumerate(galaxy["planet_counts"]["counts"]):
        one["minimum"], one["maximum"] = rows[2 * number], rows[2 * number + 1]
        if one["minimum"] > one["maximum"]:
            zones = _zones(copy.tables.galaxy.planet_counts.counts[number])
            raise BadCopy(
                say(
                    "{zones}: at least {least} and at most {most}: one of the two is wrong.",
                    zones=zones,
                    least=one["minimum"],
                    most=count(one["maximum"], "planet"),
                )
            )
    for pool, tiles in zip(galaxy["pools"], _pooled(copy, form), strict=True):
        pool["tiles"] = tiles
    text, before = "", copy.tables.galaxy.model_dump(mode="json")
    read = copy.read
    for part in ("zones", "planet_counts", "pools"):
        if galaxy[part] != before[part]:
            value = galaxy[part] if part == "pools" else {**galaxy[part], "default_of_ours": False}
            text = with_patch(read, "galaxy", [part], value)
            read = read_copy(text, copy.id)
    return text or with_patch(read, "hive_mind", ["name"], copy.read.option.name)


def _number(row: NumberRow) -> int:
    text = row.value.strip()
    if text.isdecimal() and len(text) < 4 and row.minimum <= int(text) <= row.maximum:
        return int(text)
    raise BadCopy(
        say(
            "{label}: a number from {least} to {most}, not “{typed}”.",
            label=row.label,
            least=row.minimum,
            most=row.maximum,
            typed=Typed(text[:20]),
        )
    )


def _pooled(copy: Copy, form: MultiDict[str, str]) -> Iterator[list[str]]:
    """The tiles of each pool, held against what a table of tiles knows and what the template needs."""
    taken: dict[str, str] = {}
    for number, pool in enumerate(copy.tables.galaxy.pools):
        kinds = ", ".join(pool.kinds)
        typed = form.get(f"more.{number}", "").replace(",", " ").split()
        tiles = list(dict.fromkeys([*form.getlist(f"tile.{number}"), *(one.upper() for one in typed)]))
        for one in tiles:
            if one not in copy.tables.tiles.by_number:
                raise BadCopy(say("{kinds}: there is no tile {tile}.", kinds=Name(kinds), tile=Typed(one[:10])))
            if one in taken:
                raise BadCopy(
                    say(
                        "Tile {tile} lies in two pools: {first} and {second}.",
                        tile=Name(one),
                        first=Name(taken[one]),
                        second=Name(kinds),
                    )
                )
            taken[one] = kinds
        needed = sum(len(copy.tables.galaxy.template.kinds.get(kind, [])) for kind in pool.kinds)
        if len(tiles) < needed:
            have, want = count(len(tiles), "tile"), count(needed, "place")
            raise BadCopy(
                say(
                    "{kinds}: the template has {places} for this pool, and it holds {tiles}.",
                    kinds=Name(kinds),
                    places=want,
                    tiles=have,
                )
            )
        yield tiles
