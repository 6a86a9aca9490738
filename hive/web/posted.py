"""What the forms of a running game post: the position that they were made at, lines of the log, answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hive.engine.replies import CHOICE
from hive.fields import whole_number


def posted_position(form: Mapping[str, Any]) -> int:
    """The position that a form was made at; -1, which no game has, if it names none."""
    number = whole_number(form.get("position"))
    return -1 if number is None else number


def posted_line(value: str | None) -> int | None:
    """The line of the log that a form or an address names; None if it names none, 0 (no line) if it is nonsense."""
    return (whole_number(value) or 0) if value is not None else None


def posted_answer(form: Mapping[str, Any]) -> Any:
    """An answer as the log keeps it: the choice's value, with the numbers beside it, or the fields of a drawn card."""
    fields = _posted_under(form, "card.")
    if fields:
        return fields
    choice, numbers = str(form.get("value", "")), _posted_under(form, "number.")
    if not numbers:
        return choice
    # What is no number is kept as it was typed: the question refuses it in words.
    whole = {name: whole_number(typed) for name, typed in numbers.items()}
    return {CHOICE: choice, **{name: numbers[name] if one is None else one for name, one in whole.items()}}


def _posted_under(form: Mapping[str, Any], prefix: str) -> dict[str, str]:
    return {name.removeprefix(prefix): str(value) for name, value in form.items() if name.startswith(prefix)}
