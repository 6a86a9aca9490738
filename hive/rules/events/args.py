"""Checks an event and what it was told, before its procedure starts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hive.model.game import Game
from hive.rules.events import Event, Field
from hive.steps import Procedure
from hive.words import whole_number


class BadArgument(ValueError):
    """Something that an event has to know is missing, unknown or out of range; the text says what."""


class NotNow(ValueError):
    """A rule stands against an event; the text says which. ``forcible``: the table may play it anyway."""

    def __init__(self, event: Event, reason: str, forcible: bool) -> None:
        """Put the event's words in front of the reason."""
        super().__init__(f"“{event.title}” cannot happen now. {reason}")
        self.reason, self.forcible = reason, forcible


def begin_event(game: Game, event: Event, told: Mapping[str, Any], forced: bool = False) -> Procedure[object]:
    """Return the procedure of an event. Raises BadArgument or NotNow.

    ``forced``: the table plays it against the rules, as far as that can work.
    """
    reason = event.impossible(game)
    if reason and not (forced and event.forcible):
        raise NotNow(event, reason, event.forcible)
    against = "" if forced else next(filter(None, (_against(field, told) for field in event.fields(game))), "")
    if against:
        raise NotNow(event, against, forcible=True)
    return event.procedure(game, event_args(game, event, told))


def event_args(game: Game, event: Event, told: Mapping[str, Any]) -> dict[str, str | int]:
    """Return an event's arguments, numbers as numbers. Raises BadArgument.

    A number that was not told counts as its minimum; where the maximum is not firm, more counts as the maximum.
    """
    return {field.name: _checked(field, told.get(field.name)) for field in event.fields(game)}


def _against(field: Field, told: Mapping[str, Any]) -> str:
    """What stands against the told value of a field, although the table may insist on it; or nothing."""
    value = told.get(field.name)
    if field.choices:
        return next((barred.note for barred in field.barred if value == barred.value), "")
    number = None if field.firm else whole_number(value)
    more = number is not None and number > field.maximum
    return f"{field.label}: {number} are more than the {field.maximum} that the app knows of." if more else ""


def _checked(field: Field, value: Any) -> str | int:
    if field.choices:
        if value not in [choice.value for choice in (*field.choices, *field.barred)]:
            names = ", ".join(choice.label for choice in field.choices[:6])
            raise BadArgument(f"{field.label}: choose one of {names}.")
        return str(value)
    number = field.minimum if value in (None, "") else whole_number(value)
    if number is None:
        raise BadArgument(f"{field.label}: enter a number from {field.minimum} to {field.maximum}.")
    if not field.firm:
        number = min(number, field.maximum)
    if not field.minimum <= number <= field.maximum:
        raise BadArgument(f"{field.label}: {number} is not from {field.minimum} to {field.maximum}.")
    return number
