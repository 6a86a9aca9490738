"""The priority diagram of planets, and which planets the Hive may go for.

Rules: 15.infest.target, 21.invasion.mecatol-rex, 5.2.planets, 5.3.use, Q04, from decks/priorities.yaml.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from hive.board.survey import Survey
from hive.catalog.tables import PriorityDiagram
from hive.model.game import Game
from hive.rules.diagrams.systems import NO_OBJECTIVE, Rank, Walk, Worth, walk


def invadable(game: Game, survey: Survey, position: str) -> list[str]:
    """The planets of a system that the Hive may take: the open ones that are not its own, Mecatol Rex on a condition.

    Rules: 15.infest.target, 15.infest.any-zone, 15.infest.mecatol-rex, 21.invasion.mecatol-rex.
    """
    not_hives = [name for name in survey.not_hives(position) if not survey.is_closed(position, name)]
    if position != survey.mecatol_rex:
        return not_hives
    closed = too_little_influence(game, survey)
    return [planet for planet in not_hives if planet not in closed]


def may_invade(game: Game, survey: Survey, position: str) -> bool:
    """Whether the Hive may take planets of a system. Rule: 15.infest.target."""
    return bool(invadable(game, survey, position))


def too_little_influence(game: Game, survey: Survey) -> list[str]:
    """Mecatol Rex, while nobody controls it and the Hive's bank holds too little influence for it; else nothing.

    Another planet in its system is open to the Hive all the same (Q112).
    Rules: 15.infest.mecatol-rex, 21.invasion.mecatol-rex.
    """
    where = survey.mecatol_rex
    if where is None or game.hive.bank.influence >= game.tables.figures.mecatol_rex_influence.value:
        return []
    system = survey.system(where)
    printed = {planet.name for planet in survey.tables.tiles.by_number[system.tile].planets}
    return [name for name, planet in system.planets.items() if name in printed and planet.control is None]


# --- the priority diagrams of planets, block by block


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
