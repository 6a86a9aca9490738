"""How the figures of ``python -m bench.house`` are counted; `make test` holds each of them at its bound of today."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from bench.house import __main__ as command
from bench.house import counts, figures, ideas
from bench.house.figures import KINDS, Counted, Given, HouseFigure, Kind, read_bounds
from bench.house.source import House, circles, modules, parse
from bench.house.style_sheets import names_of_two_blocks, style_rules, style_sheets

TOLD_ALONE = "long_modules"


def test_every_figure_has_a_bound_and_every_bound_a_figure() -> None:
    assert list(read_bounds()["figures"]) == [kind.name for kind in KINDS if kind.name != TOLD_ALONE]


def test_a_figure_without_a_bound_is_told_and_troubles_nobody() -> None:
    (told,) = (kind for kind in KINDS if kind.name == TOLD_ALONE)
    assert HouseFigure(told, Counted(3, ("here",)), None).trouble == ""


def test_one_function_chooses_a_side_in_the_rules_and_one_what_the_model_knows() -> None:
    there = {f"{module.name}.{getattr(node, 'name', '')}" for module in modules() for node in module.tree.body}
    choosing = read_bounds()["choosing"]
    assert set(choosing) <= there
    assert [name.split(".")[1] for name in choosing] == ["rules", "model"]


@pytest.mark.parametrize(
    ("value", "bound", "trouble"),
    [
        (5, 5, ""),
        (6, 5, "forks is 6 and was 5: here"),
        (4, 5, "forks is down to 4: lower the bound (5) with --lower"),
        (1, 3, ""),
    ],
)
def test_a_figure_that_is_worse_or_better_than_its_bound_is_noticed(value: int, bound: int, trouble: str) -> None:
    kind = Kind("forks", "forks", 3, lambda given: None)
    assert HouseFigure(kind, Counted(value, ("here",)), bound).trouble == trouble


def test_a_figure_that_changes_often_troubles_nobody_where_it_is_better() -> None:
    kind = Kind("lines", "lines", 3, lambda given: None, often=True)
    better = HouseFigure(kind, Counted(4), 5)
    assert (better.trouble, better.better) == ("", True)
    worse = HouseFigure(kind, Counted(6, tuple("abcdefghijkl")), 5)
    assert worse.trouble == "lines is 6 and was 5: a, b, c, d, e, f, g, h, i, j"


def test_better_figures_are_written_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = tmp_path / "bounds.yaml"
    exact = {kind.name for kind in KINDS if not kind.often}
    before = read_bounds()
    copy.write_text(figures.BOUNDS.read_text(encoding="utf-8").replace("sentences_apart: ", "sentences_apart: 9"))
    monkeypatch.setattr(figures, "BOUNDS", copy)
    assert command.main(["--lower"]) == 0
    now = read_bounds()
    assert {name: now["figures"].get(name) for name in exact} == {name: before["figures"].get(name) for name in exact}
    assert {**now, "figures": {}} == {**before, "figures": {}}


# --- what is counted


def rules(source: str, name: str = "hive.rules.area.some") -> House:
    return (parse(name, source),)


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("def f(game):\n    return game.galaxy.systems", 1),
        ("def f(survey):\n    return survey.galaxy", 1),
        ("def f(game):\n    return game.tables.galaxy", 0),
        ("def f(game):\n    game.galaxy = None", 0),
        ("def choose(game):\n    return game.galaxy is None", 0),
    ],
)
def test_reads_of_the_galaxy_are_counted(source: str, found: int) -> None:
    choosing = ["hive.rules.area.some.choose"]
    assert len(counts.galaxy_reads(rules(source), choosing)) == found
    assert counts.galaxy_reads(rules(source, counts.BOARD), choosing) == []
    assert counts.galaxy_reads(rules(source, "hive.board.some"), choosing) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("if game.galaxy is None: pass", 1),
        ("if game.galaxy is not None and ships: pass", 1),
        ("if not game.galaxy: pass", 1),
        ("x = 1 if game.tracked else 2", 1),
        ("x = [one for one in all if game.tracked]", 1),
        ("x = game.galaxy and game.galaxy.systems", 1),
        ("x = Survey(game.galaxy)", 0),
    ],
)
def test_conditions_on_a_galaxy_are_counted(source: str, found: int) -> None:
    assert len(counts.galaxy_forks(rules(source))) == found
    assert counts.galaxy_forks(rules(f"def choose(game):\n    {source}"), ["hive.rules.area.some.choose"]) == []
    assert counts.galaxy_forks(rules(source, "hive.web.some")) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("step.text.endswith('?')", 1),
        ("str(words.get('said', '')).startswith('x')", 1),
        ("one.label.partition('s ')[2]", 1),
        ("game.name(seat).removeprefix('the ')", 1),
        ("re.split(pattern, text)", 1),
        ("re.sub('[^a-z]', '-', field)", 0),
        ("choice.value.removeprefix('card.')", 0),
        ("step.key.startswith('facts')", 0),
    ],
)
def test_sentences_taken_apart_are_counted(source: str, found: int) -> None:
    assert len(counts.sentences_taken_apart(rules(source))) == found


def test_a_circle_of_imports_is_found() -> None:
    house = (
        parse("hive.a", "from hive.b import thing"),
        parse("hive.b", "def late():\n    from hive import a"),
        parse("hive.c", "import hive.a"),
    )
    assert circles(house) == [["hive.a", "hive.b"]]
    assert circles(house[1:]) == []


def test_chapters_are_no_modules_directly_in_rules() -> None:
    names = ("hive.rules", "hive.rules.flow", "hive.rules.combat", "hive.rules.combat.battle")
    house = tuple(parse(name, "") for name in names)
    assert counts.modules_directly_in_rules(house) == ["hive.rules.flow"]


# --- how much one has to hold in one's head

PLACES = """
from typing import Protocol
class Ground(Protocol[T]):
    def lies(self) -> int: ...
    @property
    def held(self) -> bool: ...
    def _at(self) -> str: ...
"""
KNOWN = """
from hive.rules.area import Ground as Told
import hive.rules.area.places as there
class Known(Told[int]):
    def lies(self): return 1
    def told(self): return 2
    def __init__(self): pass
class More(there.Ground, Known, ValueError):
    def more(self): pass
"""
HEIRS = (
    parse("hive.rules.area", "from hive.rules.area.places import Ground"),
    parse("hive.rules.area.places", PLACES),
    parse("hive.rules.area.known", KNOWN),
)


def test_methods_are_counted_once_with_those_that_a_class_inherits_wherever_its_bases_come_from() -> None:
    places = ["hive.rules.area.known:8 More", "hive.rules.area.known:4 Known", "hive.rules.area.places:3 Ground"]
    assert ideas.public_methods(HEIRS) == [*zip((4, 3, 2), places, strict=True)]
    assert ideas.most_ancestors(HEIRS) == [*zip((2, 1, 0), places, strict=True)]
    assert ideas.private_methods(HEIRS) == [*zip((1, 1, 1), sorted(places), strict=True)]
    assert ideas.protocol_methods(HEIRS) == [(3, "hive.rules.area.places:3 Ground")]


def test_modules_are_counted_however_they_are_imported() -> None:
    source = """
import hive.b
from hive import c
from hive.b import thing
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    import hive.d as other
def late():
    from hive.e.f import more
    import_module("hive.g")
    import_module(f"hive.{name}")
"""
    house = (parse("hive.a", source), *(parse(f"hive.{name}", "") for name in ("b", "c", "d", "e", "e.f", "g", "h")))
    assert ideas.imported(house)[0] == (5, "hive.a")


CODE = '''
"""What it is for."""

import os
from a import (
    b,
)

# why
def f():
    """More."""

    x = "one"  # and why
    """Said of x."""
    return (
        x
    )
'''


def test_lines_of_code_are_those_without_imports_docstrings_comments_and_blank_ones() -> None:
    house = (parse("hive.rules.some", CODE), parse("hive.web", "x = 1"))
    assert ideas.modules_of(house, "rules") == [(5, "hive.rules.some")]
    assert ideas.modules_of(house) == [(1, "hive.web"), (5, "hive.rules.some")]


def test_a_small_module_says_in_its_first_line_why_it_is_one() -> None:
    house = (
        parse("hive.small", '"""Two words."""\nx = 1'),
        parse("hive.why", '"""Two words, alone since the store reads them."""\nx = 1'),
        parse("hive.long", "x = 1\n" * ideas.SMALL),
        replace(parse("hive.part", "x = 1"), starts=True),
    )
    assert ideas.small_modules(house) == [(1, "hive.small")]


def test_the_complexity_of_functions_is_what_ruff_counts(tmp_path: Path) -> None:
    folder = tmp_path / "hive"
    folder.mkdir()
    (folder / "some.py").write_text("def f(x):\n    if x:\n        return 1\n    return 2\n\n\ndef g():\n    pass\n")
    assert ideas.complexity(folder) == [(2, "hive.some:1")]


def test_functions_are_found_by_their_name() -> None:
    house = rules("def board_of(): pass\ndef other(): pass")
    assert ideas.functions_named(house, "board_of") == ["hive.rules.area.some:1"]


def test_any_expressions_are_read_from_the_report_of_mypy() -> None:
    lines = (
        "Name Anys Exprs",
        "----",
        " hive.rules.area 3 90",
        " hive.steps 2 5",
        " hive.engine.log 4 9",
        " Total 9 99",
    )
    given = Given(rules("def f(): pass"), report="\n".join(lines))
    found = {one.kind.name: one.counted.value for one in figures.measure(given, read_bounds()["figures"])}
    assert (found["any_inside"], found["any_engine"]) == (5, 4)


# --- style sheets

SHEETS = {
    "one.css": "/* .told {} */ .told, .kept:is(.a, .b) { color: red } @media print { .marks::after { top: 0 } }",
    "two.css": ".told li { top: 0 } .page .marks { top: 0 } .kept.opened { left: 0 } .kept { left: 0 }",
    "three.css": "@media (min-width: 1px) { .marks { top: 0 } }",
}


def test_a_class_that_is_a_block_of_its_own_in_two_style_sheets_is_named() -> None:
    assert names_of_two_blocks(SHEETS) == ["marks: one.css, three.css"]


def test_the_rules_of_a_style_sheet_are_read_with_what_they_stand_in() -> None:
    rules = style_rules("one.css", SHEETS["one.css"])
    assert [(rule.within, rule.selector) for rule in rules] == [
        ((), ".told, .kept:is(.a, .b)"),
        (("@media print",), ".marks::after"),
    ]


NO_MOTION = "@media (prefers-reduced-motion: no-preference)"
# This lets a button rest a moment before it can be tapped: nothing is seen to move.
RESTS = "animation: arrive"


@pytest.mark.parametrize("sheet", style_sheets())
def test_nothing_moves_for_those_who_want_no_motion(sheet: str) -> None:
    moving = re.compile(r"(?:^|[;\s])(?:animation|transition|scroll-behavior)(?:-[a-z]+)?:")
    rules = style_rules(sheet, style_sheets()[sheet])
    found = [rule for rule in rules if moving.search(rule.body) and RESTS not in rule.body]
    assert [rule.selector for rule in found if NO_MOTION not in rule.within] == []
