"""What public objectives can ask for of the board: what one system adds to it, and what all parts come to.

Neighbors, adjacency and the edge of the game board are those of Twilight Imperium (1.scope.unchanged-rules).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from hive.board.survey import PLAYERS, Survey
from hive.catalog.tables import Planet, Seat

# What a system adds, or all systems together: how many of each kind.
Tally = Mapping[str, int]
_ALL = "all"
OUTSIDE_HOME = "planets_with_structures_outside_home"
_GREAT_SHIPS = ("flagship", "war_sun")
_NEAR: dict[Seat, str] = {"p1": "near_p1", "p2": "near_p2"}


def _most(tally: Tally) -> int:
    return max(tally.values(), default=0)


@dataclass(frozen=True)
class Requirement:
    """A kind of requirement: what one system adds to it, and what all parts together come to.

    ``looks_around``: what a system adds depends on the systems next to it as well.
    """

    part: Callable[[Survey, str], Tally]
    reached: Callable[[Tally], int] = _most
    looks_around: bool = False


# --- what the Hive controls


def _held(survey: Survey, position: str) -> list[str]:
    """The planets of a system that count as the Hive's: to coexist is as good as to control here.

    That is the rule of Thunder's Edge for scoring objectives, and for nothing else. Rule: 33.scope.
    """
    planets = survey.system(position).planets.items()
    return [name for name, planet in planets if planet.control == "hive" or "hive" in planet.coexisting]


def _planets(survey: Survey, position: str) -> list[Planet]:
    return [survey.planet(position, name) for name in _held(survey, position)]


def _outside_home_systems(survey: Survey, position: str) -> Tally:
    home = position == survey.home("hive") or position in survey.other_homes
    return {} if home else {_ALL: len(_held(survey, position))}


def _by_trait(survey: Survey, position: str) -> Tally:
    return Counter(trait for planet in _planets(survey, position) for trait in planet.traits)


def _with_specialty(survey: Survey, position: str) -> Tally:
    return {_ALL: sum(bool(planet.specialties) for planet in _planets(survey, position))}


def _with_attachment(survey: Survey, position: str) -> Tally:
    planets = survey.system(position).planets
    return {_ALL: sum(bool(planets[name].attachments) for name in _held(survey, position))}


def _in_other_homes(survey: Survey, position: str) -> Tally:
    return {_ALL: len(_held(survey, position))} if position in survey.other_homes else {}


def _by_homes_near(survey: Survey, position: str) -> Tally:
    """The planets by the homes in or next to which they lie, such as ``204 304`` for two at once."""
    near = [place for place in survey.in_and_adjacent(position) if place in survey.other_homes]
    return {" ".join(near): len(_held(survey, position))} if near else {}


def _different_homes(tally: Tally) -> int:
    """Each planet stands for one home; with two homes the smaller of both numbers is what can be paired."""
    homes = {home for near, planets in tally.items() if planets > 0 for home in near.split()}
    return min(len(homes), sum(tally.values()))


def _planets_and_neighbours(survey: Survey, position: str) -> Tally:
    """The planets of each side, and which players are in or next to a system with the Hive in it."""
    planets = survey.system(position).planets.values()
    tally = dict(Counter[str](seat for planet in planets for seat in (planet.control, *planet.coexisting) if seat))
    if not (tally.get("hive") or survey.has_units(position, "hive")):
        return tally
    around = survey.in_and_adjacent(position)
    return tally | {_NEAR[seat]: int(any(_present(survey, place, seat) for place in around)) for seat in PLAYERS}


def _present(survey: Survey, position: str, seat: Seat) -> bool:
    return survey.has_units(position, seat) or bool(survey.controlled(position, seat))


def _neighbours_with_fewer(tally: Tally) -> int:
    hives = tally.get("hive", 0)
    return sum(tally.get(_NEAR[seat], 0) > 0 and hives > tally.get(seat, 0) for seat in PLAYERS)


# --- where the Hive's units are


def _great_ships(survey: Survey, position: str) -> Tally:
    ships = survey.ships(position)
    return {_ALL: sum(ships.get(unit, 0) for unit in _GREAT_SHIPS)}


def _great_ships_in_great_places(survey: Survey, position: str) -> Tally:
    there = position in survey.other_homes or position == survey.mecatol_rex
    return _great_ships(survey, position) if there else {}


def _next_to_mecatol_rex(survey: Survey, position: str) -> Tally:
    return {_ALL: int(survey.mecatol_rex in survey.adjacent[position] and survey.ship_count(position) > 0)}


def _on_the_edge(survey: Survey, position: str) -> Tally:
    counts = position in survey.edge and position != survey.home("hive")
    return {_ALL: int(counts and survey.has_units(position))}


def _landmark(survey: Survey, position: str) -> Tally:
    if not survey.has_units(position):
        return {}
    legendary = any(planet.legendary for planet in survey.planets(position))
    return {_ALL: int(legendary or bool(survey.anomalies(position)) or position == survey.mecatol_rex)}


def _without_planets(survey: Survey, position: str) -> Tally:
    return {_ALL: int(not survey.system(position).planets and survey.has_units(position))}


def _non_fighter_ships(survey: Survey, position: str) -> Tally:
    kind_of = survey.tables.units.kind_of
    return {position: sum(number for unit, number in survey.ships(position).items() if kind_of(unit) != "fighter")}


def _structures(survey: Survey, position: str) -> Tally:
    return {_ALL: sum(survey.structures(position).values())}


def _planets_with_structures(survey: Survey, position: str) -> Tally:
    """A mech in space stands on no planet. Rule: 12.construction.one-per-planet."""
    if position == survey.home("hive"):
        return {}
    return {_ALL: sum(place is not None and number > 0 for place, number in survey.structures(position).items())}


# By the name of the field in decks/objectives.yaml; structures outside the home system have a name of their own.
REQUIREMENTS: dict[str, Requirement] = {
    "structures": Requirement(_structures),
    OUTSIDE_HOME: Requirement(_planets_with_structures),
    "planets_outside_home_systems": Requirement(_outside_home_systems),
    "planets_of_one_trait": Requirement(_by_trait),
    "planets_with_specialty": Requirement(_with_specialty),
    "planets_with_attachment": Requirement(_with_attachment),
    "planets_in_other_homes": Requirement(_in_other_homes),
    "planets_near_different_homes": Requirement(_by_homes_near, _different_homes),
    "neighbours_with_fewer_planets": Requirement(_planets_and_neighbours, _neighbours_with_fewer, looks_around=True),
    "flagship_or_war_sun_anywhere": Requirement(_great_ships),
    "flagship_or_war_sun_at_homes_or_mecatol_rex": Requirement(_great_ships_in_great_places),
    "systems_next_to_mecatol_rex": Requirement(_next_to_mecatol_rex),
    "edge_systems": Requirement(_on_the_edge),
    "landmark_systems": Requirement(_landmark),
    "systems_without_planets": Requirement(_without_planets),
    "non_fighter_ships_in_one_system": Requirement(_non_fighter_ships),
}
