"""The map as shapes: coordinates in whole numbers, chips of those who stand there, plates with tile numbers."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from hive.board.adjacency import hex_at
from hive.board.growing import FRACTURE
from hive.catalog.tables import Owner, Seat, Tables
from hive.model.galaxy import Forces, System
from hive.model.game import OWNERS
from hive.words import Words, listed, say

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


# --- the tile number of a system on a plate


Level = Literal["full", "glance"]
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Plate:
    """A plate on a large map or on a small one: its middle, measured from the middle of its hex, and its size."""

    level: Level
    text: str
    x: float
    y: float
    width: float
    height: float
    type: float


# How large a plate's number is, how wide a digit and how high a plate, and where it can lie: below all that
# stands in the hex, the higher the better, or else at its left corner, which no other hex uses.
_PLATE_DIGIT, _PLATE_BESIDE = 0.62, 8
_TYPE: dict[Level, float] = {"full": 14.7, "glance": 21.5}
_HIGH: dict[Level, float] = {"full": 15, "glance": 18}
_SPOTS: dict[Level, tuple[tuple[float, float], ...]] = {
    "full": ((0, 41.5), (0, 46), (0, 49.5), (-58, 0)),
    "glance": ((0, 40), (0, 47.5)),
}
# What the edges of a chip add on each side, and so much two boxes may share.
_EDGE, _SHARED = 6, 1.5


def plates(tile: str, full: Sequence[Chip], glance: Sequence[Chip], below: float) -> Iterator[Plate]:
    """A plate for each level that has room for one. In: how far down the row of discs reaches."""
    levels: tuple[tuple[Level, Sequence[Chip]], ...] = (("full", full), ("glance", glance))
    for level, chips in levels:
        size = _TYPE[level]
        width, height = round(size * _PLATE_DIGIT * len(tile) + _PLATE_BESIDE, 1), _HIGH[level]
        taken = [*map(_box, chips), (-50.0, below - 20, 50.0, below)]
        for x, y in _SPOTS[level]:
            if not any(_overlap((x - width / 2, y - height / 2, x + width / 2, y + height / 2), one) for one in taken):
                yield Plate(level, tile, x, y, width, height, size)
                break


def _box(chip: Chip) -> Box:
    half, high = chip.width / 2 + _EDGE, chip.height / 2
    return chip.x - half, chip.y - high, chip.x + half, chip.y + high


def _overlap(one: Box, other: Box) -> bool:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return min(wide, high) > _SHARED


def at_the_ends(paths: Iterable[tuple[str, ...]]) -> set[str]:
    """The systems where an arrow begins or ends: there is no room for a plate."""
    return {end for path in paths if path for end in (path[0], path[-1])}


# --- the map as shapes: what a template draws, with coordinates in whole numbers


Lit = Literal["", "ring", "half"]
"""How a system stands out where the map is the question: ringed, half lit, or dim as all the rest."""
Mark = Literal["", "asked", "target", "candidate", "left", "winner"]
MARK_WORDS: dict[Mark, Words] = {
    "winner": say("destination"),
    "left": say("was left"),
    "candidate": say("possible"),
    "target": say("target"),
    "asked": say("asked about"),
}
TOUCHED = say("touched last")

# A hex is 120 wide and 104 high; its neighbour to the right lies a column and half a hex further down.
_COLUMN, _HEIGHT = 90, 104
_HALF_WIDTH, _HALF_HEIGHT = 60, 52
_MARGIN = 6
# How far from the middle of a hex an arrow begins and ends, so that it hides nobody there. One with a number begins in
# the gap between what stands low in the upper hex and high in the lower one, which lies above the border of both, and
# beside the sign of a spawning system.
_BEGINS, _ENDS, _BORDER, _ABOVE = 44, 38, 52, 4
# The tip of a disc that points to where the ships go: how far its base and its end lie from the middle, how wide it is.
_BASE, _TIP, _WIDE = 9, 17, 8
_NEIGHBOURS, _BESIDE_A_PIN = 2, (-57, -6)
# The numbers of steps that go along paths: none.
NO_NUMBERS: Mapping[tuple[str, ...], str] = {}
# Where systems beside the map are drawn: in the corners that three rings leave free, then in rows below.
_CORNERS = ((3, 3), (-3, 3), (3, -3), (-3, -3))


@dataclass(frozen=True)
class Disc:
    """Something printed or placed in a system: a planet, a wormhole, a token.

    ``seat`` controls it, ``size`` is how large it is drawn, 1 as its symbol is.
    """

    kind: Literal["planet", "station", "wormhole", "token", "anomaly", "frontier"]
    text: str
    x: float = 0
    y: float = 0
    size: float = 1
    symbol: str = ""
    seat: Seat | None = None


@dataclass(frozen=True)
class HexView:
    """A system as the map draws it, at the middle of its hex.

    ``pin`` is the sign of a spawning system, ``nest`` the side that it spawns; ``names`` are the lines that stand in
    place of the pieces where the table wants names; ``glance`` are the chips of a small map; ``plates`` have its tile
    number where a question names it, ``close`` are the names that stand below the pieces where it is seen closer.
    """

    position: str
    x: int
    y: int
    colour: str = ""
    top: Words = ""
    middle: Words = ""
    pin: str = ""
    nest: Seat | None = None
    names: tuple[Words, ...] = ()
    items: tuple[Disc, ...] = ()
    chips: tuple[Chip, ...] = ()
    glance: tuple[Chip, ...] = ()
    command_tokens: tuple[Seat, ...] = ()
    mark: Mark = ""
    touched: bool = False
    title: Words = ""
    plates: tuple[Plate, ...] = ()
    close: tuple[Words, ...] = ()

    def __hash__(self) -> int:
        """The mark of all that it says, made once: a map is drawn by what it has drawn of each system before."""
        found: int | None = self.__dict__.get("_hash")
        if found is None:
            found = self.__dict__["_hash"] = hash(tuple(self.__dict__.values()))
        return found

    @property
    def present(self) -> tuple[Owner, ...]:
        """The sides that have units in the system, which names leave in sight."""
        return tuple(dict.fromkeys(chip.seat for chip in self.chips))

    @property
    def marked(self) -> Words:
        """What the map points out about the system, in words."""
        if not self.mark and not self.touched:
            return ""
        mark = MARK_WORDS.get(self.mark)
        return listed([*([mark] if mark else []), *([TOUCHED] if self.touched else [])], ",")


@dataclass(frozen=True)
class Way:
    """The arrow of ships that move: its points, and the number of its step in a disc where it begins.

    ``source`` is the middle of its first hex, on whose border the disc stands. ``tip`` are the points of the
    disc's tip; between neighbours there is room for nothing else.
    """

    points: str
    number: str
    x: int
    y: int
    source: tuple[int, int]
    tip: str = ""

    @property
    def wide(self) -> int:
        """How wide the disc is: more than a circle where several steps go the same way."""
        return _disc(self.number)


def _disc(number: str) -> int:
    return 20 + 9 * (len(number) - 1)


@dataclass(frozen=True)
class MapView:
    """A map: the box around it, its hexes, lines for ships that move, and the legend of its zones.

    ``lit`` are the systems of which a question is asked, ``at`` is the one that is open; ``units`` and ``anomalies``
    are what the legend names. ``near`` is the middle of seven hexes that are all it shows.
    """

    label: Words
    left: int
    top: int
    width: int
    height: int
    hexes: tuple[HexView, ...]
    paths: tuple[Way, ...] = ()
    zones: tuple[tuple[int, str], ...] = ()
    sides: tuple[tuple[Owner, Words], ...] = ()
    lit: Mapping[str, Lit] = field(default_factory=dict)
    at: str = ""
    near: str = ""
    units: tuple[tuple[str, Words], ...] = ()
    anomalies: tuple[tuple[str, Words], ...] = ()

    @property
    def asks(self) -> bool:
        """Whether a question is asked on the map: what is not lit is dim, where there is no tile to be laid out."""
        return bool(self.lit) and not self.laid_out

    @property
    def laid_out(self) -> bool:
        """Whether it shows which tiles are to be laid out, and nobody who stands there."""
        return any(one.middle for one in self.hexes)

    @property
    def winner(self) -> bool:
        """Whether it shows where the Hive goes."""
        return any(one.mark == "winner" for one in self.hexes)

    def light(self, position: str) -> str:
        """How a system stands out, as a class of its drawing."""
        return " l-here" if position == self.at else f" l-{lit}" if (lit := self.lit.get(position)) else ""

    @property
    def lights(self) -> tuple[tuple[HexView, str], ...]:
        """Each system with how it stands out."""
        return tuple((one, self.light(one.position)) for one in self.hexes)

    @property
    def middle(self) -> tuple[float, float]:
        """Where the open system lies, in hundredths of the map's width, from its left and its top."""
        at = next((one for one in self.hexes if one.position == self.at), None)
        if at is None:
            return 50, 50 * self.height / self.width
        return round(100 * (at.x - self.left) / self.width, 1), round(100 * (at.y - self.top) / self.width, 1)

    @property
    def marks(self) -> dict[Mark, Words]:
        """The marks that are there and what they mean, for the legend."""
        there = {one.mark for one in self.hexes}
        return {mark: words for mark, words in MARK_WORDS.items() if mark in there}

    @property
    def touched(self) -> bool:
        """Whether any system was touched last."""
        return any(one.touched for one in self.hexes)

    @property
    def view_box(self) -> str:
        """The box as SVG writes it."""
        return f"{self.left} {self.top} {self.width} {self.height}"


def closer(view: MapView, near: str) -> MapView:
    """The map of a system and those beside it, as large as they can be; the whole one where it has no such system."""
    middle = next((one for one in view.hexes if one.position == near), None)
    if middle is None:
        return view
    hexes = tuple(one for one in view.hexes if math.dist((one.x, one.y), (middle.x, middle.y)) < 1.1 * _HEIGHT)
    left, top, width, height = box((one.x, one.y) for one in hexes)
    return replace(view, near=near, hexes=hexes, paths=(), left=left, top=top, width=width, height=height)


_CORNER = (-30, -51)
"""Where the number of what is placed stands: at the corner of its hex that hides nobody."""


def placed_on(view: MapView, numbers: Mapping[str, str]) -> MapView:
    """A map that points to where something is placed, each place with the numbers of its steps."""
    if not numbers:
        return view
    aims = [one for one in view.hexes if one.position in numbers]
    hexes = tuple(replace(one, mark="winner" if one in aims else "") for one in view.hexes)
    x, y = _CORNER
    ways = tuple(Way("", numbers[one.position], one.x + x, one.y + y, (one.x, one.y)) for one in aims)
    return replace(view, hexes=hexes, paths=ways)


def places(positions: Iterable[str]) -> dict[str, tuple[int, int]]:
    """The middle of each system's hex; systems beside the map lie in the corners that it leaves free.

    The Fracture lies below, its systems side by side in their row.
    """
    found, beside, apart = {}, [], []
    for position in positions:
        cell = hex_at(position)
        if position.startswith(FRACTURE):
            apart.append(position)
        elif cell is None:
            beside.append(position)
        else:
            found[position] = (_COLUMN * cell.q, _HEIGHT * cell.r + _HALF_HEIGHT * cell.q)
    right = max((x for x, _ in found.values()), default=0)
    bottom = max((y for _, y in found.values()), default=0)
    for number, position in enumerate(beside):
        if number < len(_CORNERS) and right == _COLUMN * 3:
            column, row = _CORNERS[number]
            found[position] = (_COLUMN * column, _HEIGHT * row)
        else:
            row, column = divmod(number, 5)
            found[position] = (2 * _COLUMN * (column - 2), bottom + _HEIGHT * (row + 1) + _MARGIN)
    below = max((y for _, y in found.values()), default=0) + _HEIGHT + _MARGIN
    for number, position in enumerate(apart):
        found[position] = (_COLUMN * (number - len(apart) // 2), below + _HALF_HEIGHT * (1 - number % 2))
    return found


def box(middles: Iterable[tuple[int, int]]) -> tuple[int, int, int, int]:
    """The box around hexes: left, top, width and height."""
    xs, ys = zip(*middles, strict=True)
    left, top = min(xs) - _HALF_WIDTH - _MARGIN, min(ys) - _HALF_HEIGHT - _MARGIN
    return left, top, max(xs) + _HALF_WIDTH + _MARGIN - left, max(ys) + _HALF_HEIGHT + _MARGIN - top


def _line(points: Sequence[tuple[int, int]], number: str, pinned: bool) -> Way:
    """A line that begins beside the middle of its first hex and ends beside that of its last one."""
    way = " ".join(f"{x},{y}" for x, y in (*points[1:-1], _towards(points[-1], points[-2], _ENDS)))
    far = math.dist(points[0], points[1]) or 1
    right, down = (points[1][0] - points[0][0]) / far, (points[1][1] - points[0][1]) / far
    start = _towards(points[0], points[1], _BORDER - _ABOVE * down if number else _BEGINS)
    if number and pinned and right < 0 and down < 0:
        start = points[0][0] + _BESIDE_A_PIN[0], points[0][1] + _BESIDE_A_PIN[1]
    whole = f"{start[0]},{start[1]} {way}"
    if not number:
        return Way(whole, number, *start, points[0])
    beside = abs(right) * (_disc(number) - _disc("1")) / 2
    base, end = _BASE + beside, _TIP + beside
    corners = ((base, _WIDE), (end, 0), (base, -_WIDE))
    tip = ((start[0] + right * on - down * aside, start[1] + down * on + right * aside) for on, aside in corners)
    near = len(points) == _NEIGHBOURS and far < 2 * _HALF_WIDTH
    return Way("" if near else whole, number, *start, points[0], " ".join(f"{round(x)},{round(y)}" for x, y in tip))


def _towards(point: tuple[int, int], other: tuple[int, int], far: float) -> tuple[int, int]:
    length = math.dist(point, other) or 1
    return (
        round(point[0] + (other[0] - point[0]) * far / length),
        round(point[1] + (other[1] - point[1]) * far / length),
    )


def lines(
    paths: Iterable[tuple[str, ...]],
    middles: dict[str, tuple[int, int]],
    numbers: Mapping[tuple[str, ...], str] = NO_NUMBERS,
    pinned: Collection[str] = (),
) -> tuple[Way, ...]:
    """Each path as the points of a line with the number of its step, what lies nowhere left out.

    ``pinned`` are the systems that have the sign of a spawning system.
    """
    drawn = ((path, [middles[position] for position in path if position in middles]) for path in paths)
    return tuple(_line(points, numbers.get(path, ""), path[0] in pinned) for path, points in drawn if len(points) > 1)
