"""One board: one module reads the galaxy of a game, no chapter has a side of its own, and a page forks once."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from hive.rules.board import Board, Tracked

RULES = Path(__file__).parent.parent / "hive" / "rules"
BOARD = RULES / "board.py"
CHAPTERS = [path for path in sorted(RULES.rglob("*.py")) if path != BOARD]
READERS = {"galaxy_of", "survey_of"}
"""Functions of the board that take the galaxy out of a game."""
MOST_METHODS = 40


def reads(source: str) -> Iterator[str]:
    """Where some source reads the galaxy of a game, or asks whether it has one."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr in ("galaxy", "tracked", *READERS):
            stored = isinstance(node.ctx, ast.Store) and node.attr == "galaxy"
            if not (stored or ast.unparse(node.value).endswith("tables")):
                yield f"{node.lineno}: {ast.unparse(node)}"
        if isinstance(node, ast.Name) and node.id in READERS:
            yield f"{node.lineno}: {node.id}"


def forks(source: str) -> Iterator[tuple[str, int]]:
    """How often each function that does so asks whether the board is tracked."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            asked = [
                one for one in ast.walk(node) if isinstance(one, ast.Call) and ast.unparse(one.func) == "isinstance"
            ]
            number = sum(ast.unparse(one.args[1]) in ("Tracked", "Reach") for one in asked)
            if number:
                yield node.name, number


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("if game.galaxy is None: pass", 1),
        ("if game.tracked: pass", 1),
        ("survey = survey_of(game)", 1),
        ("systems = pieces.galaxy_of(game).systems", 1),
        ("systems = survey.galaxy.systems", 1),
        ("game.galaxy = galaxy", 0),
        ("slots = game.tables.galaxy.kind_of", 0),
        ("systems = board.survey.positions", 0),
    ],
)
def test_a_read_of_the_galaxy_is_noticed(source: str, found: int) -> None:
    assert len(list(reads(source))) == found


def test_only_the_board_reads_the_galaxy_of_a_game() -> None:
    found = [f"{path.parent.name}/{path.name}:{one}" for path in CHAPTERS for one in reads(path.read_text("utf-8"))]
    assert found == []


def test_a_fork_is_counted() -> None:
    source = "def page(board):\n    return known(board) if isinstance(board, Tracked) else isinstance(board, Tracked)"
    assert list(forks(source)) == [("page", 2)]


def test_a_function_asks_at_most_once_which_board_it_is() -> None:
    found = {(path.name, name): number for path in CHAPTERS for name, number in forks(path.read_text("utf-8"))}
    assert found
    assert {one: number for one, number in found.items() if number > 1} == {}


def test_the_tracked_board_has_one_ancestor_and_no_more_methods_than_one_reads() -> None:
    assert Tracked.__bases__ == (Board,) and Board.__bases__ == (object,)
    assert len([name for name in dir(Tracked) if not name.startswith("_")]) <= MOST_METHODS


def test_what_the_tracked_board_overrides_has_the_same_name_for_all() -> None:
    """A fact or a change of the board that nobody tracks is known by the tracked one, and not left as it is."""
    methods = {name for name, one in vars(Board).items() if callable(one) and not name.startswith("_")}
    assert methods and methods <= {*vars(Tracked)}
