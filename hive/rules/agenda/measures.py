"""How many of something a side has, gains or loses by an agenda: from the board where it is tracked, or the play area.

What only the table knows is told beside these (:mod:`hive.rules.agenda.judging`); untold, it counts as nothing.

Rules: 29.outcome.rewards, 29.outcome.penalties, 1.setup.mech-double-nature, Q137, Q143.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import partial

from hive.board.survey import Survey
from hive.catalog.tables import Agenda, Measure, Seat
from hive.model.game import PLAYERS, Game
from hive.rules.abilities.area import open_colours
from hive.rules.area import controlled_planets, in_reinforcements, owned, tokens_in_pools, tokens_in_reinforcements
from hive.rules.board import PlanetAt, Tracked, known_board, tracked
from hive.rules.combat.units import ground_forces as of_ground_forces
from hive.rules.options import faction_of, players_of

# What is counted, and for whom: the Hive, a player, or both players together.
Told = Mapping[tuple[str, str], float]
TOGETHER = "players"


@dataclass(frozen=True)
class Facts:
    """What is known where an outcome is judged as if it had won: its value, whom it elects, and what the table told.

    ``planet``: the elected one, on a tracked galaxy.
    """

    game: Game
    outcome: str = ""
    elected: Seat | None = None
    planet: PlanetAt | None = None
    told: Told = field(default_factory=dict)

    @property
    def board(self) -> Tracked:
        """The board as far as it is known: where no galaxy is tracked, nothing lies on it."""
        return known_board(self.game)

    @property
    def survey(self) -> Survey:
        """The galaxy as it stands, likewise."""
        return self.board.survey

    @property
    def mapped(self) -> bool:
        """Whether a galaxy is tracked; else some things are guessed."""
        return tracked(self.game) is not None

    def units_there(self, seat: Seat) -> dict[str, int]:
        """The units of a side on the elected planet; nothing where no galaxy is tracked."""
        return self.board.units(seat, *self.planet) if self.planet else {}

    def number(self, key: str, seat: Seat) -> int:
        """How many units of a type a side has on the board; of players only a tracked galaxy knows."""
        known = self.game.hive.units.get(key, 0) if seat == "hive" else 0
        return self.board.in_all(seat, key) if self.mapped else known


Counting = Callable[[Facts, Seat], float]


# --- where something of a side stands


def _cost(game: Game, units: Mapping[str, int]) -> float:
    by_key = game.tables.units.by_key
    return sum(by_key[key].cost * number for key, number in units.items())


def _with_ships(survey: Survey, seat: Seat, kinds: Collection[str] = ()) -> list[str]:
    """The systems with one of some wormholes, or with any, where a side has ships."""
    found = [one for one in survey.positions if survey.ships(one, seat)]
    return [one for one in found if (set(kinds) & {*survey.wormholes(one)} if kinds else survey.wormholes(one))]


def ships_at(kinds: Collection[str], role: str | None, facts: Facts, seat: Seat) -> float:
    """The ships but for fighters in systems with such wormholes, or on a tile of that role alone."""
    survey = facts.survey
    found = _with_ships(survey, seat, kinds)
    tiles = facts.game.tables.tiles.by_number
    if role is not None:
        found = [one for one in survey.positions if tiles[survey.system(one).tile].role == role]
    return sum(sum(survey.ships(one, seat).values()) - survey.ships(one, seat).get("fighter", 0) for one in found)


def systems_with(kinds: Collection[str]) -> Counting:
    """The systems with such wormholes where a side has ships."""
    return lambda facts, seat: len(_with_ships(facts.survey, seat, kinds))


def systems_without_token(facts: Facts, seat: Seat) -> float:
    """The systems with any wormhole where a side has ships and no command token, as far as its tokens go."""
    free = sum(not facts.board.has_token(seat, one) for one in _with_ships(facts.survey, seat))
    return min(free, tokens_in_reinforcements(facts.game)) if seat == "hive" else free


def pds_near(facts: Facts, seat: Seat) -> float:
    """The PDS of a side in and next to systems with any wormhole."""
    board, survey = facts.board, facts.survey
    near = {one for at in survey.positions if survey.wormholes(at) for one in survey.in_and_adjacent(at)}
    return sum(board.units(seat, *place).get("pds", 0) for place in board.places(near))


def sheltered(trait: str, facts: Facts, seat: Seat) -> float:
    """The planets with a trait on which a side has ground forces of its own."""
    board, survey = facts.board, facts.survey
    held = [place for place in board.planets_of(seat) if of_ground_forces(facts.game, board.units(seat, *place))]
    return sum(trait in survey.planet(*place).traits for place in held)


def token_at_home(facts: Facts, seat: Seat) -> float:
    """Whether a command token of a side would come to its home system: none lies there, and one is left."""
    home = facts.survey.home(seat)
    if facts.mapped and (home is None or facts.board.has_token(seat, home)):
        return 0
    return 1 if seat != "hive" or tokens_in_reinforcements(facts.game) else 0


def mechs_placed(facts: Facts, seat: Seat) -> float:
    """Whether a side can place a mech at home: it controls a planet there, and has one left of its plastic."""
    plastic = facts.game.tables.units.by_key["mech"].players_plastic or 0
    left = in_reinforcements(facts.game, "mech") if seat == "hive" else plastic - facts.number("mech", seat)
    # Without a galaxy a player is taken to have a place for it.
    return int(left > 0 and (home_planets(facts, seat) > 0 or (seat != "hive" and not facts.mapped)))


# --- what would be exhausted, lost or put


def planets(facts: Facts, seat: Seat) -> float:
    """The planets that a side controls; without a galaxy the Hive's by its play area."""
    return controlled_planets(facts.game) if seat == "hive" else len(facts.board.planets_of(seat))


def home_planets(facts: Facts, seat: Seat) -> float:
    """The planets of its home system that a side controls; without a galaxy a player is taken to have them all."""
    survey, tiles = facts.survey, facts.game.tables.tiles
    home = survey.home(seat)
    if home is not None:
        return len(survey.controlled(home, seat))
    if seat == "hive" or facts.mapped:
        return facts.game.hive.spawning_planets.get("main", 0) if seat == "hive" else 0
    return next((len(tiles.by_number[tile].planets) for tile in tiles.homes_of(faction_of(facts.game, seat))), 0)


def with_specialty(facts: Facts, seat: Seat) -> float:
    """The planets of a side with a technology specialty."""
    survey = facts.survey
    return sum(bool(survey.planet(*place).specialties) for place in facts.board.planets_of(seat))


def per_technology(facts: Facts, seat: Seat) -> float:
    """A planet for each technology of the Hive, as far as it has planets; what players own the table knows."""
    hive = facts.game.hive
    owned = sum(hive.technologies.values()) + len(hive.upgrades)
    return min(owned, planets(facts, seat)) if seat == "hive" else 0


def infantry_halved(facts: Facts, seat: Seat) -> float:
    """Half of the infantry of a side on each planet, rounded up; without a galaxy it is not weighed."""
    board = facts.board
    return sum((board.units(seat, *place).get("infantry", 0) + 1) // 2 for place in board.planets())


def beyond(types: Collection[str], keep: int, facts: Facts, seat: Seat) -> float:
    """The cost of what a side has of some types beyond so many; of players only a tracked galaxy knows."""
    number = sum(facts.number(key, seat) for key in types)
    return max(0, number - keep) * min(facts.game.tables.units.by_key[key].cost for key in types)


def up_to(types: Collection[str], most: int) -> Counting:
    """How many of some types a side loses, where it loses no more than so many."""
    return lambda facts, seat: min(most, sum(facts.number(key, seat) for key in types))


def in_play(types: Collection[str], facts: Facts, seat: Seat) -> float:
    """How many units of some types a side has; without a galaxy the Muaat are taken to have a war sun."""
    guess = "war_sun" in types and not facts.mapped and plays_muaat(facts.game, seat)
    return max(sum(facts.number(key, seat) for key in types), int(guess))


def plays_muaat(game: Game, seat: Seat) -> bool:
    """Whether a player's faction begins with a war sun, and so with its technology."""
    return seat in players_of(game, [one.name for one in game.tables.factions.factions if "war_sun" in one.units])


def _rex_losses(facts: Facts, seat: Seat) -> float:
    """The cost of all units of a side at Mecatol Rex, and of its weakest in each system next to it."""
    board, survey, rex = facts.board, facts.survey, facts.survey.mecatol_rex
    by_key = facts.game.tables.units.by_key
    number = facts.game.tables.agendas.by_name["Ixthian Artifact"].amounts.get("units", 0)
    lost = 0.0
    for position in survey.in_and_adjacent(rex) if rex is not None else ():
        there = [board.units(seat, *place) for place in board.places([position])]
        costs = sorted(by_key[key].cost for units in there for key, count in units.items() for _ in range(count))
        lost += sum(costs if position == rex else costs[:number])
    return lost


# --- cards, tokens and goods


def held(thing: str, number: int | str, facts: Facts, seat: Seat) -> float:
    """How many of a thing a side gives up, of so many or of all; a player is taken to have as many as are asked for."""
    if seat == "hive":
        there = owned(facts.game, thing)
        return there if number == "all" else min(int(number), there)
    hand = facts.game.tables.votes.hand_of_a_player if thing == "action_cards" else 0
    return hand if number == "all" else int(number)


def _pools(facts: Facts, seat: Seat) -> float:
    """By how many tokens the Hive's pools would grow, or shrink."""
    if seat != "hive":
        return 0
    wanted = facts.game.tables.agendas.by_name["Armed Forces Standardization"].amounts
    more = wanted["tactic"] + wanted["strategy"] - tokens_in_pools(facts.game)
    return min(more, tokens_in_reinforcements(facts.game))


def with_points(which: str, facts: Facts, seat: Seat) -> float:
    """Whether a side has most victory points, or fewest; all who tie have."""
    every = {one: facts.game.area(one).victory_points for one in facts.game.seats}
    return int(every[seat] == (max if which == "most" else min)(every.values()))


def _behind(facts: Facts, _: Seat) -> float:
    """Whether the Hive alone has fewest victory points, and would take a planet that is not its own."""
    least = min(player.victory_points for player in facts.game.players.values())
    return int(facts.elected != "hive" and facts.game.hive.victory_points < least)


# --- the elected planet


def ground_forces(worth: bool, facts: Facts, seat: Seat) -> float:
    """The ground forces of a side on the elected planet, or their cost; without a galaxy a refilled one of the Hive's.

    Rule: 28.5.spawning-infantry.
    """
    game = facts.game
    there: Mapping[str, int] = {"infantry": game.tables.figures.infantry_refill.value} if seat == "hive" else {}
    if facts.mapped:
        there = of_ground_forces(game, facts.units_there(seat))
    return _cost(game, there) if worth else sum(there.values())


def _exposed(facts: Facts, seat: Seat) -> float:
    """Whether players have ships where the elected planet of the Hive lies: it is not undressed before their eyes."""
    if facts.planet is None or seat != "hive":
        return 0
    return int(any(facts.survey.ships(facts.planet[0], one) for one in PLAYERS))


# --- what some laws are about


def _neighbours(facts: Facts, seat: Seat) -> float:
    """The sides next to which a side has units or planets; without a galaxy the Hive is taken to have one."""
    if not facts.mapped:
        return 1
    where, survey = facts.board.held(), facts.survey
    around = {near for one in where[seat] for near in survey.in_and_adjacent(one)}
    return sum(bool(around & {*where[one]}) for one in facts.game.seats if one != seat)


def _gamma_ships(facts: Facts, seat: Seat) -> float:
    """The systems with a gamma wormhole and ships of a side that does not control Mecatol Rex."""
    survey = facts.survey
    if survey.mecatol_rex is not None and survey.controlled(survey.mecatol_rex, seat):
        return 0
    return len(_with_ships(survey, seat, ["gamma"]))


def _at_wormhole(facts: Facts, seat: Seat) -> float:
    """Whether a side with a ship at any wormhole can research. Rules: 13.technology.maximum, 3.1.depleted."""
    game = facts.game
    if seat == "hive" and (not open_colours(game) or game.deck.depleted):
        return 0
    return int(bool(_with_ships(facts.survey, seat)))


def _cost_at_wormholes(facts: Facts, seat: Seat) -> float:
    survey = facts.survey
    return sum(_cost(facts.game, survey.ships(one, seat)) for one in _with_ships(survey, seat, ("alpha", "beta")))


def unseen(game: Game) -> list[Agenda]:
    """The agendas that can still be revealed with the boxes on the table. Rule: 1.setup.purge-agendas."""
    boxes, shown = game.settings.boxes, {*game.agendas, *(law.name for law in game.laws)}
    return [
        agenda
        for agenda in game.tables.agendas.agendas
        if not agenda.purged and agenda.box in boxes and agenda.removed_by not in boxes and agenda.name not in shown
    ]


def _rolls(facts: Facts, _: Seat) -> float:
    """Whether a fight can come before the Hive next produces ships, and so loses the card. Rule: 8.standard.ship."""
    game = facts.game
    produces = game.hive.bank.influence >= game.tables.figures.influence_per_produced_ship.value
    return int(game.phase == "action" or not produces)


MEASURES: dict[Measure, Counting] = {
    "at_wormhole": _at_wormhole,
    "cards_of_owners": lambda _, __: 0,
    "cost_at_wormholes": _cost_at_wormholes,
    "elections": lambda facts, _: sum(one.outcome == "elect_player" for one in unseen(facts.game)),
    "exposed": _exposed,
    "gamma_ships": _gamma_ships,
    "hand": partial(held, "action_cards", "all"),
    "mechs": partial(in_play, ["mech"]),
    "neighbours": _neighbours,
    "one": lambda _, __: 1,
    "open_colour": lambda facts, seat: int(seat != "hive" or bool(open_colours(facts.game))),
    "points_behind": _behind,
    "pools": _pools,
    "rex_losses": _rex_losses,
    "rolls": _rolls,
    "site": lambda _, __: 1,
    "speaker": lambda facts, seat: int(facts.game.speaker == seat),
    "spawning_site": lambda facts, _: int(facts.planet is not None and facts.planet[0] in facts.survey.spawning),
    "strategy_token": partial(held, "strategy_tokens", 1),
    "units_there": lambda facts, seat: _cost(facts.game, facts.units_there(seat)) if facts.mapped else 1,
    "voted_for": lambda facts, seat: int(seat == "hive" and facts.outcome == "for"),
}
"""By the words of a row. Laws are measured by what they themselves bring (:mod:`hive.rules.agenda.weighing`)."""
