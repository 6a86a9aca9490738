"""What the galaxy tells at a glance: strength, planets, control and units, system by system."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from hive.board.adjacency import Adjacency, adjacency, wormholes_in
from hive.catalog.tables import Planet, Seat, Tables, Wormhole
from hive.model.galaxy import Galaxy, System

PLAYERS: tuple[Seat, Seat] = ("p1", "p2")


@dataclass(frozen=True)
class Survey:
    """The galaxy as it stands at one moment. Make a new one after every change."""

    galaxy: Galaxy
    tables: Tables

    @cached_property
    def adjacent(self) -> Adjacency:
        """The neighbours of every system."""
        return adjacency(self.galaxy, self.tables.tiles)

    @cached_property
    def spawning(self) -> frozenset[str]:
        """The spawning systems, players' homes and Mecatol Rex included. Rule: 5.2.counts-as-spawning."""
        return frozenset(self.galaxy.spawning.values())

    @cached_property
    def _cost(self) -> dict[str, float]:
        return {unit.key: unit.cost for unit in self.tables.units.units}

    @cached_property
    def _ships(self) -> frozenset[str]:
        return frozenset(unit.key for unit in self.tables.units.units if unit.category == "ship")

    @cached_property
    def _capacity_ships(self) -> frozenset[str]:
        return frozenset(unit.key for unit in self.tables.units.units if unit.capacity_ship)

    def system(self, position: str) -> System:
        """The system at a position. Raises KeyError."""
        return self.galaxy.systems[position]

    def planets(self, position: str) -> list[Planet]:
        """The planets of a system, those on tokens included, with their printed values."""
        by_name = self.tables.tiles.planets
        return [by_name[name] for name in self.system(position).planets]

    def controlled(self, position: str, seat: Seat = "hive") -> list[str]:
        """The planets of a system that a side controls."""
        return [name for name, planet in self.system(position).planets.items() if planet.control == seat]

    def not_hives(self, position: str) -> list[str]:
        """The planets of a system that the Hive does not control."""
        return [name for name, planet in self.system(position).planets.items() if planet.control != "hive"]

    def ships(self, position: str, seat: Seat = "hive") -> dict[str, int]:
        """A side's ships in a system, by type."""
        units = self.system(position).units.get(seat, {})
        return {key: number for key, number in units.items() if key in self._ships and number}

    def ship_count(self, position: str, seat: Seat = "hive") -> int:
        """How many ships of a side are in a system; fighters count (Q93)."""
        return sum(self.ships(position, seat).values())

    def capacity_ships(self, positions: Iterable[str]) -> int:
        """How many Hive capacity ships are in these systems together."""
        return sum(
            number
            for position in positions
            for key, number in self.ships(position).items()
            if key in self._capacity_ships
        )

    def in_and_adjacent(self, position: str) -> tuple[str, ...]:
        """A system and its neighbours."""
        return (position, *self.adjacent[position])

    def ship_strength(self, position: str) -> float:
        """The strength of all ships in a system, whosever. Rules: 5.2.block.lowest-ship-strength, 5.2.strength, Q93."""
        return sum(
            self._cost[key] * number
            for seat in self.system(position).units
            for key, number in self.ships(position, seat).items()
        )

    def players_with_units(self, position: str) -> list[Seat]:
        """The players who have units of any kind in a system (Q26)."""
        return [seat for seat in PLAYERS if self._has_units(position, seat)]

    def _has_units(self, position: str, seat: Seat) -> bool:
        system = self.system(position)
        forces = [system.units, *(planet.units for planet in system.planets.values())]
        return any(number for units in forces for number in units.get(seat, {}).values())

    def fully_defended(self, position: str, without: int = 0) -> bool:
        """Whether at least 2 Hive ships would stay, ``without`` so many, with every planet the Hive's.

        Rule: 5.1.fully-defended.
        """
        needed = self.tables.figures.full_defence_ships.value
        return self.ship_count(position) - without >= needed and not self.not_hives(position)

    def total_influence(self, position: str) -> int:
        """The influence of a system's planets."""
        return sum(planet.influence for planet in self.planets(position))

    def total_resources(self, position: str) -> int:
        """The resources of a system's planets."""
        return sum(planet.resources for planet in self.planets(position))

    def wormholes(self, position: str) -> tuple[Wormhole, ...]:
        """The kinds of wormhole in a system."""
        return wormholes_in(self.system(position), self.tables.tiles)
