"""The Hive Mind deck, what its cards define, and the dice of the app.

Rules: pages 3 and 10, and what other pages do to the deck.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from hive.catalog.tables import ActionSymbol
from hive.model.game import Game, shuffled
from hive.steps import Card, CardField, Draw, Procedure, Why, drawn
from hive.words import Words, say

SIDES = 10


def roll(game: Game, number: int) -> list[int]:
    """Roll so many dice, each from 1 to 10."""
    return [_next(game) for _ in range(number)]


def _next(game: Game) -> int:
    game.rolls += 1
    digest = hashlib.sha256(f"{game.seed}/die/{game.rolls}".encode()).digest()
    return int.from_bytes(digest[:8], "big") % SIDES + 1


# --- the Hive Mind deck: its cards, what they define, what is drawn, looked at and discarded


def draw(
    game: Game, purpose: str, fields: tuple[CardField, ...], rule: str, detail: Words = ""
) -> Procedure[Card | None]:
    """Draw a card from the active deck for a decision; None if the entire deck is depleted.

    The card stays in use until :func:`discard_used`. Rules: 3.1.decisions, 3.1.primary-first,
    3.1.switch-inside-decision, 3.1.depleted.
    """
    deck = game.deck
    if deck.depleted:
        return None
    active: Literal["primary", "secondary"] = "secondary" if deck.secondary_active else "primary"
    game.hive.drew_primary |= active == "primary" and game.phase == "action" and game.active == "hive"
    card_id = deck.secondary.pop(0) if deck.secondary_active else deck.primary.pop(0)
    deck.in_use.append(card_id)
    game.drawn[purpose] = game.drawn.get(purpose, 0) + 1
    return (yield from drawn(Draw(purpose, fields, rule, card_id, active, detail)))


def no_card(game: Game) -> Words:
    """Why no Hive Mind card can be drawn, or nothing."""
    return say("The Hive Mind deck is depleted.") if game.deck.depleted else ""


def discard_used(game: Game, keep: Sequence[int] = ()) -> None:
    """Put the cards of a completed decision on the discard pile; ``keep`` are those of a decision still running.

    Rule: 3.1.discard-after-decision.
    """
    deck = game.deck
    deck.discard.extend(card for card in deck.in_use if card not in keep)
    deck.in_use = [card for card in deck.in_use if card in keep]


def realign(game: Game) -> None:
    """Shuffle all cards and deal a primary and a secondary deck.

    Rules: 3.2.realignment, 1.setup.deck, 32.easy.deck, 32.expert.deck.
    """
    cards = _shuffle_all(game)
    game.deck.primary = cards[: game.level.primary_cards]
    game.deck.secondary = cards[game.level.primary_cards :]


def gather(game: Game) -> None:
    """Shuffle all cards into a single deck for the agenda phase. Rule: 28.6.deck-agenda."""
    game.deck.primary = _shuffle_all(game)
    game.deck.secondary = []


def _shuffle_all(game: Game) -> list[int]:
    deck = game.deck
    cards = shuffled(sorted(deck.cards), f"{game.seed}/{deck.shuffles}")
    deck.shuffles += 1
    deck.in_use, deck.discard = [], []
    return cards


def read_card(game: Game, card_id: int) -> Card:
    """What stands on a card of the app's own deck."""
    return Card(**game.tables.hive_mind.by_id[card_id].model_dump(exclude={"id"}))


# --- what definition cards define: types of action and their symbols, and an action or a pass in the end


ActionType = Literal["strategic_high", "strategic_low", "engage", "infest"]
Basic = Literal["strategic", "tactical"]
BY_SYMBOL: dict[ActionSymbol, ActionType] = {
    "blue_arrow": "strategic_high",
    "yellow_arrow": "strategic_low",
    "red_star": "engage",
    "green_compass": "infest",
}


def symbol_rule(rules: str, symbol: str) -> str:
    """The rule of a symbol among its like: that of ``red_star`` among ``10.symbol.*`` is 10.symbol.red-star."""
    return rules.replace("*", symbol.replace("_", "-"))


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
