"""The Hive's own primary and secondary abilities for the eight strategy cards. Rules: pages 11 to 13.

Each card has a ``primary(game, icons)`` and a ``secondary(game)``: procedures that return an :class:`Outcome`.
"""

from __future__ import annotations

from collections.abc import Callable

from hive.model.game import Game
from hive.rules.abilities import area, board, technology
from hive.rules.abilities.outcome import Outcome
from hive.steps import Procedure

PRIMARY: dict[str, Callable[[Game, int], Procedure[Outcome]]] = {
    "leadership": area.leadership_primary,
    "diplomacy": board.diplomacy_primary,
    "politics": area.politics_primary,
    "construction": board.construction_primary,
    "trade": area.trade_primary,
    "warfare": board.warfare_primary,
    "technology": technology.primary,
    "imperial": area.imperial_primary,
}

SECONDARY: dict[str, Callable[[Game], Procedure[Outcome]]] = {
    "leadership": area.leadership_secondary,
    "diplomacy": board.diplomacy_secondary,
    "politics": area.politics_secondary,
    "construction": board.construction_secondary,
    "trade": area.trade_secondary,
    "warfare": board.warfare_secondary,
    "technology": technology.secondary,
    "imperial": area.imperial_secondary,
}
