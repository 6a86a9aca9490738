"""``resolve``: a scenario file is run, held against what it expects, and told, in words or as JSON."""

from __future__ import annotations

import json
import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeGuard

from hive.catalog.documents import Data, Keys, TableError, field_path, near, unknown
from hive.catalog.tables import Tables
from hive.engine.state import dump
from hive.scenarios.given import STATE_KEYS, state_of
from hive.scenarios.running import Run, Scenario, StepData, read_scenario, rules_told, run, steps_of, trace_of


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


# --- whether what came of it is what the scenario expects

# What may be expected of a step and of a row of the trace. Of a text a part is enough.
STEP_PARTS = ("kind", "key", "rule", "answer", "choices", "text", "item", "no_item")
ROW_PARTS = ("rule", "decided", "label", "result")
_PARTS = {"steps": STEP_PARTS, "trace": ROW_PARTS}
_TEXTS = ("text", "label", "result")


def check_expectations(scenario: Scenario) -> None:
    """Errors: TableError where something is expected that the decision never tells, or nothing at all."""
    messages = list(_unfit(scenario))
    if messages:
        raise TableError(messages)


def mismatches(scenario: Scenario, run: Run) -> list[Mismatch]:
    """Return what came out otherwise. Errors: TableError where an unknown part of the state is expected."""
    found = [one for key, expected in scenario.file.expect.items() for one in _compared(scenario, run, key, expected)]
    unknown = [scenario.document.message(one.keys, _no_such_field(one)) for one in found if one.unknown]
    if unknown:
        raise TableError(unknown)
    return found


def _unfit(scenario: Scenario) -> Iterator[str]:
    message = scenario.document.message
    known = [*scenario.decision.outcome, *STATE_KEYS, *TOLD]
    if not scenario.file.expect:
        yield message(("expect",), "nothing is expected; name what must come of the decision")
    for key, expected in scenario.file.expect.items():
        if key not in known:
            yield message(("expect", key), f"{scenario.decision.name} tells no '{key}'.{near(key, known)}")
        elif key in TOLD:
            yield from (message(keys, text) for keys, text in _unfit_list(key, expected))


def _unfit_list(key: str, expected: Data) -> Iterator[tuple[Keys, str]]:
    """What is wrong with a list of words, or of mappings with known fields."""
    if not isinstance(expected, list):
        yield ("expect", key), "this must be a list"
        return
    parts = _PARTS.get(key)
    for index, entry in enumerate(expected):
        keys: Keys = ("expect", key, index)
        if parts is None and not isinstance(entry, str):
            yield keys, "this must be a word"
        elif parts is not None and not isinstance(entry, dict):
            yield keys, f"this must be a mapping of some of: {', '.join(parts)}"
        elif parts is not None and isinstance(entry, dict):
            for name in entry:
                if name not in parts:
                    yield (*keys, name), unknown("field", name, parts)


def _no_such_field(one: Mismatch) -> str:
    names = [str(name) for name in one.found] if isinstance(one.found, list) else []
    return unknown("field", one.keys[-1], names)


def _compared(scenario: Scenario, run: Run, key: str, expected: Data) -> Iterator[Mismatch]:
    keys: Keys = ("expect", key)
    if key in scenario.decision.outcome:
        yield from compare(expected, run.outcome.values.get(key), keys, subset=False)
    elif key in STATE_KEYS:
        yield from compare(expected, state_of(run.game, key)[key], keys, subset=True)
    elif isinstance(expected, list):
        yield from TOLD[key](expected, steps_of(run), keys)


def _steps(expected: list[Any], steps: list[StepData], keys: Keys) -> Iterator[Mismatch]:
    yield from _in_order(expected, steps, keys, [f"{step['kind']}: {step['text']} [{step['rule']}]" for step in steps])


def _trace(expected: list[Any], steps: list[StepData], keys: Keys) -> Iterator[Mismatch]:
    rows = trace_of(steps)
    yield from _in_order(expected, rows, keys, [f"{row['label']}: {row['result']} [{row['rule']}]" for row in rows])


def _in_order(expected: list[Any], found: Sequence[StepData], keys: Keys, words: list[str]) -> Iterator[Mismatch]:
    """Each expected entry fits one of those found, in the same order; others may lie between."""
    position = 0
    for index, pattern in enumerate(expected):
        fitting = [at for at in range(position, len(found)) if _fits(pattern, found[at])]
        if not fitting:
            rest: list[Data] = [*words[position:]]
            yield Mismatch((*keys, index), pattern, rest)
            return
        position = fitting[0] + 1


def _fits(pattern: dict[str, Any], found: StepData) -> bool:
    return all(_part_fits(name, value, found) for name, value in pattern.items())


def _part_fits(name: str, value: Any, found: StepData) -> bool:
    if name in ("item", "no_item"):
        lines = [f"{item['text']} {item['note']}" for item in found.get("items", ())]
        wanted = value if isinstance(value, list) else [value]
        return all(any(str(one) in line for line in lines) == (name == "item") for one in wanted)
    if name in _TEXTS:
        texts = [found.get(name, "")] + ([found.get("detail", ""), found.get("why", "")] if name == "text" else [])
        return any(str(value) in text for text in texts)
    return same(value, found.get(name))


Found = Callable[[list[StepData]], Sequence[str]]
Compared = Callable[[list[Any], list[StepData], Keys], Iterator["Mismatch"]]


def _each(found: Found, wanted: bool) -> Compared:
    """Each expected word is among those found, or, if it is not wanted, none of them is."""

    def compared(expected: list[Any], steps: list[StepData], keys: Keys) -> Iterator[Mismatch]:
        there = found(steps)
        for index, word in enumerate(expected):
            if (word in there) != wanted:
                yield Mismatch((*keys, index), word if wanted else {"not": word}, [*there])

    return compared


def _rules(steps: list[StepData]) -> list[str]:
    return sorted(rules_told(steps))


def _reminders(steps: list[StepData]) -> list[str]:
    """The rules of which the table is reminded, each once."""
    return list(dict.fromkeys(line["rule"] for step in steps for line in step.get("reminders", ())))


def _questions(steps: list[StepData]) -> list[str]:
    return [step["key"] for step in steps if step["kind"] == "ask"]


TOLD: dict[str, Compared] = {
    "steps": _steps,
    "trace": _trace,
    "rules_told": _each(_rules, True),
    "rules_not_told": _each(_rules, False),
    "asked": _each(_questions, True),
    "not_asked": _each(_questions, False),
    "reminded": _each(_reminders, True),
    "not_reminded": _each(_reminders, False),
}
"""What a decision tells beside its outcome and the state of the game."""


# --- whether a value is what was expected: exactly, within bounds, or, of a state, in all that is named

BOUNDS: dict[str, Callable[[float, float], bool]] = {
    "at_least": operator.ge,
    "at_most": operator.le,
    "less_than": operator.lt,
    "more_than": operator.gt,
}
CONDITIONS = (*BOUNDS, "not")


@dataclass(frozen=True)
class Mismatch:
    """Something that came out otherwise: where it stands in the file, what was expected and what was found.

    ``unknown`` is true where the file names something that a state does not have at all.
    """

    keys: Keys
    expected: Data
    found: Data
    unknown: bool = False


def compare(expected: Data, found: Data, keys: Keys, *, subset: bool) -> Iterator[Mismatch]:
    """Yield what does not hold. With ``subset`` a mapping is compared in the keys that are expected only."""
    if isinstance(expected, dict) and expected and all(key in CONDITIONS for key in expected):
        for name, bound in expected.items():
            if not _holds(name, bound, found):
                yield Mismatch((*keys, name), {name: bound}, found)
    elif subset and isinstance(expected, dict) and isinstance(found, dict):
        for key, value in expected.items():
            if key in found:
                yield from compare(value, found[key], (*keys, key), subset=True)
            else:
                yield Mismatch((*keys, key), value, list(found), unknown=True)
    elif subset and isinstance(expected, list):
        yield from _compare_lists(expected, _as_list(found), keys)
    elif not same(expected, found):
        yield Mismatch(keys, expected, found)


def same(one: Data, other: Data) -> bool:
    """Whether two values are equal; true is not 1."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return isinstance(one, bool) == isinstance(other, bool) and one == other


def _holds(name: str, bound: Data, found: Data) -> bool:
    if name == "not":
        return not same(bound, found)
    return _is_number(bound) and _is_number(found) and BOUNDS[name](found, bound)


def _is_number(value: Data) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _as_list(found: Data) -> Data:
    """A mapping of which only the keys that hold something are listed, such as strategy cards."""
    return [key for key, value in found.items() if value] if isinstance(found, dict) else found


def _compare_lists(expected: list[Data], found: Data, keys: Keys) -> Iterator[Mismatch]:
    """Lists are of one length; an entry that has a name can be expected by it alone."""
    if not isinstance(found, list) or len(found) != len(expected):
        yield Mismatch(keys, expected, found)
        return
    for index, (value, one) in enumerate(zip(expected, found, strict=True)):
        by_name = isinstance(value, str) and isinstance(one, dict)
        yield from compare(
            value, one.get("name") if by_name and isinstance(one, dict) else one, (*keys, index), subset=True
        )
