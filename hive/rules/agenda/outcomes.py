"""What an agenda can come to: For and Against, or whom and what it can elect. Rule: 1.scope.unchanged-rules."""

from __future__ import annotations

from collections.abc import Callable

from hive.catalog.tables import Agenda, AgendaOutcome
from hive.model.game import Game
from hive.rules.control.board import board_of
from hive.rules.laws.in_play import elected, scored_secret
from hive.steps import Choice
from hive.words import Name, say, sentence

FOR, AGAINST, QUASH = "for", "against", "quash"
SOMETHING_ELSE = "something_else"


def outcomes(game: Game, agenda: Agenda) -> tuple[Choice, ...]:
    """The outcomes that can be voted for; none where nothing can be elected or repealed.

    Such a card is discarded, and another one revealed.
    """
    if agenda.effect == "repeals_all" and not game.laws:
        return ()
    return _OUTCOMES[agenda.outcome](game, agenda)


def _for_against(_: Game, __: Agenda) -> tuple[Choice, ...]:
    return (Choice(FOR, say("For")), Choice(AGAINST, say("Against")))


def _sides(game: Game, _: Agenda) -> tuple[Choice, ...]:
    return tuple(Choice(seat, game.name(seat)) for seat in game.seats)


def _planets(game: Game, agenda: Agenda) -> tuple[Choice, ...]:
    """Planets that a side controls."""
    return board_of(game).electable(agenda)


def _laws(game: Game, _: Agenda) -> tuple[Choice, ...]:
    return tuple(Choice(law.name, Name(law.name), sentence(elected(game, law))) for law in game.laws)


def _strategy_cards(game: Game, _: Agenda) -> tuple[Choice, ...]:
    return tuple(Choice(card.key, Name(card.name)) for card in game.tables.strategy_cards.cards)


def _secrets(game: Game, _: Agenda) -> tuple[Choice, ...]:
    return tuple(Choice(seat, scored_secret(game, seat)) for seat in game.seats)


def _unseen(_: Game, __: Agenda) -> tuple[Choice, ...]:
    return (Choice(SOMETHING_ELSE, say("What the players choose")),)


_OUTCOMES: dict[AgendaOutcome, Callable[[Game, Agenda], tuple[Choice, ...]]] = {
    "for_against": _for_against,
    "elect_player": _sides,
    "elect_planet": _planets,
    "elect_law": _laws,
    "elect_strategy_card": _strategy_cards,
    "elect_scored_secret_objective": _secrets,
    "hidden_agenda": _unseen,
}
