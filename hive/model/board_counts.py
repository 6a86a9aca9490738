"""What the Hive has on the board, counted: with a galaxy these numbers in its play area follow from the board."""

from __future__ import annotations

from dataclasses import dataclass

from hive.catalog.tables import Owner, Seat, SpawningSystem, Tables
from hive.model.galaxy import Galaxy, PlanetState, System


@dataclass(frozen=True)
class BoardCounts:
    """The Hive's units of limited plastic, planets by spawning system and elsewhere, command tokens, space stations.

    Of its planets those whose cards are purged, and how many cards of its main spawning system are.
    """

    units: dict[str, int]
    spawning_planets: dict[SpawningSystem, int]
    standard_planets: int
    command_tokens: int
    stations: int
    barren_spawning: int
    barren_standard: int
    home_purged: int


def counts_of(galaxy: Galaxy, tables: Tables) -> BoardCounts:
    """Count what the Hive has on the board."""
    on_board = count_units(galaxy, "hive")
    spawning = {system: _controlled(galaxy.systems.get(position)) for system, position in galaxy.spawning.items()}
    everywhere = sum(_controlled(system) for system in galaxy.systems.values())
    where = set(galaxy.spawning.values())
    held = [(at, one) for at, system in galaxy.systems.items() for one in system.planets.values()]
    barren = [at for at, planet in held if planet.barren and planet.control == "hive"]
    home = galaxy.systems.get(galaxy.spawning.get("main", ""))
    return BoardCounts(
        units={unit.key: on_board.get(unit.key, 0) for unit in tables.units.units if unit.plastic},
        spawning_planets=spawning,
        standard_planets=everywhere - sum(spawning.values()),
        command_tokens=sum("hive" in system.command_tokens for system in galaxy.systems.values()),
        stations=sum(system.station == "hive" for system in galaxy.systems.values()),
        barren_spawning=sum(at in where for at in barren),
        barren_standard=sum(at not in where for at in barren),
        home_purged=sum(planet.barren for planet in home.planets.values()) if home else 0,
    )


def count_units(galaxy: Galaxy, owner: Owner) -> dict[str, int]:
    """How many units of each type a side has on the board."""
    total: dict[str, int] = {}
    there = (place.units[owner] for place in places(galaxy) if owner in place.units)
    for units in there:
        for unit, number in units.items():
            total[unit] = total.get(unit, 0) + number
    return total


def places(galaxy: Galaxy) -> list[System | PlanetState]:
    """Every place where units can stand: the space area of each system, and each planet."""
    return [place for system in galaxy.systems.values() for place in places_in(system)]


def places_in(system: System) -> list[System | PlanetState]:
    """The places of one system: its space area and its planets."""
    return [system, *system.planets.values()]


def holds_units(system: System, *owners: Owner) -> bool:
    """Whether any of these sides has units in a system, in space or on a planet."""
    return any(place.units.get(owner) for place in places_in(system) for owner in owners)


def systems_held(galaxy: Galaxy, seat: Seat) -> list[str]:
    """The systems in which a side has units or controls a planet."""
    return sorted(
        position
        for position, system in galaxy.systems.items()
        if holds_units(system, seat) or any(planet.control == seat for planet in system.planets.values())
    )


def _controlled(system: System | None) -> int:
    return sum(planet.control == "hive" for planet in system.planets.values()) if system else 0
