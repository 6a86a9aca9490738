"""Where the app shows a rule as a reminder, for the pages of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hive.catalog.tables import Note, Reminder, Tables
from hive.catalog.tables.texts import InBattle
from hive.rules.options import PAGES
from hive.words import Name, Words, listed, printed, say, sentence

ANYBODY = {"who": say("a player"), "ally": say("the ally"), "players": say("the players")}


@dataclass(frozen=True)
class ReminderLine:
    """A reminder in words that fit every game, and when it is shown."""

    text: Words
    when: Words


def shown_as_reminder(tables: Tables, rule: str) -> tuple[ReminderLine, ...]:
    """Where a rule is shown as a reminder; nowhere if the app plays it."""
    return tuple(
        ReminderLine(sentence(printed(one.text, ANYBODY)), _when(tables, one)) for one in tables.reminders.of_rule(rule)
    )


def _when(tables: Tables, reminder: Reminder) -> Words:
    moments = listed([Name(tables.moments.by_key[moment].words) for moment in reminder.moments], ",")
    return say("{when!c}.", when=listed([moments, *_conditions(tables, reminder)], ";"))


def _conditions(tables: Tables, reminder: Reminder) -> Iterator[Words]:
    if reminder.factions:
        yield say("if somebody plays {factions}", factions=listed([Name(name) for name in reminder.factions]))
    if reminder.beside:
        yield say("beside {factions}", factions=listed([Name(name) for name in reminder.beside]))
    if reminder.note is not None:
        kinds = (
            listed([_NOTES[kind] for kind in reminder.note.kinds]) if reminder.note.kinds else say("promissory note")
        )
        if reminder.note.lies == "received":
            yield say("while [the Hive] has a player's {note}", note=kinds)
        else:
            yield say("while a player has [the Hive]'s {note}", note=kinds)
    for card in tables.strategy_cards.cards:
        if card.key == reminder.strategy_card:
            yield say("with {card}", card=Name(card.name))
    if reminder.turning_token:
        yield say("while a token with two sides lies on the map")
    if reminder.turn is not None:
        yield say("on [the Hive]'s turn") if reminder.turn == "hive" else say("on a player's turn")
    for place in reminder.where:
        yield _WHERE[place, reminder.both]
    if reminder.pages:
        pages = listed([say("page {number}", number=PAGES[page][1]) for page in reminder.pages])
        yield (
            say("if {page} is played", page=pages)
            if len(reminder.pages) == 1
            else say("if {pages} are played", pages=pages)
        )


_WHERE: dict[tuple[InBattle, bool], Words] = {
    ("with_own_units", False): say("in a battle where that player has units in it, or some player"),
    ("with_own_units", True): say("in a battle where both players have units in it"),
    ("with_own_planet", False): say("in a battle where a player has a planet in the system"),
    ("with_own_planet", True): say("in a battle where both players have a planet in the system"),
}
_NOTES: dict[Note, Words] = {
    "alliance": say("Alliance"),
    "faction": say("Faction"),
    "support_for_the_throne": say("Support for the throne"),
    "political_secret": say("Political secret"),
    "trade_agreement": say("Trade agreement"),
    "ceasefire": say("Ceasefire"),
}
