"""The tile number of a system on a plate, where a question names the system: somewhere in its hex that is free."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from hive.web.drawing.chips import Chip

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
_DIGIT, _BESIDE = 0.62, 8
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
        width, height = round(size * _DIGIT * len(tile) + _BESIDE, 1), _HIGH[level]
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
