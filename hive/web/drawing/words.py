"""Systems of the galaxy in words: for the text list, for screen readers, and for the pages about one system."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from hive.board.adjacency import wormholes_in
from hive.board.layout import NEXUS
from hive.board.survey import Survey, zone_of_system
from hive.catalog.tables import Anomaly, Owner, Seat, SpaceStation, SpawningSystem, Tables, Wormhole
from hive.effects import NOTHING, effects
from hive.model.galaxy import Forces, Galaxy, System, anomalies_in
from hive.model.game import OWNERS, Game
from hive.naming import ANOMALIES, place_words, role_words, tile_words, where_words
from hive.words import NEUTRAL_SIDE, THE_HIVE, Amount, Name, PlanetName, Words, listed, say, sentence
from hive.words.worded import capitalised

SEATS: tuple[Seat, ...] = ("hive", "p1", "p2")
GREEK: dict[Wormhole, str] = {"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε"}
_BRIEFLY: dict[Anomaly, Words] = {"asteroid_field": say("asteroids")}
_BESIDE: dict[str, Words] = {NEXUS: say("Nexus")}
_SPAWNING: dict[SpawningSystem, Words] = {
    "main": say("Main"),
    "aux1": say("AUX 1"),
    "aux2": say("AUX 2"),
    "home_p1": say("Player 1"),
    "home_p2": say("Player 2"),
    "mecatol_rex": say("Mecatol"),
}


_SIDES: dict[Owner, Words] = {
    "hive": THE_HIVE,
    "p1": say("player 1"),
    "p2": say("player 2"),
    "neutral": NEUTRAL_SIDE,
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

    def side(self, seat: Owner) -> Words:
        """How the table calls a side."""
        if self.game is not None:
            return self.game.name(seat)
        return _SIDES[seat]

    def spawning(self, position: str) -> Words:
        """The short label of a spawning system; empty for any other."""
        for name, at in self.galaxy.spawning.items():
            if at == position:
                home: Seat | None = "p1" if name == "home_p1" else "p2" if name == "home_p2" else None
                return self.side(home) if home and self.game else _SPAWNING[name]
        return ""

    def role(self, position: str) -> Words:
        """What a spawning system is beside its planets; empty for any other."""
        return next((role_words(name, self.game) for name, at in self.galaxy.spawning.items() if at == position), "")


@dataclass(frozen=True)
class SystemWords:
    """A system in words: its title, where it lies if that does not say it, what lies there, and who stands there."""

    position: str
    title: Words
    where: Words
    zone: Words
    features: tuple[Words, ...]
    standing: tuple[Words, ...]

    @property
    def about(self) -> Words:
        """Where it lies, its zone, and what lies there, in one line."""
        return listed([part for part in (self.where, self.zone, *self.features) if part], ",")

    @property
    def plain(self) -> Words:
        """All of it in one line."""
        about = [part for part in (self.where, self.zone, *self.features, *self.standing) if part]
        return say("{system}: {about}", system=self.title, about=listed(about, ";")) if about else self.title


def system_words(board: Board, position: str) -> SystemWords:
    """A system of the galaxy in words."""
    system = board.galaxy.systems[position]
    zone = zone_of_system(board.tables, system)
    return SystemWords(
        position=position,
        title=title_of(board, system),
        where=where_words(position) if system.planets else "",
        zone=say("zone {number} ({colour})", number=zone.zone, colour=Name(zone.colour)) if zone else "",
        features=tuple(_features(board, system)),
        standing=tuple(_standing(board, system)),
    )


def title_of(board: Board, system: System) -> Words:
    """How the table finds a system."""
    return sentence(place_words(board.tables, system, board.role(system.position)))


def short_words(board: Board, system: System) -> Words:
    """What a system without planets is, as briefly as the map says it."""
    tile = board.tables.tiles.by_number[system.tile]
    if tile.role == "gate":
        return tile_words(board.tables, system)
    anomalies = listed([_BRIEFLY.get(key, ANOMALIES[key]) for key in anomalies_in(system, board.tables.tiles)])
    return anomalies or (say("wormhole") if wormholes_in(system, board.tables.tiles) else say("empty space"))


def on_tile(tables: Tables, number: str) -> Words:
    """What is on a tile, in few words: planets, anomalies and wormholes."""
    tile = tables.tiles.by_number[number]
    signs = [*(ANOMALIES[anomaly] for anomaly in tile.anomalies), *(Name(GREEK[kind]) for kind in tile.wormholes)]
    inside: list[Words] = [say("gate")] if tile.role == "gate" else []
    if tile.planets:
        inside = [listed([Name(planet.name) for planet in tile.planets])]
    return listed([*inside, *signs], " ") or say("empty space")


def position_words(position: str) -> Words:
    """A position as the map has it; a system beside the map has a name."""
    return _BESIDE.get(position) or Name(capitalised(position))


def _features(board: Board, system: System) -> Iterator[Words]:
    tile = board.tables.tiles.by_number[system.tile]
    anomalies = anomalies_in(system, board.tables.tiles)
    if system.planets and anomalies:
        yield listed([ANOMALIES[key] for key in anomalies])
    wormholes = wormholes_in(system, board.tables.tiles)
    if wormholes:
        kinds = listed([Name(kind) for kind in wormholes])
        yield say("wormhole {kind}", kind=kinds) if len(wormholes) == 1 else say("wormholes {kinds}", kinds=kinds)
    if tile.egress:
        yield say("egress, next to each ingress token")
    if tile.space_station is not None:
        yield _station_words(board, system, tile.space_station)
    for placed in system.tokens:
        yield say("{name} token", name=Name(board.tables.tiles.tokens_by_key[placed.key].name))
    if system.frontier:
        yield say("frontier token")
    for seat in system.command_tokens:
        yield say("command token of {who}", who=board.side(seat))


def _station_words(board: Board, system: System, station: SpaceStation) -> Words:
    words = say("space station {name}", name=Name(station.name))
    if system.station is None:
        return words
    return listed([words, say("controlled by {who}", who=board.side(system.station))], ",")


def _standing(board: Board, system: System) -> Iterator[Words]:
    yield from _forces(board, system.units, system.damaged)
    for name, planet in system.planets.items():
        yield planet_words(board, system.position, name)
        if planet.coexisting:
            who = listed([board.side(seat) for seat in planet.coexisting])
            yield say("coexisting on {planet}: {who}", planet=Name(name), who=who)
        yield from _forces(board, planet.units, planet.damaged, name)


def laid_words(board: Board, position: str) -> tuple[Words, ...]:
    """What hands have put into a system: units, control, attachments and tokens; nothing that its tile shows."""
    system = board.galaxy.systems[position]
    found = [*_forces(board, system.units, system.damaged)]
    for name, planet in system.planets.items():
        if planet.control or planet.attachments:
            found.append(planet_words(board, position, name))
        found += _forces(board, planet.units, planet.damaged, name)
    for placed in system.tokens:
        found.append(say("{name} token", name=Name(board.tables.tiles.tokens_by_key[placed.key].name)))
    found += [say("command token of {who}", who=board.side(seat)) for seat in system.command_tokens]
    return tuple(found)


def planet_words(board: Board, position: str, name: str) -> Words:
    """A planet with its values, attachments included, and who controls it."""
    planet, worth = board.galaxy.systems[position].planets[name], board.survey.planet(position, name)
    words: list[Words] = [
        say(
            "{planet} {resources}/{influence}",
            planet=PlanetName(name, position),
            resources=worth.resources,
            influence=worth.influence,
        )
    ]
    if planet.control:
        words.append(say("controlled by {who}", who=board.side(planet.control)))
    if planet.attachments:
        words.append(say("with {what}", what=listed(_attached(board, planet.attachments))))
    return listed(words, ",")


def _attached(board: Board, keys: Sequence[str]) -> list[Name]:
    return [Name(board.tables.tiles.attachments_by_key[key].name) for key in keys]


def _forces(board: Board, forces: Forces, damaged: Forces, planet: str = "") -> Iterator[Words]:
    for seat in OWNERS:
        units = _listed_units(board, forces.get(seat, {}), damaged.get(seat, {}))
        if units and planet:
            yield say("{who} has {units} on {planet}", who=board.side(seat), units=units, planet=Name(planet))
        elif units:
            yield say("{who} has {units} in space", who=board.side(seat), units=units)


def _listed_units(board: Board, units: Mapping[str, int], damaged: Mapping[str, int]) -> Words:
    words: list[Words] = []
    for unit in board.tables.units.units:
        if number := units.get(unit.key, 0):
            amount, hurt = Amount(number, unit.name, unit.plural), damaged.get(unit.key)
            words.append(say("{units} ({number} damaged)", units=amount, number=hurt) if hurt else amount)
    return listed(words)
