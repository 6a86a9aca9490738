"""The keys of steps stand in one registry: the rules take them from there, and nobody knows any other."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
import yaml

from hive import keys
from hive.catalog.documents import LOADER
from hive.catalog.reading import load_tables
from hive.simulate.game import Setting, started
from hive.simulate.players import Table
from sources import REPOSITORY, offenders, tree

ASKING = [module for part in ("rules", "board") for module in sorted((REPOSITORY / "hive" / part).rglob("*.py"))]
KNOWING = [module for part in ("simulate", "web") for module in sorted((REPOSITORY / "hive" / part).rglob("*.py"))]


def key_of(call: ast.Call) -> list[ast.expr]:
    """What a step is given as its key, if this call makes one that has any."""
    place = {"Ask": 0, "Tell": 2, "question": 0}.get(ast.unparse(call.func))
    if place is None:
        return []
    return [keyword.value for keyword in call.keywords if keyword.arg == "key"] or call.args[place : place + 1]


def written_out(node: ast.AST) -> Iterator[str]:
    for inner in ast.walk(node):
        if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
            yield inner.value


def of_the_registry(module: ast.Module) -> set[str]:
    """The names of the registry that a module reads."""
    return {
        node.attr
        for node in ast.walk(module)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "keys"
    }


def test_a_step_takes_its_key_from_the_registry() -> None:
    def beside(module: Path) -> list[str]:
        calls = [node for node in ast.walk(tree(module)) if isinstance(node, ast.Call)]
        return [text for call in calls for key in key_of(call) for text in written_out(key)]

    assert offenders(ASKING, beside) == []


def test_whoever_knows_a_step_names_it_by_the_registry() -> None:
    def compared(module: Path) -> list[str]:
        return [
            text
            for node in ast.walk(tree(module))
            if isinstance(node, ast.Compare) and ast.unparse(node.left) in ("step.key", "pending.key", "self.key")
            for other in node.comparators
            for text in written_out(other)
        ]

    assert offenders(KNOWING, compared) == []


def test_every_key_is_that_of_some_step() -> None:
    read = set[str]().union(*(of_the_registry(tree(module)) for module in ASKING))
    names = {name for name, value in vars(keys).items() if isinstance(value, str) and value in keys.KEYS}
    # What is told without a key of its own.
    assert names - read == {"TOLD"}


def test_a_key_is_known_or_of_a_family() -> None:
    assert keys.known(keys.PLAYER_TURN) and keys.known(keys.meets("Amass Wealth")) and keys.known(keys.draw("support"))
    assert not keys.known("players_turn") and not keys.known("meets.") and not keys.known("meets")


def test_no_scenario_answers_what_no_step_asks() -> None:
    answered = set()
    for path in sorted((REPOSITORY / "tests" / "scenarios").rglob("*.yaml")):
        for document in yaml.load_all(path.read_text(encoding="utf-8"), LOADER):
            answered |= {key for answer in document.get("answers") or () for key in answer}
    assert answered and [key for key in answered if not keys.known(key)] == []


@pytest.mark.parametrize("setting", [Setting(3, 1, "standard", True), Setting(3, 1, "easy", False)])
def test_a_game_has_no_step_beside_the_registry(setting: Setting) -> None:
    tables = load_tables()
    played, table = started(setting, tables), Table(Random(3))
    found = set()
    while played.game.round <= 1 and (entry := table.next_entry(played.session)) is not None:
        played.enter(entry)
        found |= {told.step.key for told in played.session.news}
    assert len(found) > 20 and [key for key in found if not keys.known(key)] == []
