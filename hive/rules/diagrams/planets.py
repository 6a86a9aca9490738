"""The priority diagrams of planets, block by block. Rules: 5.2.planets, 5.3.use, Q04, from decks/priorities.yaml."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from hive.board.survey import Survey
from hive.catalog.tables import PriorityDiagram
from hive.rules.diagrams.systems import NO_OBJECTIVE, Rank, Walk, Worth, walk

# A planet: the position of its system, and its name.
Place = tuple[str, str]
PlanetServing = Mapping[Place, Rank]
PlanetDecision = Walk[Place]


def decide_planets(
    survey: Survey, candidates: Sequence[Place], diagram: PriorityDiagram, serving: PlanetServing
) -> PlanetDecision:
    """Walk candidates through a diagram of planets.

    ``serving`` ranks those planets that complete an objective (positive) or serve one (negative). What is still tied
    after the last block is for the table to decide. Rules: 5.2.planets, 5.2.objective-first, 5.3.use, Q04, Q96.
    """
    return walk(candidates, diagram, lambda keep, place: PLANET_MEASURES[keep](survey, place, serving), serving)


def _influence(survey: Survey, place: Place) -> int:
    return survey.planet(*place).influence


def _resources(survey: Survey, place: Place) -> int:
    return survey.planet(*place).resources


# What each block measures; the highest value stays.
PLANET_MEASURES: dict[str, Callable[[Survey, Place, PlanetServing], Worth]] = {
    "completes_objective": lambda survey, place, serving: serving.get(place, NO_OBJECTIVE),
    "not_serving_objective": lambda survey, place, serving: (place not in serving,),
    "spawning_system_planet": lambda survey, place, _: (place[0] in survey.spawning,),
    "not_spawning_system_planet": lambda survey, place, _: (place[0] not in survey.spawning,),
    "highest_influence": lambda survey, place, _: (_influence(survey, place),),
    "lowest_influence": lambda survey, place, _: (-_influence(survey, place),),
    "highest_resources": lambda survey, place, _: (_resources(survey, place),),
    "lowest_resources": lambda survey, place, _: (-_resources(survey, place),),
}
