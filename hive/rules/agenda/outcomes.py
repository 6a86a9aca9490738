"""What an agenda can come to: For and Against, or whom and what it can elect. Rule: 1.scope.unchanged-rules."""

from __future__ import annotations

from collections.abc import Callable

from hive import keys
from hive.catalog.tables import Agenda, AgendaOutcome, Seat
from hive.model.game import PLAYERS, Game
from hive.rules.board.sides import Tracked, board_of
from hive.rules.control.taking import hive_takes, player_takes, taking_lines
from hive.rules.laws.in_play import elected, scored_secret
from hive.steps import Ask, Choice, Procedure, Shown, Tell, meant
from hive.words import Name, PlanetName, say, sentence

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
    """Planets that a side controls; without a galaxy the table knows which planet of a side it is."""
    board = board_of(game)
    if isinstance(board, Tracked):
        return _by_name(board, agenda)
    return tuple(Choice(seat, say("A planet of {who}", who=game.name(seat))) for seat in game.seats)


def _by_name(board: Tracked, agenda: Agenda) -> tuple[Choice, ...]:
    """The planets that an agenda can elect, each by its name; last those that nobody has booked."""
    seats = board.game.seats
    booked = tuple(
        Choice(one, PlanetName(one), sentence(board.game.name(seat)))
        for seat in seats
        for one in _planets_of(board, agenda, seat)
    )
    nobodys = say("whose it is, is not on the map")
    return (*booked, *(Choice(one, PlanetName(one), nobodys) for one in _planets_of(board, agenda, None)))


def _planets_of(board: Tracked, agenda: Agenda, seat: Seat | None) -> list[str]:
    """The planets of a side, or of nobody, that an agenda can elect."""
    survey = board.survey
    ruled_out = {survey.mecatol_rex, survey.home("hive"), *survey.other_homes} if agenda.no_home_or_rex else set()
    return sorted(
        name
        for position in survey.positions
        if position not in ruled_out
        for name, planet in survey.system(position).planets.items()
        if planet.control == seat and agenda.trait in (None, *survey.planet(position, name).traits)
    )


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


def planet_elected(game: Game, planet: str) -> Procedure[None]:
    """Only a planet that a side controls can be elected, so the table says whose it is if nobody has booked it.

    Without a galaxy it is known by its owner alone.
    """
    board = board_of(game)
    if not isinstance(board, Tracked):
        return
    place = next(((one, planet) for one in board.survey.positions if planet in board.survey.system(one).planets), None)
    if place is None or board.control(place) is not None:
        return
    choices = tuple(Choice(seat, sentence(game.name(seat))) for seat in (*PLAYERS, game.seats[0]))
    text = say("Who controls {planet}?", planet=PlanetName(place[1], place[0]))
    ask = Ask(keys.ELECTED_OF, text, choices, "1.scope.unchanged-rules", shown=Shown(expects=False))
    seat = yield from meant(ask, {seat: seat for seat in game.seats})
    if seat in PLAYERS:
        yield from player_takes(board, place, seat)
    elif board.control(place) is None:
        lines = [*taking_lines(board, place), *hive_takes(board, place)]
        text = say("[The Hive] takes {place}.", place=board.named(place))
        yield Tell(text, "4.1.yield-standard", items=tuple(lines))
