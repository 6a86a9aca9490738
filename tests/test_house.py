"""How the figures of ``python -m bench.house`` are counted; `make test` holds each of them at its bound of today."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bench.house import __main__ as command
from bench.house import counts, figures
from bench.house.figures import KINDS, Counted, Given, HouseFigure, Kind, read_bounds
from bench.house.source import Module, circles, modules, parse
from bench.house.style_sheets import names_of_two_blocks, style_rules, style_sheets

TOLD_ALONE = "long_modules"


def test_every_figure_has_a_bound_and_every_bound_a_figure() -> None:
    assert list(read_bounds()["figures"]) == [kind.name for kind in KINDS if kind.name != TOLD_ALONE]


def test_a_figure_without_a_bound_is_told_and_troubles_nobody() -> None:
    (told,) = (kind for kind in KINDS if kind.name == TOLD_ALONE)
    assert HouseFigure(told, Counted(3, ("here",)), None).trouble == ""


def test_the_functions_that_choose_a_side_are_there_and_few() -> None:
    there = {f"{module.name}.{getattr(node, 'name', '')}" for module in modules() for node in module.tree.body}
    choosing = read_bounds()["choosing"]
    assert set(choosing) <= there
    assert len(choosing) <= 10


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


def test_better_figures_are_written_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = tmp_path / "bounds.yaml"
    before = read_bounds()
    copy.write_text(figures.BOUNDS.read_text(encoding="utf-8").replace("sentences_apart: ", "sentences_apart: 9"))
    monkeypatch.setattr(figures, "BOUNDS", copy)
    assert command.main(["--lower"]) == 0
    assert read_bounds() == before


# --- what is counted


def rules(source: str, name: str = "hive.rules.area.some") -> list[Module]:
    return [parse(name, source)]


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
    assert counts.galaxy_reads(rules(source, "hive.rules.area.tracked"), choosing) == []
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
    house = [parse(name, "") for name in ("hive.rules", "hive.rules.flow", "hive.rules.area", "hive.rules.area.funds")]
    assert counts.modules_directly_in_rules(house) == ["hive.rules.flow"]


def test_any_expressions_are_read_from_the_report_of_mypy() -> None:
    lines = (
        "Name Anys Exprs",
        "----",
        " hive.rules.area 3 90",
        " hive.steps 2 5",
        " hive.engine.log 4 9",
        " Total 9 99",
    )
    given = Given(tuple(rules("def f(): pass")), report="\n".join(lines))
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
