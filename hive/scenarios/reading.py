"""A scenario file, read and checked; every message names file, line and field."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from hive.catalog.documents import Data, Document, Keys, TableError, read_yaml
from hive.catalog.reading import load_readings, load_rulebook
from hive.catalog.tables import Frozen
from hive.catalog.wording import near, problems
from hive.scenarios.decisions import DECISIONS
from hive.scenarios.decisions.decision import Decision
from hive.scenarios.schema import ScenarioFile


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
    file = _parsed(document, ScenarioFile, document.data, ())
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
        raise TableError(
            [document.message(("do", name), f"no decision is called '{name}'.{near(name, list(DECISIONS))}")]
        )
    return decision, _parsed(document, decision.args, {} if args is None else args, ("do", name))


def _unknown_rules(document: Document, file: ScenarioFile) -> list[str]:
    known = load_rulebook().by_id
    return [
        document.message(("rules", index), f"the rulebook has no rule '{rule}'.{near(rule, list(known))}")
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
