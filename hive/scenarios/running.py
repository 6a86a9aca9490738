"""A scenario is read and checked, its decision is run, and its steps are kept as plain data.

What is wrong in it is told with file, line and field. The draws and answers of the scenario are sent to the procedure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from hive.catalog.documents import Data, Document, Keys, TableError, near, problems, read_yaml, unknown
from hive.catalog.reading import load_readings, load_rulebook
from hive.catalog.tables import CARD_FIELDS, Frozen, Tables
from hive.engine.errors import Refused
from hive.engine.replies import DONE, automatic_reply, reply_to
from hive.keys import HITS
from hive.model.game import Game
from hive.naming import purpose_words
from hive.rules.options import reminders_for
from hive.scenarios import phases as phases  # these two register their decisions, as course does
from hive.scenarios import tactics as tactics
from hive.scenarios.course import EventArgs, begun
from hive.scenarios.given import FILE
from hive.scenarios.schema import DECISIONS, Decision, Result, ScenarioFile, Wrong
from hive.scenarios.situation import situation
from hive.steps import AGAIN, HIT, Ask, Card, Draw, Item, Procedure, Reply, Row, Step, Tell, Why
from hive.words import Words, count, say, sentence


@dataclass(frozen=True)
class Scenario:
    """A scenario: its file, what stands there, the decision with its arguments."""

    document: Document
    file: ScenarioFile
    decision: Decision
    args: Frozen


def read_scenario(source: Path | str, name: str | None = None) -> Scenario:
    """Read a scenario. In: a path, or the text itself and the name that messages use. Errors: TableError."""
    document = read_yaml(source, name)
    if not isinstance(document.data, dict):
        raise TableError([document.message((), "a scenario is made of fields; docs/scenarios.md lists them")])
    file = _parsed(document, FILE, document.data, ())
    assert isinstance(file, ScenarioFile)
    decision, args = _decision(document, file)
    messages = [*_unknown_rules(document, file), *_unknown_readings(document, file)]
    if messages:
        raise TableError(messages)
    return Scenario(document, file, decision, args)


def _parsed(document: Document, model: type[Frozen], data: Data, keys: Keys) -> Frozen:
    try:
        return model.model_validate(data)
    except ValidationError as error:
        found = problems(model, data, error)
        raise TableError([document.message((*keys, *rest), text) for rest, text in found]) from error


def _decision(document: Document, file: ScenarioFile) -> tuple[Decision, Frozen]:
    if len(file.do) != 1:
        raise TableError([document.message(("do",), f"one decision stands here, not {len(file.do)}")])
    ((name, args),) = file.do.items()
    decision = DECISIONS.get(name)
    if decision is None:
        raise TableError([document.message(("do", name), unknown("decision", name, DECISIONS))])
    return decision, _parsed(document, decision.args, {} if args is None else args, ("do", name))


def _unknown_rules(document: Document, file: ScenarioFile) -> list[str]:
    known = load_rulebook().by_id
    return [
        document.message(("rules", index), f"the rulebook has no rule '{rule}'.{near(rule, known)}")
        for index, rule in enumerate(file.rules)
        if rule not in known
    ]


def _unknown_readings(document: Document, file: ScenarioFile) -> list[str]:
    known = load_readings().by_id
    return [
        document.message(("readings", index), f"decks/readings.yaml has no reading '{reading}'")
        for index, reading in enumerate(file.readings)
        if reading not in known
    ]


def answer_of(document: Document, file: ScenarioFile, index: int) -> tuple[str, Any]:
    """Return the key and the value of an answer. Errors: TableError."""
    answer = file.answers[index]
    if len(answer) != 1:
        raise TableError([document.message(("answers", index), "one answer stands here: its key and its value")])
    ((key, value),) = answer.items()
    return key, value


# --- the decision is run

_EVENT = "event"
MOST_STEPS = 500
"""No decision takes so many steps; one that does goes in circles."""
# The value of an answer: the choice, or, of a question with numbers, the choice among them.
Answer = str | dict[str, str]


@dataclass(frozen=True)
class Answered:
    """A step of the decision, and what it was answered with: a card, the value of an answer, or nothing.

    ``reminders``: what the table is reminded of at the step.
    """

    step: Step
    reply: Card | Answer | None
    reminders: tuple[Item, ...] = ()


@dataclass
class Run:
    """A decision that was made: the game after it, its steps in order, and its outcome."""

    game: Game
    steps: list[Answered] = field(default_factory=list)
    outcome: Result = field(default_factory=Result)


def run(scenario: Scenario, tables: Tables | None = None) -> Run:
    """Make the decision, with our tables or others. Errors: TableError where something in the file does not fit it."""
    runner = _Runner(scenario, tables)
    decision: Keys = ("do", scenario.decision.name)
    try:
        runner.play()
    except Wrong as wrong:
        keys = (*decision, wrong.argument) if wrong.argument else decision
        raise TableError([scenario.document.message(keys, str(wrong))]) from wrong
    except (ValueError, LookupError) as error:
        text = f"this cannot be decided in the given situation ({error})"
        raise TableError([scenario.document.message(decision, text)]) from error
    return runner.run


class _Runner:
    """Sends the draws and answers of a scenario to its procedure, in their order."""

    def __init__(self, scenario: Scenario, tables: Tables | None) -> None:
        self.scenario = scenario
        self.document: Document = scenario.document
        self.run = Run(situation(scenario.document, scenario.file.given, scenario.decision.phase, tables))
        self.drawn = 0
        self.answered = 0

    def play(self) -> None:
        self.run.outcome = self._through(self.scenario.decision.procedure(self.run.game, self.scenario.args))
        self._nothing_left()

    def _through(self, procedure: Procedure[Any]) -> Any:
        reply: Any = None
        while True:
            try:
                step = procedure.send(reply)
            except StopIteration as end:
                return end.value
            if len(self.run.steps) >= MOST_STEPS:
                text = f"the decision does not end: after {MOST_STEPS} steps it still comes to '{step.key}'"
                raise self._wrong(("do", self.scenario.decision.name), text)
            reply = self._reply(step)

    def _reply(self, step: Step) -> Any:
        reminders = reminders_for(self.run.game, step)
        if isinstance(step, Draw):
            card = self._card(step)
            self.run.steps.append(Answered(step, card, reminders))
            return card
        if automatic_reply(step):
            self.run.steps.append(Answered(step, None, reminders))
            return None
        if (told := self._told_beside(step)) is not None:
            return told
        value = self._answer(step)
        try:
            reply = reply_to(self.run.game, step, value)
        except Refused as error:
            raise self._wrong(("answers", self.answered - 1), f"{error}{_choices(step)}") from error
        self.run.steps.append(Answered(step, value, reminders))
        return reply

    def _card(self, step: Draw) -> Card:
        draws = self.scenario.file.draws
        if self.drawn >= len(draws):
            raise self._wrong(("draws",), f"one more card is drawn, {_a_card(step)}; {_fields(step)}")
        drawn = draws[self.drawn]
        for name in step.fields:
            if getattr(drawn, name) is None:
                text = f"'{name}' is missing: this is {_a_card(step)}; {_fields(step)}"
                raise self._wrong(("draws", self.drawn), text)
        self.drawn += 1
        return drawn

    def _told_beside(self, step: Ask | Tell) -> Reply:
        """Play the events that the table tells while a step is open; what the step is sent so that it is asked anew."""
        anew: Reply = None
        at = len(self.run.steps)
        while (told := self._event_told_at(step)) is not None:
            before = len(self.run.steps)
            self._through(told)
            hit = anew == HIT or any(taken.step.key == HITS for taken in self.run.steps[before:])
            anew = HIT if hit else AGAIN
        if anew is None or not (isinstance(step, Ask) and step.anew):
            return None
        self.run.steps.insert(at, Answered(step, None))
        return anew

    def _event_told_at(self, step: Ask | Tell) -> Procedure[object] | None:
        """The event that stands as the next answer to a step, begun."""
        document, file = self.document, self.scenario.file
        key, value = answer_of(document, file, self.answered) if self.answered < len(file.answers) else ("", None)
        if key != step.key or not isinstance(value, dict) or _EVENT not in value:
            return None
        self.answered += 1
        told = {name: one for name, one in value.items() if name != _EVENT}
        try:
            return begun(self.run.game, EventArgs(name=str(value[_EVENT]), **told))
        except Wrong as error:
            raise self._wrong(("answers", self.answered - 1, key), str(error)) from error

    def _answer(self, step: Ask | Tell) -> Answer:
        """The next answer in the list, if it is for this step; else the only answer that there is."""
        answers = self.scenario.file.answers
        if self.answered < len(answers):
            key, value = answer_of(self.document, self.scenario.file, self.answered)
            if key == step.key:
                self.answered += 1
                return _value(self.run.game, step, value)
        if isinstance(step, Tell):
            return DONE
        if len(step.choices) == 1:
            return step.choices[0].value
        if self.answered < len(answers):
            raise self._wrong(("answers", self.answered), f"'{step.key}' is asked first: {step.text}{_choices(step)}")
        raise self._wrong(("answers",), f"the answer to '{step.key}' is missing: {step.text}{_choices(step)}")

    def _nothing_left(self) -> None:
        if self.drawn < len(self.scenario.file.draws):
            raise self._wrong(("draws", self.drawn), f"the decision draws only {count(self.drawn, 'card')}")
        if self.answered < len(self.scenario.file.answers):
            key, _ = answer_of(self.document, self.scenario.file, self.answered)
            raise self._wrong(("answers", self.answered), f"'{key}' is not asked (any more)")

    def _wrong(self, keys: Keys, text: str) -> TableError:
        return TableError([self.document.message(keys, text)])


def _a_card(step: Draw) -> Words:
    return say("{purpose!a} card", purpose=purpose_words(step.purpose))


def _fields(step: Draw) -> str:
    return f"it tells {', '.join(step.fields)}"


def _choices(step: Step) -> str:
    if isinstance(step, Ask):
        numbers = f" Numbers: {', '.join(number.name for number in step.numbers)}." if step.numbers else ""
        return f" Answers: {', '.join(choice.value for choice in step.choices[:20])}.{numbers}"
    return ""


def _value(game: Game, step: Ask | Tell, value: Any) -> Answer:
    """The value of a choice: YAML reads a plain yes as true, and a strategy card may be called by its key."""
    if isinstance(value, dict):
        return {name: str(told) for name, told in value.items()}
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = str(value)
    number = game.tables.strategy_cards.number_of.get(text)
    known = [choice.value for choice in step.choices] if isinstance(step, Ask) else []
    return next((word for word in (f"{number}", f"card.{number}") if number and word in known), text)


def card_words(card: Card) -> dict[str, Any]:
    """The told fields of a card by their names."""
    return {name: getattr(card, name) for name in CARD_FIELDS if getattr(card, name) is not None}


# --- its steps, for ``--json``, for the words on the screen, and for ``expect``

StepData = dict[str, Any]


def steps_of(run: Run) -> list[StepData]:
    """Return every step of a run, and last the decision itself, where it gives a reason."""
    steps = [_step(taken) for taken in run.steps]
    return [*steps, *_decision_itself(run.outcome)]


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


def _decision_itself(outcome: Result) -> list[StepData]:
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
