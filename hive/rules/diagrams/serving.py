"""Which systems and planets complete a public objective, or serve one, for the priority diagrams. Rules: 5.2, 5.3, Q03.

What would happen in a system is put on a copy of that system alone, and the objectives are judged before and after.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from hive.board.survey import Survey
from hive.model.galaxy import Forces, PlanetState, System
from hive.model.game import Game
from hive.rules.diagrams.planets import Place, PlanetServing, invadable
from hive.rules.diagrams.systems import Rank, Serving
from hive.rules.objectives.on_board import Standing, standing
from hive.rules.objectives.public import unscored

# What is taken from the Hive, or comes to it, beside units: the control of a planet.
CONTROL = "control"

# An objective's rank, and how far the Hive has come with it.
Ranked = tuple[Rank, Standing]
_Key = TypeVar("_Key", str, Place)


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


def completing_planets(game: Game, survey: Survey, candidates: Iterable[Place], getting: str) -> PlanetServing:
    """The planets that let the Hive complete a public objective by getting a unit there, or :data:`CONTROL`.

    Rules: 5.2.planets, 5.2.objective-first, 12.construction.objective-location, Q92.
    """
    changes = ((place, _with_planet(survey, place, _gained(survey, place, getting))) for place in candidates)
    return _ranks(survey, open_objectives(game, survey), changes, completed_after=True)


def planets_serving_now(game: Game, survey: Survey, candidates: Iterable[Place], taking: str) -> PlanetServing:
    """The planets that serve a completed public objective: taking a unit there, or :data:`CONTROL`, would undo it.

    Rules: 5.3.use, 5.3.objective-avoid.
    """
    changes = ((place, _with_planet(survey, place, _lost(survey, place, taking))) for place in candidates)
    return _ranks(survey, open_objectives(game, survey), changes, completed_after=False)


# --- objectives before and after


def open_objectives(game: Game, survey: Survey) -> tuple[Ranked, ...]:
    """The unscored objectives that a board can tell, and how far each has come; best first: points, then age (Q03)."""
    ages = {objective.name: age for age, objective in enumerate(reversed(game.objectives))}
    found = ((objective, standing(objective, survey)) for objective in unscored(game))
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
        yield replace(system, units=_plus(system.units, taking, -1))
        return
    for name in system.planets:
        lost = _lost(survey, (position, name), taking)
        if lost is not system.planets[name]:
            yield _with_planet(survey, (position, name), lost)


def _gained(survey: Survey, place: Place, getting: str) -> PlanetState:
    planet = survey.system(place[0]).planets[place[1]]
    return _won(planet) if getting == CONTROL else replace(planet, units=_plus(planet.units, getting, 1))


def _lost(survey: Survey, place: Place, taking: str) -> PlanetState:
    """The planet without a unit, or without the Hive, whose units there are lost with it."""
    planet = survey.system(place[0]).planets[place[1]]
    if taking == CONTROL and planet.control == "hive":
        return replace(planet, control=None, units={**planet.units, "hive": {}})
    if planet.units.get("hive", {}).get(taking):
        return replace(planet, units=_plus(planet.units, taking, -1))
    return planet


def _with_planet(survey: Survey, place: Place, planet: PlanetState) -> System:
    system = survey.system(place[0])
    return replace(system, planets={**system.planets, place[1]: planet})


def _plus(forces: Forces, unit: str, number: int) -> Forces:
    hives = forces.get("hive", {})
    return {**forces, "hive": {**hives, unit: hives.get(unit, 0) + number}}
