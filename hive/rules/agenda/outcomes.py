"""What an agenda can come to: For and Against, or whom and what it can elect. Rule: 1.scope.unchanged-rules."""

from __future__ import annotations

from collections.abc import Callable

from hive.catalog.tables import Agenda, AgendaOutcome, Seat
from hive.model.game import Game
from hive.rules.placing.places import survey_of
from hive.steps import Choice
from hive.words import sentence

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
    return (Choice(FOR, "For"), Choice(AGAINST, "Against"))


def _sides(game: Game, _: Agenda) -> tuple[Choice, ...]:
    return tuple(Choice(seat, game.name(seat)) for seat in game.seats)


def _planets(game: Game, agenda: Agenda) -> tuple[Choice, ...]:
    """Planets that a side controls. Without a galaxy the table knows which of them it is."""
    if game.galaxy is None:
        return tuple(Choice(seat, f"A planet of {game.name(seat)}") for seat in game.seats)
    return tuple(
        Choice(name, name, sentence(game.name(seat))) for seat in game.seats for name in _of(game, agenda, seat)
    )


def _of(game: Game, agenda: Agenda, seat: Seat) -> list[str]:
    """The planets of a side that the agenda can elect."""
    survey = survey_of(game)
    ruled_out = {survey.mecatol_rex, survey.home("hive"), *survey.other_homes} if agenda.no_home_or_rex else set()
    return sorted(
        name
        for position in survey.galaxy.systems
        if position not in ruled_out
        for name in survey.controlled(position, seat)
        if agenda.trait in (None, *survey.planet(position, name).traits)
    )


def _laws(game: Game, _: Agenda) -> tuple[Choice, ...]:
    return tuple(Choice(law.name, law.name, sentence(law.elected)) for law in game.laws)


def _strategy_cards(game: Game, _: Agenda) -> tuple[Choice, ...]:
    return tuple(Choice(card.key, card.name) for card in game.tables.strategy_cards.cards)


def _secrets(game: Game, _: Agenda) -> tuple[Choice, ...]:
    return tuple(Choice(seat, f"A scored secret objective of {game.name(seat)}") for seat in game.seats)


def _unseen(_: Game, __: Agenda) -> tuple[Choice, ...]:
    return (Choice(SOMETHING_ELSE, "What the players choose"),)


_OUTCOMES: dict[AgendaOutcome, Callable[[Game, Agenda], tuple[Choice, ...]]] = {
    "for_against": _for_against,
    "elect_player": _sides,
    "elect_planet": _planets,
    "elect_law": _laws,
    "elect_strategy_card": _strategy_cards,
    "elect_scored_secret_objective": _secrets,
    "hidden_agenda": _unseen,
}
