"""Whether what came of a decision is what its scenario expects."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from hive.catalog.documents import Data, Keys, TableError
from hive.catalog.wording import near
from hive.scenarios.comparing import Mismatch, compare, same
from hive.scenarios.reading import Scenario
from hive.scenarios.running import Run
from hive.scenarios.telling import StepData, rules_told, steps_of, trace_of
from hive.scenarios.views import STATE_KEYS, state_of

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
                    yield (*keys, name), f"no field is called '{name}'.{near(name, parts)}"


def _no_such_field(one: Mismatch) -> str:
    names = [str(name) for name in one.found] if isinstance(one.found, list) else []
    return f"no field is called '{one.keys[-1]}'.{near(str(one.keys[-1]), names)}"


def _compared(scenario: Scenario, run: Run, key: str, expected: Data) -> Iterator[Mismatch]:
    keys: Keys = ("expect", key)
    if key in scenario.decision.outcome:
        yield from compare(expected, run.outcome.values.get(key), keys, subset=False)
    elif key in STATE_KEYS:
        yield from compare(expected, state_of(run.game)[key], keys, subset=True)
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


def _rules_told(expected: list[Any], steps: list[StepData], keys: Keys) -> Iterator[Mismatch]:
    told = rules_told(steps)
    for index, rule in enumerate(expected):
        if rule not in told:
            yield Mismatch((*keys, index), rule, [*sorted(told)])


def _rules_not_told(expected: list[Any], steps: list[StepData], keys: Keys) -> Iterator[Mismatch]:
    told = rules_told(steps)
    for index, rule in enumerate(expected):
        if rule in told:
            yield Mismatch((*keys, index), {"not": rule}, [*sorted(told)])


def _asked(expected: list[Any], steps: list[StepData], keys: Keys) -> Iterator[Mismatch]:
    asked = _questions(steps)
    for index, key in enumerate(expected):
        if key not in asked:
            yield Mismatch((*keys, index), key, [*asked])


def _not_asked(expected: list[Any], steps: list[StepData], keys: Keys) -> Iterator[Mismatch]:
    asked = _questions(steps)
    for index, key in enumerate(expected):
        if key in asked:
            yield Mismatch((*keys, index), {"not": key}, [*asked])


def _reminded(expected: list[Any], steps: list[StepData], keys: Keys) -> Iterator[Mismatch]:
    found = _reminders(steps)
    for index, rule in enumerate(expected):
        if rule not in found:
            yield Mismatch((*keys, index), rule, [*found])


def _not_reminded(expected: list[Any], steps: list[StepData], keys: Keys) -> Iterator[Mismatch]:
    found = _reminders(steps)
    for index, rule in enumerate(expected):
        if rule in found:
            yield Mismatch((*keys, index), {"not": rule}, [*found])


def _reminders(steps: list[StepData]) -> list[str]:
    """The rules of which the table is reminded, each once."""
    return list(dict.fromkeys(line["rule"] for step in steps for line in step.get("reminders", ())))


def _questions(steps: list[StepData]) -> list[str]:
    return [step["key"] for step in steps if step["kind"] == "ask"]


TOLD: dict[str, Callable[[list[Any], list[StepData], Keys], Iterator[Mismatch]]] = {
    "steps": _steps,
    "trace": _trace,
    "rules_told": _rules_told,
    "rules_not_told": _rules_not_told,
    "asked": _asked,
    "not_asked": _not_asked,
    "reminded": _reminded,
    "not_reminded": _not_reminded,
}
"""What a decision tells beside its outcome and the state of the game."""
