"""What laws and directives do to units and tokens where the table tells it, and its words."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from hive import keys
from hive.catalog.tables import Seat
from hive.model.game import Game
from hive.naming import items, units
from hive.rules.area.planets import STANDARD, fall, in_reinforcements, place, remove
from hive.rules.area.points import tokens_in_reinforcements
from hive.rules.diagrams.damage import given_up, unit_words
from hive.steps import Ask, Choice, Item, Number, Procedure, Shown, asked, filled
from hive.words import Name, Words, count, say, sentence

# Systems with any wormhole and those next to them, or those with an alpha or a beta wormhole.
Where = Literal["near_wormholes", "alpha_or_beta"]
Which = Literal["per_technology", "with_specialty", "at_home"]
# The lines of what is lost, and how many units that are.
Gone = tuple[list[Item], int]

RULE = "1.scope.unchanged-rules"
WHERE_WORDS: dict[Where, Words] = {
    "near_wormholes": say("in and next to systems with a wormhole"),
    "alpha_or_beta": say("in systems with an alpha or a beta wormhole"),
}


def removed(units: Words, where: Words, rule: str = RULE, why: Words = "") -> Item:
    """Units of the Hive leave a place."""
    return Item(say("Remove {units} of [the Hive] from {place}.", units=units, place=where), why, rule)


def put(units: Words, where: Words) -> Item:
    """Units of the Hive come to a place."""
    return Item(say("Put {units} of [the Hive] on {place}.", units=units, place=where), rule=RULE)


def technologies(game: Game) -> int:
    """How many technologies the Hive owns, unit upgrades included."""
    return sum(game.hive.technologies.values()) + len(game.hive.upgrades)


def fewest_points(game: Game) -> list[Seat]:
    """The sides with fewest victory points."""
    held: dict[Seat, int] = {
        seat: game.hive.victory_points if seat == "hive" else game.players[seat].victory_points for seat in game.seats
    }
    return [seat for seat in game.seats if held[seat] == min(held.values())]


def token_put(where: Words) -> Item:
    """A command token of the Hive comes into a system."""
    text = say("Put a command token of [the Hive] from the reinforcements into {system}.", system=where)
    return Item(text, rule=RULE)


def token_taken(where: Words) -> Item:
    """A command token of the Hive goes from a system to the reinforcements."""
    text = say("Take the command token of [the Hive] out of {system}, to the reinforcements.", system=where)
    return Item(text, rule=RULE)


# --- what laws and directives do to the board without a galaxy: the table does it, and the numbers follow


_MOST = 99


def give_up(game: Game, types: Collection[str], number: int) -> Procedure[list[Item]]:
    """The weakest go; the table knows where one can best be done without."""
    by_key, there = game.tables.units.by_key, game.hive.units
    # Whether there is any of what is not counted, such as infantry, the table knows as well.
    counted = [key for key in types if by_key[key].plastic is not None]
    present = {key: there.get(key, 0) if key in counted else number for key in types}
    lost = yield from given_up(game, present, number)
    for key in counted:
        remove(game, key, lost.get(key, 0))
    words = unit_words(game, lost)
    where = say("where [the Hive] can best do without, by negative priority")
    removed = Item(say("Remove {units} of [the Hive].", units=words), where, "5.4.negative-effects")
    return [removed, *fall(game, lost)] if lost else []


def lose_all(game: Game, types: Collection[str], where: Where) -> Procedure[list[Item]]:
    """The table says how many stood there."""
    present = {key: there for key, there in game.hive.units.items() if key in types and there}
    text = say("Which units of [the Hive] are lost {where}?", where=WHERE_WORDS[where])
    return fall(game, (yield from _lost(game, text, present)))


def lose_on(game: Game, planet: str, types: Collection[str]) -> Procedure[Gone]:
    """The table says what stood there; the elected planet is known by its owner alone."""
    if planet != "hive":
        return [], 0
    text = say("What does [the Hive] lose on the elected planet?")
    present = {key: game.hive.units.get(key, _MOST) for key in types}
    return [], sum((yield from _lost(game, text, present)).values())


def halve_infantry(game: Game) -> Procedure[Gone]:
    """The table says how much there was."""
    text = say("Half of the infantry of [the Hive] on each planet, rounded up: how much is lost?")
    return [], sum((yield from _lost(game, text, {"infantry": _MOST})).values())


def add_infantry(game: Game, number: int) -> Procedure[list[Item]]:
    """Infantry is not counted where no galaxy is tracked."""
    yield from ()
    words = units(game, number, "infantry")
    return [Item(say("Put {units} of [the Hive] on each of its planets.", units=words), rule=RULE)]


def mech_at_home(game: Game) -> Procedure[list[Item]]:
    """As far as there is plastic."""
    yield from ()
    if not in_reinforcements(game, "mech"):
        return []
    place(game, "mech")
    words = units(game, 1, "mech")
    return [Item(say("Put {units} of [the Hive] on a planet of its main spawning system.", units=words), rule=RULE)]


def replace_mechs(game: Game, number: int) -> Procedure[list[Item]]:
    """All mechs go."""
    yield from ()
    mechs = game.hive.units.get("mech", 0)
    remove(game, "mech", mechs)
    infantry = units(game, number, "infantry")
    text = say(
        "Replace {units} of [the Hive] by {infantry} each.",
        units=units(game, mechs, "mech"),
        infantry=infantry,
    )
    return [Item(text, rule=RULE)] if mechs else []


def token_at_home(game: Game) -> Procedure[list[Item]]:
    """A token on the board, unless one lies there, which the table knows."""
    text = say("Put a command token of [the Hive] from the reinforcements into its main spawning system.")
    return (yield from _tokens(game, text, 1))


def tokens_at_wormholes(game: Game) -> Procedure[list[Item]]:
    """The table counts the systems."""
    text = say("Put a command token of [the Hive] into each system with a wormhole and its ships: how many?")
    return (yield from _tokens(game, text, tokens_in_reinforcements(game)))


def ship_at_a_wormhole(game: Game) -> Procedure[bool]:
    """The table knows."""
    text = say("Is a ship of [the Hive] in a system with a wormhole?")
    choices = (Choice("yes", say("Yes")), Choice("no", say("No")))
    answer = yield from asked(Ask(keys.DECREE_SHIPS, text, choices, RULE, shown=Shown(expects=False)))
    return bool(answer == "yes")


def redistribute(game: Game, planet: str, number: int) -> Procedure[None]:
    """The elected planet is known by its owner alone; who takes it the table enters as an event."""
    if planet == "hive":
        text = say("What does [the Hive] lose on the elected planet? If it loses the planet, enter that as an event.")
        yield from _lost(game, text, {key: there for key, there in game.hive.units.items() if there})


def losses_around_mecatol_rex(game: Game, number: int) -> Procedure[list[Item]]:
    """The table knows what stands there."""
    text = say(
        "[The Hive] loses all in the Mecatol Rex system, and {units} in each next to it.",
        units=count(number, "unit"),
    )
    present = {key: there for key, there in game.hive.units.items() if there}
    return fall(game, (yield from _lost(game, text, present)))


def token_off(game: Game) -> Procedure[list[Item]]:
    """The table knows from where."""
    yield from ()
    if not game.hive.tokens.board:
        return []
    game.hive.tokens.board -= 1
    return [token_taken(say("a system, by negative priority"))]


def exhausted(game: Game, which: Which) -> Procedure[list[str]]:
    """What the numbers say; which planets have a specialty the table knows."""
    hive = game.hive
    if which == "at_home":
        return ["main"] * hive.spawning_planets.get("main", 0)
    kinds = [STANDARD] * hive.standard_planets
    kinds += [system for system, number in hive.spawning_planets.items() for _ in range(number)]
    if which == "per_technology" or not kinds:
        return kinds[: technologies(game)]
    number = Number("planets", say("Planets exhausted"), maximum=len(kinds))
    text = say("How many planets of [the Hive] have a technology specialty?")
    done = (Choice("done", say("Done")),)
    answer = yield from filled(Ask(keys.DECREE_PLANETS, text, done, RULE, numbers=(number,)))
    return kinds[: answer.numbers["planets"]]


def _tokens(game: Game, text: Words, most: int) -> Procedure[list[Item]]:
    """Tokens that come on the board from the reinforcements, as many as the table says."""
    most = min(most, tokens_in_reinforcements(game))
    if not most:
        return []
    number = Number("tokens", say("Command tokens placed"), maximum=most, value=min(1, most))
    answer = yield from filled(Ask(keys.DECREE_TOKENS, text, (Choice("done", say("Done")),), RULE, numbers=(number,)))
    game.hive.tokens.board += answer.numbers["tokens"]
    tokens = items(answer.numbers["tokens"], "command_tokens")
    return [Item(say("{tokens!c} of [the Hive] placed.", tokens=tokens), rule=RULE)]


def _lost(game: Game, text: Words, present: dict[str, int]) -> Procedure[dict[str, int]]:
    """How many of some units are lost, as the table says."""
    if not any(present.values()):
        return {}
    by_key = game.tables.units.by_key
    numbers = tuple(Number(key, sentence(Name(by_key[key].plural)), maximum=most) for key, most in present.items())
    answer = yield from filled(Ask(keys.DECREE_UNITS, text, (Choice("done", say("Done")),), RULE, numbers=numbers))
    for key, number in answer.numbers.items():
        if number and game.hive.units.get(key):
            remove(game, key, number)
    return dict(answer.numbers)
