"""What definition cards define: types of action and their symbols, and an action or a pass in the end. Rules: p. 10."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hive.catalog.tables import ActionSymbol
from hive.reasons import Why
from hive.words import Words, say

ActionType = Literal["strategic_high", "strategic_low", "engage", "infest"]
Basic = Literal["strategic", "tactical"]
BY_SYMBOL: dict[ActionSymbol, ActionType] = {
    "blue_arrow": "strategic_high",
    "yellow_arrow": "strategic_low",
    "red_star": "engage",
    "green_compass": "infest",
}
SYMBOL_RULES: dict[ActionSymbol, str] = {
    "blue_arrow": "10.symbol.blue-arrow",
    "yellow_arrow": "10.symbol.yellow-arrow",
    "red_star": "10.symbol.red-star",
    "green_compass": "10.symbol.green-compass",
}
SYMBOL_WORDS: dict[ActionSymbol, Words] = {
    "blue_arrow": say("Blue arrow"),
    "yellow_arrow": say("Yellow arrow"),
    "red_star": say("Red star"),
    "green_compass": say("Green compass"),
}
OTHER_TYPE: dict[ActionType, ActionType] = {
    "strategic_high": "strategic_low",
    "strategic_low": "strategic_high",
    "engage": "infest",
    "infest": "engage",
}


@dataclass(frozen=True)
class HiveAction:
    """The Hive's action for this turn: its type, its strategy card if it is strategic, and the variable benefit.

    ``icons`` are the faction icons of the final definition card (11.primary.variable-benefit), ``symbol`` is its own.
    """

    type: ActionType
    card: int | None
    icons: int
    why: Why
    unavailable: tuple[ActionType, ...] = ()
    additional_cards: int = 0
    symbol: ActionSymbol | None = None


@dataclass(frozen=True)
class Pass:
    """The Hive passes: by which rule, and the reason in words."""

    rule: str
    why: Why
    unavailable: tuple[ActionType, ...] = ()
    additional_cards: int = 0


def basic_of(action: ActionType) -> Basic:
    """The basic action that a type belongs to. Rule: 10.options."""
    return "strategic" if action in ("strategic_high", "strategic_low") else "tactical"


def describe_type(action: ActionType) -> Words:
    """An action type in words."""
    words: dict[ActionType, Words] = {
        "strategic_high": say("high strategic action"),
        "strategic_low": say("low strategic action"),
        "engage": say("tactical engage action"),
        "infest": say("tactical infest action"),
    }
    return words[action]
