"""The planets next to their home systems that all sides gain in the set-up. Rule: 37.mobilization.extra-yield."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hive import keys
from hive.board import pieces
from hive.catalog.tables import Seat
from hive.model.game import NEUTRAL, PLAYERS, Game
from hive.naming import items, planet_label, units
from hive.rules.area.planets import STANDARD, worth_of
from hive.rules.board.sides import PlanetAt, Tracked, board_of
from hive.rules.control.taking import leaving, uncontrolled
from hive.rules.moments.kinds import UncontrolledTaken
from hive.rules.setup.mobilizing import SCOPE, stationed
from hive.steps import Ask, Choice, Item, Number, Procedure, Shown, Tell, filled
from hive.words import say

EXTRA_YIELD = "37.mobilization.extra-yield"
_MOST = 20


@dataclass(frozen=True)
class Neighbours:
    """The planets next to its home system that the Hive gains: what hands do, and the moment of each one."""

    lines: list[Item]
    taken: list[UncontrolledTaken]


def gains_neighbours(game: Game, infantry: int) -> Procedure[Neighbours]:
    """The Hive gains the planets next to its home system. Rule: 37.mobilization.extra-yield (M56)."""
    board = board_of(game)
    return _on_the_map(board, infantry) if isinstance(board, Tracked) else (yield from _told(game, infantry))


def players_mobilize(game: Game, infantry: int) -> Procedure[None]:
    """The players gain the planets next to their homes after the Hive, then say where the rest stands.

    Without a galaxy the checklist has said it. Rule: 35.scope.
    """
    board = board_of(game)
    if not isinstance(board, Tracked):
        return
    for seat in PLAYERS:
        lines = [line for place in _free(board, seat) for line in _begins_on(board, seat, place, infantry, SCOPE)]
        if lines:
            text = say("Rapid Mobilization: {who} gains planets next to the home system", who=game.name(seat))
            yield Tell(text, SCOPE, key=keys.SET_UP, confirm="done", items=tuple(lines))
        yield from stationed(board, seat)


def _on_the_map(board: Tracked, infantry: int) -> Neighbours:
    places = _free(board, "hive")
    taken = [uncontrolled(board.survey, place) for place in places]
    lines = [line for place in places for line in _begins_on(board, "hive", place, infantry, EXTRA_YIELD)]
    worth = sum(worth_of(board.game, board.kind(position)) for position, _ in places)
    return Neighbours([*lines, *yields_besides(board.game, worth)], taken)


def _told(game: Game, infantry: int) -> Procedure[Neighbours]:
    """The table says how many there are."""
    each = units(game, infantry, "infantry")
    answer = yield from filled(
        Ask(
            key=keys.NEIGHBOURS,
            text=say("Rapid Mobilization: how many planets lie next to [the Hive]'s home system?"),
            choices=(Choice("done", say("Done")),),
            rule=EXTRA_YIELD,
            detail=say("Those that nobody controls. Put {units} of [the Hive] on each.", units=each),
            numbers=(Number("planets", say("Planets"), maximum=_MOST),),
            shown=Shown(say("Rapid Mobilization")),
        )
    )
    planets = answer.numbers.get("planets", 0)
    game.hive.standard_planets += planets
    taken = [UncontrolledTaken(known=False)] * planets
    return Neighbours(yields_besides(game, planets * worth_of(game, STANDARD)), taken)


def _free(board: Tracked, seat: Seat) -> list[PlanetAt]:
    """The planets next to a side's home that nobody controls, and not in The Fracture (M11)."""
    survey = board.survey
    home = survey.home(seat)
    near = sorted(survey.adjacent[home]) if home is not None else []
    return [
        (position, name)
        for position in near
        if not survey.in_the_fracture(position)
        for name, state in survey.system(position).planets.items()
        if state.control is None
    ]


def _begins_on(board: Tracked, seat: Seat, place: PlanetAt, infantry: int, rule: str) -> Iterator[Item]:
    """Book that a side begins the game with a planet, and say what hands do."""
    game = board.game
    yield from leaving(game, NEUTRAL, place, board.units(NEUTRAL, *place))
    pieces.set_control(game, *place, seat)
    pieces.put(game, seat, "infantry", infantry, *place)
    text = say(
        "Put {units} and a control token of {who} on {planet}.",
        units=units(game, infantry, "infantry"),
        who=game.name(seat),
        planet=planet_label(game, *place),
    )
    yield Item(text, rule=rule)


def yields_besides(game: Game, worth: int) -> list[Item]:
    """Put the worth of planets into the bank, resources and as much influence, and say so."""
    if not worth:
        return []
    game.hive.bank.resources += worth
    game.hive.bank.influence += worth
    both = items(worth, "resources"), items(worth, "influence")
    text = say("Add {resources} and {influence} to [the Hive]'s bank.", resources=both[0], influence=both[1])
    bank = game.hive.bank
    return [
        Item(
            text,
            say("now {resources} and {influence}", resources=bank.resources, influence=bank.influence),
            EXTRA_YIELD,
        )
    ]
