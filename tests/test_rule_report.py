"""The rule report, and that every rule cited anywhere stands in the rulebook."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

from hive.catalog.checking import DECKS
from hive.catalog.copying import check_files
from hive.catalog.documents import TableError
from hive.catalog.reading import load_readings, load_rulebook
from hive.scenarios.report import as_json, as_words, citations, named_readings, rule_report, used_ids
from hive.scenarios.running import read_scenario
from sources import MODULES, offenders, tree

TESTS = Path(__file__).parent
KNOWN = load_rulebook().by_id
# What looks like the id of a rule: a page or a section, then words. A docstring may name several with a star.
LIKE_AN_ID = r"(?<![\w.-])(?:\d+(?:\.\d+)?|omega)\.[a-z][a-z0-9.-]*[a-z0-9](?:\.\*)?(?![\w*])"


def constants(path: Path) -> list[str]:
    nodes = ast.walk(tree(path))
    return [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def ids_in(path: Path) -> set[str]:
    """Every id in the text of a module, and every id that a docstring of it names."""
    return {found for text in constants(path) for found in re.findall(LIKE_AN_ID, text)}


def is_known(found: str) -> bool:
    if found.endswith(".*"):
        return any(rule.startswith(found.removesuffix("*")) for rule in KNOWN)
    return found in KNOWN


def test_ids_are_told_from_other_text() -> None:
    text = "Rules: 6.first-round.no-criteria, 1.setup.*, omega.reference.phases; not 0.0.0.0, 3.11, 28.2 to 28.6, v1.5"
    assert re.findall(LIKE_AN_ID, text) == ["6.first-round.no-criteria", "1.setup.*", "omega.reference.phases"]


def test_every_rule_named_in_the_source_stands_in_the_rulebook() -> None:
    assert offenders(MODULES, lambda path: [found for found in ids_in(path) if not is_known(found)]) == []


def test_every_rule_that_a_test_cites_stands_in_the_rulebook() -> None:
    unknown = [f"{path.relative_to(TESTS)}: {rule}" for path, rule in citations() if rule not in KNOWN]
    assert unknown == []


def test_citations_are_read_from_scenarios_and_from_marks(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "one.yaml").write_text("title: x\nrules: [8.card, 8.where]\n", encoding="utf-8")
    (tmp_path / "test_two.py").write_text(
        "import pytest\n"
        '@pytest.mark.rule("3.1.depleted")\n'
        '@pytest.mark.rule("3.2.realignment")\n'
        "def test_a(): pass\n"
        '# @pytest.mark.rule("6.selection.draw")\n'
        "TEXT = \"@pytest.mark.rule('6.standard.politics')\"\n"
        '@pytest.mark.other("6.standard.warfare")\n'
        "def test_b(): pass\n"
        '@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("4.1.funds"))])\n'
        "def test_c(x): pass\n",
        encoding="utf-8",
    )
    assert sorted(rule for _, rule in citations(tmp_path)) == [
        "3.1.depleted",
        "3.2.realignment",
        "4.1.funds",
        "8.card",
        "8.where",
    ]


def test_where_no_tests_are_the_report_says_so(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="there are no tests here"):
        citations(tmp_path / "tests")


def test_a_test_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "test_broken.py").write_text("def (:\n", encoding="utf-8")
    with pytest.raises(TableError, match=r"test_broken\.py:1: this is no Python"):
        citations(tmp_path)


def test_only_entries_of_the_kind_remind_count_as_reminders() -> None:
    report = rule_report()
    used = used_ids()
    for rule in report.rules:
        if report.standing(rule) == "reminded":
            assert rule.support == "remind"
            assert rule.id in used
    assert "1.setup.deck" in used, "the checklist's own rules count as shown"


def test_an_entry_that_a_test_proves_is_no_mere_reminder() -> None:
    report = rule_report()
    assert set(report.ids("proven")).isdisjoint(report.ids("reminded"))
    assert "6.standard.construction" in report.ids("proven")
    assert "6.standard.construction" not in report.ids("open")


# --- readings


def test_every_reading_that_is_cited_is_ours() -> None:
    known = load_readings().by_id
    named = {reading for found in named_readings().values() for reading in found}
    cited = {reading for _, reading in citations(mark="reading")}
    assert (named | cited) - known.keys() == set()


def test_the_readings_of_modes_and_events_are_cited_as_those_of_the_rules_are() -> None:
    made = {one.reading.reading: one for one in rule_report().readings}
    assert "tests/scenarios/32/higher_move_bonus_once.yaml" in made["M2"].tests
    assert made["M2"].modules == ("hive/board/movement.py", "decks/options/swift_spawning.yaml")
    assert [name for name, one in made.items() if name.startswith("M") and not one.modules] == []


def test_readings_are_cited_by_scenarios_and_marks(tmp_path: Path) -> None:
    (tmp_path / "one.yaml").write_text("title: x\nrules: [8.card]\nreadings: [Q107, Q60]\n", encoding="utf-8")
    test = '@pytest.mark.reading("Q99")\n@pytest.mark.rule("8.card")\ndef test_a(): pass\n'
    (tmp_path / "test_two.py").write_text(f"import pytest\n{test}", encoding="utf-8")
    assert sorted(reading for _, reading in citations(tmp_path, "reading")) == ["Q107", "Q60", "Q99"]


def test_a_scenario_that_cites_no_reading_of_ours_is_refused() -> None:
    with pytest.raises(TableError, match=r"text:2: readings\[0\]: decks/readings.yaml has no reading 'Q999'"):
        read_scenario("title: x\nreadings: [Q999]\ndo: {next: {}}\nexpect: {round: 1}", "text")


def test_the_report_says_of_each_reading_what_it_touches_and_who_cites_it() -> None:
    made = rule_report()
    assert [one.reading.reading for one in made.readings] == list(load_readings().by_id)
    (weakest,) = [one for one in made.readings if one.reading.reading == "Q33"]
    assert weakest.modules
    words = as_words(made)
    assert f"\nQ33: {weakest.reading.gist}\n    rules: 5.2.strength, " in words
    row = next(row for row in json.loads(as_json(made))["readings"] if row["reading"] == "Q33")
    assert row["modules"] == list(weakest.modules)
    assert row["rules"] == weakest.reading.rules


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("reading: Q02", "reading: Q01", "readings[1].reading: the reading 'Q01' is taken: readings[0] has it already"),
        ("5.3.use, 15", "5.3.usse, 15", "readings[1].rules[1]: the rulebook has no rule '5.3.usse'. Did you mean "),
    ],
)
def test_a_reading_that_fits_nothing_is_told(tmp_path: Path, old: str, new: str, said: str) -> None:
    text = (DECKS / "readings.yaml").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "readings.yaml").write_text(text.replace(old, new, 1), encoding="utf-8")
    (message,) = check_files([tmp_path]).messages
    assert said in message
