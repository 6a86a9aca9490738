"""The steps of a run as plain data: for ``--json``, for the words on the screen, and for ``expect``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hive.naming import purpose_words
from hive.reasons import Row, Why
from hive.scenarios.decisions.decision import Outcome
from hive.scenarios.running import Answered, Run, card_words
from hive.steps import Ask, Card, Draw, Item
from hive.words import say, sentence

StepData = dict[str, Any]


def steps_of(run: Run) -> list[StepData]:
    """Return every step of a run, and last the decision itself, where it gives a reason."""
    steps = [_step(taken) for taken in run.steps]
    return [*steps, *_decision(run.outcome)]


def rules_told(steps: Sequence[StepData]) -> set[str]:
    """Return every rule that the steps cite: their own, and those of their lines and of their traces."""
    lines = [line for step in steps for line in (*step.get("trace", ()), *step.get("items", ()))]
    return {cited["rule"] for cited in (*steps, *lines) if cited["rule"]}


def trace_of(steps: Sequence[StepData]) -> list[StepData]:
    """Return the trace of the decision: the last step that has one."""
    traces: list[list[StepData]] = [step["trace"] for step in steps if step.get("trace")]
    return traces[-1] if traces else []


def _step(taken: Answered) -> StepData:
    step = taken.step
    if isinstance(step, Draw):
        card = card_words(taken.reply) if isinstance(taken.reply, Card) else {}
        text = sentence(say("{purpose!a} card is drawn.", purpose=purpose_words(step.purpose)))
        drawn: StepData = {"kind": "draw", "key": step.key, "text": text, "rule": step.rule, "card": card}
        return drawn | _lines("reminders", taken.reminders)
    data: StepData = {
        "kind": "ask" if isinstance(step, Ask) else "tell",
        "key": step.key,
        "text": step.text,
        "rule": step.rule,
    }
    if step.detail:
        data["detail"] = step.detail
    if isinstance(step, Ask):
        data["choices"] = [choice.value for choice in step.choices]
    if taken.reply is not None:
        data["answer"] = taken.reply
    return data | _reason(step.why) | _lines("items", step.items) | _lines("reminders", taken.reminders)


def _decision(outcome: Outcome) -> list[StepData]:
    if outcome.why is None and not outcome.items:
        return []
    text = outcome.why.line if outcome.why else "; ".join(item.text for item in outcome.items)
    rows = outcome.why.rows if outcome.why else ()
    decided = [row.rule for row in rows if row.decided] or [item.rule for item in outcome.items]
    rule = decided[-1] if decided else ""
    return [{"kind": "decision", "text": text, "rule": rule} | _reason(outcome.why) | _lines("items", outcome.items)]


def _reason(why: Why | None) -> StepData:
    return {"why": why.line, "trace": [_row(row) for row in why.rows]} if why else {}


def _row(row: Row) -> StepData:
    return {"label": row.label, "result": row.result, "rule": row.rule, "decided": row.decided}


def _lines(name: str, items: tuple[Item, ...]) -> StepData:
    lines = [{"text": item.text, "note": item.note, "rule": item.rule} for item in items]
    return {name: lines} if lines else {}
