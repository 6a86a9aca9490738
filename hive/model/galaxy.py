"""The galaxy as it lies on the table, and what the Hive has there, counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import get_args

from hive.catalog.tables import Anomaly, Owner, Seat, SpawningSystem, Tables, Tiles, Wormhole

# Per owner how many of each unit, by the unit's key.
Forces = dict[Owner, dict[str, int]]
_ANOMALIES: tuple[Anomaly, ...] = get_args(Anomaly)


@dataclass(frozen=True)
class TokenPlaced:
    """A token that changes its system, by its key in decks/tiles.yaml, and the side it shows if it has sides."""

    key: str
    side: Wormhole | None = None


@dataclass
class PlanetState:
    """What stands on a planet. ``damaged`` counts units that are in ``units`` as well.

    ``coexisting`` are the sides whose units there live beside those of who controls it (33.coexist.order);
    ``barren``: its card is purged (36.conventions.marker).
    """

    control: Seat | None = None
    units: Forces = field(default_factory=dict)
    damaged: Forces = field(default_factory=dict)
    attachments: list[str] = field(default_factory=list)
    coexisting: list[Seat] = field(default_factory=list)
    barren: bool = False

    def __deepcopy__(self, _: object) -> PlanetState:
        return self.copy()

    def copy(self) -> PlanetState:
        """The same with nothing in it that is shared."""
        return replace(
            self,
            units=_copy_of_forces(self.units),
            damaged=_copy_of_forces(self.damaged),
            attachments=[*self.attachments],
            coexisting=[*self.coexisting],
        )


@dataclass
class System:
    """A system: its position, its tile, and what is there.

    ``position`` is the slot on the map (``000``, ``101`` and so on, which fixes the hex), or a name of its own for a
    system beside the map. ``units`` stand in the space area, ``damaged`` ones are counted there as well.
    ``station``: who controls the space station of its tile. ``zone``: its aggression zone, if it came
    during the game.
    """

    position: str
    tile: str
    planets: dict[str, PlanetState] = field(default_factory=dict)
    units: Forces = field(default_factory=dict)
    damaged: Forces = field(default_factory=dict)
    command_tokens: list[Seat] = field(default_factory=list)
    tokens: list[TokenPlaced] = field(default_factory=list)
    frontier: bool = False
    station: Seat | None = None
    zone: int | None = None

    def __deepcopy__(self, _: object) -> System:
        return self.copy()

    def copy(self) -> System:
        """The same with nothing in it that is shared."""
        return replace(
            self,
            planets={name: planet.copy() for name, planet in self.planets.items()},
            units=_copy_of_forces(self.units),
            damaged=_copy_of_forces(self.damaged),
            command_tokens=[*self.command_tokens],
            tokens=[*self.tokens],
        )


def anomalies_in(system: System, tiles: Tiles) -> tuple[Anomaly, ...]:
    """What a system counts as, each anomaly once: those on its tile, and those of tokens, as of a Dimensional Tear."""
    found = {*tiles.by_number[system.tile].anomalies}
    for placed in system.tokens:
        found.update(tiles.tokens_by_key[placed.key].anomalies)
    return tuple(kind for kind in _ANOMALIES if kind in found)


@dataclass
class Galaxy:
    """All systems by their position, on the map and beside it, and which of them are spawning systems.

    ``spawning`` names the position of each spawning system, the players' homes and Mecatol Rex
    (4.1.counts-as-spawning). ``touched`` names the systems that the last entry of the log has changed.
    """

    systems: dict[str, System] = field(default_factory=dict)
    spawning: dict[SpawningSystem, str] = field(default_factory=dict)
    touched: list[str] = field(default_factory=list)

    def __deepcopy__(self, _: object) -> Galaxy:
        """In a tenth of the time that it takes field by field: galaxies are copied wherever something is tried out."""
        systems = {position: system.copy() for position, system in self.systems.items()}
        return replace(self, systems=systems, spawning={**self.spawning}, touched=[*self.touched])


def _copy_of_forces(forces: Forces) -> Forces:
    return {owner: {**units} for owner, units in forces.items()}


def set_number(forces: Forces, owner: Owner, unit: str, number: int) -> None:
    """Set how many units of a type a side has; types and sides without any are left out."""
    side = forces.setdefault(owner, {})
    side[unit] = number
    if not number:
        del side[unit]
    if not side:
        del forces[owner]


# --- what the Hive has on the board


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
    held = [
        (at, planet)
        for at, system in galaxy.systems.items()
        for planet in system.planets.values()
        if planet.control == "hive"
    ]
    where = set(galaxy.spawning.values())
    by_system = Counter(at for at, _ in held)
    spawning = {system: by_system[position] for system, position in galaxy.spawning.items()}
    barren = [at for at, planet in held if planet.barren]
    home = galaxy.systems.get(galaxy.spawning.get("main", ""))
    return BoardCounts(
        units={unit.key: on_board.get(unit.key, 0) for unit in tables.units.units if unit.plastic},
        spawning_planets=spawning,
        standard_planets=len(held) - sum(spawning.values()),
        command_tokens=sum("hive" in system.command_tokens for system in galaxy.systems.values()),
        stations=sum(system.station == "hive" for system in galaxy.systems.values()),
        barren_spawning=sum(at in where for at in barren),
        barren_standard=sum(at not in where for at in barren),
        home_purged=sum(planet.barren for planet in home.planets.values()) if home else 0,
    )


def count_units(galaxy: Galaxy, owner: Owner) -> dict[str, int]:
    """How many units of each type a side has on the board."""
    found: dict[str, int] = {}
    for place in places(galaxy):
        if units := place.units.get(owner):
            for unit, number in units.items():
                found[unit] = found.get(unit, 0) + number
    return found


def units_of_all(galaxy: Galaxy) -> dict[Owner, dict[str, int]]:
    """The same of every side that has any there."""
    found: dict[Owner, dict[str, int]] = {}
    for place in places(galaxy):
        for owner, units in place.units.items():
            total = found.setdefault(owner, {})
            for unit, number in units.items():
                total[unit] = total.get(unit, 0) + number
    return found


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
