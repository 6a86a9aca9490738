"""The log in words: what an entry said and the steps that followed, written as JSON data and read back.

Kept beside each entry, so that history is told in the words of its day and needs no replay. Words are kept as
:func:`hive.words.kept` writes them and read back by :func:`hive.words.heard`; those of earlier versions are plain text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, assert_never

from hive.board.edits import words_of_edits as board_words
from hive.board.edits import words_of_move
from hive.catalog.tables import CARD_FIELDS
from hive.engine.entries import Answer, Board, Correct, Forward, Value
from hive.engine.entries import Event as Occurs
from hive.engine.errors import Json, JsonObject
from hive.engine.facts import correctable
from hive.engine.replies import CHOICE, card_shows
from hive.engine.session import Session, Told
from hive.fields import Number, OneOf
from hive.model.game import Game
from hive.naming import purpose_words
from hive.rules.events.doings import event_of
from hive.rules.events.kinds import Event, all_events
from hive.steps import CELL_HOW, Ask, Card, Cell, Compared, Draw, Filled, Item, Reply, Row, Step, Weighed, Why
from hive.words import THE_HIVE, Listed, Message, PlayerName, Typed, Words, asks, heard_or_plain, kept, listed, say

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
        told = _TURNS[answer](step)
        # What an earlier version kept is English, and so is the sentence about it.
        return told if isinstance(said, Message) else heard_or_plain(str(told))
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
    named = tuple(heard_or_plain(column) for column in columns) if isinstance(columns, list) else ()
    rows = tuple(
        Weighed(_words(row, "label"), str(row["rule"]), _number(row.get("left")), tuple(_cells(row, len(named))))
        for row in (_each(table, "rows") if named else ())
    )
    return Compared(named, rows, _number(others))


def _cells(row: Mapping[str, object], columns: int) -> Iterator[Cell | None]:
    """As many as there are columns, whatever a log from elsewhere has."""
    cells = row.get("cells")
    listed = cells if isinstance(cells, list) else []
    for cell in [*listed, *[None] * columns][:columns]:
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


# --- the log in words: what an entry said, and the steps that followed from it, as plain JSON data


HIGHEST_IN_WORDS = 300


def words_of(said: Words, news: list[Told], moved: bool = False, joined: bool = False) -> JsonObject:
    """The words of an entry: what the table said, and each step that was over when the table was needed again.

    ``moved``: a player's move was booked; what was said is worth reading on the next screen. ``joined``: the tap that
    made the entry before has made it as well.
    """
    short = said if len(said) <= HIGHEST_IN_WORDS else Typed(said[:HIGHEST_IN_WORDS])
    words: JsonObject = {"said": kept(short), "steps": [told_words(told) for told in news]}
    marks: JsonObject = {"moved": moved, "joined": joined}
    return {**words, **{name: True for name, marked in marks.items() if marked}}


def said(session: Session, entry: Forward) -> Words:
    """What the table says with an entry that it is about to make, in one line; nothing where nothing is asked."""
    match entry:
        case Answer():
            return "" if session.pending is None else _words_of_answer(session.game, session.pending, entry.value)
        case Occurs():
            return _happened(session.game, entry)
        case Correct():
            return _correction(session.game, entry)
        case Board():
            moved = words_of_move(session.game, entry.moved, entry.changes) if entry.moved else ""
            return moved or board_words(session.game, entry.changes)
        case _:
            assert_never(entry)


def _happened(game: Game, entry: Occurs) -> Words:
    event = all_events().get(entry.name) or event_of(game, entry.name)
    if event is None:
        return say("An unknown event")
    words = event.title
    if told := _told_of(game, event, entry):
        words = say("{event} ({told})", event=words, told=listed(told, ","))
    return say("{event}, by the table's decision", event=words) if entry.forced else words


def _told_of(game: Game, event: Event, entry: Occurs) -> list[Words]:
    """What an event was told: its choices in their words, its numbers beside what they count."""
    words: list[Words] = []
    for field in event.fields(game):
        value = entry.args.get(field.name)
        if value in (None, "", 0, "0"):
            continue
        number = isinstance(field, Number)
        words.append(
            say("{what} {number}", what=field.label, number=field.words(value)) if number else field.words(value)
        )
    return words


def _words_of_answer(game: Game, step: Step, value: Value) -> Words:
    if isinstance(step, Draw):
        return say("{step}: {answer}", step=_headline(step), answer=_card_words(game, step, value))
    answer = _answer_words(step, value) if isinstance(step, Ask) else say("Done")
    if asks(step.text):
        return say("{question} {answer}", question=step.text, answer=answer)
    return say("{step}: {answer}", step=step.text, answer=answer)


def _card_words(game: Game, step: Draw, value: Value) -> Words:
    told: Mapping[str, object] = {} if isinstance(value, str) else value
    words: list[Words] = []
    for field in step.fields:
        shown = card_shows(game, field).get(str(told.get(field)), say("unknown"))
        words.append(say("{field} {shown}", field=CARD_FIELDS[field], shown=shown))
    return listed(words, ",")


def _correction(game: Game, entry: Correct) -> Words:
    one = correctable(game, entry.field)
    if one is None:
        return say("An unknown correction")
    words = one.entered.words
    return say(
        "Corrected {group}, {what}: {before} to {after}",
        group=one.group,
        what=one.label,
        before=words(one.read(game)),
        after=words(entry.value),
    )


def told_words(told: Told) -> JsonObject:
    """A step that is over, as JSON data."""
    step = told.step
    if isinstance(step, Draw):
        card = told.reply.model_dump(mode="json") if isinstance(told.reply, Card) else None
        return {**_common("draw", step), "purpose": step.purpose, "fields": list(step.fields), "card": card}
    kind = "ask" if isinstance(step, Ask) else "tell"
    answer = _answer_words(step, told.reply) if isinstance(step, Ask) else ""
    return {
        **_common(kind, step),
        "answer": kept(answer),
        "why": _why_as_data(step.why),
        "items": [_item(item) for item in step.items],
    }


def _common(kind: str, step: Step) -> JsonObject:
    return {"kind": kind, "text": kept(_headline(step)), "rule": step.rule, "key": step.key}


def _why_as_data(why: Why | None) -> JsonObject | None:
    if why is None:
        return None
    told: JsonObject = {"line": kept(why.line), "rows": [_row(row) for row in why.rows]}
    return told | {"compared": _compared_as_data(why.compared)} if why.compared else told


def _compared_as_data(table: Compared) -> JsonObject:
    rows: list[Json] = [
        {"label": kept(row.label), "rule": row.rule, "left": row.left, "cells": [_cell(cell) for cell in row.cells]}
        for row in table.rows
    ]
    return {"columns": [kept(column) for column in table.columns], "rows": rows, "others": table.others}


def _cell(cell: Cell | None) -> JsonObject | None:
    return None if cell is None else {"words": kept(cell.words), "how": cell.how}


def _row(row: Row) -> JsonObject:
    return {"label": kept(row.label), "result": kept(row.result), "rule": row.rule, "decided": row.decided}


def _item(item: Item) -> JsonObject:
    return {"text": kept(item.text), "note": kept(item.note), "rule": item.rule}


def _headline(step: Step) -> Words:
    if not isinstance(step, Draw):
        return step.text
    return say("Drew {purpose!a} card", purpose=purpose_words(step.purpose))


def _answer_words(step: Ask, value: Value | Reply) -> Words:
    """The choice, and its numbers that are not nought. In: what the log keeps, or what the procedure was sent."""
    told: Mapping[str, object] = {CHOICE: value}
    if isinstance(value, Filled):
        told = {CHOICE: value.choice, **value.numbers}
    elif step.numbers and isinstance(value, Mapping):
        told = value
    chosen = told.get(CHOICE)
    choice = OneOf(CHOICE, step.text, step.choices).words(chosen)
    filled = [(one, told.get(one.name, one.value)) for one in step.numbers if one.of in ("", chosen)]
    numbers = [_number_words(number, value) for number, value in filled if str(value) != "0"]
    return listed([choice, *numbers], ",") if step.numbers else choice


def _number_words(number: Number, value: object) -> Words:
    """A number beside what it counts; the label alone says yes."""
    if number.yes_no:
        return number.label
    return say("{what} {number}", what=number.label, number=number.words(value))
