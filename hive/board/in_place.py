"""The galaxy with a player in the Hive's place: so what is counted for the Hive can be counted for a player.

A mech is a structure for the Hive alone (1.setup.mech-double-nature): a player's count as infantry.
"""

from __future__ import annotations

from dataclasses import replace

from hive.board.survey import Survey
from hive.catalog.tables import Seat, SpawningSystem
from hive.model.galaxy import Forces, Galaxy, PlanetState, System
from hive.model.game import Player

_HOMES: dict[Player, SpawningSystem] = {"p1": "home_p1", "p2": "home_p2"}


def in_the_place_of(survey: Survey, seat: Player) -> Survey:
    """The survey with a player and the Hive in each other's place, their homes as well."""
    galaxy, home = survey.galaxy, _HOMES[seat]
    places: dict[SpawningSystem, SpawningSystem] = {"main": home, home: "main"}
    systems = {position: _system(system, seat) for position, system in galaxy.systems.items()}
    spawning = {places.get(name, name): position for name, position in galaxy.spawning.items()}
    return replace(survey, galaxy=Galaxy(systems, spawning))


def _system(system: System, seat: Player) -> System:
    planets = {name: _planet(planet, seat) for name, planet in system.planets.items()}
    return replace(system, planets=planets, units=_forces(system.units, seat))


def _planet(planet: PlanetState, seat: Player) -> PlanetState:
    control = None if planet.control is None else _other(planet.control, seat)
    coexisting = [_other(one, seat) for one in planet.coexisting]
    return replace(planet, control=control, units=_forces(planet.units, seat), coexisting=coexisting)


def _forces(forces: Forces, seat: Player) -> Forces:
    swapped: Forces = {owner if owner == "neutral" else _other(owner, seat): units for owner, units in forces.items()}
    mine = swapped.get("hive", {})
    if mine.get("mech"):
        infantry = mine.get("infantry", 0) + mine["mech"]
        swapped["hive"] = {**{unit: number for unit, number in mine.items() if unit != "mech"}, "infantry": infantry}
    return swapped


def _other(owner: Seat, seat: Player) -> Seat:
    return seat if owner == "hive" else "hive" if owner == seat else owner
