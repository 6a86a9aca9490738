"""Runs the decision of a scenario: its draws and answers are sent to the procedure, its steps are kept."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hive.catalog.documents import Document, Keys, TableError
from hive.catalog.tables import CARD_FIELDS, Tables
from hive.engine.errors import Refused
from hive.engine.replies import DONE, automatic_reply, reply_to
from hive.keys import HITS
from hive.model.game import Game
from hive.naming import purpose_words
from hive.rules.options.reminders import reminders_for
from hive.scenarios.decisions.decision import Outcome, Wrong
from hive.scenarios.decisions.other import EventArgs, begun
from hive.scenarios.reading import Scenario, answer_of
from hive.scenarios.situation import situation
from hive.steps import AGAIN, HIT, Ask, Card, Draw, Item, Procedure, Reply, Step, Tell
from hive.words import Words, count, say

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
    outcome: Outcome = field(default_factory=Outcome)


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
