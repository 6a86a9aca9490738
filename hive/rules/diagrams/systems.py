"""The priority diagrams of systems and planets, block by block.

Each block keeps only the best of the systems that the block before left. What is still tied after the last block is for
the table to decide (1.scope.most-helpful). Planets have diagrams of their own: :mod:`hive.rules.diagrams.systems`.

What would happen in a system is put on a copy of that system alone, and the objectives are judged before and after.

Rules: 5.2, 5.3, from decks/priorities.yaml, 15.infest.target, 21.invasion.mecatol-rex, 5.2.planets, 5.3.use, Q04, Q03.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from hive.board.adjacency import WORMHOLES
from hive.board.survey import Survey
from hive.catalog.tables import PriorityDiagram, Seat
from hive.model.galaxy import Forces, PlanetState, System
from hive.model.game import Game
from hive.rules.board import PlanetAt
from hive.rules.objectives.on_board import Holding, holding_of
from hive.rules.objectives.public import unscored

# How an objective ranks that a system completes: its points, and how old it is (Q03, Q88). Higher is better.
Rank = tuple[int, int]
Serving = Mapping[str, Rank]
NO_OBJECTIVE: Rank = (0, 0)
# The blocks that go by objectives.
ABOUT_OBJECTIVES = ("completes_objective", "not_serving_objective")
# How much a candidate is worth to a block: numbers that are compared one after the other. Higher is better.
Worth = tuple[float, ...]


# What a diagram ranks: a system by its position, or a planet.
Candidate = TypeVar("Candidate")


@dataclass(frozen=True)
class Passed:
    """A block of a diagram that was walked through.

    ``objective`` is the rank of the objective that decided there: the best one completed, or the best one spared.
    """

    keep: str
    say: str
    rule: str
    objective: Rank


@dataclass(frozen=True)
class Sieved(Passed, Generic[Candidate]):
    """The same, who was left after it, and how much each of those was worth to it who had been left before."""

    left: tuple[Candidate, ...]
    worth: Mapping[Candidate, Worth]


@dataclass(frozen=True)
class Walk(Generic[Candidate]):
    """The way through a diagram: the candidates, who was left after each block, and who is left in the end."""

    candidates: tuple[Candidate, ...]
    blocks: tuple[Sieved[Candidate], ...]

    @property
    def left(self) -> tuple[Candidate, ...]:
        """Who is left after the last block."""
        return self.blocks[-1].left if self.blocks else self.candidates

    @property
    def deciding(self) -> list[Sieved[Candidate]]:
        """The blocks that split those who were left."""
        before = (self.candidates, *(block.left for block in self.blocks))
        return [block for block, left in zip(self.blocks, before, strict=False) if len(block.left) < len(left)]


Decision = Walk[str]


def walk(
    candidates: Sequence[Candidate],
    diagram: PriorityDiagram,
    measure: Callable[[str, Candidate], Worth],
    serving: Mapping[Candidate, Rank],
) -> Walk[Candidate]:
    """Walk candidates through a diagram. ``measure`` says how much a candidate is worth to a block; the most stay.

    ``serving`` ranks those that complete an objective (positive) or serve one (negative).

    Rules: 5.2.block-order, 5.3.block-order.
    """
    left = tuple(candidates)
    blocks = []
    for block in diagram.blocks:
        measured = [measure(block.keep, candidate) for candidate in left]
        best = max(measured, default=None)
        before = left
        left = tuple(candidate for candidate, worth in zip(left, measured, strict=True) if worth == best)
        decided = len(left) < len(before) and block.keep in ABOUT_OBJECTIVES
        objective = max((serving.get(one, NO_OBJECTIVE) for one in before), default=NO_OBJECTIVE) if decided else None
        worth = dict(zip(before, measured, strict=True))
        blocks.append(Sieved(block.keep, block.say, block.rule, objective or NO_OBJECTIVE, left, worth))
    return Walk(tuple(candidates), tuple(blocks))


def decide(survey: Survey, candidates: Sequence[str], diagram: PriorityDiagram, serving: Serving) -> Decision:
    """Walk candidates through a diagram of systems.

    ``serving`` ranks those systems that complete an objective (positive) or serve one (negative).
    Rules: 5.2.block-order, 5.3.block-order, 5.2.objective-first, 5.3.objective-avoid.
    """
    return walk(candidates, diagram, lambda keep, position: MEASURES[keep](survey, position, serving), serving)


def _wormholes(survey: Survey, position: str) -> tuple[bool, ...]:
    """The kinds are compared one after the other among all that are left (Q87). Rule: 17.wormhole.serial."""
    found = survey.ranks_as(position)
    return tuple(kind in found for kind in WORMHOLES)


# What each block measures; the highest value stays.
MEASURES: dict[str, Callable[[Survey, str, Serving], Worth]] = {
    "completes_objective": lambda survey, position, serving: serving.get(position, NO_OBJECTIVE),
    "not_serving_objective": lambda survey, position, serving: (position not in serving,),
    "spawning_system": lambda survey, position, _: (position in survey.spawning,),
    "not_spawning_system": lambda survey, position, _: (position not in survey.spawning,),
    "lowest_total_ship_strength": lambda survey, position, _: (-survey.ship_strength(position),),
    "highest_total_ship_strength": lambda survey, position, _: (survey.ship_strength(position),),
    "most_planets": lambda survey, position, _: (len(survey.system(position).planets),),
    "fewest_planets": lambda survey, position, _: (-len(survey.system(position).planets),),
    "highest_total_influence": lambda survey, position, _: (survey.total_influence(position),),
    "lowest_total_influence": lambda survey, position, _: (-survey.total_influence(position),),
    "highest_total_resources": lambda survey, position, _: (survey.total_resources(position),),
    "lowest_total_resources": lambda survey, position, _: (-survey.total_resources(position),),
    "wormhole_alpha_to_epsilon": lambda survey, position, _: _wormholes(survey, position),
    "no_wormhole_then_epsilon_to_alpha": lambda survey, position, _: tuple(
        not it for it in _wormholes(survey, position)
    ),
}


# --- the priority diagram of planets, and which planets the Hive may go for


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


PlanetServing = Mapping[PlanetAt, Rank]
PlanetDecision = Walk[PlanetAt]


def decide_planets(
    survey: Survey, candidates: Sequence[PlanetAt], diagram: PriorityDiagram, serving: PlanetServing
) -> PlanetDecision:
    """Walk candidates through a diagram of planets.

    ``serving`` ranks those planets that complete an objective (positive) or serve one (negative). What is still tied
    after the last block is for the table to decide. Rules: 5.2.planets, 5.2.objective-first, 5.3.use, Q04, Q96.
    """
    return walk(candidates, diagram, lambda keep, place: PLANET_MEASURES[keep](survey, place, serving), serving)


def _influence(survey: Survey, place: PlanetAt) -> int:
    return survey.planet(*place).influence


def _resources(survey: Survey, place: PlanetAt) -> int:
    return survey.planet(*place).resources


# What each block measures; the highest value stays.
PLANET_MEASURES: dict[str, Callable[[Survey, PlanetAt, PlanetServing], Worth]] = {
    "completes_objective": lambda survey, place, serving: serving.get(place, NO_OBJECTIVE),
    "not_serving_objective": lambda survey, place, serving: (place not in serving,),
    "spawning_system_planet": lambda survey, place, _: (place[0] in survey.spawning,),
    "not_spawning_system_planet": lambda survey, place, _: (place[0] not in survey.spawning,),
    "highest_influence": lambda survey, place, _: (_influence(survey, place),),
    "lowest_influence": lambda survey, place, _: (-_influence(survey, place),),
    "highest_resources": lambda survey, place, _: (_resources(survey, place),),
    "lowest_resources": lambda survey, place, _: (-_resources(survey, place),),
}


# --- which systems and planets complete a public objective, or serve one, for the priority diagrams


# What is taken from the Hive, or comes to it, beside units: the control of a planet.
CONTROL = "control"

# An objective's rank, and how far the Hive has come with it.
Ranked = tuple[Rank, Holding]
_Key = TypeVar("_Key", str, PlanetAt)


@dataclass(frozen=True)
class Arrival:
    """What the Hive is assumed to bring: the ships that come to each system, and whether it invades there.

    ``ships`` by position; to a system that is not named there, ``otherwise`` comes.
    """

    invades: bool
    ships: Mapping[str, Sequence[str]] = field(default_factory=dict)
    otherwise: Sequence[str] = ("carrier",)


def completing(game: Game, survey: Survey, candidates: Iterable[str], arrival: Arrival) -> Serving:
    """The candidate systems that let the Hive complete a public objective, each with the best one's rank.

    Space combat and invasion are assumed to be won, on all planets that the Hive may invade.
    Rules: 5.2.objective-first, 16.objective.only-if-completed, 19.objective.assume-success, Q03, Q88.
    """
    return completing_of(game, survey, open_objectives(game, survey), candidates, arrival)


def completing_of(
    game: Game, survey: Survey, objectives: Iterable[Ranked], candidates: Iterable[str], arrival: Arrival
) -> Serving:
    """The same with the objectives at hand as they stand there (:func:`open_objectives`)."""
    changes = ((position, _arrived(game, survey, position, arrival)) for position in candidates)
    return _ranks(survey, objectives, changes, completed_after=True)


def completed_there(
    game: Game, survey: Survey, before: Sequence[Ranked], after: Sequence[Ranked], position: str
) -> Rank | None:
    """The best objective that the Hive completes once it has won a system to which its ships have moved.

    In: the galaxy and the objectives after these moves, and the same objectives before them. Departures and arrivals
    count (Q108). Rules: 5.2.objective-first, 16.objective.only-if-completed, 19.objective.assume-success.
    """
    won = survey.with_system(_arrived(game, survey, position, Arrival(invades=True, otherwise=())))
    for (rank, was), (_, come) in zip(before, after, strict=True):
        if not was.met and come.after(won, position).met:
            return rank
    return None


def serving_now(game: Game, survey: Survey, candidates: Iterable[str], taking: str) -> Serving:
    """The candidate systems that serve a completed public objective, each with the best one's rank.

    In: what is taken away there, a unit's key or :data:`CONTROL` of one planet. A system serves an objective if that
    would undo it. Rules: 5.3.objective-avoid, Q03.
    """
    return serving_of(survey, open_objectives(game, survey), candidates, taking)


def serving_of(survey: Survey, objectives: Iterable[Ranked], candidates: Iterable[str], taking: str) -> Serving:
    """The same with the objectives at hand as they stand there (:func:`open_objectives`)."""
    changes = ((position, less) for position in candidates for less in _without_one(survey, position, taking))
    return _ranks(survey, objectives, changes, completed_after=False)


def completing_planets(game: Game, survey: Survey, candidates: Iterable[PlanetAt], getting: str) -> PlanetServing:
    """The planets that let the Hive complete a public objective by getting a unit there, or :data:`CONTROL`.

    Rules: 5.2.planets, 5.2.objective-first, 12.construction.objective-location, Q92.
    """
    changes = ((place, _with_planet(survey, place, _gained(survey, place, getting))) for place in candidates)
    return _ranks(survey, open_objectives(game, survey), changes, completed_after=True)


def planets_serving_now(game: Game, survey: Survey, candidates: Iterable[PlanetAt], taking: str) -> PlanetServing:
    """The planets that serve a completed public objective: taking a unit there, or :data:`CONTROL`, would undo it.

    Rules: 5.3.use, 5.3.objective-avoid.
    """
    changes = ((place, _with_planet(survey, place, _lost(survey, place, taking))) for place in candidates)
    return _ranks(survey, open_objectives(game, survey), changes, completed_after=False)


# --- objectives before and after


def open_objectives(game: Game, survey: Survey) -> tuple[Ranked, ...]:
    """The unscored objectives that a board can tell, and how far each has come; best first: points, then age (Q03)."""
    ages = {objective.name: age for age, objective in enumerate(reversed(game.objectives))}
    found = ((objective, holding_of(objective, survey)) for objective in unscored(game))
    return tuple(((objective.points, ages[objective.name]), come) for objective, come in found if come is not None)


def _ranks(
    survey: Survey, objectives: Iterable[Ranked], changes: Iterable[tuple[_Key, System]], completed_after: bool
) -> dict[_Key, Rank]:
    """Those whose change completes an objective, or undoes one, each with the rank of the best such objective."""
    open_ones = [ranked for ranked in objectives if ranked[1].met is not completed_after]
    found: dict[_Key, Rank] = {}
    for key, system in changes:
        after = survey.with_system(system)
        for rank, come in open_ones:
            if rank > found.get(key, (0, 0)) and come.after(after, system.position).met is completed_after:
                found[key] = rank
                break
    return found


# --- one system, changed


def _arrived(game: Game, survey: Survey, position: str, arrival: Arrival) -> System:
    system = survey.system(position)
    fleet = dict(system.units.get("hive", {}))
    for ship in arrival.ships.get(position, arrival.otherwise):
        fleet[ship] = fleet.get(ship, 0) + 1
    invaded = invadable(game, survey, position) if arrival.invades else []
    planets = {name: _won(planet) if name in invaded else planet for name, planet in system.planets.items()}
    return replace(system, units={"hive": fleet}, planets=planets)


def _won(planet: PlanetState) -> PlanetState:
    return replace(planet, control="hive", units={"hive": {"infantry": 1}})


def _without_one(survey: Survey, position: str, taking: str) -> Iterator[System]:
    """The system without one of the Hive's units of this type, from space if one is there; else from any planet.

    For control: without each of the Hive's planets in turn.
    """
    system = survey.system(position)
    if system.units.get("hive", {}).get(taking):
        yield replace(system, units=plus(system.units, taking, -1))
        return
    for name in system.planets:
        lost = _lost(survey, (position, name), taking)
        if lost is not system.planets[name]:
            yield _with_planet(survey, (position, name), lost)


def _gained(survey: Survey, place: PlanetAt, getting: str) -> PlanetState:
    planet = survey.system(place[0]).planets[place[1]]
    return _won(planet) if getting == CONTROL else replace(planet, units=plus(planet.units, getting))


def _lost(survey: Survey, place: PlanetAt, taking: str) -> PlanetState:
    """The planet without a unit, or without the Hive, whose units there are lost with it."""
    planet = survey.system(place[0]).planets[place[1]]
    if taking == CONTROL and planet.control == "hive":
        return replace(planet, control=None, units={**planet.units, "hive": {}})
    if planet.units.get("hive", {}).get(taking):
        return replace(planet, units=plus(planet.units, taking, -1))
    return planet


def _with_planet(survey: Survey, place: PlanetAt, planet: PlanetState) -> System:
    system = survey.system(place[0])
    return replace(system, planets={**system.planets, place[1]: planet})


def plus(forces: Forces, unit: str, number: int = 1, seat: Seat = "hive") -> Forces:
    """What stands at a place, with so many more units of a side."""
    side = forces.get(seat, {})
    return {**forces, seat: {**side, unit: side.get(unit, 0) + number}}
