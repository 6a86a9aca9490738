"""Events of Twilight's Fall: splice cards, and the benediction token. Rules: page 34."""

from __future__ import annotations

from hive.fields import AnyField, OneOf
from hive.model.game import Game, Player
from hive.rules.decrees.twilights_fall import (
    VALKYRIE,
    becomes_tyrant,
    loses_ability,
    loses_valkyrie,
    would_be_given,
    would_gain,
)
from hive.rules.events.doing_where import on_the_card
from hive.rules.events.kinds import TABLE, Args, Event, seats
from hive.steps import Choice, Procedure, Tell
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


def _held(game: Game) -> list[tuple[str, Player]]:
    """The spliced cards that players are known to have, each with who has it."""
    by_key = game.tables.doings.by_key
    return [(key, seat) for key, seats in game.owned.items() if key in by_key and by_key[key].spliced for seat in seats]


def _held_cards(game: Game) -> tuple[AnyField, ...]:
    by_key = game.tables.doings.by_key
    choices = (
        Choice(f"{seat}.{key}", say("{card} of {who}", card=Name(by_key[key].name), who=game.name(seat)))
        for key, seat in _held(game)
    )
    return (OneOf("card", say("Which card"), tuple(choices)),)


def _lost(game: Game, args: Args) -> Procedure[None]:
    """A spliced card is gone from the table: it is offered no more, and nothing of it holds. Rule: 34.scope.

    Whoever gets it next has it readied.
    """
    found = next((one for one in _held(game) if f"{one[1]}.{one[0]}" == args["card"]), None)
    if found is None:
        return
    card, seat = game.tables.doings.by_key[found[0]], found[1]
    for key in on_the_card(game, card):
        having = [one for one in game.owned.pop(key, []) if one != seat]
        if having:
            game.owned[key] = having
        else:
            game.spent = [one for one in game.spent if one.doing != key]
    yield Tell(say("{card} of {who} no longer counts.", card=Name(card.name), who=game.name(seat)), "34.scope")


def _none_held(game: Game) -> Words:
    return "" if _held(game) else say("You are not known to have a splice card.")


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
        "splice_lost",
        say("We lose a splice card"),
        TABLE,
        "34.scope",
        _lost,
        _held_cards,
        note=say("shattered, purged, discarded or given away: it is offered no more"),
        impossible=_none_held,
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
