"""What a step can draw beside its words: units that leave the board, dice, and both sides of a combat.

Plain data, as the steps are. Nothing of it counts: the words of the step say the same.
"""

from __future__ import annotations

from dataclasses import dataclass

from hive.catalog.tables import Owner
from hive.words import Words


@dataclass(frozen=True)
class Piece:
    """Units of one type of a side. ``hurt``: they have sustained damage, and lie on their side."""

    seat: Owner
    unit: str
    number: int
    hurt: bool = False


@dataclass(frozen=True)
class Losses:
    """What a line has hands take off the board, or turn on its side (``hurt``)."""

    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class Throw:
    """What units of one type roll: how many dice, the lowest that hits, and what bends it, in words.

    ``shown`` is what the dice show; nothing where the table rolls them.
    """

    unit: str
    number: int
    dice: int
    hit: int
    bent: Words = ""
    shown: tuple[int, ...] = ()


@dataclass(frozen=True)
class Dice:
    """All dice of a roll of the Hive. ``besides`` are hits without a die; ``on``: who takes the hits."""

    throws: tuple[Throw, ...]
    besides: int = 0
    on: tuple[Owner, ...] = ()


@dataclass(frozen=True)
class Turned:
    """A card that is turned for what a line tells, by the symbol that counts on it."""

    symbol: str


Drawn = Losses | Dice | Turned
ELSEWHERE = Losses(())
"""For a line that says what another picture of its step draws."""


@dataclass(frozen=True)
class Sides:
    """Both sides of a combat as they stand. ``gives_up`` is the Hive's order: a unit is hurt, or is lost.

    ``seats`` are those in it, the Hive first: of a player who has activated the system no unit need be known.
    ``lost``: what of the pieces the hits so far are expected to have cost the players.
    """

    seats: tuple[Owner, ...]
    pieces: tuple[Piece, ...]
    gives_up: tuple[Piece, ...] = ()
    lost: tuple[Piece, ...] = ()
