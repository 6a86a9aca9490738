"""Each kind of step has a class and a template, and nothing else asks which step it is."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from bench.house.style_sheets import style_rules, style_sheets
from driving import fresh_game
from hive import keys
from hive.steps import Ask, Choice, Draw, Item, Kind, Losses, Piece, Shown, Sides, Step, Tell, kind_of
from hive.web.steps import KINDS
from serving import REPOSITORY, scene_at

TEMPLATES = REPOSITORY / "templates"
ONLY_THE_BROWSER_KNOWS = (":checked", ":focus-visible", "[hidden]", "[open]")
LOST = Losses((Piece("p1", "cruiser", 1),))


def test_every_kind_has_a_class_and_a_template_of_its_name() -> None:
    assert set(KINDS) == set(get_args(Kind))
    assert [name for name in (*KINDS, "over") if not (TEMPLATES / "steps" / f"{name}.html").exists()] == []


@pytest.mark.parametrize(
    ("step", "kind"),
    [
        (Tell("Something", "1"), "told"),
        (Ask(keys.RETREAT, "What?", (Choice("a", "A"),), "1"), "ask"),
        (Draw("support", ("icons",), "1", 1), "card"),
        (Tell("Something", "1", shown=Shown(kind="setup")), "setup"),
        (Tell("Something", "1", shown=Shown(symbol="red_star")), "action"),
        (Tell("Something", "1", shown=Shown(sides=Sides(("hive", "p1"), ()))), "fight"),
        (Tell("Something", "1", items=(Item("Take it off.", drawn=LOST),)), "fight"),
        (Tell("Something", "1", items=(Item("As drawn.", drawn=Losses(())),)), "told"),
    ],
)
def test_a_step_says_its_kind_or_has_it_from_the_combat_or_the_action_of_which_it_is_a_part(
    step: Step, kind: str
) -> None:
    assert kind_of(step) == scene_at(fresh_game(), step).kind == kind


def test_no_template_asks_for_the_key_of_a_step() -> None:
    asked = re.compile(r"\b(?:scene|step)\.key(?: ==| !=| in |\.)")
    files = sorted(TEMPLATES.rglob("*.html"))
    assert [str(file.relative_to(TEMPLATES)) for file in files if asked.search(file.read_text(encoding="utf-8"))] == []


def test_style_sheets_ask_only_for_what_the_browser_alone_knows() -> None:
    rules = [rule for name, text in style_sheets().items() for rule in style_rules(name, text)]
    asking = [f"{rule.sheet}: {rule.selector}" for rule in rules if ":has(" in rule.selector]
    assert [one for one in asking if not any(state in one for state in ONLY_THE_BROWSER_KNOWS)] == []
