"""What laws and directives take off the board, and put on it. Rules: page 29, 5.4.negative-effects, 5.3.use.

On a tracked galaxy what nobody chooses is booked; else the table does it, and the numbers follow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial

from hive import keys
from hive.board import pieces
from hive.catalog.tables import Seat
from hive.model.game import PLAYERS, Game, Player
from hive.naming import planet, system_label, units
from hive.rules.area.planets import fall, in_reinforcements, worth_of
from hive.rules.area.points import tokens_in_reinforcements
from hive.rules.board import Place, Tracked, board_of
from hive.rules.control.taking import hive_takes, player_takes
from hive.rules.decrees import players, told
from hive.rules.decrees.told import (
    RULE,
    Gone,
    Where,
    Which,
    fewest_points,
    put,
    removed,
    technologies,
    token_put,
    token_taken,
)
from hive.rules.diagrams.damage import given_up, unit_words
from hive.rules.diagrams.systems import decide
from hive.rules.placing.places import because, labels, planet_labels, settle, system_decided
from hive.rules.placing.ships import tokens_to_remove
from hive.steps import Ask, Choice, Item, Procedure, Shown, Tell, anew, meant
from hive.words import Words, listed, say, sentence

_NEGATIVE = "5.4.negative-effects"


def give_up(game: Game, units: Collection[str], number: int) -> Procedure[list[Item]]:
    """The Hive loses so many of its units of some types, the weakest first, where it can best do without them."""
    board = board_of(game)
    return _give_up(board, units, number) if isinstance(board, Tracked) else told.give_up(game, units, number)


def lose_all(game: Game, units: Collection[str], where: Where) -> Procedure[list[Item]]:
    """The Hive loses all units of some types in some systems."""
    board = board_of(game)
    return _lose_all(board, units, where) if isinstance(board, Tracked) else told.lose_all(game, units, where)


def lose_on(game: Game, planet: str, units: Collection[str]) -> Procedure[Gone]:
    """All units of some types leave an elected planet; out also comes how many the Hive loses as its owner."""
    board = board_of(game)
    return _lose_on(board, planet, units) if isinstance(board, Tracked) else told.lose_on(game, planet, units)


def halve_infantry(game: Game) -> Procedure[Gone]:
    """The Hive loses half of its infantry on each planet, rounded up; out also comes how much that is."""
    board = board_of(game)
    return _halve_infantry(board) if isinstance(board, Tracked) else told.halve_infantry(game)


def add_infantry(game: Game, number: int) -> Procedure[list[Item]]:
    """The Hive places infantry on each of its planets."""
    board = board_of(game)
    return _add_infantry(board, number) if isinstance(board, Tracked) else told.add_infantry(game, number)


def mech_at_home(game: Game) -> Procedure[list[Item]]:
    """The Hive places a mech in its main spawning system."""
    board = board_of(game)
    return _mech_at_home(board) if isinstance(board, Tracked) else told.mech_at_home(game)


def replace_mechs(game: Game, number: int) -> Procedure[list[Item]]:
    """So many infantry take the place of each mech of the Hive."""
    board = board_of(game)
    return _replace_mechs(board, number) if isinstance(board, Tracked) else told.replace_mechs(game, number)


def token_at_home(game: Game) -> Procedure[list[Item]]:
    """A command token of the Hive comes from the reinforcements into its main spawning system."""
    board = board_of(game)
    return _token_at_home(board) if isinstance(board, Tracked) else told.token_at_home(game)


def redistribute(game: Game, planet: str, number: int) -> Procedure[None]:
    """All units leave an elected planet; a side with fewest victory points places infantry there and takes it."""
    board = board_of(game)
    return _anew(board, planet, number) if isinstance(board, Tracked) else told.redistribute(game, planet, number)


def losses_around_mecatol_rex(game: Game, number: int) -> Procedure[list[Item]]:
    """The Hive loses all units in the Mecatol Rex system, and so many in each system next to it."""
    board = board_of(game)
    return _around_rex(board, number) if isinstance(board, Tracked) else told.losses_around_mecatol_rex(game, number)


def token_off(game: Game) -> Procedure[list[Item]]:
    """A command token of the Hive goes from the board to the reinforcements."""
    board = board_of(game)
    return _token_off(board) if isinstance(board, Tracked) else told.token_off(game)


def exhausted(game: Game, which: Which) -> Procedure[list[str]]:
    """Planets of the Hive that are exhausted: for each its spawning system, or that it is a standard one."""
    board = board_of(game)
    return _exhausted(board, which) if isinstance(board, Tracked) else told.exhausted(game, which)


def ship_at_a_wormhole(game: Game) -> Procedure[bool]:
    """Whether a ship of the Hive is in a system with a wormhole."""
    board = board_of(game)
    return _at_a_wormhole(board) if isinstance(board, Tracked) else told.ship_at_a_wormhole(game)


def players_give_up(
    game: Game, units: Collection[str], number: int, seats: Sequence[Player] = PLAYERS
) -> Procedure[list[Item]]:
    """Each of these players loses so many units of some types; without a galaxy they see to it themselves."""
    board = board_of(game)
    return (yield from players.give_up(board, units, number, seats)) if isinstance(board, Tracked) else []


def players_keep(game: Game, key: str, number: int) -> Procedure[list[Item]]:
    """Each player keeps so many units of a type, and loses the others; without a galaxy they see to it themselves."""
    board = board_of(game)
    return (yield from players.keep(board, key, number)) if isinstance(board, Tracked) else []


def tokens_at_wormholes(game: Game) -> Procedure[list[Item]]:
    """The same for each system with a wormhole and ships of the Hive."""
    board = board_of(game)
    return _tokens_there(board) if isinstance(board, Tracked) else told.tokens_at_wormholes(game)


# --- on a tracked galaxy


def _give_up(board: Tracked, types: Collection[str], number: int) -> Procedure[list[Item]]:
    """One after the other: the weakest type that is left, from the system that negative priority names."""
    lines: list[Item] = []
    gone: Counter[str] = Counter()
    for _ in range(number):
        present: dict[str, int] = {}
        for place in board.places():
            for key, there in board.there(place, types).items():
                present[key] = present.get(key, 0) + there
        weakest = next(iter((yield from given_up(board.game, present, 1))), None)
        if weakest is None:
            break
        place, why = yield from anew(partial(_best_lost, board, weakest))
        lines += [_take(board, place, {weakest: 1}, why, _NEGATIVE), *players.adrift_from(board, [place], ("hive",))]
        gone[weakest] += 1
    return [*lines, *fall(board.game, gone)]


def _best_lost(board: Tracked, key: str) -> Procedure[tuple[Place, Words]]:
    """From where a unit of a type is best taken, and why there. Raises Mended."""
    holding = [place for place in board.places() if board.there(place, [key])]
    systems = list(dict.fromkeys(position for position, _ in holding))
    found = decide(board.survey, systems, board.game.tables.priorities.negative, {})
    what = say("Remove {units}", units=units(board.game, 1, key))
    position = yield from settle(board.game, what, labels(board.game, found.left), _NEGATIVE)
    on = next(on for where, on in holding if where == position)
    return (position, on), because(say("the weakest"), system_decided(board.game, found, position))


def _lose_all(board: Tracked, types: Collection[str], where: Where) -> Procedure[list[Item]]:
    """What stands in these systems goes."""
    yield from ()
    systems = systems_of(board, where)
    gone = {place: there for place in board.places(systems) if (there := board.there(place, types))}
    lines = [_take(board, place, there) for place, there in gone.items()]
    fallen = fall(board.game, _together(gone.values()))
    return [*lines, *players.adrift_from(board, gone, ("hive",)), *fallen, *players.lose_all(board, types, systems)]


def _lose_on(board: Tracked, name: str, types: Collection[str]) -> Procedure[Gone]:
    """Those of the players go as well."""
    yield from ()
    place = next((place for place in board.places() if place[1] == name), None)
    if place is None:
        return [], 0
    owner = board.survey.system(place[0]).planets[name].control
    there = board.there(place, types)
    lines = [_take(board, place, there)] if there else []
    lines += players.lose_from(board, place, types)
    return lines, sum(there.values()) if owner == "hive" else 0


def _halve_infantry(board: Tracked) -> Procedure[Gone]:
    """On planets alone: infantry in space stays."""
    yield from ()
    lines, gone = [], 0
    for place in board.places():
        there = board.there(place, ["infantry"]).get("infantry", 0) if place[1] else 0
        half = (there + 1) // 2
        if half:
            lines.append(_take(board, place, {"infantry": half}))
            gone += half
    return [*lines, *players.halve_infantry(board)], gone


def _add_infantry(board: Tracked, number: int) -> Procedure[list[Item]]:
    """On every planet that the Hive controls."""
    yield from ()
    lines = [_put(board, place, "infantry", number) for place in board.planets_of("hive")]
    return [*lines, *players.add_infantry(board, number)]


def _mech_at_home(board: Tracked) -> Procedure[list[Item]]:
    """On a planet without a structure, if there is one; a tie goes to the table."""
    lines: list[Item] = []
    if in_reinforcements(board.game, "mech"):
        place = yield from anew(partial(_home_planet, board))
        lines = [_put(board, place, "mech", 1)] if place is not None else []
    return [*lines, *(yield from players.mech_at_home(board))]


def _home_planet(board: Tracked) -> Procedure[tuple[str, str] | None]:
    home = board.survey.home("hive")
    planets = [(position, name) for position, name in board.planets_of("hive") if position == home]
    structures = board.survey.structures(home) if home is not None else {}
    free = [place for place in planets if not structures.get(place[1])] or planets
    if not free:
        return None
    what = say("Put {units}", units=units(board.game, 1, "mech"))
    return (yield from settle(board.game, what, planet_labels(board.game, free), "12.construction.placement"))


def _replace_mechs(board: Tracked, number: int) -> Procedure[list[Item]]:
    """Wherever they stand."""
    yield from ()
    lines = []
    for place in list(board.places()):
        mechs = board.there(place, ["mech"])
        if mechs:
            lines += [_take(board, place, mechs), _put(board, place, "infantry", number * mechs["mech"])]
    return [*lines, *players.replace_mechs(board, number)]


def _token_at_home(board: Tracked) -> Procedure[list[Item]]:
    """None where one lies already."""
    yield from ()
    home = board.survey.home("hive")
    lines = _tokens(board, [home] if home is not None else [])
    homes = {seat: at for seat in PLAYERS if (at := board.survey.home(seat)) is not None}
    return [*lines, *players.tokens(board, {seat: [at] for seat, at in homes.items()})]


def _tokens_there(board: Tracked) -> Procedure[list[Item]]:
    """As far as the reinforcements go."""
    yield from ()
    survey = board.survey
    wormholes = [one for one in sorted(board.survey.positions) if survey.wormholes(one)]
    lines = _tokens(board, (one for one in wormholes if survey.ships(one)))
    theirs = {seat: [one for one in wormholes if survey.ships(one, seat)] for seat in PLAYERS}
    return [*lines, *players.tokens(board, {seat: where for seat, where in theirs.items()})]


def _at_a_wormhole(board: Tracked) -> Procedure[bool]:
    """The board knows."""
    yield from ()
    survey = board.survey
    return any(survey.wormholes(one) and survey.ships(one) for one in board.survey.positions)


def _anew(board: Tracked, name: str, number: int) -> Procedure[None]:
    """The side is named by whoever controls the planet; the Hive names itself where it can."""
    place = next(((position, on) for position, on in board.places() if on == name), None)
    if place is None or place[1] is None:
        return
    at, owner = (place[0], place[1]), board.survey.system(place[0]).planets[name].control
    there = board.units("hive", *place)
    gone = [_take(board, place, there)] if there else []
    gone += players.lose_from(board, place, [unit.key for unit in board.game.tables.units.units])
    sides = fewest_points(board.game)
    taker: Seat = "hive" if owner == "hive" and "hive" in sides else sides[0]
    if taker != "hive" and len(sides) > 1:
        taker = yield from meant(_which_side(board, name, sides), {seat: seat for seat in sides})
    lines = hive_takes(board, at) if taker == "hive" and owner != "hive" else []
    if taker in PLAYERS and taker != owner:
        yield from player_takes(board, at, taker)
    pieces.put(board.game, taker, "infantry", number, *at)
    who, infantry = board.game.name(taker), units(board.game, number, "infantry")
    text = say("{who!c} places {units} on {planet}", who=who, units=infantry, planet=planet(board.game, name))
    yield Tell(text, RULE, key=keys.DECREE, confirm="done", items=(*gone, *lines))


def _which_side(board: Tracked, name: str, sides: list[Seat]) -> Ask:
    game = board.game
    return Ask(
        key=keys.DECREE_SIDE,
        text=say("Which side places infantry on {planet}?", planet=planet(board.game, name)),
        choices=tuple(Choice(seat, sentence(board.game.name(seat))) for seat in sides),
        rule="1.scope.most-helpful",
        detail=say(
            "{sides!c} have fewest victory points; who controls {planet} names one of them.",
            sides=listed([game.name(seat) for seat in sides]),
            planet=planet(game, name),
        ),
        shown=Shown(expects=False),
    )


def _around_rex(board: Tracked, number: int) -> Procedure[list[Item]]:
    """In each system the weakest of the Hive go; which of their own, players say where there is a choice."""
    rex = board.survey.mecatol_rex
    if rex is None:
        return []
    lines: list[Item] = []
    before = dict(board.game.hive.units)
    for position in board.survey.in_and_adjacent(rex):
        places = [place for place in board.places() if place[0] == position]
        present: dict[str, int] = {}
        for place in places:
            for key, there in board.units("hive", *place).items():
                present[key] = present.get(key, 0) + there
        left = present if position == rex else (yield from given_up(board.game, present, number))
        for place in places:
            gone = {key: min(there, left[key]) for key, there in board.units("hive", *place).items() if left.get(key)}
            left = {key: most - gone.get(key, 0) for key, most in left.items()}
            if gone:
                lines.append(_take(board, place, gone, rule=_NEGATIVE))
                lines += players.adrift_from(board, [place], ("hive",))
        if position == rex:
            lines += players.lose_all(board, [unit.key for unit in board.game.tables.units.units], [rex])
        else:
            lines += yield from players.lose_in(board, position, number)
    lost = {key: there - board.game.hive.units.get(key, 0) for key, there in before.items()}
    return [*lines, *fall(board.game, lost)]


def _token_off(board: Tracked) -> Procedure[list[Item]]:
    """From the system that negative priority names."""
    for position in (yield from tokens_to_remove(board, 1)).positions:
        pieces.take_command_token(board.game, "hive", position)
        return [token_taken(system_label(board.game, position))]
    return []


def _exhausted(board: Tracked, which: Which) -> Procedure[list[str]]:
    """Of those that the Hive may choose itself, the ones that are worth least."""
    yield from ()
    survey, planets = board.survey, board.planets_of("hive")
    if which == "with_specialty":
        planets = [place for place in planets if survey.planet(*place).specialties]
    if which == "at_home":
        planets = [place for place in planets if place[0] == survey.home("hive")]
    kinds = [board.kind(position) for position, _ in planets]
    kinds.sort(key=lambda kind: worth_of(board.game, kind))
    return kinds[: technologies(board.game)] if which == "per_technology" else kinds


def systems_of(board: Tracked, where: Where) -> set[str]:
    """The systems that an agenda means."""
    survey = board.survey
    if where == "alpha_or_beta":
        return {one for one in board.survey.positions if {"alpha", "beta"} & {*survey.wormholes(one)}}
    return {near for one in board.survey.positions if survey.wormholes(one) for near in survey.in_and_adjacent(one)}


def _take(board: Tracked, place: Place, gone: Mapping[str, int], why: Words = "", rule: str = "") -> Item:
    for key, number in gone.items():
        pieces.take(board.game, "hive", key, number, *place)
    words, where = unit_words(board.game, gone), board.named(place)
    return removed(words, where, rule, why) if rule else removed(words, where)


def _put(board: Tracked, place: Place, key: str, number: int) -> Item:
    pieces.put(board.game, "hive", key, number, *place)
    return put(units(board.game, number, key), board.named(place))


def _tokens(board: Tracked, systems: Iterable[str]) -> list[Item]:
    lines = []
    for position in systems:
        if "hive" not in board.survey.system(position).command_tokens and tokens_in_reinforcements(board.game):
            pieces.put_command_token(board.game, "hive", position)
            lines.append(token_put(system_label(board.game, position)))
    return lines


def _together(losses: Iterable[Mapping[str, int]]) -> Counter[str]:
    """Losses of several places as one."""
    return sum((Counter(one) for one in losses), Counter())
