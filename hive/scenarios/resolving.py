"""``resolve``: a scenario file, run and told, in words or as JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hive.catalog.documents import Data, field_path
from hive.catalog.tables import Tables
from hive.engine.state import dump
from hive.scenarios.comparing import Mismatch
from hive.scenarios.expecting import check_expectations, mismatches
from hive.scenarios.reading import Scenario, read_scenario
from hive.scenarios.running import Run, run
from hive.scenarios.telling import StepData, steps_of


@dataclass(frozen=True)
class Resolved:
    """A scenario that was run, and what came out otherwise than expected."""

    scenario: Scenario
    run: Run
    mismatches: list[Mismatch]

    @property
    def holds(self) -> bool:
        """Whether everything came out as expected."""
        return not self.mismatches

    def complaints(self) -> list[str]:
        """For each thing that came out otherwise: file, line, field, what was expected and what was found."""
        return [
            self.scenario.document.message(one.keys, f"expected {written(one.expected)}, found {written(one.found)}")
            for one in self.mismatches
        ]


def resolve(path: Path, tables: Tables | None = None) -> Resolved:
    """Run a scenario file, with our tables or others. Errors: TableError with what is wrong in it."""
    return play(read_scenario(path), tables)


def play(scenario: Scenario, tables: Tables | None = None) -> Resolved:
    """Run a scenario that has been read, with our tables or others. Errors: TableError where it does not fit them."""
    check_expectations(scenario)
    made = run(scenario, tables)
    return Resolved(scenario, made, mismatches(scenario, made))


def as_json(resolved: Resolved) -> str:
    """Return title, outcome, steps and the whole state as one JSON object."""
    failed = [
        {"field": field_path(one.keys), "expected": one.expected, "found": one.found} for one in resolved.mismatches
    ]
    data: dict[str, Any] = {
        "title": resolved.scenario.file.title,
        "rules": list(resolved.scenario.file.rules),
        "holds": resolved.holds,
        "outcome": dict(resolved.run.outcome.values),
        "steps": steps_of(resolved.run),
        "mismatches": failed,
        "state": dump(resolved.run.game),
    }
    return json.dumps(data, ensure_ascii=False, indent=2)


def as_words(resolved: Resolved) -> str:
    """Return the steps with their reasons, what came of the decision, and whether that was expected."""
    lines = [resolved.scenario.file.title, ""]
    for step in steps_of(resolved.run):
        lines += _step_words(step)
    values = [f"  {name}: {written(value)}" for name, value in resolved.run.outcome.values.items()]
    lines += ["", "Outcome", *values] if values else []
    lines += ["", "As expected."] if resolved.holds else ["", "Not as expected:", *_indented(resolved.complaints())]
    return "\n".join(lines)


def written(value: Data) -> str:
    """A value as it would stand in a scenario file, on one line."""
    if value is None:
        return "nothing"
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {written(one)}' for key, one in value.items())}}}"
    return json.dumps(value)


def _step_words(step: StepData) -> list[str]:
    head = {"draw": "Draw", "ask": "Ask", "tell": "Tell", "decision": "Decision"}[step["kind"]]
    lines = [f"{head}: {step['text']}  [{step['rule']}]"]
    if "detail" in step:
        lines.append(f"  {step['detail']}")
    if "card" in step:
        lines.append(f"  card: {written(step['card'])}")
    if step.get("why") and step["why"] != step["text"]:
        lines.append(f"  why: {step['why']}")
    for row in step.get("trace", ()):
        sign = "*" if row["decided"] else "-"
        lines.append(f"  {sign} {row['label']}: {row['result']}  [{row['rule']}]")
    for item in step.get("items", ()):
        note = f" ({item['note']})" if item["note"] else ""
        rule = f"  [{item['rule']}]" if item["rule"] else ""
        lines.append(f"  > {item['text']}{note}{rule}")
    if "answer" in step:
        lines.append(f"  answer: {written(step['answer'])}")
    return lines


def _indented(lines: list[str]) -> list[str]:
    return [f"  {line}" for line in lines]
