"""Rapid Mobilization: what the Hive begins with besides. Rules: page 37.

Its flagship stands among the starting units: :mod:`hive.rules.setup.new_game`.
"""

from __future__ import annotations

from hive import keys
from hive.model.game import Game
from hive.rules.abilities.technology import basic_technologies
from hive.rules.deck.hive_mind import discard_used
from hive.rules.moments.calling import Handler, at, moment
from hive.rules.moments.kinds import TableSetUp
from hive.rules.setup.set_up import gains_neighbours, passages, players_mobilize
from hive.steps import Procedure, Tell
from hive.words import say

_YIELD, _RESEARCH = "37.mobilization.extra-yield", "37.mobilization.research"


@at(TableSetUp, option="rapid_mobilization")
def fracture_from_the_beginning(game: Game, _: TableSetUp) -> Procedure[None]:
    """The Fracture lies there with its ingress tokens. Rules: 37.mobilization.ingress, 37.mobilization.ingress-zone."""
    yield from passages(game)


@at(TableSetUp)
def mobilized(game: Game, _: TableSetUp) -> Procedure[None]:
    """All gain the planets next to the own home system, the Hive first, with what that brings; it researches (M56).

    Rules: 37.mobilization.extra-yield, 37.mobilization.research.
    """
    figures = game.tables.figures
    if figures.start_neighbour_infantry.value:
        neighbours = yield from gains_neighbours(game, figures.start_neighbour_infantry.value)
        if neighbours.lines:
            text = say("Rapid Mobilization: [the Hive] gains planets next to its home system")
            yield Tell(text, _YIELD, key=keys.SET_UP, confirm="done", items=tuple(neighbours.lines))
        for taken in neighbours.taken:
            yield from moment(game, taken)
    if game.tables.setup.mobilized:
        yield from players_mobilize(game, figures.start_neighbour_infantry.value)
    if figures.start_technologies.value:
        gained = yield from basic_technologies(game, figures.start_technologies.value, _RESEARCH)
        discard_used(game)
        text = say("Rapid Mobilization: [the Hive] researches")
        yield Tell(text, _RESEARCH, key=keys.SET_UP, confirm="done", items=gained.items)


HANDLERS: tuple[Handler, ...] = (fracture_from_the_beginning, mobilized)
