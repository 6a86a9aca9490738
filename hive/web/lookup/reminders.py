"""Where the app shows a rule as a reminder, for the pages of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hive.catalog.tables import Reminder, Tables
from hive.rules.options.advanced import PAGES
from hive.words import listed, sentence

ANYBODY = {"who": "a player", "ally": "the ally", "players": "the players"}


@dataclass(frozen=True)
class Shown:
    """A reminder in words that fit every game, and when it is shown."""

    text: str
    when: str


def shown_as_reminder(tables: Tables, rule: str) -> tuple[Shown, ...]:
    """Where a rule is shown as a reminder; nowhere if the app plays it."""
    return tuple(
        Shown(sentence(one.text.format(**ANYBODY)), _when(tables, one)) for one in tables.reminders.of_rule(rule)
    )


def _when(tables: Tables, reminder: Reminder) -> str:
    moments = [tables.reminders.by_moment[moment].words for moment in reminder.moments]
    return sentence("; ".join([", ".join(moments), *_conditions(tables, reminder)])) + "."


def _conditions(tables: Tables, reminder: Reminder) -> Iterator[str]:
    if reminder.factions:
        yield f"if somebody plays {listed(reminder.factions)}"
    if reminder.note is not None:
        whose = "a player's" if reminder.note.lies == "received" else "the Hive's"
        holder = "the Hive has" if reminder.note.lies == "received" else "a player has"
        kinds = listed([kind.replace("_", " ").capitalize() for kind in reminder.note.kinds]) or "promissory note"
        yield f"while {holder} {whose} {kinds}"
    for card in tables.strategy_cards.cards:
        if card.key == reminder.strategy_card:
            yield f"with {card.name}"
    if reminder.pages:
        verb = "is" if len(reminder.pages) == 1 else "are"
        yield f"if {listed([f'page {PAGES[page][1]}' for page in reminder.pages])} {verb} played"
