"""Options: what a game can be played with beside its difficulty, each a file that patches tables."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from hive.catalog.tables.base import Box, Frozen, Name, RuleId, Text

OptionId = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{1,39}$")]
# A field by its name; a row of a list by its first field, or by any of its fields.
Step = str | dict[str, Any]

_WAYS = ("set", "add", "remove", "replace")


class Patch(Frozen):
    """One change of a table: where, and exactly one of the four ways.

    ``set`` gives a field another value; ``add`` puts a row behind the others of a list; ``remove`` takes a row out;
    ``replace`` puts another in its place.
    """

    table: Name
    path: Annotated[list[Step], Field(min_length=1, max_length=12)]
    set: Any = None
    add: Any = None
    remove: Literal[True] | None = None
    replace: Any = None

    @model_validator(mode="after")
    def _one_way(self) -> Patch:
        found = [way for way in _WAYS if way in self.model_fields_set]
        if len(found) != 1:
            raise ValueError(f"a patch has exactly one of {', '.join(_WAYS)}; here {_listed(found)}")
        return self

    @property
    def way(self) -> str:
        """Which of the four ways it is."""
        return next(way for way in _WAYS if way in self.model_fields_set)

    @property
    def value(self) -> Any:
        """What is set, added, or put in place of a row."""
        return getattr(self, self.way)


GALACTIC_EVENTS = "Galactic events"
"""The heading below which the set-up offers the galactic events."""


class PlayedOption(Frozen):
    """An option that a game is played with, in words: they stay with the game.

    ``group`` is the heading below which the set-up offers it; games of earlier days have not kept it.
    """

    option: OptionId
    group: Name | Literal[""] = ""
    name: Name
    changes: Text
    rule: RuleId


class PlayedWith(Frozen):
    """The options of a game, in the order in which they patched its tables."""

    options: list[PlayedOption] = []

    @property
    def ids(self) -> list[str]:
        """Their ids."""
        return [option.option for option in self.options]

    @property
    def galactic(self) -> bool:
        """Whether a galactic event is among them."""
        return any(option.group == GALACTIC_EVENTS for option in self.options)


class Option(PlayedOption):
    """A file of decks/options/.

    ``changes`` says in a line what it changes. It can need a ``box`` on the table, or other options, and exclude
    others.
    """

    table: Literal["option"]
    group: Name
    box: Box | None = None
    needs: list[OptionId] = []
    excludes: list[OptionId] = []
    patches: Annotated[list[Patch], Field(min_length=1, max_length=100)]

    @property
    def played(self) -> PlayedOption:
        """What a game that is played with it keeps of it."""
        return PlayedOption(option=self.option, group=self.group, name=self.name, changes=self.changes, rule=self.rule)


def _listed(ways: list[str]) -> str:
    return f"are {' and '.join(ways)}" if len(ways) > 1 else "is none"
