"""The event of the expedition: a player claims a slice. Rules: page 33."""

from __future__ import annotations

from hive.fields import AnyField, OneOf
from hive.model.game import PLAYERS, Game
from hive.rules.events.kinds import TABLE, Args, Event
from hive.rules.exploration.expedition import player_joins, slice_words
from hive.steps import Choice, Procedure
from hive.words import Words, say


def _joins(game: Game, args: Args) -> Procedure[None]:
    yield from player_joins(game, args["who"], int(args["slice"]))


def _fields(game: Game) -> tuple[AnyField, ...]:
    """Whose turn it is stands first: a slice is claimed at the end of one's own turn."""
    order = sorted(PLAYERS, key=lambda seat: seat != game.active)
    slices = tuple(Choice(str(number), slice_words(game, number)) for number in game.unclaimed)
    return (
        OneOf("who", say("Who"), tuple(Choice(seat, game.name(seat)) for seat in order), untold=order[0]),
        OneOf("slice", say("Slice"), slices),
    )


def _over(game: Game) -> Words:
    return "" if game.unclaimed else say("Every slice of the expedition is claimed.")


EVENTS: tuple[Event, ...] = (
    Event(
        "expedition",
        say("We join the expedition"),
        TABLE,
        "33.scope",
        _joins,
        _fields,
        impossible=_over,
        option="thunders_edge",
    ),
)
