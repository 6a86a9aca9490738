"""What the table can enter, wherever it does: a number within bounds, or one of some choices, each with its one check.

Corrections, edits of the board, events and questions all ask for fields; what a form or a log brings for a field is
anything at all until it is checked here.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import Generic, TypeVar

from hive.model.game import Game
from hive.words import Spoken, Typed, Words, listed, say

V = TypeVar("V", int, str)
NAMED = 6
"""So many choices a refusal names."""


class Misfit(Spoken, ValueError):
    """A value that does not fit its field; the text says what would."""


@dataclass(frozen=True)
class Choice:
    """One answer that the table can give: its value in the log, its words, and a note in small type.

    ``short`` are its words where it stands below the one whom it is about. ``beside``: it ends what goes on otherwise,
    and so is always in reach, beside the answer to expect.
    """

    value: str
    label: Words
    note: Words = ""
    short: Words = ""
    beside: bool = False


@dataclass(frozen=True)
class Field(ABC, Generic[V]):
    """Something that the table enters: its name in the log, and its words."""

    name: str
    label: Words

    @abstractmethod
    def check(self, value: object, sheet: bool = False) -> V:
        """The value as it counts. Raises Misfit.

        ``sheet``: the page still shows what was entered, so a refusal does not repeat it.
        """

    @abstractmethod
    def against(self, value: object) -> Words:
        """What stands against a value, although the table may insist on it; or nothing."""

    @abstractmethod
    def words(self, value: object) -> Words:
        """A value as the table reads it, whether it fits or not."""


@dataclass(frozen=True)
class Number(Field[int]):
    """A number that the table fills in: its bounds, and what to expect.

    Where the maximum is not ``firm``, the table may insist on more, but no more than it counts. ``yes_no``: 1 says yes
    and 0 says no, and so it is asked. ``named``: what the table calls the values instead, from the least. ``of``: the
    one choice that it belongs to; with another the table does not say it. ``preset``: what a screen fills in, where
    that is not ``value``, which a log means that leaves the number out. ``together``: each player can enter the own
    part of it, and all of that counts. All of it is said by name: two bounds in a row are soon the wrong way round.
    """

    _: KW_ONLY
    maximum: int
    minimum: int = 0
    value: int = 0
    note: Words = ""
    firm: bool = True
    yes_no: bool = False
    named: tuple[Words, ...] = ()
    of: str = ""
    preset: int | None = None
    together: bool = False

    @property
    def filled_in(self) -> int:
        """What a screen fills in."""
        return self.value if self.preset is None else self.preset

    def fits(self, number: int) -> bool:
        """Whether a number is within the bounds."""
        return self.minimum <= number <= self.maximum

    def check(self, value: object, sheet: bool = False) -> int:
        """The number, which a form sends as text. Raises Misfit."""
        number = whole_number(value)
        if number is not None and not self.firm:
            number = min(number, self.maximum)
        if number is None or (sheet and not self.fits(number)):
            raise Misfit(
                say(
                    "{what}: enter a whole number from {least} to {most}.",
                    what=self.label,
                    least=self.minimum,
                    most=self.maximum,
                )
            )
        if not self.fits(number):
            raise Misfit(
                say(
                    "{what}: {number} is not from {least} to {most}.",
                    what=self.label,
                    number=number,
                    least=self.minimum,
                    most=self.maximum,
                )
            )
        return number

    def against(self, value: object) -> Words:
        """That it is more than the app knows of, where that is not firm; or nothing."""
        number = None if self.firm else whole_number(value)
        if number is None or number <= self.maximum:
            return ""
        return say(
            "{what}: {number} are more than the {most} that the app knows of.",
            what=self.label,
            number=number,
            most=self.maximum,
        )

    def words(self, value: object) -> Words:
        """The number as it was told."""
        number = whole_number(value)
        return Typed(str(value)) if number is None else say("{number}", number=number)


@dataclass(frozen=True)
class OneOf(Field[str]):
    """One of some choices. ``barred`` are those that a rule forbids now, each with its reason as a note.

    ``untold``: the value of the choice that counts where nothing was told, as in entries from before it was asked.
    """

    choices: tuple[Choice, ...]
    barred: tuple[Choice, ...] = ()
    untold: str = ""

    def check(self, value: object, sheet: bool = False) -> str:
        """The value of the choice, also of one that is barred. Raises Misfit."""
        found = next((one.value for one in (*self.choices, *self.barred) if one.value == value), None)
        if found is None:
            names = listed([one.label for one in self.choices[:NAMED]], "or" if sheet else ",")
            raise Misfit(say("{what}: choose one of {names}.", what=self.label, names=names))
        return found

    def against(self, value: object) -> Words:
        """Why the choice is barred, or nothing."""
        return next((one.note for one in self.barred if one.value == value), "")

    def words(self, value: object) -> Words:
        """The words of the choice; what is no choice, as it is."""
        return next((one.label for one in (*self.choices, *self.barred) if one.value == value), Typed(str(value)))


AnyField = Number | OneOf


@dataclass(frozen=True)
class Settable(Generic[V]):
    """Something tracked that the table may set by hand: what is entered, and what setting it does."""

    entered: Field[V]
    write: Callable[[Game, V], None]

    @property
    def field(self) -> str:
        """Its name in the log."""
        return self.entered.name

    @property
    def label(self) -> Words:
        """Its words."""
        return self.entered.label

    def check(self, value: object) -> V:
        """What a form or a log names, as it counts. Raises Misfit."""
        return self.entered.check(value)

    def set(self, game: Game, value: object) -> None:
        """Set it to what a form or a log names. Raises Misfit."""
        self.write(game, self.check(value))


NO_YES = (Choice("no", say("No")), Choice("yes", say("Yes")))
"""The choices of what is so or not."""


def whole_number(value: object) -> int | None:
    """The number that a form or a log names, in plain digits; None if it is none of a sensible size."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    return int(value) if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,9}", value) else None
