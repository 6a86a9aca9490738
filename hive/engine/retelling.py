"""The words of an entry read back from the log, to show them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hive.reasons import CELL_HOW, Cell, Compared, Row, Weighed, Why
from hive.steps import Item
from hive.words import THE_HIVE, Listed, Message, PlayerName, Words, heard_or_plain, listed, say

ON, DONE = say("Go on"), say("Done")
"""Answers that say no more than that the table has tapped on."""
_TURNS: Mapping[Words, Callable[[Words], Words]] = {
    say("Draw"): lambda turn: say("{turn} begins", turn=turn),
    say("End turn"): lambda turn: say("{turn} ends", turn=turn),
}
"""What the one answer to a turn means, where the button says what to do."""
_BEGINS = re.compile(r"(?:\[The Hive\]|The Hive|\{(?P<who>\w+)(?:!c)?\}) ")
"""How a sentence of ours, or plain text of an earlier version, begins that says what somebody does."""


@dataclass(frozen=True)
class Retold:
    """A step that is over, as the log tells of it; ``data`` is all that the log keeps of it."""

    kind: str
    text: Words
    rule: str
    why: Why | None
    items: tuple[Item, ...]
    data: Mapping[str, Any]


def retold(words: Mapping[str, object] | None) -> tuple[Retold, ...]:
    """The steps of an entry; those of earlier versions have plain words."""
    return tuple(_step(step) for step in _each(words or {}, "steps"))


def said_of(words: Mapping[str, object] | None) -> Words:
    """What the table said with an entry."""
    return _words(words or {}, "said")


def plainly(said: Words) -> Words:
    """What the table said with an entry, as a sentence of what happened; the log keeps the button's words.

    What has only been tapped on says no more than the step, where that is no order to hands.
    """
    step, answer = _answered(said)
    if answer in _TURNS:
        return _TURNS[answer](step)
    if answer == ON or (answer == DONE and _tells_of_a_side(step)):
        return step
    if isinstance(answer, Listed) and answer.items[0] == ON and len(answer.items) > 1:
        return say("{step}: {answer}", step=step, answer=listed(answer.items[1:], ","))
    return said


def _answered(said: Words) -> tuple[Words, Words]:
    """A step and its answer, where that was said; lines of earlier versions are plain text."""
    if not isinstance(said, Message):
        before, _, after = said.rpartition(": ")
        return heard_or_plain(before), heard_or_plain(after)
    step, answer = said.args.get("step", ""), said.args.get("answer", "")
    if isinstance(step, int) or isinstance(answer, int) or set(said.args) != {"step", "answer"}:
        return "", ""
    return step, answer


def _tells_of_a_side(step: Words) -> bool:
    """Whether a step says what somebody does: its first word is a side, and no sign of whose something is follows."""
    begins = _BEGINS.match(step.sentence if isinstance(step, Message) else step)
    who = step.args[begins["who"]] if isinstance(step, Message) and begins and begins["who"] else THE_HIVE
    return begins is not None and (isinstance(who, PlayerName) or who == THE_HIVE)


def _step(step: Mapping[str, object]) -> Retold:
    items = tuple(Item(_words(line, "text"), _words(line, "note"), str(line["rule"])) for line in _each(step, "items"))
    reason = step.get("why")
    why = _why(reason) if isinstance(reason, Mapping) else None
    return Retold(str(step.get("kind")), _words(step, "text"), str(step.get("rule", "")), why, items, step)


def _why(why: Mapping[str, object]) -> Why:
    rows = tuple(
        Row(_words(row, "label"), _words(row, "result"), str(row["rule"]), bool(row["decided"]))
        for row in _each(why, "rows")
    )
    compared = why.get("compared")
    return Why(_words(why, "line"), rows, _compared(compared) if isinstance(compared, Mapping) else None)


def _compared(table: Mapping[str, object]) -> Compared:
    columns, others = table.get("columns"), table.get("others")
    rows = tuple(
        Weighed(_words(row, "label"), str(row["rule"]), _number(row.get("left")), tuple(_cells(row)))
        for row in _each(table, "rows")
    )
    named = tuple(heard_or_plain(column) for column in columns) if isinstance(columns, list) else ()
    return Compared(named, rows, _number(others))


def _cells(row: Mapping[str, object]) -> Iterator[Cell | None]:
    cells = row.get("cells")
    for cell in cells if isinstance(cells, list) else ():
        how = CELL_HOW.get(str(cell.get("how"))) if isinstance(cell, Mapping) else None
        yield Cell(_words(cell, "words"), how) if how else None


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


def _each(kept: Mapping[str, object], name: str) -> Iterator[Mapping[str, object]]:
    """The lines of a list among what is kept."""
    lines = kept.get(name)
    return iter(lines if isinstance(lines, list) else ())


def _words(kept: Mapping[str, object], name: str) -> Words:
    return heard_or_plain(kept.get(name, ""))
