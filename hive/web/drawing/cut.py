"""The cut of the map that stands with a step on a phone: where the Hive goes, and from where."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from hive.web.drawing.shapes import HexView, MapView, Way, box
from hive.words import Words

# As wide and high as a phone has room for beside the list, in units of the map: so its smallest text is 13 px there.
WIDTH, HEIGHT = 450, 210
_INSET = 16
"""So far within the border the number of an arrow stands that comes from outside."""


@dataclass(frozen=True)
class FromOutside:
    """An arrow whose source lies outside: where it comes in, its number, and the name of its source.

    ``right``: it comes in at the right half, so that its name ends there.
    """

    x: int
    y: int
    number: str
    name: Words
    right: bool


@dataclass(frozen=True)
class Cut:
    """A part of the map by its middle, WIDTH by HEIGHT, and the arrows that come into it."""

    x: int
    y: int
    arrows: tuple[FromOutside, ...]

    @property
    def view_box(self) -> str:
        """The box as SVG writes it."""
        return f"{self.x - WIDTH // 2} {self.y - HEIGHT // 2} {WIDTH} {HEIGHT}"

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies within it, so that a number there is seen whole."""
        return abs(x - self.x) <= WIDTH / 2 - _INSET and abs(y - self.y) <= HEIGHT / 2 - _INSET


def cut_of(view: MapView) -> Cut | None:
    """The cut around where the Hive goes, with as many of its sources as fit; None where the map shows no such place.

    Where nothing moves, it is around the only places that are pointed out.
    """
    aim = next((one for one in view.hexes if one.mark == "winner"), None)
    sources = [_source(view.hexes, way) for way in view.paths]
    places = [*([aim] if aim else []), *sources] or [one for one in view.hexes if one.mark]
    if not places:
        return None
    middle = _middle(places)
    fitting = places if _fits(places) else [aim or places[0]]
    if not _fits(places) and aim is None:
        return None
    for place in sorted(places, key=lambda one: math.dist((one.x, one.y), middle)):
        if place not in fitting and _fits([*fitting, place]):
            fitting.append(place)
    x, y = _middle(fitting)
    cut = Cut(_within(x, view.left, view.width, WIDTH), _within(y, view.top, view.height, HEIGHT), arrows=())
    outside = [(way, one) for way, one in zip(view.paths, sources, strict=True) if not cut.holds(way.x, way.y)]
    return Cut(cut.x, cut.y, tuple(_coming(cut, way, one) for way, one in outside if way.number and way.points))


def _source(hexes: Sequence[HexView], way: Way) -> HexView:
    return min(hexes, key=lambda one: math.dist((one.x, one.y), (way.x, way.y)))


def _middle(places: Sequence[HexView]) -> tuple[int, int]:
    left, top, width, height = box((one.x, one.y) for one in places)
    return left + width // 2, top + height // 2


def _within(middle: int, least: int, length: int, room: int) -> int:
    """A middle moved so far that nothing beyond the map is shown."""
    return max(least + room // 2, min(middle, least + length - room // 2))


def _fits(places: Sequence[HexView]) -> bool:
    """Whether the middles of these hexes, with room for what stands there, lie in one cut."""
    _, _, width, height = box((one.x, one.y) for one in places)
    return width <= WIDTH and height <= HEIGHT + _INSET


def _coming(cut: Cut, way: Way, source: HexView) -> FromOutside:
    """Where an arrow comes in: the last point outside, drawn to the border on its way to the next one."""
    points = [_point(pair) for pair in way.points.split()]
    outer, inner = next(
        ((a, b) for a, b in reversed(list(pairwise(points))) if not cut.holds(*a)),
        (points[0], points[-1]),
    )
    share = max(_beyond(outer, inner, cut.x, WIDTH, 0), _beyond(outer, inner, cut.y, HEIGHT, 1))
    x, y = (round(inner[axis] + (outer[axis] - inner[axis]) / max(share, 1)) for axis in (0, 1))
    return FromOutside(x, y, way.number, source.names[0], right=x > cut.x)


def _point(pair: str) -> tuple[float, float]:
    x, y = pair.split(",")
    return float(x), float(y)


def _beyond(outer: tuple[float, float], inner: tuple[float, float], middle: int, length: int, axis: int) -> float:
    """How many times as far the outer point lies from the inner one as the border does, along one axis."""
    side = math.copysign(1, outer[axis] - inner[axis])
    room = middle + side * (length / 2 - _INSET) - inner[axis]
    return (outer[axis] - inner[axis]) / room if room * side > 0 else math.inf if room == 0 else 1
