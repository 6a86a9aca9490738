"""The log in words: what an entry said, and the steps that followed from it, as plain JSON data.

Kept beside each entry, so that history is told in the words of its day and needs no replay.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from hive.board.edits import words_of_edits as board_words
from hive.catalog.tables import CARD_FIELDS
from hive.engine.corrections import correctables
from hive.engine.replies import CHOICE, card_choices
from hive.engine.session import Session, Told
from hive.model.game import Game
from hive.rules.events import EVENTS
from hive.steps import Ask, Card, Draw, Filled, Step, Why

HIGHEST_IN_WORDS = 300
FORCED = ", by the table's decision"


def words_of(said: str, news: list[Told]) -> dict[str, Any]:
    """The words of an entry: what the table said, and each step that was over when the table was needed again."""
    return {"said": said[:HIGHEST_IN_WORDS], "steps": [told_words(told) for told in news]}


def said(session: Session, kind: str, data: Mapping[str, Any]) -> str:
    """What the table says with an entry that it is about to make, in one line."""
    if kind == "answer" and session.pending is not None:
        return _answered(session.game, session.pending, data.get("value"))
    if kind == "event":
        event = EVENTS.get(str(data.get("name")))
        return f"{event.title}{FORCED if data.get('forced') else ''}" if event else "An unknown event"
    if kind == "correct":
        return _correction(session.game, str(data.get("field")), data.get("value"))
    if kind == "board":
        return board_words(session.game, data.get("changes"))
    return "New game"


def _answered(game: Game, step: Step, value: Any) -> str:
    if isinstance(step, Draw):
        return f"{_headline(step)}: {_card_words(game, step, value)}"
    answer = _answer_words(step, value)
    return f"{step.text} {answer}" if step.text.endswith("?") else f"{_headline(step)}: {answer}"


def _card_words(game: Game, step: Draw, value: Any) -> str:
    told = value if isinstance(value, Mapping) else {}
    words = []
    for field in step.fields:
        labels = {choice.value: choice.label for choice in card_choices(game, field)}
        words.append(f"{CARD_FIELDS[field].lower()} {labels.get(str(told.get(field)), 'unknown').lower()}")
    return ", ".join(words)


def _correction(game: Game, field: str, value: Any) -> str:
    one = next((one for one in correctables(game) if one.field == field), None)
    if one is None:
        return "An unknown correction"
    words = one.entered.words
    return f"Corrected {one.group}, {one.label}: {words(one.read(game))} to {words(value)}"


def told_words(told: Told) -> dict[str, Any]:
    """A step that is over, as JSON data."""
    step = told.step
    if isinstance(step, Draw):
        card = told.reply.model_dump(mode="json") if isinstance(told.reply, Card) else None
        return {**_common("draw", step), "purpose": step.purpose, "fields": list(step.fields), "card": card}
    kind = "ask" if isinstance(step, Ask) else "tell"
    answer = _answer_words(step, told.reply) if isinstance(step, Ask) else ""
    return {
        **_common(kind, step),
        "answer": answer,
        "why": _why(step.why),
        "items": [asdict(item) for item in step.items],
    }


def _common(kind: str, step: Step) -> dict[str, Any]:
    return {"kind": kind, "text": _headline(step), "rule": step.rule, "key": step.key}


def _why(why: Why | None) -> dict[str, Any] | None:
    return None if why is None else {"line": why.line, "rows": [asdict(row) for row in why.rows]}


def _headline(step: Step) -> str:
    if not isinstance(step, Draw):
        return step.text
    return f"Drew {'an' if step.purpose[0] in 'aeiou' else 'a'} {step.purpose} card"


def _answer_words(step: Step, value: Any) -> str:
    if isinstance(step, Ask) and step.numbers:
        return _filled_words(step, value)
    if isinstance(step, Ask):
        return next((choice.label for choice in step.choices if choice.value == value), str(value))
    return "Done"


def _filled_words(step: Ask, value: Any) -> str:
    """The choice, and every number that is not nought. In: what the log keeps, or what the procedure was sent."""
    told = {CHOICE: value.choice, **value.numbers} if isinstance(value, Filled) else value
    if not isinstance(told, Mapping):
        told = {CHOICE: told}
    choice = next((choice.label for choice in step.choices if choice.value == told.get(CHOICE)), str(told.get(CHOICE)))
    filled = [(number.label, told.get(number.name, number.value)) for number in step.numbers]
    return ", ".join([choice, *(f"{label} {number}" for label, number in filled if str(number) != "0")])
