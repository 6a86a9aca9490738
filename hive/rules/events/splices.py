"""Events of Twilight's Fall: splice cards, and the benediction token. Rules: page 34."""

from __future__ import annotations

from hive.fields import AnyField, OneOf
from hive.model.game import Game
from hive.rules.decrees.splices import VALKYRIE, loses_ability, loses_valkyrie, would_be_given, would_gain
from hive.rules.decrees.tyrant import becomes_tyrant
from hive.rules.events.kinds import TABLE, Args, Event, seats
from hive.steps import Choice, Procedure
from hive.words import Name, Words, say

NOBODY, _VALKYRIE, _ABILITY = "nobody", "valkyrie", "ability"


def _taken(game: Game, args: Args) -> Procedure[None]:
    yield from (loses_valkyrie(game) if args["card"] == _VALKYRIE else loses_ability(game))


def _cards(game: Game) -> tuple[AnyField, ...]:
    """The splice cards in the Hive's play area that mean something to it."""
    valkyrie = (Choice(_VALKYRIE, Name(VALKYRIE)),) if VALKYRIE in game.hive.upgrades else ()
    ability = Choice(_ABILITY, Name(game.tables.units.faction_ability.name))
    return (OneOf("card", say("Which card"), (*(() if game.hive.ability_lost else (ability,)), *valkyrie)),)


def _nothing_to_take(game: Game) -> Words:
    held = VALKYRIE in game.hive.upgrades or not game.hive.ability_lost
    return "" if held else say("[The Hive] has no such card any more.")


def _token(game: Game, args: Args) -> Procedure[None]:
    tyrant = next((seat for seat in game.seats if seat == args["who"]), None)
    yield from becomes_tyrant(game, tyrant, "34.scope")


def _holders(game: Game) -> tuple[AnyField, ...]:
    return (OneOf("who", say("Who has it"), (*seats(game), Choice(NOBODY, say("Nobody")))),)


EVENTS: tuple[Event, ...] = (
    Event(
        "splice_taken",
        say("We take a splice card of [the Hive], or have it purged"),
        TABLE,
        "34.unrelenting.lost",
        _taken,
        _cards,
        impossible=_nothing_to_take,
        option="twilights_fall",
    ),
    Event(
        "splice_given",
        say("We would give [the Hive] a splice card"),
        TABLE,
        "34.splice.given",
        lambda game, _: would_be_given(),
        option="twilights_fall",
    ),
    Event(
        "splice_gained",
        say("[The Hive] would gain a splice card"),
        TABLE,
        "34.splice.upgrade",
        lambda game, _: would_gain(game),
        option="twilights_fall",
    ),
    Event(
        "tyrant",
        say("The benediction token changes hands"),
        TABLE,
        "34.scope",
        _token,
        _holders,
        option="twilights_fall",
    ),
)
