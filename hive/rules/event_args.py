"""Checks what an event was told, before its procedure starts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hive.model.game import Game
from hive.rules.events import Event, Field
from hive.words import whole_number


class BadArgument(ValueError):
    """Something that an event has to know is missing, unknown or out of range; the text says what."""


def event_args(game: Game, event: Event, told: Mapping[str, Any]) -> dict[str, str | int]:
    """Return an event's arguments, numbers as numbers. Raises BadArgument.

    A number that was not told counts as its minimum.
    """
    return {field.name: _checked(field, told.get(field.name)) for field in event.fields(game)}


def _checked(field: Field, value: Any) -> str | int:
    if field.choices:
        if value not in [choice.value for choice in field.choices]:
            names = ", ".join(choice.label for choice in field.choices[:6])
            raise BadArgument(f"{field.label}: choose one of {names}.")
        return str(value)
    number = field.minimum if value in (None, "") else whole_number(value)
    if number is None:
        raise BadArgument(f"{field.label}: enter a number from {field.minimum} to {field.maximum}.")
    if not field.minimum <= number <= field.maximum:
        raise BadArgument(f"{field.label}: {number} is not from {field.minimum} to {field.maximum}.")
    return number
