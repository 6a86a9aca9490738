"""The table of reminders: rules that the app cannot play for the table, and where it shows them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, field_validator

from hive.catalog.tables.base import AdvancedPage, Frozen, Key, Name, Note, RuleId, Text, check_braces

REMINDER_WORDS = ("who", "ally", "players")
InBattle = Literal["with_own_units", "with_own_planet"]
"""Where a reminder matters, in words that doings have for it (:data:`hive.catalog.tables.doings.Only`)."""


class HeldNotes(Frozen):
    """Promissory notes, received by the Hive or given to a player; all kinds if none is named."""

    lies: Literal["received", "given"]
    kinds: list[Note] = []


class Reminder(Frozen):
    """A rule in one sentence, and when it is shown: everything that is said has to hold.

    ``turning_token``: one with two sides lies on the tracked board. ``turn``: whose turn it is. ``where`` holds of the
    system of a battle, which is fought or announced, for the player whom the reminder concerns, or for some player, or
    for ``both``; without a battle, or a galaxy, it does not matter.
    ``text`` may name REMINDER_WORDS in braces. ``option`` is the one that changes this for players.
    """

    rule: RuleId
    text: Text
    moments: Annotated[list[Key], Field(min_length=1)]
    strategy_card: Name | None = None
    factions: list[Name] = []
    beside: list[Name] = []
    note: HeldNotes | None = None
    pages: list[AdvancedPage] = []
    law: Name | None = None
    turning_token: bool = False
    option: Name | None = None
    turn: Literal["hive", "player"] | None = None
    where: list[InBattle] = []
    both: bool = False

    @field_validator("text")
    @classmethod
    def _known_words(cls, text: str) -> str:
        return check_braces(text, REMINDER_WORDS)


class Reminders(Frozen):
    """decks/reminders.yaml: what the table is reminded of, and when."""

    table: Literal["reminders"]
    reminders: list[Reminder]

    def of_rule(self, rule: str) -> list[Reminder]:
        """The reminders of a rule."""
        return [reminder for reminder in self.reminders if reminder.rule == rule]
