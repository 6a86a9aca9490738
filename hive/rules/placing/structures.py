"""Where structures of the Hive go on a tracked galaxy. Rules: page 12, Q50, Q92."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hive.board.survey import Survey
from hive.catalog.tables import Objective
from hive.model.game import Game
from hive.naming import units
from hive.rules.board.sides import Tracked
from hive.rules.diagrams.planets import Place, decide_planets
from hive.rules.diagrams.serving import completing_planets
from hive.rules.diagrams.systems import NO_OBJECTIVE, Rank, decide
from hive.rules.objectives.on_board import Standing, standing
from hive.rules.objectives.public import unscored
from hive.rules.placing.places import (
    Placement,
    because,
    fewest,
    labels,
    planet_decided,
    planet_labels,
    settle,
    system_decided,
    with_placed,
)
from hive.steps import Procedure
from hive.words import Name, Words, listed, say

# The Hive's planets without a structure of its own, by system.
Free = Mapping[str, Sequence[str]]


def plan_structures(board: Tracked, wanted: Sequence[str]) -> Procedure[list[Placement]]:
    """Find a planet for each structure in turn, as long as one is free. Raises Mended.

    First the places that an objective asks for, then the system with the fewest Hive structures, then the planet.
    Rules: 12.construction.placement, 12.construction.one-per-planet, 12.construction.objective-location.
    """
    game, survey = board.game, board.survey
    plan: list[Placement] = []
    for unit in wanted:
        free, served = _asked_for(game, survey, unit)
        if not free:
            break
        found = yield from _place(game, survey, unit, free, served)
        plan.append(found)
        survey = with_placed(survey, unit, found.position, found.planet)
    return plan


def free_planets(survey: Survey) -> dict[str, list[str]]:
    """The planets that the Hive controls and that hold no structure of it, by system.

    Rules: 12.construction.one-per-planet, Q50.
    """
    found: dict[str, list[str]] = {}
    for position in sorted(survey.positions):
        built = survey.structures(position)
        planets = [name for name in survey.open_planets(position) if not built[name]]
        if planets:
            found[position] = planets
    return found


def _asked_for(game: Game, survey: Survey, unit: str) -> tuple[Free, Objective | None]:
    """The free planets that an objective asks for, and that objective; else all that are free, and None.

    Rules: 12.construction.objective-location, Q92.
    """
    free = free_planets(survey)
    for objective in unscored(game):
        come = standing(objective, survey) if objective.group == "structure" else None
        if come is None or come.met:
            continue
        serving = {position: _bringing_closer(survey, come, unit, position, free[position]) for position in free}
        asked = {position: planets for position, planets in serving.items() if planets}
        if objective.outside_home_system and asked:
            return asked, objective
    return free, None


def _bringing_closer(survey: Survey, come: Standing, unit: str, position: str, planets: Sequence[str]) -> list[str]:
    return [
        name
        for name in planets
        if come.after(with_placed(survey, unit, position, name), position).reached > come.reached
    ]


def _place(game: Game, survey: Survey, unit: str, free: Free, served: Objective | None) -> Procedure[Placement]:
    """Rules: 12.construction.placement, 5.2.planets, Q04."""
    number = {position: sum(survey.structures(position).values()) for position in free}
    least = fewest(list(free), number.__getitem__)
    completing = completing_planets(game, survey, _pairs(free, least), unit)
    by_system = decide(survey, least, game.tables.priorities.positive, _of_systems(completing))
    what = say("Build {units}", units=units(game, 1, unit))
    position = yield from settle(game, what, labels(game, by_system.left), "12.construction.placement")
    by_planet = decide_planets(survey, _pairs(free, [position]), game.tables.priorities.positive_planet, completing)
    place = yield from settle(game, what, planet_labels(game, by_planet.left), "12.construction.placement")
    why: Words = say("fewest structures in the system: {number}", number=number[position])
    if served:
        why = listed([say("for {objective}", objective=Name(served.name)), why], ";")
    decided = system_decided(game, by_system, position), planet_decided(game, by_planet, place)
    return Placement(unit, position, place[1], because(why, *decided))


def _pairs(free: Free, positions: Sequence[str]) -> list[Place]:
    return [(position, name) for position in positions for name in free[position]]


def _of_systems(completing: Mapping[Place, Rank]) -> dict[str, Rank]:
    """A system ranks as the best of its planets (Q88)."""
    ranks: dict[str, Rank] = {}
    for (position, _), rank in completing.items():
        ranks[position] = max(rank, ranks.get(position, NO_OBJECTIVE))
    return ranks
