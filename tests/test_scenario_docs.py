"""docs/scenarios.md lists every key that may stand in a scenario, each in its chapter."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest
from pydantic import BaseModel

from bench import facts
from hive import keys
from hive.catalog.tables import CARD_FIELDS
from hive.model.game import Game
from hive.rules.events.kinds import all_events
from hive.scenarios.given import GIVEN, STATE_KEYS, state_of
from hive.scenarios.resolving import CONDITIONS, ROW_PARTS, STEP_PARTS, TOLD, resolve
from hive.scenarios.running import read_scenario
from hive.scenarios.schema import DECISIONS, GivenObjective, ScenarioFile
from hive.scenarios.situation import situation

REPOSITORY = Path(__file__).parent.parent
PAGE = (REPOSITORY / "docs" / "scenarios.md").read_text(encoding="utf-8")


def words(chapter: str) -> set[str]:
    """Every word in code in a chapter, and every part of a name."""
    text = PAGE.split(f"## `{chapter}`", 1)[1].split("\n## ", 1)[0] if chapter else PAGE.split("\n## ", 1)[0]
    found = {word for code in re.findall(r"`([^`]+)`", text) for word in re.findall(r"[\w.]+", code)}
    return found.union(*(word.split(".") for word in found))


def models_in(annotation: object) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [model for part in get_args(annotation) for model in models_in(part)]


def keys_of(model: type[BaseModel]) -> set[str]:
    """The fields of a model and of all models within it."""
    within = [inner for field in model.model_fields.values() for inner in models_in(field.annotation)]
    named = {field.alias or name for name, field in model.model_fields.items()}
    return named.union(*(keys_of(inner) for inner in within))


def fresh_game(**given: object) -> Game:
    scenario = read_scenario("title: x\ndo: {next: {}}\nexpect: {round: 1}", "text")
    return situation(scenario.document, GIVEN.model_validate(given), "action")


# Messages that nobody answers.
NEVER_ANSWERED = {keys.TRANSFER, keys.UNPICKED, keys.CARD_PLAYED}


def test_every_key_of_a_file_is_told() -> None:
    assert set(ScenarioFile.model_fields) <= words("")


def test_every_key_under_given_is_told() -> None:
    assert keys_of(GIVEN) | keys_of(GivenObjective) <= words("given")


def test_the_table_of_facts_is_as_bench_facts_writes_it() -> None:
    assert facts.table() in PAGE


def test_every_field_of_a_drawn_card_is_told() -> None:
    assert set(CARD_FIELDS) <= words("draws")


def test_every_question_is_told() -> None:
    told = words("answers")
    asked = {*keys.KEYS, *(beginning.removesuffix(".") for beginning in keys.FAMILIES)} - NEVER_ANSWERED
    missing = {key for key in asked if not any(word.startswith(key) for word in told)}
    assert missing == set()


@pytest.mark.parametrize("name", DECISIONS)
def test_every_decision_is_told_with_what_it_needs_and_what_comes_of_it(name: str) -> None:
    decision = DECISIONS[name]
    assert {name, *keys_of(decision.args), *decision.outcome} <= words("do")


def test_every_event_is_told_with_what_it_has_to_know() -> None:
    game = fresh_game(objectives=["Erect a Monument"])
    units = {unit.key for unit in game.tables.units.units}
    needs = {field.name for event in all_events().values() for field in event.fields(game)}
    assert {*all_events(), *(needs - units)} <= words("do")


def test_every_key_under_expect_is_told() -> None:
    assert {*STATE_KEYS, *TOLD, *STEP_PARTS, *ROW_PARTS, *CONDITIONS} <= words("expect")


def test_the_state_is_told_under_the_keys_of_given() -> None:
    """Each key of the state, at any depth, is explained under given or under expect."""
    names: set[str] = set()

    def collect(data: object) -> None:
        for key, value in data.items() if isinstance(data, dict) else ():
            names.add(key)
            collect(value)

    collect(state_of(fresh_game()))
    units = {unit.key for unit in fresh_game().tables.units.units}
    assert names - units <= words("given") | words("expect")


EXAMPLES = re.findall(r"```yaml\n(title.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_of_the_page_comes_out_as_expected(tmp_path: Path, example: str) -> None:
    path = tmp_path / "example.yaml"
    path.write_text(example, encoding="utf-8")
    assert resolve(path).complaints() == []
