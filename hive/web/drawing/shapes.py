"""The map as shapes: what a template draws, with coordinates in whole numbers."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from hive.board.adjacency import hex_at
from hive.board.growing import FRACTURE
from hive.catalog.tables import Owner, Seat
from hive.web.drawing.chips import Chip
from hive.web.drawing.plates import Plate
from hive.words import Words, listed, say

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
    zone: str = ""
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

    ``tip`` are the points of the disc's tip; between neighbours there is room for nothing else.
    """

    points: str
    number: str
    x: int
    y: int
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
        """Whether a question is asked on the map: what is not lit is dim."""
        return bool(self.lit)

    @property
    def laid_out(self) -> bool:
        """Whether it shows which tiles are to be laid out, and nobody who stands there."""
        return any(one.middle for one in self.hexes)

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
        return Way(whole, number, *start)
    beside = abs(right) * (_disc(number) - _disc("1")) / 2
    base, end = _BASE + beside, _TIP + beside
    corners = ((base, _WIDE), (end, 0), (base, -_WIDE))
    tip = ((start[0] + right * on - down * aside, start[1] + down * on + right * aside) for on, aside in corners)
    near = len(points) == _NEIGHBOURS and far < 2 * _HALF_WIDTH
    return Way("" if near else whole, number, *start, " ".join(f"{round(x)},{round(y)}" for x, y in tip))


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
