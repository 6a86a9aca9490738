"""Systems of the galaxy in words: for the text list, for screen readers, and for the pages about one system."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from hive.board.adjacency import wormholes_in
from hive.board.survey import Survey
from hive.board.zones import zone_of
from hive.catalog.tables import Anomaly, Seat, SpawningSystem, Tables, Wormhole
from hive.effects import NOTHING, effects
from hive.model.galaxy import Forces, Galaxy, System
from hive.model.game import Game
from hive.naming import system_name
from hive.words import count, listed, sentence

SEATS: tuple[Seat, ...] = ("hive", "p1", "p2")
GREEK: dict[Wormhole, str] = {"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε"}
ANOMALIES: dict[Anomaly, str] = {
    "asteroid_field": "asteroids",
    "nebula": "nebula",
    "supernova": "supernova",
    "gravity_rift": "gravity rift",
    "entropic_scar": "entropic scar",
}
_SPAWNING: dict[SpawningSystem, str] = {
    "main": "Main",
    "aux1": "AUX 1",
    "aux2": "AUX 2",
    "home_p1": "Player 1",
    "home_p2": "Player 2",
    "mecatol_rex": "Mecatol",
}


@dataclass(frozen=True)
class Board:
    """A galaxy with what its words need: the tables, and the names of the three sides if a game is played on it."""

    galaxy: Galaxy
    tables: Tables
    game: Game | None = None

    @cached_property
    def survey(self) -> Survey:
        """The facts of the galaxy as it stands."""
        return Survey(self.galaxy, self.tables, effects(self.game) if self.game else NOTHING)

    def side(self, seat: Seat) -> str:
        """How the table calls a side."""
        if self.game is not None:
            return self.game.name(seat)
        return {"hive": "the Hive", "p1": "player 1", "p2": "player 2"}[seat]

    def spawning(self, position: str) -> str:
        """The short label of a spawning system; empty for any other."""
        for name, at in self.galaxy.spawning.items():
            if at == position:
                home: Seat | None = "p1" if name == "home_p1" else "p2" if name == "home_p2" else None
                return self.side(home) if home and self.game else _SPAWNING[name]
        return ""

    def spawning_words(self, position: str) -> str:
        """What a spawning system is called in full; empty for any other."""
        for name, at in self.galaxy.spawning.items():
            if at == position and name != "mecatol_rex":
                return system_name(self.game, name) if self.game else _SPAWNING[name]
        return ""


@dataclass(frozen=True)
class SystemWords:
    """A system in words: its title, what lies there, and a sentence for everything that stands there."""

    position: str
    title: str
    tile: str
    zone: str
    features: tuple[str, ...]
    standing: tuple[str, ...]

    @property
    def plain(self) -> str:
        """All of it in one line."""
        about = [part for part in (self.zone, *self.features, *self.standing) if part]
        return f"{self.title}: {'; '.join(about)}" if about else self.title


def system_words(board: Board, position: str) -> SystemWords:
    """A system of the galaxy in words."""
    system = board.galaxy.systems[position]
    zone = zone_of(board.tables, position)
    return SystemWords(
        position=position,
        title=f"{position_words(position)} {name_of(board, system)}",
        tile=f"tile {system.tile}",
        zone=f"zone {zone.zone} ({zone.colour})" if zone else "",
        features=tuple(_features(board, system)),
        standing=tuple(_standing(board, system)),
    )


def position_words(position: str) -> str:
    """A position as the table reads it; a system beside the map has a name."""
    return position if position.isdigit() else sentence(position)


def name_of(board: Board, system: System) -> str:
    """What a system is called: its spawning system or its planets, else what else lies there."""
    tile = board.tables.tiles.by_number[system.tile]
    spawning = board.spawning_words(system.position)
    planets = listed(list(system.planets))
    if spawning:
        return f"{sentence(spawning)} ({planets})" if planets else sentence(spawning)
    if planets:
        return planets
    if tile.role == "gate":
        return f"gate of the {tile.faction}"
    anomalies = listed([ANOMALIES[key] for key in tile.anomalies])
    return anomalies or ("wormhole" if wormholes_in(system, board.tables.tiles) else "empty space")


def _features(board: Board, system: System) -> Iterator[str]:
    tile = board.tables.tiles.by_number[system.tile]
    if system.planets and tile.anomalies:
        yield listed([ANOMALIES[key] for key in tile.anomalies])
    wormholes = wormholes_in(system, board.tables.tiles)
    if wormholes:
        yield f"{'wormhole' if len(wormholes) == 1 else 'wormholes'} {listed(wormholes)}"
    if tile.space_station is not None:
        yield f"space station {tile.space_station.name}"
    for placed in system.tokens:
        yield f"{board.tables.tiles.tokens_by_key[placed.key].name} token"
    if system.frontier:
        yield "frontier token"
    for seat in system.command_tokens:
        yield f"command token of {board.side(seat)}"


def _standing(board: Board, system: System) -> Iterator[str]:
    yield from _forces(board, system.units, system.damaged, "in space")
    for name, planet in system.planets.items():
        yield planet_words(board, system.position, name)
        yield from _forces(board, planet.units, planet.damaged, f"on {name}")


def planet_words(board: Board, position: str, name: str) -> str:
    """A planet with its values, attachments included, and who controls it."""
    planet, worth = board.galaxy.systems[position].planets[name], board.survey.planet(position, name)
    control = f", controlled by {board.side(planet.control)}" if planet.control else ""
    attached = f", with {listed([key.replace('_', ' ') for key in planet.attachments])}" if planet.attachments else ""
    return f"{name} {worth.resources}/{worth.influence}{control}{attached}"


def _forces(board: Board, forces: Forces, damaged: Forces, where: str) -> Iterator[str]:
    for seat in SEATS:
        units = _listed_units(board, forces.get(seat, {}), damaged.get(seat, {}))
        if units:
            yield f"{board.side(seat)} has {units} {where}"


def _listed_units(board: Board, units: Mapping[str, int], damaged: Mapping[str, int]) -> str:
    words = []
    for unit in board.tables.units.units:
        if number := units.get(unit.key, 0):
            hurt = f" ({damaged[unit.key]} damaged)" if damaged.get(unit.key) else ""
            words.append(f"{count(number, unit.name, unit.plural)}{hurt}")
    return listed(words)
