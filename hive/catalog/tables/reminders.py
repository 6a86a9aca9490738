"""The table of reminders: rules that the app cannot play for the table, and where it shows them."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Literal

from pydantic import Field, field_validator

from hive.catalog.tables.base import AdvancedPage, Frozen, Name, Note, RuleId, Text, check_braces

REMINDER_WORDS = ("who", "ally", "players")
Place = Literal["with_own_units", "with_own_planet"]
"""Where a reminder matters, in words that doings have for it (:data:`hive.catalog.tables.doings.Only`)."""


class Moment(Frozen):
    """When something is shown: the keys of the steps at which the table is then.

    ``phase`` is said of a moment whose steps lie in that phase alone.
    """

    moment: Name
    words: Text
    phase: Literal["strategy", "action", "status", "agenda"] | None = None
    steps: Annotated[list[Name], Field(min_length=1)]


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
    moments: Annotated[list[Name], Field(min_length=1)]
    strategy_card: Name | None = None
    factions: list[Name] = []
    beside: list[Name] = []
    note: HeldNotes | None = None
    pages: list[AdvancedPage] = []
    law: Name | None = None
    turning_token: bool = False
    option: Name | None = None
    turn: Literal["hive", "player"] | None = None
    where: list[Place] = []
    both: bool = False

    @field_validator("text")
    @classmethod
    def _known_words(cls, text: str) -> str:
        return check_braces(text, REMINDER_WORDS)


class Reminders(Frozen):
    """decks/reminders.yaml: what the table is reminded of, and when."""

    table: Literal["reminders"]
    moments: Annotated[list[Moment], Field(min_length=1)]
    reminders: list[Reminder]

    @cached_property
    def by_moment(self) -> dict[str, Moment]:
        """The moments by their name."""
        return {moment.moment: moment for moment in self.moments}

    @cached_property
    def phase_of(self) -> dict[str, str]:
        """The phase in which a step lies, by its key, of those steps that lie in one alone."""
        return {step: moment.phase for moment in self.moments if moment.phase for step in moment.steps}

    @cached_property
    def by_step(self) -> dict[str, list[Reminder]]:
        """The reminders that can be shown at a step, by its key."""
        found: dict[str, list[Reminder]] = {}
        for reminder in self.reminders:
            for step in self.steps_of(reminder):
                found.setdefault(step, []).append(reminder)
        return found

    def steps_of(self, reminder: Reminder) -> frozenset[str]:
        """The keys of all steps at which a reminder is shown."""
        return frozenset(step for moment in reminder.moments for step in self.by_moment[moment].steps)

    def of_rule(self, rule: str) -> list[Reminder]:
        """The reminders of a rule."""
        return [reminder for reminder in self.reminders if reminder.rule == rule]
