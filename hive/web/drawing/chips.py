"""Who stands in a system, in short codes on chips that fit into its hex."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from hive.catalog.tables import Seat, Tables
from hive.model.galaxy import System

Where = Literal["space", "ground"]

CHIP_HEIGHT = 15
_FONT = 13.5
_PADDING = 7
_HALF_WIDTH, _SLOPE = 60, 0.577
_SEATS: tuple[Seat, ...] = ("hive", "p1", "p2")
# How wide a sign is, as a share of the type's size.
_DIGIT, _LETTER, _SPACE = 0.64, 0.74, 0.3


@dataclass(frozen=True)
class Chip:
    """A chip of a side's colour: its middle, measured from the middle of its hex, its width and its text."""

    seat: Seat
    where: Where
    text: str
    x: int
    y: int
    width: int


@dataclass(frozen=True)
class _Code:
    """Units of one type in short: ``2CR``; ``!`` for each damaged one."""

    text: str
    number: int


@dataclass(frozen=True)
class _Group:
    """The units of one side, in space or on the planets."""

    seat: Seat
    where: Where
    codes: tuple[_Code, ...]


def chips(system: System, tables: Tables, rows: Sequence[int]) -> tuple[Chip, ...]:
    """The chips of a system, in rows at these heights.

    What does not fit is told as a number: ``+3``. Each side keeps a row, even if that takes more rows than there are.
    """
    groups = list(_groups(system, tables))
    lines = [(group, text) for group, text in _wrapped(groups, rows)]
    if len(lines) > len(rows):
        groups = [_merged(groups, seat) for seat in _SEATS if any(group.seat == seat for group in groups)]
        rows = [*rows, rows[-1] + CHIP_HEIGHT][: max(len(rows), len(groups))]
        lines = [(group, _cut(group.codes, _room(y))) for group, y in zip(groups, rows, strict=False)]
    return tuple(
        Chip(group.seat, group.where, text, 0, y, round(_width(text)) + _PADDING)
        for (group, text), y in zip(lines, rows, strict=False)
    )


def _groups(system: System, tables: Tables) -> Iterator[_Group]:
    for seat in _SEATS:
        planets = system.planets.values()
        space = _codes(tables, [system.units.get(seat, {})], [system.damaged.get(seat, {})])
        ground = _codes(tables, [p.units.get(seat, {}) for p in planets], [p.damaged.get(seat, {}) for p in planets])
        if space:
            yield _Group(seat, "space", space)
        if ground:
            yield _Group(seat, "ground", ground)


def _codes(
    tables: Tables, forces: Iterable[Mapping[str, int]], damaged: Iterable[Mapping[str, int]]
) -> tuple[_Code, ...]:
    """The units of several places together: ships first, the strongest in front."""
    numbers, hurt = _together(forces), _together(damaged)
    if not numbers:
        return ()
    ships = tables.units.ships
    others = [unit for unit in tables.units.units if unit.category != "ship"]
    return tuple(
        _Code(f"{number if number > 1 else ''}{unit.short}{'!' * hurt[unit.key]}", number)
        for unit in (*reversed(ships), *others)
        if (number := numbers[unit.key])
    )


def _together(forces: Iterable[Mapping[str, int]]) -> Counter[str]:
    """The units of several places, added up."""
    numbers: Counter[str] = Counter()
    for units in forces:
        numbers.update(units)
    return numbers


def _merged(groups: Iterable[_Group], seat: Seat) -> _Group:
    own = [group for group in groups if group.seat == seat]
    return _Group(seat, own[0].where, tuple(code for group in own for code in group.codes))


def _wrapped(groups: Iterable[_Group], rows: Sequence[int]) -> Iterator[tuple[_Group, str]]:
    """The lines that the groups take, each as wide as its row; rows beyond the last are as wide as that."""
    row = 0
    for group in groups:
        line = ""
        for code in group.codes:
            longer = f"{line} {code.text}".strip()
            if line and _width(longer) > _room(rows[min(row, len(rows) - 1)]):
                yield group, line
                row, longer = row + 1, code.text
            line = longer
        yield group, line
        row += 1


def _cut(codes: Sequence[_Code], room: float) -> str:
    """As many of the codes as fit, and how many units were left out."""
    for kept in range(len(codes), 0, -1):
        left = sum(code.number for code in codes[kept:])
        text = " ".join([*(code.text for code in codes[:kept]), *([f"+{left}"] if left else [])])
        if _width(text) <= room:
            return text
    return f"+{sum(code.number for code in codes)}"


def _room(y: int) -> float:
    """How much text fits in a row: a chip may just touch the edges of its hex."""
    return 2 * (_HALF_WIDTH - (abs(y) + CHIP_HEIGHT / 2) * _SLOPE) + 8 - _PADDING


def _width(text: str) -> float:
    return _FONT * sum(_SPACE if sign in " !" else _LETTER if sign.isalpha() else _DIGIT for sign in text)
