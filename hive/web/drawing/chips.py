"""Who stands in a system: silhouettes with numbers on chips of a side's colour and shape, in belts across its hex."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from hive.catalog.tables import Owner, Tables
from hive.model.galaxy import Forces, System
from hive.model.game import OWNERS

Where = Literal["space", "ground"]

# How wide a sign of a number is, as a share of the type's size, and what lies between a silhouette and its number.
_DIGIT, _PLUS, _BESIDE, _GAP = 0.62, 0.8, 1, 3
# A silhouette shrinks in these steps down to the least of its belt, its number with it down to what can be read.
_STEP, _TYPE_STEP, _SMALLEST_TYPE = 0.5, 0.3, 14.7
# What the edges of two chips beside each other take.
_BETWEEN = 13


# So many fleets have room in a system; no more sides can meet there.
_MOST_FLEETS = 3


@dataclass(frozen=True)
class Part:
    """Units of one type on a chip: silhouette and number. What had no room is a number by itself, such as ``+3``."""

    unit: str
    text: str
    x: float
    hurt: bool = False


@dataclass(frozen=True)
class Chip:
    """A chip of a side: its middle, measured from the middle of its hex, its size, and what stands on it."""

    seat: Owner
    where: Where
    x: float
    y: float
    width: float
    height: float
    glyph: float
    type: float
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class _Belt:
    """A place for chips: its height on the hex, how large silhouettes and numbers are, and how wide it can be."""

    y: float
    height: float
    glyph: float
    least: float
    type: float
    room: float


@dataclass(frozen=True)
class _Some:
    """Units of one type, all whole or all damaged."""

    unit: str
    number: int
    hurt: bool = False


# The belts of ships for one, two and three fleets, and below them that of ground forces and structures.
_FLEETS: Mapping[int, tuple[_Belt, ...]] = {
    0: (),
    1: (_Belt(0, 24, 20, 17, 18, 98),),
    2: tuple(_Belt(y, 20, 18, 15, 16.5, 80) for y in (-8.5, 12)),
    3: tuple(_Belt(y, 18, 16, 14, 15.5, 76) for y in (-18, 1, 20)),
}
_GROUND: Mapping[int, _Belt] = {
    0: _Belt(10, 21, 17, 15, 17, 66),
    1: _Belt(27, 21, 17, 15, 17, 58),
    2: _Belt(33, 18, 14.5, 14, 15.5, 52),
    3: _Belt(39.5, 17, 14, 14, 15, 44),
}
_GLANCE_FLEETS: Mapping[int, tuple[_Belt, ...]] = {
    0: (),
    1: (_Belt(0, 29, 25, 19, 26, 100),),
    2: tuple(_Belt(y, 26, 23, 18, 23, 100) for y in (-9, 20)),
    3: tuple(_Belt(y, 23, 20, 15, 21, 94) for y in (-24, 1, 26)),
}
_GLANCE_GROUND: Mapping[int, _Belt] = {0: _Belt(12, 24, 20, 20, 23, 86), 1: _Belt(27.5, 21, 19, 19, 22, 70)}


def fleets_in(system: System) -> int:
    """How many fleets the map draws in a system, 0 to 3."""
    return min(_MOST_FLEETS, sum(any(system.units.get(seat, {}).values()) for seat in OWNERS))


def split(system: System, tables: Tables) -> bool:
    """Whether the only fleet of a system is so wide that it takes two belts."""
    fleets = _fleets(system, tables)
    return len(fleets) == 1 and len(fleets[0][1]) > 1 and _width(fleets[0][1], _FLEETS[1][0]) > _FLEETS[1][0].room


def chips(system: System, tables: Tables) -> tuple[Chip, ...]:
    """The chips of a system: a belt for each fleet, two for one that is wide, and one for all ground forces."""
    fleets = _fleets(system, tables)
    if split(system, tables):
        seat, units = fleets[0]
        half = (len(units) + 1) // 2
        fleets = [(seat, units[:half]), (seat, units[half:])]
    belts = _FLEETS[len(fleets)]
    ships = [_chip(seat, "space", units, belt) for (seat, units), belt in zip(fleets, belts, strict=True)]
    return (*ships, *_on_ground(system, tables, _GROUND[len(fleets)]))


def at_a_glance(system: System, tables: Tables) -> tuple[Chip, ...]:
    """The chips of a system on a small map: each fleet's strongest ships, how many more, and who has landed."""
    fleets = _fleets(system, tables)
    belts = _GLANCE_FLEETS[len(fleets)]
    ships = [_chip(seat, "space", units, belt, most=1) for (seat, units), belt in zip(fleets, belts, strict=True)]
    ground = _GLANCE_GROUND.get(len(fleets))
    return (*ships, *(_in_a_row(_troops(system), ground) if ground else ()))


def _fleets(system: System, tables: Tables) -> list[tuple[Owner, list[_Some]]]:
    kinds = [unit.key for unit in reversed(tables.units.ships)]
    found = ((seat, _some(kinds, [system.units], [system.damaged], seat)) for seat in OWNERS)
    return [(seat, units) for seat, units in found if units][:_MOST_FLEETS]


def _on_ground(system: System, tables: Tables, belt: _Belt) -> Iterator[Chip]:
    """Ground forces and structures of one side, or of several how many ground forces each has."""
    kinds = [unit.key for unit in tables.units.units if unit.category != "ship"]
    planets = system.planets.values()
    forces, damaged = [planet.units for planet in planets], [planet.damaged for planet in planets]
    sides = [(seat, units) for seat in OWNERS if (units := _some(kinds, forces, damaged, seat))]
    if len(sides) == 1:
        seat, units = sides[0]
        yield _chip(seat, "ground", units, belt)
    else:
        yield from _in_a_row(_troops(system), belt)


def _troops(system: System) -> list[tuple[Owner, int]]:
    """How many ground forces each side has on the planets of a system, sides with structures alone included."""
    landed = [(seat, _together([planet.units for planet in system.planets.values()], seat)) for seat in OWNERS]
    return [(seat, units["infantry"] + units["mech"]) for seat, units in landed if units.total()]


def _in_a_row(troops: Sequence[tuple[Owner, int]], belt: _Belt) -> list[Chip]:
    """The ground forces of each side beside each other, as numbers alone where silhouettes have no room."""
    for tried, silhouettes in ((belt, True), (belt, False), (replace(belt, type=_SMALLEST_TYPE), False)):
        row = [
            _chip(seat, "ground", [_Some("infantry" if number else "pds", max(number, 1))], tried, silhouettes)
            for seat, number in troops
        ]
        width = sum(chip.width + _BETWEEN for chip in row) - _BETWEEN
        if width <= belt.room:
            break
    at = -width / 2
    for place, chip in enumerate(row):
        row[place] = replace(chip, x=round(at + chip.width / 2, 1))
        at += chip.width + _BETWEEN
    return row


def _some(kinds: Iterable[str], forces: Iterable[Forces], damaged: Iterable[Forces], seat: Owner) -> list[_Some]:
    """A side's units of these types in several places together; damaged ones lie beside the whole ones."""
    numbers, hurt = _together(forces, seat), _together(damaged, seat)
    each = ((_Some(kind, numbers[kind] - hurt[kind]), _Some(kind, hurt[kind], hurt=True)) for kind in kinds)
    return [one for pair in each for one in pair if one.number > 0]


def _together(forces: Iterable[Forces], seat: Owner) -> Counter[str]:
    numbers: Counter[str] = Counter()
    for one in forces:
        numbers.update(one.get(seat, {}))
    return numbers


def _chip(
    seat: Owner, where: Where, units: Sequence[_Some], belt: _Belt, silhouettes: bool = True, most: int = 99
) -> Chip:
    belt, shown, rest = _fitted(units, belt, most)
    parts: list[Part] = []
    at = 0.0
    for one in shown:
        text = str(one.number) if one.number > 1 or not silhouettes else ""
        parts.append(Part(one.unit if silhouettes else "", text, at, one.hurt))
        at += (belt.glyph if silhouettes else 0) + _text_width(text, belt) + _GAP
    if rest:
        parts.append(Part("", f"+{rest}", at))
        at += _text_width(f"+{rest}", belt) + _GAP
    width = at - _GAP
    moved = tuple(replace(part, x=round(part.x - width / 2, 1)) for part in parts)
    return Chip(seat, where, 0, belt.y, round(width, 1), belt.height, belt.glyph, round(belt.type, 1), moved)


def _fitted(units: Sequence[_Some], belt: _Belt, most: int) -> tuple[_Belt, list[_Some], int]:
    """What fits on a chip, how large it is drawn, and how many units had no room; the first are left out last."""
    shown, rest = list(units[:most]), sum(one.number for one in units[most:])
    while belt.glyph > belt.least and _width(shown, belt, rest) > belt.room:
        belt = replace(belt, glyph=belt.glyph - _STEP, type=max(_SMALLEST_TYPE, belt.type - _TYPE_STEP))
    while len(shown) > 1 and _width(shown, belt, rest) > belt.room:
        rest += shown.pop().number
    return belt, shown, rest


def _width(units: Sequence[_Some], belt: _Belt, rest: int = 0) -> float:
    texts = [str(one.number) if one.number > 1 else "" for one in units]
    width = sum(belt.glyph + _text_width(text, belt) for text in texts) + _GAP * (len(units) - 1)
    return width + (_GAP + _text_width(f"+{rest}", belt) if rest else 0)


def _text_width(text: str, belt: _Belt) -> float:
    return belt.type * sum(_PLUS if sign == "+" else _DIGIT for sign in text) + (_BESIDE if text else 0)
