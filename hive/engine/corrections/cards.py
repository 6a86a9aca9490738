"""Corrections of the Hive Mind deck and the strategy cards."""

from __future__ import annotations

from collections.abc import Callable

from hive.engine.corrections.course import seat_of
from hive.engine.corrections.kinds import Correctable, Correction, a_choice, a_flag, a_number
from hive.engine.errors import Refused
from hive.fields import Choice, Number
from hive.model.game import Game, StrategyCardState
from hive.words import Name, Words, say, sentence

_DECK, _CARDS = say("Hive Mind deck"), say("Strategy cards")


def deck(game: Game) -> list[Correction]:
    """Who draws, and how many cards lie in each pile."""

    def write(game: Game, value: str) -> None:
        game.settings.draws = "table" if value == "table" else "app"

    choices = (Choice("app", say("The app")), Choice("table", say("The printed deck")))
    draws = a_choice(_DECK, say("Who draws"), "settings.draws", choices, lambda game: game.settings.draws, write)
    total = len(game.tables.hive_mind.cards)
    piles = [_pile("primary", say("Primary cards"), total), _pile("secondary", say("Secondary cards"), total)]
    return [draws, *piles]


def _pile(name: str, label: Words, total: int) -> Correctable[int]:
    """A pile of the deck: cards come from the discard pile or go there."""

    def pile_of(game: Game) -> list[int]:
        return game.deck.primary if name == "primary" else game.deck.secondary

    def write(game: Game, value: int) -> None:
        pile, discard = pile_of(game), game.deck.discard
        if value > len(pile) + len(discard):
            raise Refused(say("{pile}: the discard pile holds only {number} more.", pile=label, number=len(discard)))
        while len(pile) > value:
            discard.append(pile.pop())
        while len(pile) < value:
            pile.append(discard.pop(0))

    return Correctable(Number(f"deck.{name}", label, maximum=total), write, _DECK, lambda game: len(pile_of(game)))


def strategy_cards(game: Game) -> list[Correction]:
    """Where each strategy card lies, and its trade goods."""
    rows: list[Correction] = []
    seats = (Choice("nobody", say("Nobody")), *(Choice(seat, sentence(game.name(seat))) for seat in game.seats))
    for number in sorted(game.strategy_cards):
        name = Name(game.card_name(number))
        rows.append(_owner(number, name, seats))
        rows.append(
            a_flag(
                _CARDS,
                say("{card} exhausted", card=name),
                _card(number),
                "exhausted",
                f"cards.{number}.exhausted",
            )
        )
        rows.append(
            a_number(
                _CARDS,
                say("Trade goods on {card}", card=name),
                _card(number),
                "trade_goods",
                f"cards.{number}.trade_goods",
            )
        )
    return rows


def _card(number: int) -> Callable[[Game], StrategyCardState]:
    return lambda game: game.strategy_cards[number]


def _owner(number: int, name: Words, seats: tuple[Choice, ...]) -> Correctable[str]:
    def write(game: Game, value: str) -> None:
        game.strategy_cards[number].owner = None if value == "nobody" else seat_of(value)

    def read(game: Game) -> str:
        return game.strategy_cards[number].owner or "nobody"

    return a_choice(_CARDS, say("{card} lies with", card=name), f"cards.{number}.owner", seats, read, write)
