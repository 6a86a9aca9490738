"""Events of the Hive Mind deck: cards drawn for something else, and a realignment. Rules: page 3."""

from __future__ import annotations

from hive import keys
from hive.fields import AnyField, Number, OneOf
from hive.model.game import Game
from hive.rules.deck import discard_used, draw, no_card, realign
from hive.rules.events.kinds import Args, Event
from hive.steps import CardField, Choice, Procedure, Shown, Tell
from hive.words import Amount, Words, count, say

DRAW_FIELDS: dict[str, tuple[CardField, ...]] = {
    "influence": ("icons",),
    "multiplier": ("icons",),
    "asset": ("action", "icons"),
    "transaction": ("promissory_note",),
    "selection": ("choice",),
}
PURPOSES: dict[str, Words] = {
    "influence": say("Influence"),
    "multiplier": say("Multiplier"),
    "asset": say("Asset"),
    "transaction": say("Transaction"),
    "selection": say("Selection"),
}
CARDS: dict[str, Amount] = {
    "influence": count(1, "influence card"),
    "multiplier": count(1, "multiplier card"),
    "asset": count(1, "asset card"),
    "transaction": count(1, "transaction card"),
    "selection": count(1, "selection card"),
}


def _draw_cards(game: Game, args: Args) -> Procedure[None]:
    keep = list(game.deck.in_use)
    purpose = str(args["purpose"])
    drawn = 0
    for _ in range(int(args["number"])):
        drawn += (yield from draw(game, purpose, DRAW_FIELDS[purpose], "3.1.decisions")) is not None
    text = say("Drawn: {cards}", cards=CARDS[purpose].of(drawn))
    yield Tell(text, "3.1.decisions", key=keys.DRAWN, confirm="done", shown=Shown(say("Hive Mind deck")))
    discard_used(game, keep)


def _draw_cards_fields(_: Game) -> tuple[AnyField, ...]:
    purposes = tuple(Choice(purpose, words) for purpose, words in PURPOSES.items())
    return (OneOf("purpose", say("For"), purposes), Number("number", say("Cards"), maximum=9, minimum=1))


def _realign(game: Game, _: Args) -> Procedure[None]:
    realign(game)
    yield Tell(say("The Hive Mind deck is realigned."), "3.2.realignment")


EVENTS: tuple[Event, ...] = (
    Event(
        "draw_cards",
        say("Draw Hive Mind cards for something else"),
        "Hive Mind",
        "3.1.decisions",
        _draw_cards,
        _draw_cards_fields,
        impossible=no_card,
    ),
    Event("realign", say("Realign the Hive Mind deck"), "Hive Mind", "3.2.realignment", _realign),
)
