"""The Hive's own primary and secondary abilities for the eight strategy cards. Rules: pages 11 to 13.

Each module has ``primary(game, icons)`` and ``secondary(game)``: procedures that return an :class:`Outcome`.
"""

from __future__ import annotations

from collections.abc import Callable

from hive.model.game import Game
from hive.rules.abilities import construction, diplomacy, imperial, leadership, politics, technology, trade, warfare
from hive.rules.abilities.outcome import Outcome
from hive.steps import Procedure

PRIMARY: dict[str, Callable[[Game, int], Procedure[Outcome]]] = {
    "leadership": leadership.primary,
    "diplomacy": diplomacy.primary,
    "politics": politics.primary,
    "construction": construction.primary,
    "trade": trade.primary,
    "warfare": warfare.primary,
    "technology": technology.primary,
    "imperial": imperial.primary,
}

SECONDARY: dict[str, Callable[[Game], Procedure[Outcome]]] = {
    "leadership": leadership.secondary,
    "diplomacy": diplomacy.secondary,
    "politics": politics.secondary,
    "construction": construction.secondary,
    "trade": trade.secondary,
    "warfare": warfare.secondary,
    "technology": technology.secondary,
    "imperial": imperial.secondary,
}
