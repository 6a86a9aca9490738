"""What the galaxy tells at a glance: strength, planets, control, zones and units, system by system.

A mech is a structure for the Hive alone (1.setup.mech-double-nature): a player's count as infantry.

Rules: page 14, 35.exploration.player-systems, 35.void.zone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, KeysView, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from hive.board.adjacency import (
    Adjacency,
    Bending,
    adjacency,
    bending,
    bent_in,
    hex_at,
    passes,
    slots_around,
    storms_used,
    wormholes_in,
)
from hive.catalog.tables import Anomaly, Owner, Planet, Seat, SpawningSystem, Tables, Tiles, Wormhole, Zone
from hive.catalog.tables.cards import TRAITS
from hive.effects import NOTHING, Effects
from hive.model.galaxy import Forces, Galaxy, PlanetState, System, anomalies_in, places_in
from hive.model.game import Player


def zone_of(tables: Tables, position: str) -> Zone | None:
    """The zone of a slot of the template; None for what lies beside the map (Q86)."""
    return tables.galaxy.zones.of_slot.get(position)


def zone_of_system(tables: Tables, system: System) -> Zone | None:
    """The zone of a system: its own, where it came during the game; that of The Fracture; else that of its slot."""
    fracture = tables.tiles.by_number[system.tile].role == "fracture"
    number = tables.galaxy.fracture.zone if fracture else system.zone
    if number is None:
        return None if fracture else zone_of(tables, system.position)
    return next((zone for zone in tables.galaxy.zones.zones if zone.zone == number), None)


# --- what a planet is worth with all that is attached to it


def with_attachments(planet: Planet, attached: Sequence[str], tiles: Tiles) -> Planet:
    """The planet with its attachments, by their keys in the order in which they came.

    A planet never gets a second technology specialty from an attachment; it gets what stands on the other side.
    Raises KeyError for an attachment that decks/tiles.yaml does not have.
    Rules: 5.2.block.highest-influence, 5.2.block.highest-resources.
    """
    for key in attached:
        attachment = tiles.attachments_by_key[key]
        other_side = attachment.instead if planet.specialties else None
        worth = other_side or attachment
        gained = [attachment.specialty] if attachment.specialty is not None and other_side is None else []
        changes = {
            "resources": planet.resources + worth.resources,
            "influence": planet.influence + worth.influence,
            "traits": [*planet.traits, *(trait for trait in attachment.traits if trait not in planet.traits)],
            "specialties": [*planet.specialties, *gained],
            "legendary": planet.legendary or attachment.legendary,
        }
        planet = planet.model_copy(update=changes)
    return planet


# --- what the galaxy tells at a glance: strength, planets, control and units, system by system


PLAYERS: tuple[Seat, Seat] = ("p1", "p2")


@dataclass(frozen=True)
class Survey:
    """The galaxy as it stands at one moment. Make a new one after every change.

    ``effects`` are what bends the map then. What it keeps once it has found it out follows from tiles, tokens and these
    alone, and from units that bend ways: where these stay as they are, :meth:`with_system` hands it on.
    """

    galaxy: Galaxy
    tables: Tables
    effects: Effects = NOTHING

    @property
    def positions(self) -> KeysView[str]:
        """The positions of all systems, in the order of the galaxy."""
        return self.galaxy.systems.keys()

    @cached_property
    def adjacent(self) -> Adjacency:
        """The neighbours of every system."""
        return adjacency(self.galaxy, self.tables.tiles, self.effects)

    @cached_property
    def spawning(self) -> frozenset[str]:
        """The spawning systems, players' homes and Mecatol Rex included. Rule: 5.2.counts-as-spawning."""
        return frozenset(self.galaxy.spawning.values())

    @cached_property
    def edge(self) -> frozenset[str]:
        """The systems on the edge of the game board: those with a side that no other system touches.

        One that lies beside the map touches none, so it is on the edge as well.
        """
        return frozenset(
            position
            for position in self.galaxy.systems
            if hex_at(position) is None or not self.galaxy.systems.keys() >= set(slots_around(position))
        )

    def where(self, name: SpawningSystem) -> str | None:
        """Where a spawning system lies; None if it is not there."""
        return self.galaxy.spawning.get(name)

    def home(self, seat: Seat) -> str | None:
        """Where the home system of a side lies; the Hive's is its main spawning system. None if it is not there."""
        return self.galaxy.spawning.get("main" if seat == "hive" else "home_p1" if seat == "p1" else "home_p2")

    @property
    def mecatol_rex(self) -> str | None:
        """Where Mecatol Rex lies; None if it is not there."""
        return self.galaxy.spawning.get("mecatol_rex")

    @cached_property
    def other_homes(self) -> frozenset[str]:
        """Where the players' home systems lie."""
        return frozenset(home for seat in PLAYERS if (home := self.home(seat)) is not None)

    def with_system(self, system: System) -> Survey:
        """The same galaxy but for what stands in one system. Its tile and its tokens must stay as they are."""
        return self.with_systems([system])

    def with_systems(self, systems: Sequence[System]) -> Survey:
        """The same with several."""
        galaxy = self.galaxy
        standing = {**galaxy.systems, **{system.position: system for system in systems}}
        changed = Galaxy(standing, galaxy.spawning, galaxy.touched)
        survey = Survey(changed, self.tables, self.effects)
        if any(self.bends_ways(system) for system in systems):
            return survey
        vars(survey).update({**vars(self), "galaxy": changed})
        return survey

    def bends_ways(self, system: System) -> bool:
        """Whether the units in a system as it might be bend other ways than those that stand there."""
        if not self._bending:
            return False
        here = self.galaxy.systems[system.position]
        return here is not system and bent_in(system, self._bending) != bent_in(here, self._bending)

    @cached_property
    def _bending(self) -> tuple[Bending, ...]:
        return bending(self.effects)

    @cached_property
    def _cost(self) -> dict[str, float]:
        return {unit.key: unit.cost for unit in self.tables.units.units}

    @cached_property
    def _ships(self) -> frozenset[str]:
        return frozenset(unit.key for unit in self.tables.units.ships)

    @cached_property
    def _structures(self) -> frozenset[str]:
        """Rule: 1.setup.mech-double-nature."""
        return frozenset(unit.key for unit in self.tables.units.structures)

    @cached_property
    def _capacity_ships(self) -> frozenset[str]:
        return frozenset(unit.key for unit in self.tables.units.units if unit.capacity_ship)

    def system(self, position: str) -> System:
        """The system at a position. Raises KeyError."""
        return self.galaxy.systems[position]

    def zone(self, position: str) -> Zone | None:
        """The aggression zone in which a system lies; None for one beside the map (Q86)."""
        return zone_of_system(self.tables, self.system(position))

    def in_the_fracture(self, position: str) -> bool:
        """Whether a system belongs to The Fracture."""
        return self.tables.tiles.by_number[self.system(position).tile].role == "fracture"

    def planets(self, position: str) -> list[Planet]:
        """The planets of a system, those on tokens included, with what their attachments give them."""
        return [self.planet(position, name) for name in self.system(position).planets]

    def planet(self, position: str, name: str) -> Planet:
        """A planet of a system with what its attachments give it; of a Minor Faction it has all traits (M53).

        Raises KeyError.
        """
        system, tiles = self.system(position), self.tables.tiles
        planet = with_attachments(tiles.planet_on(system.tile, name), system.planets[name].attachments, tiles)
        return planet.model_copy(update={"traits": [*TRAITS]}) if self.minor_faction(position) else planet

    def minor_faction(self, position: str) -> bool:
        """Whether a system is one of a Minor Faction: another faction's home system that is nobody's home."""
        minor = self.tables.galaxy.minor_factions
        return minor is not None and position in minor.slots and position not in self.spawning

    def controlled(self, position: str, owner: Owner = "hive") -> list[str]:
        """The planets of a system that a side controls."""
        return [name for name, planet in self.system(position).planets.items() if planet.control == owner]

    def is_closed(self, position: str, name: str) -> bool:
        """Whether no unit comes to a planet, by what is attached to it (Q141)."""
        by_key = self.tables.tiles.attachments_by_key
        return any(by_key[key].closed for key in self.system(position).planets[name].attachments)

    def open_planets(self, position: str) -> list[str]:
        """The planets of a system that the Hive controls and to which its units can come."""
        return [name for name in self.controlled(position) if not self.is_closed(position, name)]

    def not_hives(self, position: str) -> list[str]:
        """The planets of a system that the Hive does not control."""
        return [name for name, planet in self.system(position).planets.items() if planet.control != "hive"]

    def ships(self, position: str, owner: Owner = "hive") -> dict[str, int]:
        """A side's ships in a system, by type."""
        units = self.system(position).units.get(owner)
        return {key: number for key, number in units.items() if key in self._ships and number} if units else {}

    def ship_count(self, position: str, owner: Owner = "hive") -> int:
        """How many ships of a side are in a system; fighters count (Q93)."""
        return sum(self.ships(position, owner).values())

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
        return [seat for seat in PLAYERS if self.has_units(position, seat)]

    def has_units(self, position: str, owner: Owner = "hive") -> bool:
        """Whether a side has units of any kind in a system, in space or on a planet."""
        for place in places_in(self.galaxy.systems[position]):
            if (units := place.units.get(owner)) and any(units.values()):
                return True
        return False

    def is_in(self, position: str, owner: Owner = "hive") -> bool:
        """Whether a side has a unit or controls a planet in a system."""
        return self.has_units(position, owner) or bool(self.controlled(position, owner))

    def only_coexisting(self, position: str, owner: Owner) -> bool:
        """Whether all units of a side in a system, at least one, coexist on planets. Rule: 33.coexist.counter."""
        system = self.system(position)
        there = [planet for planet in system.planets.values() if any(planet.units.get(owner, {}).values())]
        marked = bool(there) and all(owner in planet.coexisting for planet in there)
        return marked and not any(system.units.get(owner, {}).values())

    def structures(self, position: str) -> dict[str | None, int]:
        """The Hive's structures on each planet of a system, by the planet's name; None: in space, as a mech can be."""
        system = self.system(position)
        forces: dict[str | None, Forces] = {None: system.units}
        forces |= {name: planet.units for name, planet in system.planets.items()}
        return {
            place: sum(number for unit, number in units.get("hive", {}).items() if unit in self._structures)
            for place, units in forces.items()
        }

    def fully_defended(self, position: str, without: int = 0) -> bool:
        """Whether at least 2 Hive ships would stay, ``without`` so many, with every planet the Hive's.

        Rule: 5.1.fully-defended.
        """
        needed = self.tables.figures.full_defence_ships.value
        return self.ship_count(position) - without >= needed and not self.not_hives(position)

    def total_influence(self, position: str) -> int:
        """The influence of a system's planets. Rule: 5.2.block.highest-influence."""
        return sum(planet.influence for planet in self.planets(position))

    def total_resources(self, position: str) -> int:
        """The resources of a system's planets. Rule: 5.2.block.highest-resources."""
        return sum(planet.resources for planet in self.planets(position))

    def storms_used(self, path: Sequence[str]) -> list[str]:
        """The systems whose ion storm lends its wormhole for a step of a way (:mod:`hive.board.adjacency`)."""
        return storms_used(self.galaxy, self.tables.tiles, path, self.effects)

    def passes(self, path: Sequence[str], kinds: Collection[Wormhole]) -> bool:
        """Whether a way leads through a wormhole of one of these kinds (:mod:`hive.board.adjacency`)."""
        return passes(self.galaxy, self.tables.tiles, path, kinds, self.effects)

    def with_token_of(self, seat: Seat) -> list[str]:
        """The systems in which a side has a command token."""
        return sorted(position for position, system in self.galaxy.systems.items() if seat in system.command_tokens)

    def anomalies(self, position: str) -> tuple[Anomaly, ...]:
        """What a system counts as, tokens included."""
        return anomalies_in(self.system(position), self.tables.tiles)

    def wormholes(self, position: str) -> tuple[Wormhole, ...]:
        """The kinds of wormhole in a system."""
        return wormholes_in(self.system(position), self.tables.tiles)

    def ranks_as(self, position: str) -> set[Wormhole]:
        """As which wormholes a system ranks, an active breach among them, or The Fracture's passages.

        Rules: 33.faction.breaches-priority, 35.void.symbols.
        """
        tokens = [self.tables.tiles.tokens_by_key[placed.key] for placed in self.system(position).tokens]
        found = {*self.wormholes(position), *(token.priority_as for token in tokens if token.priority_as)}
        fracture = self.tables.galaxy.fracture.ranks_as
        passage = self.tables.tiles.by_number[self.system(position).tile].egress or any(one.ingress for one in tokens)
        return {*found, fracture} if passage and fracture else found


# --- the galaxy with a player in the Hive's place: so what is counted for the Hive can be counted for a player


_HOMES: dict[Player, SpawningSystem] = {"p1": "home_p1", "p2": "home_p2"}


def players_planets(survey: Survey, position: str) -> list[str]:
    """The planets of a system that players control: for abilities those of the ally count as one's own.

    Rule: 31.ability.shared-planets.
    """
    return [name for seat in PLAYERS for name in survey.controlled(position, seat)]


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
