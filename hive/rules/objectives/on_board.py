"""What objectives ask for, and what the board says of them for each side.

Neighbors, adjacency and the edge of the game board are those of Twilight Imperium (1.scope.unchanged-rules).

On a survey of the galaxy each system adds its part, and the parts of all systems together say how far the Hive has
come. So what changes in one system is judged without going over the whole galaxy again.

The requirements are counted for the Hive. A player's are the same, seen with both sides in each other's place.

Rules: 28.1.public, 1.scope.unchanged-rules, Q39.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from hive.board.survey import PLAYERS, Survey, in_the_place_of
from hive.catalog.tables import Objective, Planet, Seat
from hive.model.game import Game, Player
from hive.naming import term
from hive.rules.area import structures
from hive.rules.board import Tracked, board_of, known_board, tracked
from hive.rules.options import faction_of
from hive.words import Name, Words, count, say

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


def _with_attachment(survey: Survey, position: str) -> Tally:
    planets = survey.system(position).planets
    return {_ALL: sum(bool(planets[name].attachments) for name in _held(survey, position))}


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
    return tally | {_NEAR[seat]: int(any(survey.is_in(place, seat) for place in around)) for seat in PLAYERS}


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


def _on_the_edge(survey: Survey, position: str) -> Tally:
    counts = position in survey.edge and position != survey.home("hive")
    return {_ALL: int(counts and survey.has_units(position))}


def _landmark(survey: Survey, position: str) -> Tally:
    if not survey.has_units(position):
        return {}
    legendary = any(planet.legendary for planet in survey.planets(position))
    return {_ALL: int(legendary or bool(survey.anomalies(position)) or position == survey.mecatol_rex)}


def _non_fighter_ships(survey: Survey, position: str) -> Tally:
    kind_of = survey.tables.units.kind_of
    return {position: sum(number for unit, number in survey.ships(position).items() if kind_of(unit) != "fighter")}


def _planets_with_structures(survey: Survey, position: str) -> Tally:
    """A mech in space stands on no planet. Rule: 12.construction.one-per-planet."""
    if position == survey.home("hive"):
        return {}
    return {_ALL: sum(place is not None and number > 0 for place, number in survey.structures(position).items())}


# By the name of the field in decks/objectives.yaml; structures outside the home system have a name of their own.
REQUIREMENTS: dict[str, Requirement] = {
    "structures": Requirement(lambda survey, at: {_ALL: sum(survey.structures(at).values())}),
    OUTSIDE_HOME: Requirement(_planets_with_structures),
    "planets_outside_home_systems": Requirement(_outside_home_systems),
    "planets_of_one_trait": Requirement(
        lambda survey, at: Counter(trait for planet in _planets(survey, at) for trait in planet.traits)
    ),
    "planets_with_specialty": Requirement(
        lambda survey, at: {_ALL: sum(bool(planet.specialties) for planet in _planets(survey, at))}
    ),
    "planets_with_attachment": Requirement(_with_attachment),
    "planets_in_other_homes": Requirement(
        lambda survey, at: {_ALL: len(_held(survey, at))} if at in survey.other_homes else {}
    ),
    "planets_near_different_homes": Requirement(_by_homes_near, _different_homes),
    "neighbours_with_fewer_planets": Requirement(_planets_and_neighbours, _neighbours_with_fewer, looks_around=True),
    "flagship_or_war_sun_anywhere": Requirement(_great_ships),
    "flagship_or_war_sun_at_homes_or_mecatol_rex": Requirement(_great_ships_in_great_places),
    "systems_next_to_mecatol_rex": Requirement(
        lambda survey, at: {_ALL: int(survey.mecatol_rex in survey.adjacent[at] and survey.ship_count(at) > 0)}
    ),
    "edge_systems": Requirement(_on_the_edge),
    "landmark_systems": Requirement(_landmark),
    "systems_without_planets": Requirement(
        lambda survey, at: {_ALL: int(not survey.system(at).planets and survey.has_units(at))}
    ),
    "non_fighter_ships_in_one_system": Requirement(_non_fighter_ships),
}


# --- how far the Hive has come with what public objectives ask of the board


@dataclass(frozen=True)
class Holding:
    """How far the Hive has come with an objective: what it asks for, how many, what each system adds to the total."""

    requirement: Requirement
    needed: int
    parts: Mapping[str, Tally]
    total: Tally

    @property
    def reached(self) -> int:
        """How many of what the objective asks for the Hive has."""
        return self.requirement.reached(self.total)

    @property
    def met(self) -> bool:
        """Whether the Hive meets the objective."""
        return self.reached >= self.needed

    def after(self, changed: Survey, position: str) -> Holding:
        """The same after a change in one system. In: the survey that shows it, and the system's position."""
        places = changed.in_and_adjacent(position) if self.requirement.looks_around else (position,)
        parts = {place: self.requirement.part(changed, place) for place in places}
        others = {place: part for place, part in parts.items() if part != self.parts[place]}
        if not others:
            return self
        total = Counter(self.total)
        for place, part in others.items():
            total.subtract(self.parts[place])
            total.update(part)
        return replace(self, parts={**self.parts, **others}, total=total)


def holding_of(objective: Objective, survey: Survey) -> Holding | None:
    """How far the Hive has come with an objective; None where no board can tell."""
    for name, needed in objective.of_the_board.items():
        outside = name == "structures" and objective.outside_home_system
        requirement = REQUIREMENTS[OUTSIDE_HOME if outside else name]
        parts = {position: requirement.part(survey, position) for position in survey.positions}
        total: Counter[str] = Counter()
        for part in parts.values():
            for what, number in part.items():
                total[what] += number
        return Holding(requirement, needed, parts, total)
    return None


def met_on_board(objective: Objective, survey: Survey) -> bool | None:
    """Whether the Hive meets an objective on this board; None where no board can tell."""
    found = holding_of(objective, survey)
    return None if found is None else found.met


def met(game: Game, objective: Objective) -> bool | None:
    """Whether the Hive meets an objective about the board now; None where only the table can tell.

    Numbers leave it open whether structures lie outside the home system, once there are as many: a planet holds at most
    one Hive structure, so structures are planets, too. Rule: 12.construction.one-per-planet.
    """
    found, wanted = come(game, objective), objective.structures
    if found is not None:
        return found[0] >= found[1]
    return False if wanted is not None and structures(game) < wanted else None


def come(game: Game, objective: Objective) -> tuple[int, int] | None:
    """How many of what an objective asks of the board the Hive has, and how many it needs; None if nobody knows."""
    if (board := tracked(game)) is None:
        return _come_by_numbers(game, objective)
    found = holding_of(objective, board.survey)
    return None if found is None else (found.reached, found.needed)


def lacking(game: Game, objective: Objective) -> Words:
    """What the Hive lacks of the structures that an objective asks for, in words."""
    board, name = board_of(game), Name(objective.name)
    if not isinstance(board, Tracked):
        built, wanted = count(structures(game), "structure"), objective.structures or 0
        return say("{structures}; {objective} asks for {wanted}", structures=built, objective=name, wanted=wanted)
    found = holding_of(objective, board.survey)
    if found is None:
        return ""
    return say("{objective} has {reached} of {needed}", objective=name, reached=found.reached, needed=found.needed)


def _come_by_numbers(game: Game, objective: Objective) -> tuple[int, int] | None:
    """Structures, planets outside of home systems, the great ships."""
    hive = game.hive
    if objective.structures is not None and not objective.outside_home_system:
        return structures(game), objective.structures
    if objective.planets_outside_home_systems is not None:
        outside = sum(hive.spawning_planets.get(system, 0) for system in ("aux1", "aux2", "mecatol_rex"))
        return outside + hive.standard_planets, objective.planets_outside_home_systems
    if objective.flagship_or_war_sun_anywhere:
        return int(bool(hive.units.get("flagship") or hive.units.get("war_sun"))), 1
    return None


# --- how far a player has come with objectives of the board


def lost_at_home(game: Game, seat: Player) -> list[str]:
    """The planets of a player's home system that the map shows as somebody else's, or nobody's.

    The home behind a gate counts; who scores without a home loses nothing.
    """
    survey = known_board(game).survey
    home = survey.home(seat)
    if home is None or faction_of(game, seat) in ("Clan of Saar",):
        return []
    tiles = survey.tables.tiles
    gate = tiles.by_number[survey.system(home).tile]
    behind = tiles.homes_of(gate.faction) if gate.role == "gate" and gate.faction else []
    homes = [one for one in survey.positions if one == home or survey.system(one).tile in behind]
    return [name for one in homes for name, planet in survey.system(one).planets.items() if planet.control != seat]


def _books(survey: Survey, seat: Player) -> bool:
    away = (position for position in survey.positions if position != survey.home(seat))
    return any(survey.is_in(one, seat) for one in away)


# --- how far the Hive has come with a public objective, for the eyes of the table alone


@dataclass(frozen=True)
class Progress:
    """Something that an objective asks for: how many the Hive has, at most as many as it needs."""

    what: Words
    have: int
    need: int


def progress(game: Game, objective: Objective) -> tuple[Progress, ...]:
    """What the Hive has of all that an objective asks for; nothing where only the table knows.

    Of items the stockpile counts: trade goods of the funds can fill its gaps (Q39). Rule: 28.1.count-stockpile.
    """
    if objective.spend:
        has, needs = game.hive.stockpile.of, objective.spend.items()
        return tuple(Progress(term("item", item), min(need, has(item)), need) for item, need in needs)
    if objective.group == "technology":
        return (_technology(game, objective),)
    found = come(game, objective)
    return () if found is None else (Progress(_BOARD[objective.group], min(found), found[1]),)


def progress_of(game: Game, seat: Player, objective: Objective) -> Progress | None:
    """How far a player is with what an objective asks of the board; None where only the table knows.

    So it does of a player who has nothing on the board away from home: that one books nothing.
    """
    survey = known_board(game).survey
    found = holding_of(objective, in_the_place_of(survey, seat)) if _books(survey, seat) else None
    return None if found is None else Progress(game.name(seat), min(found.reached, found.needed), found.needed)


_BOARD: dict[str, Words] = {"structure": say("structures"), "control": say("planets"), "presence": say("on the board")}


def _technology(game: Game, objective: Objective) -> Progress:
    if objective.unit_upgrades is not None:
        by_name = game.tables.technologies.by_name
        have = sum(by_name[name].counts_for_objectives for name in game.hive.upgrades)
        return Progress(say("unit upgrades"), min(have, objective.unit_upgrades), objective.unit_upgrades)
    levels, need = objective.technologies_per_colour or 0, objective.colours or 0
    have = sum(level >= levels for level in game.hive.technologies.values())
    return Progress(say("colours"), min(have, need), need)
