"""The rows of the log, as plain frozen values, and how they become text in the file."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

Json: TypeAlias = Any
"""Whatever ``json.loads`` can return. The store never looks inside."""

JsonObject: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class NewEntry:
    """An entry that the log does not have yet.

    Without ``tip`` it goes forward: it becomes the child of the entry now in force, and ends what could be redone.
    With ``tip`` it goes to the state after that earlier entry (0: before the first), as undo and redo do; ``redo`` is
    then the entry that redo can return up to, or None. ``made_by`` says who made it; empty if nobody knows.
    """

    kind: str
    data: JsonObject
    rules_version: str
    words: Json = None
    tip: int | None = None
    redo: int | None = None
    made_by: str = ""


@dataclass(frozen=True)
class Entry:
    """One line of the log.

    ``parent`` is the tip before it. A forward entry has ``tip == position`` and no ``redo``.
    """

    position: int
    kind: str
    data: JsonObject
    parent: int
    tip: int
    redo: int | None
    rules_version: str
    made_at: str
    words: Json
    made_by: str = ""

    @property
    def head(self) -> Head:
        """Where the game stands after this line."""
        return Head(self.position, self.tip, self.redo)


@dataclass(frozen=True)
class Head:
    """Where a game stands: its last position, the entry whose state is in force, and how far redo can go."""

    position: int
    tip: int
    redo: int | None


@dataclass(frozen=True)
class NamedHead:
    """A game as it stands: its name, and its head."""

    name: str
    head: Head


class Stand(NamedTuple):
    """Where a game stands for who follows it.

    Its last line; its code as the table, if anybody asked for codes; the id of its rematch, if one was begun; how much
    has been entered for open questions.
    """

    position: int
    code: str | None = None
    rematch: str | None = None
    shares: int = 0


@dataclass(frozen=True)
class Written:
    """What was kept just now: the last of the lines that were written, and the name that the game has by then."""

    name: str
    entry: Entry

    @property
    def head(self) -> Head:
        """Where the game stands now."""
        return self.entry.head


@dataclass(frozen=True)
class Look:
    """What a page shows of the log at a head: the newest lines in force, newest first, and the one that redo brings."""

    lines: tuple[Entry, ...]
    ahead: Entry | None


@dataclass(frozen=True)
class GameRow:
    """One game in the list of games; ``position`` is the last of its log."""

    id: str
    name: str
    created_at: str
    changed_at: str
    position: int


@dataclass(frozen=True)
class Snapshot:
    """The state after the entry at ``position``, kept so that replay need not begin at the beginning."""

    position: int
    rules_version: str
    state: JsonObject


def to_text(value: Json) -> str:
    """Write a JSON value in its shortest form; keys keep their order.

    Raises ValueError for numbers that JSON lacks, TypeError for values that are not JSON.
    """
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


def entry_values(entry: Entry) -> dict[str, str | int | None]:
    """The entry as the values of a row, by the names of :data:`ENTRY_COLUMNS`."""
    return {
        "position": entry.position,
        "kind": entry.kind,
        "data": to_text(entry.data),
        "parent": entry.parent,
        "tip": entry.tip,
        "redo": entry.redo,
        "rules_version": entry.rules_version,
        "made_at": entry.made_at,
        "words": to_text(entry.words),
        "made_by": entry.made_by,
    }


def read_entry(row: tuple[Any, ...]) -> Entry:
    """The entry from a row of :data:`ENTRY_COLUMNS`. Raises ValueError where the text is no JSON."""
    position, kind, data, parent, tip, redo, rules_version, made_at, words, made_by = row
    return Entry(
        position, kind, json.loads(data), parent, tip, redo, rules_version, made_at, json.loads(words), made_by
    )


ENTRY_COLUMNS = (
    *("position", "kind", "data", "parent", "tip", "redo"),
    *("rules_version", "made_at", "words", "made_by"),
)
