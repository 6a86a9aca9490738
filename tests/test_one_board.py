"""One board: no rule asks whether a galaxy is tracked, but for one function in each of at most ten pairs."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

RULES = Path(__file__).parent.parent / "hive" / "rules"
PAIR = ("board.py", "tracked.py", "asked.py")
MOST_PAIRS = 10
CHOOSING = "board_of"
BOARD = RULES / "board" / "sides.py"
READERS = {"galaxy_of", "survey_of"}
"""Functions of the board that take the galaxy out of a game."""


def reads(source: str, name: str = "some.py") -> Iterator[str]:
    """Where some source reads the galaxy of a game, or asks whether it has one."""
    for top in ast.parse(source).body:
        chooses = name == "board.py" and isinstance(top, ast.FunctionDef) and top.name == CHOOSING
        for node in ast.walk(top):
            if isinstance(node, ast.Attribute) and node.attr in ("galaxy", "tracked", *READERS):
                of, value = node.attr == "galaxy", ast.unparse(node.value)
                taken = of and name == "tracked.py" and value == "self"
                stored = of and isinstance(node.ctx, ast.Store)
                if not (chooses or taken or stored or (of and value.endswith("tables"))):
                    yield f"{name}:{node.lineno}: {ast.unparse(node)}"
            if isinstance(node, ast.Name) and node.id in READERS:
                yield f"{name}:{node.lineno}: {node.id}"


def chapters() -> list[Path]:
    return sorted({path.parent for path in RULES.rglob("*.py") if path.name in ("tracked.py", "asked.py")})


@pytest.mark.parametrize(
    ("source", "name", "found"),
    [
        ("if game.galaxy is None: pass", "phase.py", 1),
        ("if game.tracked: pass", "phase.py", 1),
        ("survey = survey_of(game)", "phase.py", 1),
        ("systems = pieces.galaxy_of(game).systems", "phase.py", 1),
        ("systems = survey.galaxy.systems", "phase.py", 1),
        ("game.galaxy = galaxy", "phase.py", 0),
        ("slots = game.tables.galaxy.kind_of", "phase.py", 0),
        ("class Side:\n    def there(self):\n        return self.galaxy.systems", "tracked.py", 0),
        ("class Side:\n    def there(self):\n        return self.game.galaxy", "tracked.py", 1),
        ("class Side:\n    def there(self):\n        return self.galaxy", "asked.py", 1),
        (
            "def board_of(game):\n    return Asked(game) if game.galaxy is None else Tracked(game, game.galaxy)",
            "board.py",
            0,
        ),
        ("def other(game):\n    return game.galaxy", "board.py", 1),
    ],
)
def test_a_read_of_the_galaxy_is_noticed(source: str, name: str, found: int) -> None:
    assert len(list(reads(source, name))) == found


def test_only_the_function_that_chooses_reads_the_galaxy_of_a_game() -> None:
    found = [
        f"{path.parent.name}/{line}"
        for path in sorted(RULES.rglob("*.py"))
        if path != BOARD
        for line in reads(path.read_text(encoding="utf-8"), path.name)
    ]
    assert found == []


def test_there_are_at_most_ten_pairs_each_whole() -> None:
    assert len(chapters()) <= MOST_PAIRS
    for chapter in chapters():
        assert all((chapter / name).exists() for name in PAIR), chapter.name
        trees = ast.parse((chapter / "board.py").read_text(encoding="utf-8")).body
        assert [one.name for one in trees if isinstance(one, ast.FunctionDef)] == [CHOOSING], chapter.name


def test_no_side_knows_the_other() -> None:
    for chapter in chapters():
        for side, other in (("tracked", "asked"), ("asked", "tracked")):
            tree = ast.parse((chapter / f"{side}.py").read_text(encoding="utf-8"))
            modules = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
            assert [one for one in modules if one.startswith("hive.rules") and one.endswith(f".{other}")] == []
