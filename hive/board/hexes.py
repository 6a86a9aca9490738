"""Hexes with flat tops in axial coordinates, and the slots of the map that the community numbers.

The middle is ``000``. A ring, say the second, has the slots ``201`` to ``212``, clockwise from straight above. The hex
of a slot follows from its label alone. Our notes on the template count the same slots through, from 0 to 36.
"""

from __future__ import annotations

import functools
import re
from typing import NamedTuple

LAST_RING = 9


class Hex(NamedTuple):
    """A hex: ``q`` grows to the right, ``r`` downwards."""

    q: int
    r: int


CENTRE = Hex(0, 0)
# The six neighbours, clockwise from straight above.
DIRECTIONS = (Hex(0, -1), Hex(1, -1), Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0))


def neighbours(cell: Hex) -> tuple[Hex, ...]:
    """The six hexes around a hex, clockwise from straight above."""
    return tuple(Hex(cell.q + q, cell.r + r) for q, r in DIRECTIONS)


def distance(one: Hex, other: Hex) -> int:
    """How many steps from hex to hex lie between two hexes."""
    q, r = one.q - other.q, one.r - other.r
    return max(abs(q), abs(r), abs(q + r))


@functools.cache
def ring(number: int) -> tuple[Hex, ...]:
    """The hexes of a ring, clockwise from straight above; ring 0 is the middle."""
    if number == 0:
        return (CENTRE,)
    here = Hex(0, -number)
    hexes = []
    for side in range(6):
        q, r = DIRECTIONS[(side + 2) % 6]
        for _ in range(number):
            hexes.append(here)
            here = Hex(here.q + q, here.r + r)
    return tuple(hexes)


@functools.cache
def label_of(cell: Hex) -> str:
    """The slot's label of a hex. Raises ValueError beyond ring 9."""
    number = distance(CENTRE, cell)
    if number > LAST_RING:
        raise ValueError(f"Slots are numbered up to ring {LAST_RING}; this hex lies in ring {number}.")
    return f"{number}{ring(number).index(cell) + (number > 0):02}"


@functools.cache
def hex_at(position: str) -> Hex | None:
    """The hex of a slot's label; None for the name of a system beside the map."""
    if not re.fullmatch(r"[0-9]{3}", position):
        return None
    number, place = int(position[0]), int(position[1:])
    hexes = ring(number)
    index = place - (number > 0)
    return hexes[index] if 0 <= index < len(hexes) else None


@functools.cache
def slots_around(position: str) -> tuple[str, ...]:
    """The labels of the slots around a slot, clockwise from straight above; none around a system beside the map."""
    cell = hex_at(position)
    around = () if cell is None else neighbours(cell)
    return tuple(label_of(other) for other in around if distance(CENTRE, other) <= LAST_RING)


def number_of(label: str) -> int:
    """The number of a slot counted through from the middle. Raises ValueError if no slot has this label."""
    if (cell := hex_at(label)) is None:
        raise ValueError(f"No slot of the map is called '{label}'.")
    outer = distance(CENTRE, cell)
    return sum(len(ring(number)) for number in range(outer)) + ring(outer).index(cell)


def labels_up_to(last_ring: int) -> list[str]:
    """The labels of all slots from the middle to a ring, in order."""
    return [label_of(cell) for number in range(last_ring + 1) for cell in ring(number)]
