"""Corrections of the Hive Mind deck and the strategy cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hive.engine.corrections.course import seat_of
from hive.engine.corrections.kinds import Correctable, a_flag, a_number
from hive.engine.errors import Refused
from hive.model.game import Game
from hive.steps import Choice
from hive.words import sentence


def deck(game: Game) -> list[Correctable]:
    """Who draws, and how many cards lie in each pile."""
    draws = Correctable(
        "settings.draws",
        "Who draws",
        "Hive Mind deck",
        lambda game: game.settings.draws,
        lambda game, value: setattr(game.settings, "draws", value),
        choices=(Choice("app", "The app"), Choice("table", "The printed deck")),
    )
    total = len(game.tables.hive_mind.cards)
    piles = [_pile("primary", "Primary cards", total), _pile("secondary", "Secondary cards", total)]
    return [draws, *piles]


def _pile(name: str, label: str, total: int) -> Correctable:
    """A pile of the deck: cards come from the discard pile or go there."""

    def write(game: Game, value: int) -> None:
        pile, discard = getattr(game.deck, name), game.deck.discard
        if value > len(pile) + len(discard):
            raise Refused(f"{label}: the discard pile holds only {len(discard)} more.")
        while len(pile) > value:
            discard.append(pile.pop())
        while len(pile) < value:
            pile.append(discard.pop(0))

    return Correctable(
        f"deck.{name}", label, "Hive Mind deck", lambda game: len(getattr(game.deck, name)), write, total
    )


def strategy_cards(game: Game) -> list[Correctable]:
    """Where each strategy card lies, and its trade goods."""
    rows = []
    seats = (Choice("nobody", "Nobody"), *(Choice(seat, sentence(game.name(seat))) for seat in game.seats))
    for number in sorted(game.strategy_cards):
        name = game.card_name(number)
        rows.append(_owner(number, name, seats))
        rows.append(
            a_flag("Strategy cards", f"{name} exhausted", _card(number), "exhausted", f"cards.{number}.exhausted")
        )
        rows.append(
            a_number(
                "Strategy cards", f"Trade goods on {name}", _card(number), "trade_goods", f"cards.{number}.trade_goods"
            )
        )
    return rows


def _card(number: int) -> Callable[[Game], Any]:
    return lambda game: game.strategy_cards[number]


def _owner(number: int, name: str, seats: tuple[Choice, ...]) -> Correctable:
    def write(game: Game, value: str) -> None:
        game.strategy_cards[number].owner = None if value == "nobody" else seat_of(value)

    return Correctable(
        f"cards.{number}.owner",
        f"{name} lies with",
        "Strategy cards",
        lambda game: game.strategy_cards[number].owner or "nobody",
        write,
        choices=seats,
    )
