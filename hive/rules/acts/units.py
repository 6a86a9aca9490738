"""What acts do to units, and to command tokens on the board.

On a tracked galaxy what nobody chooses is booked; else the table does it, and the numbers follow.

Rules: page 29, 1.scope.unchanged-rules, 5.4.negative-effects, 5.3.use.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Literal

from hive import keys
from hive.board import pieces
from hive.catalog.tables import Seat
from hive.catalog.tables.acts import CommandToken, Puts, Removes
from hive.model.game import PLAYERS, Game, Player
from hive.naming import items, system_label, units
from hive.rules.acts.core import UNCHANGED, Scene, Verb, Verbs, amount
from hive.rules.area import fall, in_reinforcements, tokens_in_reinforcements
from hive.rules.board import Place, PlanetAt, Tracked, board_of, known_board, tracked
from hive.rules.combat.survivors import adrift
from hive.rules.diagrams.damage import given_up, unit_words, weakest_units
from hive.rules.diagrams.systems import decide
from hive.rules.placing.places import because, labels, planet_labels, settle, system_decided
from hive.steps import Ask, Choice, Item, Number, Procedure, anew, filled, how_many, meant, question
from hive.words import Name, Words, count, listed, say, sentence

# Systems with any wormhole and those next to them, or those with an alpha or a beta wormhole.
Where = Literal["near_wormholes", "alpha_or_beta"]
# What a side has at a place, by type.
Standing = Mapping[tuple[Seat, Place], Mapping[str, int]]

NEGATIVE = "5.4.negative-effects"
DONE = (Choice("done", say("Done")),)
EVERY: tuple[Seat, ...] = ("hive", *PLAYERS)
_WHERE: dict[Where, Words] = {
    "near_wormholes": say("in and next to systems with a wormhole"),
    "alpha_or_beta": say("in systems with an alpha or a beta wormhole"),
}
_MOST = 99


# --- what leaves the board


def _removes(scene: Scene, act: Removes) -> Procedure[list[Item]]:
    """The table says which units go, where they have to be chosen."""
    game, types = scene.game, _types(scene.game, act)
    if act.where == "near_wormholes":
        return (yield from lose_all(game, types, act.where))
    if act.where:
        return (yield from _lose_on_planets(scene, types, act.where == "elected"))
    lost = sum(game.hive.units.get(key, 0) for key in types) - act.keep if act.keep else int(act.number)
    lines = (yield from give_up(game, types, lost)) if lost > 0 else []
    if act.who == "each":
        lines += yield from players_give_up(game, types, lost, keep=act.keep)
    return lines


def _types(game: Game, act: Removes) -> list[str]:
    units = game.tables.units
    forces = (unit for unit in units.units if unit.category == "ground_force")
    of_group = {"": (), "ground_forces": forces, "larger_ships": units.larger_ships}[act.group]
    return [*act.units, *(unit.key for unit in of_group)]


def give_up(game: Game, types: Collection[str], number: int) -> Procedure[list[Item]]:
    """The Hive loses so many units of some types, the weakest first, from where it can best do without them.

    Without a galaxy the table knows where that is, and whether there is any of what is not counted.
    """
    board, before = board_of(game), Counter(game.hive.units)
    if not isinstance(board, Tracked):
        by_key = game.tables.units.by_key
        lost = yield from given_up(
            game, {key: number if by_key[key].plastic is None else before[key] for key in types}, number
        )
        board.lose("hive", lost)
        where = say("where [the Hive] can best do without, by negative priority")
        removed = Item(say("Remove {units} of [the Hive].", units=unit_words(game, lost)), where, NEGATIVE)
        return [removed, *fall(game, lost)] if lost else []
    lines: list[Item] = []
    for _ in range(number):
        present = sum((Counter(board.there(place, types)) for place in board.places()), Counter[str]())
        weakest = next(iter((yield from given_up(game, present, 1))), None)
        if weakest is None:
            break
        place, why = yield from anew(partial(_best_lost, board, weakest))
        lines += leave(board, {("hive", place): {weakest: 1}}, NEGATIVE, why)
    return [*lines, *fall(game, before - Counter(game.hive.units))]


def _best_lost(board: Tracked, key: str) -> Procedure[tuple[Place, Words]]:
    """From where a unit of a type is best taken, and why there. Raises Mended."""
    holding = [place for place in board.places() if board.there(place, [key])]
    systems = list(dict.fromkeys(position for position, _ in holding))
    found = decide(board.survey, systems, board.game.tables.priorities.negative, {})
    what = say("Remove {units}", units=units(board.game, 1, key))
    position = yield from settle(board.game, what, labels(board.game, found.left), NEGATIVE)
    on = next(on for where, on in holding if where == position)
    return (position, on), because(say("the weakest"), system_decided(board.game, found, position))


def lose_all(game: Game, types: Collection[str], where: Where) -> Procedure[list[Item]]:
    """All units of some types in some systems go; without a galaxy the table says how many of the Hive stood there."""
    if (board := tracked(game)) is None:
        text = say("Which units of [the Hive] are lost {where}?", where=_WHERE[where])
        present = {key: there for key, there in game.hive.units.items() if key in types and there}
        return fall(game, (yield from losses_told(game, text, present)))
    survey = board.survey
    if where == "alpha_or_beta":
        systems = {one for one in survey.positions if {"alpha", "beta"} & {*survey.wormholes(one)}}
    else:
        systems = {near for one in survey.positions if survey.wormholes(one) for near in survey.in_and_adjacent(one)}
    before, places = Counter(game.hive.units), [*board.places(systems)]
    lines = leave(board, standing(board, ["hive"], places, types))
    fallen = fall(game, before - Counter(game.hive.units))
    return [*lines, *fallen, *leave(board, standing(board, PLAYERS, places, types))]


def _lose_on_planets(scene: Scene, types: Collection[str], elected: bool) -> Procedure[list[Item]]:
    """All of some types on an elected planet go, or half of them on each planet; what the Hive loses counts.

    Without a galaxy the table says that; the elected planet is known by its owner alone.
    """
    board, hives = board_of(scene.game), scene.outcome == "hive" or not elected
    if not isinstance(board, Tracked):
        text = say("Half of the infantry of [the Hive] on each planet, rounded up: how much is lost?")
        if elected:
            text = say("What does [the Hive] lose on the elected planet?")
        present = {key: scene.game.hive.units.get(key, _MOST) for key in types if hives}
        scene.lost.append(sum((yield from losses_told(scene.game, text, present)).values()))
        return []
    places = [place for place in board.planets() if not elected or place[1] == scene.outcome]
    gone = standing(board, EVERY, places, types)
    if not elected:
        gone = {where: {key: (number + 1) // 2 for key, number in there.items()} for where, there in gone.items()}
    costs = [sum(gone["hive", place].values()) for place in places if not elected or board.control(place) == "hive"]
    scene.lost.append(sum(costs))
    return leave(board, gone)


def standing(
    board: Tracked, seats: Iterable[Seat], places: Collection[Place], types: Collection[str] | None = None
) -> dict[tuple[Seat, Place], dict[str, int]]:
    """What sides have at some places, of some types or of all."""
    every = [unit.key for unit in board.game.tables.units.units] if types is None else types
    return {(seat, place): board.there(place, every, seat) for seat in seats for place in places}


def leave(board: Tracked, gone: Standing, rule: str = UNCHANGED, why: Words = "") -> list[Item]:
    """Take units off the board; with the last ship of a side in a system goes what it carried.

    Rules: 31.action.transport, Q116.
    """
    lines, left = [], dict[tuple[str, Sequence[Seat]], None]()
    for (seat, place), lost in gone.items():
        if lost:
            board.lose(seat, lost, place)
            who, words = board.game.name(seat), unit_words(board.game, lost)
            text = say("Remove {units} of {who} from {place}.", units=words, who=who, place=board.named(place))
            lines.append(Item(text, why, rule))
            left |= {} if place[1] else {(place[0], ("hive",) if seat == "hive" else PLAYERS): None}
    return [*lines, *(line for position, side in left for line in adrift(board.game, position, side))]


def losses_told(game: Game, text: Words, present: Mapping[str, int]) -> Procedure[dict[str, int]]:
    """How many of some units are lost, as the table says."""
    if not any(present.values()):
        return {}
    by_key = game.tables.units.by_key
    numbers = tuple(Number(key, sentence(Name(by_key[key].plural)), maximum=most) for key, most in present.items())
    answer = yield from filled(Ask(keys.DECREE_UNITS, text, DONE, UNCHANGED, numbers=numbers))
    board_of(game).lose("hive", answer.numbers)
    return dict(answer.numbers)


# --- what players choose of their own; without a galaxy they see to it themselves


def players_give_up(
    game: Game,
    types: Collection[str] | None,
    number: int,
    seats: Sequence[Player] = PLAYERS,
    keep: int = 0,
    at: str = "",
) -> Procedure[list[Item]]:
    """Each of these players loses so many units of some types or of all, or all but those to ``keep``, and says which.

    In: the position of a system, if it is there alone.
    """
    board, lines = known_board(game), list[Item]()
    for seat in seats:
        there: Standing = standing(board, [seat], [*board.places([at] if at else None)], types)
        in_all = sum(sum(each.values()) for each in there.values())
        lost = in_all - keep if keep else number
        if in_all > lost > 0:
            there = yield from _chosen(board, seat, there, lost, at)
        lines += leave(board, there) if lost > 0 else []
    return lines


def _chosen(board: Tracked, seat: Player, there: Standing, number: int, at: str) -> Procedure[Standing]:
    """The weakest are what to expect."""
    game, by_key = board.game, board.game.tables.units.by_key
    each = [(place, key, most) for (_, place), found in there.items() for key, most in found.items()]
    weakest = weakest_units(game, sum((Counter(found) for found in there.values()), Counter[str]()), number, seat)
    numbers = []
    for place, key, most in each:
        expected = min(most, weakest.get(key, 0))
        weakest[key] = weakest.get(key, 0) - expected
        label = say("{units}: {place}", units=sentence(Name(by_key[key].plural)), place=board.named(place))
        numbers.append(Number(_field(place, key), label, maximum=most, value=expected))
    who, lost = game.name(seat), count(number, "unit")
    text = say("{who!c} loses {units}: which?", units=lost, who=who)
    if at:
        text = say("{who!c} loses {units} in {system}: which?", units=lost, who=who, system=system_label(game, at))
    systems = tuple(dict.fromkeys(place[0] for place, *_ in each))
    answer = yield from filled(Ask(keys.DECREE_PICKS, text, DONE, UNCHANGED, numbers=tuple(numbers), systems=systems))
    gone: dict[tuple[Seat, Place], dict[str, int]] = {}
    for place, key, _ in each:
        if told := answer.numbers.get(_field(place, key)):
            gone.setdefault((seat, place), {})[key] = told
    return gone


def _field(place: Place, key: str) -> str:
    position, on = place
    return f"{position}.{key}" if on is None else f"{position}/{on}.{key}"


# --- what comes to the board


def _puts(scene: Scene, act: Puts) -> Procedure[list[Item]]:
    """On each planet as much as the card says; to the homes as far as there is plastic, where each side says."""
    board, site, ((key, told),) = board_of(scene.game), scene.site, act.units.items()
    number = amount(scene, told)
    if act.where == "site":
        board.put("hive", {key: number}, (site.position, site.planet))
        words = units(scene.game, number, key)
        return [Item(say("Place {units} more on {site}.", units=words, site=site.name), rule=scene.rule)]
    if not isinstance(board, Tracked):
        words = units(scene.game, number, key)
        text = say("Put {units} of [the Hive] on each of its planets.", units=words)
        if act.where == "home":
            text = say("Put {units} of [the Hive] on a planet of its main spawning system.", units=words)
        if act.where == "home" and not in_reinforcements(scene.game, key):
            return []
        board.put("hive", {key: number})
        return [Item(text, rule=UNCHANGED)]
    if act.where == "each_planet":
        return [put(board, seat, place, key, number) for seat in EVERY for place in board.planets_of(seat)]
    lines = []
    for seat in EVERY:
        place = yield from _home_planet(board, seat, key)
        lines += [put(board, seat, place, key, number)] if place is not None else []
    return lines


def _more_units(scene: Scene, act: Puts) -> Words:
    told = [say("{units} more", units=units(scene.game, amount(scene, n), key)) for key, n in act.units.items()]
    return listed(told)


def put(board: Tracked, seat: Seat, place: Place, key: str, number: int) -> Item:
    """Put units on a planet, and say so."""
    board.put(seat, {key: number}, place)
    words, who = units(board.game, number, key), board.game.name(seat)
    text = say("Put {units} of {who} on {planet}.", units=words, who=who, planet=board.named(place))
    return Item(text, rule=UNCHANGED)


def _home_planet(board: Tracked, seat: Seat, key: str) -> Procedure[PlanetAt | None]:
    """Where a unit comes to a side's home: the Hive's without a structure, if there is one; a tie goes to the table."""
    game, plastic = board.game, board.game.tables.units.by_key[key].players_plastic
    if seat == "hive":
        return (yield from anew(partial(_hives_home_planet, board, key))) if in_reinforcements(game, key) else None
    planets = [place for place in board.planets_of(seat) if place[0] == board.survey.home(seat)]
    if not planets or (plastic is not None and board.in_all(seat, key) >= plastic):
        return None
    if len(planets) == 1:
        return planets[0]
    ask = question(
        keys.DECREE_PLACE,
        who=game.name(seat),
        units=units(game, 1, key),
        choices=(Choice("/".join(place), board.named(place)) for place in planets),
    )
    return (yield from meant(ask, {"/".join(place): place for place in planets}))


def _hives_home_planet(board: Tracked, key: str) -> Procedure[PlanetAt | None]:
    home = board.survey.home("hive")
    planets = [place for place in board.planets_of("hive") if place[0] == home]
    structures = board.survey.structures(home) if home is not None else {}
    free = [place for place in planets if not structures.get(place[1])] or planets
    if not free:
        return None
    what = say("Put {units}", units=units(board.game, 1, key))
    return (yield from settle(board.game, what, planet_labels(board.game, free), "12.construction.placement"))


def _command_token(scene: Scene, act: CommandToken) -> Procedure[list[Item]]:
    """None comes where one lies already, nor more than there are; without a galaxy the table counts the systems."""
    game, board, home = scene.game, board_of(scene.game), act.where == "home"
    if not isinstance(board, Tracked):
        return (yield from _tokens_told(game, home))
    survey, lines = board.survey, list[Item]()
    wormholes = [position for position in sorted(survey.positions) if survey.wormholes(position)]
    for seat in EVERY:
        for position in [survey.home(seat)] if home else [one for one in wormholes if survey.ships(one, seat)]:
            left = seat != "hive" or tokens_in_reinforcements(game)
            if position is not None and left and not board.has_token(seat, position):
                pieces.put_command_token(game, seat, position)
                who, system = game.name(seat), system_label(game, position)
                text = say(
                    "Put a command token of {who} from the reinforcements into {system}.", who=who, system=system
                )
                lines.append(Item(text, rule=UNCHANGED))
    return lines


def _tokens_told(game: Game, home: bool) -> Procedure[list[Item]]:
    most = min(1 if home else _MOST, tokens_in_reinforcements(game))
    if not most:
        return []
    number = Number("tokens", say("Command tokens placed"), maximum=most, value=1)
    placed = yield from how_many(question(keys.DECREE_TOKENS, "home" if home else "", numbers=(number,)))
    game.hive.tokens.board += placed
    return [Item(say("{tokens!c} of [the Hive] placed.", tokens=items(placed, "command_tokens")), rule=UNCHANGED)]


VERBS: Verbs = {
    Scene: {
        Removes: Verb(asking=_removes),
        Puts: Verb(asking=_puts, note=_more_units),
        CommandToken: Verb(asking=_command_token),
    }
}
