"""What the engine refuses, and plain JSON data as logs hold it: alone, since all of it reads them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from hive.words import Spoken, Words

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"
JsonObject: TypeAlias = dict[str, Json]


# --- what the engine refuses, each with a sentence for the table


class Refused(Spoken):
    """An entry that cannot be made now. Its text says why and what to do; the game is as it was."""


class Forbidden(Refused):
    """An event that a rule forbids now. The table may play it anyway: the same once more, ``forced``."""

    def __init__(self, text: Words, event: str, told: Mapping[str, object]) -> None:
        """Keep which event it was, and what it was told."""
        super().__init__(text)
        self.event, self.told = event, told


class LogMismatch(Spoken):
    """A log that does not fit the rules of this version any more."""
