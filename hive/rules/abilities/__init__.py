"""The Hive's own primary and secondary abilities for the eight strategy cards. Rules: pages 11 to 13.

Each module has ``primary(game, icons)`` and ``secondary(game)``: procedures that return an :class:`Outcome`.
"""

from __future__ import annotations

from collections.abc import Callable

from hive.model.game import Game
from hive.rules.abilities import area, board, technology
from hive.rules.abilities.outcome import Outcome
from hive.steps import Procedure

PRIMARY: dict[str, Callable[[Game, int], Procedure[Outcome]]] = {
    "leadership": area.primary,
    "diplomacy": board.primary,
    "politics": area.primary,
    "construction": board.primary,
    "trade": area.primary,
    "warfare": board.primary,
    "technology": technology.primary,
    "imperial": area.primary,
}

SECONDARY: dict[str, Callable[[Game], Procedure[Outcome]]] = {
    "leadership": area.secondary,
    "diplomacy": board.secondary,
    "politics": area.secondary,
    "construction": board.secondary,
    "trade": area.secondary,
    "warfare": board.secondary,
    "technology": technology.secondary,
    "imperial": area.secondary,
}
