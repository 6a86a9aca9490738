"""The board of a game: one class where the table sees it alone, one where a galaxy is tracked and knows.

A fact, or a change, that reads alike for both is a method here. A page of the rulebook that reads differently with and
without a galaxy stays in its chapter: two functions, and one that asks whether the board is ``Tracked``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace

from hive.board import pieces
from hive.board.growing import fracture_lies
from hive.board.movement import Chart, chart
from hive.board.survey import Survey
from hive.catalog.tables import Anomaly, Owner, Seat, SpawningSystem
from hive.effects import effects
from hive.model.galaxy import Galaxy, System, TokenPlaced, count_units, places, systems_held
from hive.model.game import MONUMENT, NEUTRAL, Game, Player, known_galaxy
from hive.naming import planet_label, system_label
from hive.rules.area import STANDARD, in_reinforcements, planets_in
from hive.words import Words

# A system, and one of its planets or None for its space area.
Place = tuple[str, str | None]
_PLENTY = 10
NOWHERE: Place = ("", None)
"""Where something stands, without a galaxy."""
# A system, and one of its planets.
PlanetAt = tuple[str, str]


@dataclass(frozen=True)
class Board:
    """The board that the table alone sees: what nobody knows is empty, and the numbers of the play area follow."""

    game: Game

    # --- facts

    def home_held(self) -> bool:
        """Whether the Hive controls every planet of its main spawning system (Q102). Rule: 28.1.public."""
        return self.game.hive.spawning_planets.get("main", 0) >= planets_in(self.game, "main")

    def may_hold_rex(self, seat: Player) -> bool:
        """Whether a player controls Mecatol Rex, or can do so as far as anybody knows.

        Nobody holds it before the custodians have left, and no player while the Hive does.
        """
        return self.game.agenda_unlocked and not self.game.hive.spawning_planets.get("mecatol_rex")

    def rex_held(self) -> bool:
        """Whether a side is known to control Mecatol Rex; of the Hive it always is."""
        return bool(self.game.hive.spawning_planets.get("mecatol_rex"))

    def held(self) -> dict[Seat, list[str]]:
        """The systems in which each side is known to have units or to control a planet."""
        return {}

    def home_planets(self) -> list[str]:
        """The planets of its home system that the Hive controls (M58); as many as it has, which the table knows."""
        pool, tiles = self.game.tables.galaxy.pool_of("MS"), self.game.tables.tiles.by_number
        names = [one.name for tile in (pool.tiles[:1] if pool else ()) for one in tiles[tile].planets]
        return names[: self.game.hive.spawning_planets.get("main", 0)]

    # --- changes

    def take_frontier(self, position: str) -> None:
        """A frontier token that was explored leaves the board."""

    def lay_token(self, position: str, token: str) -> None:
        """Lay a token into a system."""

    def attach(self, place: PlanetAt, attachment: str) -> None:
        """Attach something to a planet."""

    def give(self, place: PlanetAt, seat: Seat) -> None:
        """A side controls a planet that has come to the board; without a galaxy it counts as a standard one."""
        if seat == "hive":
            self.game.hive.standard_planets += 1

    def put(self, owner: Owner, units: Mapping[str, int], place: Place = NOWHERE) -> None:
        """Put units on the board; without a galaxy, of the Hive as many as there are, and no infantry (Q31)."""
        for key, number in units.items():
            if owner == "hive" and self.game.tables.units.by_key[key].plastic is not None:
                there = self.game.hive.units.get(key, 0)
                self.game.hive.units[key] = there + min(number, in_reinforcements(self.game, key))

    def damage(self, owner: Owner, units: Mapping[str, int], place: Place = NOWHERE) -> None:
        """So many more units sustain damage."""

    def lose(self, owner: Owner, units: Mapping[str, int], place: Place = NOWHERE) -> None:
        """Take units off the board; without a galaxy, of the Hive as many as are counted."""
        for key, number in units.items():
            if owner == "hive" and (there := self.game.hive.units.get(key)):
                self.game.hive.units[key] = max(0, there - number)


@dataclass(frozen=True)
class Tracked(Board):
    """The board that a tracked galaxy knows."""

    galaxy: Galaxy

    @property
    def survey(self) -> Survey:
        """The galaxy as it stands now."""
        return Survey(self.galaxy, self.game.tables, effects(self.game))

    @property
    def systems(self) -> Mapping[str, System]:
        """All systems by their position, where no more is asked than a survey would have to be made for."""
        return self.galaxy.systems

    def tried(self) -> Tracked:
        """The same with a play area and a galaxy of its own, to try something out."""
        galaxy, hive, cards = deepcopy((self.galaxy, self.game.hive, self.game.event_cards))
        return Tracked(replace(self.game, hive=hive, event_cards=cards, galaxy=galaxy), galaxy)

    def chart(self, seat: Seat = "hive", ignored: Collection[Anomaly] = ()) -> Chart:
        """The galaxy as the ships of a side see it now (:func:`hive.board.movement.chart`)."""
        return chart(self.galaxy, self.game.tables, seat, ignored, effects=effects(self.game))

    # --- places, and what stands there

    def places(self, systems: Collection[str] | None = None) -> Iterator[Place]:
        """Every space area and every planet, those of some systems alone if they are said."""
        for position in sorted(self.galaxy.systems if systems is None else systems):
            yield position, None
            yield from ((position, name) for name in self.galaxy.systems[position].planets)

    def planets(self, systems: Collection[str] | None = None) -> list[PlanetAt]:
        """Every planet, likewise."""
        return [(position, name) for position, name in self.places(systems) if name is not None]

    def named(self, place: Place) -> Words:
        """What the table calls a place."""
        position, on = place
        return planet_label(self.game, position, on) if on else system_label(self.game, position)

    def units(self, owner: Owner, position: str, planet: str | None = None) -> dict[str, int]:
        """A side's units at a place, by type."""
        return pieces.units_at(self.galaxy, owner, position, planet)

    def damaged(self, owner: Owner, position: str, planet: str | None = None) -> dict[str, int]:
        """How many of a side's units at a place have sustained damage, by type."""
        return pieces.damaged_at(self.galaxy, owner, position, planet)

    def there(self, place: Place, types: Collection[str], seat: Seat = "hive") -> dict[str, int]:
        """The units of some types that a side has at a place."""
        return {key: there for key, there in self.units(seat, *place).items() if key in types}

    def in_all(self, seat: Seat, key: str) -> int:
        """How many units of a type a side has on the board."""
        return count_units(self.galaxy, seat).get(key, 0)

    def has_token(self, seat: Seat, position: str) -> bool:
        """Whether a command token of a side lies in a system."""
        return seat in self.galaxy.systems[position].command_tokens

    def planets_of(self, seat: Seat) -> list[PlanetAt]:
        """The planets that a side controls."""
        survey = self.survey
        return [
            (position, name) for position in sorted(self.galaxy.systems) for name in survey.controlled(position, seat)
        ]

    def kind(self, position: str) -> str:
        """As what the planets of a system count: its spawning system, or standard. Rule: 4.1.counts-as-spawning."""
        return self.spawning_at(position) or STANDARD

    def spawning_at(self, position: str) -> SpawningSystem | None:
        """The spawning system at a position; None for any other."""
        return pieces.spawning_system_at(self.galaxy, position)

    def lying(self) -> set[str]:
        """The keys of all tokens and attachments of the galaxy."""
        systems = self.galaxy.systems.values()
        tokens = {token.key for system in systems for token in system.tokens}
        return tokens.union(*(planet.attachments for system in systems for planet in system.planets.values()))

    def fracture_lies(self) -> bool:
        """Whether The Fracture is in play."""
        return fracture_lies(self.galaxy)

    def home_held(self) -> bool:
        """Whether every planet of the main spawning system is the Hive's (Q102). Rule: 28.1.public."""
        home = self.survey.home("hive")
        return home is None or not self.survey.not_hives(home)

    def may_hold_rex(self, seat: Player) -> bool:
        """Whether the player controls a planet that is Mecatol Rex."""
        where = self.survey.mecatol_rex
        if where is None:
            return False
        printed = self.game.tables.tiles.by_number[self.survey.system(where).tile].planets
        return any(planet.name in self.survey.controlled(where, seat) for planet in printed)

    def control(self, place: PlanetAt) -> Seat | None:
        """Who controls a planet."""
        return self.galaxy.systems[place[0]].planets[place[1]].control

    @property
    def mecatol_rex(self) -> PlanetAt | None:
        """The planet Mecatol Rex; None if it is not in the galaxy."""
        position = self.survey.mecatol_rex
        if position is None:
            return None
        return next(((position, planet) for planet in self.galaxy.systems[position].planets), None)

    def rex_held(self) -> bool:
        """Whether the map shows a side in control of Mecatol Rex."""
        return self.mecatol_rex is not None and self.control(self.mecatol_rex) is not None

    def held(self) -> dict[Seat, list[str]]:
        """The systems in which each side has units or controls a planet."""
        return {seat: systems_held(self.galaxy, seat) for seat in self.game.seats}

    def home_planets(self) -> list[str]:
        """The Hive's planets in its main spawning system."""
        return list(self.survey.controlled(home)) if (home := self.survey.home("hive")) is not None else []

    def influence(self, seats: Sequence[Seat]) -> int:
        """The influence of all planets that these sides control. Rule: 35.society.tie-hive."""
        survey = self.survey
        return sum(survey.planet(*place).influence for seat in seats for place in self.planets_of(seat))

    def monuments(self) -> dict[str, Seat | None]:
        """Each planet with a monument of the players, and who controls it. Rule: 37.monuments.players."""
        planets = [(name, planet) for system in self.galaxy.systems.values() for name, planet in system.planets.items()]
        return {name: planet.control for name, planet in planets if planet.units.get(NEUTRAL, {}).get(MONUMENT)}

    # --- changes

    def repair(self) -> bool:
        """Repair all damaged units, neutral ones too; whether there were any."""
        hurt = [place for place in places(self.galaxy) if place.damaged]
        for place in hurt:
            place.damaged.clear()
        return bool(hurt)

    def take_frontier(self, position: str) -> None:
        """A frontier token that was explored leaves the board."""
        pieces.set_frontier(self.game, position, False)

    def lay_token(self, position: str, token: str) -> None:
        """Lay a token into a system."""
        pieces.lay_token(self.game, position, TokenPlaced(token))

    def attach(self, place: PlanetAt, attachment: str) -> None:
        """Attach something to a planet."""
        pieces.attach(self.game, *place, attachment)

    def give(self, place: PlanetAt, seat: Seat) -> None:
        """A side controls a planet."""
        pieces.set_control(self.game, *place, seat)

    def put(self, owner: Owner, units: Mapping[str, int], place: Place = NOWHERE) -> None:
        """Put units on the board."""
        for key, number in units.items():
            pieces.put(self.game, owner, key, number, *place)

    def damage(self, owner: Owner, units: Mapping[str, int], place: Place = NOWHERE) -> None:
        """So many more units sustain damage."""
        for key, number in units.items():
            pieces.damage(self.game, owner, key, number, *place)

    def lose(self, owner: Owner, units: Mapping[str, int], place: Place = NOWHERE) -> None:
        """Take units off the board, as many as stand there, damaged ones first."""
        for key, number in units.items():
            pieces.take(self.game, owner, key, number, *place)


def tracked(game: Game) -> Tracked | None:
    """The board of a game whose galaxy is known; None where the table alone sees it."""
    return None if game.galaxy is None else Tracked(game, game.galaxy)


def known_board(game: Game) -> Tracked:
    """The board as far as it is known: one without any system where the table alone sees it."""
    return Tracked(game, known_galaxy(game))


def board_of(game: Game) -> Board:
    """The board of a game, whoever sees it."""
    return tracked(game) or Board(game)


def survey_of(game: Game) -> Survey:
    """The galaxy of a game as it stands now. Raises ValueError where none is tracked."""
    return Survey(pieces.galaxy_of(game), game.tables, effects(game))


def plastic_left(board: Tracked, owner: Owner, unit: str) -> int:
    """How many pieces of a unit a side still has beside the board; 10 of what has no plastic of its own number.

    Rule: 1.scope.unchanged-rules.
    """
    plastic = board.game.tables.units.by_key[unit].players_plastic
    if plastic is None:
        return _PLENTY
    return max(0, plastic - sum(board.units(owner, *place).get(unit, 0) for place in board.places()))
