"""What bends a number or forbids something: values with a source, gathered from the laws in play and the game's state.

The board takes them as values, and a rule reads them where it reads the number.
"""

from __future__ import annotations

from hive.effects.in_play import (
    NOTHING,
    Bending,
    Effects,
    effects,
    laws_blank,
    laws_in_force,
    on_the_planet,
    owner_of,
    standing_at,
)
from hive.effects.lasting import begin, end

__all__ = [
    "NOTHING",
    "Bending",
    "Effects",
    "begin",
    "effects",
    "end",
    "laws_blank",
    "laws_in_force",
    "on_the_planet",
    "owner_of",
    "standing_at",
]
