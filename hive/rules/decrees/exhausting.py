"""Agendas that exhaust planets when the next strategy phase begins: the Hive pays for each (page 4). Rules: page 29."""

from __future__ import annotations

from typing import Literal

from hive.catalog.tables import PlanetsExhausted
from hive.effects import begin, effects, end
from hive.model.game import Game
from hive.rules.agenda.outcomes import AGAINST, FOR
from hive.rules.area.planets import discard_worth
from hive.rules.decrees.board import board_of
from hive.rules.decrees.words import RULE, Which
from hive.rules.moments.calling import Handler, at, on
from hive.rules.moments.kinds import AgendaResolved, StrategyPhaseBegins
from hive.steps import Item, Procedure
from hive.words import Name, Words, count, say

_KIND: Literal["planets_exhausted"] = "planets_exhausted"
_EFFECTS: dict[Which, PlanetsExhausted] = {
    "per_technology": PlanetsExhausted(
        kind=_KIND, which="per_technology", say="a planet of the Hive is exhausted for each of its technologies"
    ),
    "with_specialty": PlanetsExhausted(
        kind=_KIND, which="with_specialty", say="all planets of the Hive with a technology specialty are exhausted"
    ),
    "at_home": PlanetsExhausted(
        kind=_KIND, which="at_home", say="all planets of the Hive's main spawning system are exhausted"
    ),
}
_LATER: dict[Which, Words] = {
    "per_technology": say("Next strategy phase a planet of [the Hive] is exhausted for each technology."),
    "with_specialty": say("Next strategy phase all planets of [the Hive] with a technology specialty are exhausted."),
    "at_home": say("Next strategy phase all planets of [the Hive]'s main spawning system are exhausted."),
}


def _kept(game: Game, resolved: AgendaResolved, which: Which) -> list[Item]:
    begin(game, resolved.agenda, _EFFECTS[which], "round", ["hive"])
    return [Item(_LATER[which], rule=RULE)]


@on(AgendaResolved, agenda="Anti-Intellectual Revolution", outcome=AGAINST)
def for_technologies(game: Game, resolved: AgendaResolved) -> list[Item]:
    """Each side exhausts a planet for each technology that it owns."""
    return _kept(game, resolved, "per_technology")


@on(AgendaResolved, agenda="Arms Reduction", outcome=AGAINST)
def with_specialties(game: Game, resolved: AgendaResolved) -> list[Item]:
    """Each side exhausts its planets with a technology specialty."""
    return _kept(game, resolved, "with_specialty")


@on(AgendaResolved, agenda="New Constitution", outcome=FOR)
def at_home(game: Game, resolved: AgendaResolved) -> list[Item]:
    """Each side exhausts the planets of its home system."""
    return _kept(game, resolved, "at_home")


@at(StrategyPhaseBegins)
def paid(game: Game, _: StrategyPhaseBegins) -> Procedure[None]:
    """The Hive pays for each planet that is exhausted now. Rules: 4.2.loss-trigger, 4.2.loss-source."""
    due = effects(game).of(PlanetsExhausted)
    end(game, "round")
    for one in due:
        planets = yield from board_of(game).exhausted(one.effect.which)
        if planets:
            number = count(len(planets), "planet")
            text = say("{agenda}: exhausted: {planets}", agenda=Name(one.source), planets=number)
            yield from discard_worth(game, text, *planets)


HANDLERS: tuple[Handler, ...] = (for_technologies, with_specialties, at_home, paid)
