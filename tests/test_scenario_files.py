"""What a wrong scenario file is told: file, line, field, and what would be right. And how values are compared."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hive.catalog.documents import TableError
from hive.model.game import Game
from hive.scenarios.resolving import Resolved, compare, resolve
from hive.scenarios.running import read_scenario, run
from hive.scenarios.schema import Result
from hive.steps import Procedure, Tell
from hive.words import say

TRADE = """\
title: Trade goods are deficient
given:
  round: 2
  objectives: [Negotiate Trade Routes]
draws:
  - {initiative: [5]}
do: {select_strategy_card: {nth: 1}}
expect:
  chosen: trade
"""
SHIP = """\
title: A ship
draws:
  - {standard_ship: cruiser, advanced_ship: carrier, spawning_system: aux1}
answers:
  - {production_site: done}
do: {produce_ship: {}}
expect:
  produced: {ship: cruiser, at: aux1, kind: standard}
"""
EVENT = """\
title: An event
do: {event: {name: combat, who: p1}}
expect:
  players: {p1: {counters: 2}}
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "scenario.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def resolved(folder: Path, text: str) -> Resolved:
    return resolve(written(folder, text))


def complaint(folder: Path, text: str) -> str:
    with pytest.raises(TableError) as raised:
        resolved(folder, text)
    return str(raised.value).replace(folder.as_posix() + "/", "")


@pytest.mark.parametrize("text", [TRADE, SHIP, EVENT])
def test_the_files_that_the_tests_spoil_are_sound(tmp_path: Path, text: str) -> None:
    assert resolved(tmp_path, text).holds


@pytest.mark.parametrize(
    ("text", "old", "new", "message"),
    [
        (TRADE, "given:", "givn:", "scenario.yaml:2: givn: no field is called 'givn'. Did you mean 'given'?"),
        (TRADE, "round: 2", "rond: 2", "scenario.yaml:3: given.rond: no field is called 'rond'. Did you mean 'round'?"),
        (TRADE, "round: 2", "round: two", "given.round: this must be a whole number, not the text 'two'"),
        (TRADE, "round: 2", "round: 2\n  speaker: Bob", "given.speaker: no side is called 'Bob'."),
        (TRADE, "Trade Routes", "Trade Rutes", "given.objectives[0]: no objective is called 'Negotiate Trade Rutes'."),
        (TRADE, "round: 2", "round: 2\n  hive: {upgrades: [Carrier I]}", "Did you mean 'Carrier II'?"),
        (TRADE, "round: 2", "round: 2\n  hive: {units: {cruser: 1}}", "no unit is called 'cruser'."),
        (TRADE, "round: 2", "round: 2\n  hive: {units: {cruiser: 9}}", "given: The Hive has 8 cruisers in all, not 9."),
        (TRADE, "round: 2", "round: 2\n  hive: {structures: 16}", "has not the plastic for 16 structures"),
        (TRADE, "round: 2", "round: 2\n  hive: {structures: 2, units: {pds: 1}}", "give one of the two"),
        (TRADE, "round: 2", "round: 2\n  deck: {primary: 30}", "given.deck: the Hive Mind deck has 36 cards"),
        (TRADE, "round: 2", "round: 2\n  hive: {strategy_cards: [trade]}\n  strategy_cards_taken: [trade]", "already"),
        (TRADE, "initiative: [5]", "choice: true", "draws[0]: 'initiative' is missing: this is a selection card"),
        (TRADE, "initiative: [5]", "initiative: 5", "draws[0].initiative: this must be a list"),
        (TRADE, "  - {initiative: [5]}\n", "  []\n", "draws: one more card is drawn, a selection card"),
        (TRADE, "[5]}", "[5]}\n  - {icons: 1}", "scenario.yaml:7: draws[1]: the decision draws only 1 card"),
        (TRADE, "select_strategy_card", "select_strategy_crad", "Did you mean 'select_strategy_card'?"),
        (TRADE, "do: {", "do: {realign: {}, ", "do: one decision stands here, not 2"),
        (TRADE, "nth: 1", "nth: 3", "do.select_strategy_card.nth: this must be at most 2, not 3"),
        (TRADE, "{nth: 1}", "3", "do.select_strategy_card: this must be a mapping"),
        (TRADE, "  chosen: trade", "  {}", "expect: nothing is expected"),
        (TRADE, "chosen:", "choosen:", "expect.choosen: select_strategy_card tells no 'choosen'. Did you mean"),
        (TRADE, "chosen: trade", "hive: {bnk: 1}", "expect.hive.bnk: no field is called 'bnk'. Did you mean 'bank'?"),
        (TRADE, "chosen: trade", "steps: trade", "expect.steps: this must be a list"),
        (TRADE, "chosen: trade", "steps: [trade]", "expect.steps[0]: this must be a mapping of some of: kind"),
        (TRADE, "chosen: trade", "asked: [{}]", "expect.asked[0]: this must be a word"),
        (TRADE, "chosen: trade", "trace: [{rul: x}]", "no field is called 'rul'. Did you mean 'rule'?"),
        (TRADE, "given:", "rules: [6.objective.trad]\ngiven:", "the rulebook has no rule '6.objective.trad'."),
        (SHIP, "done}", "nowhere}", "Answers: done, two_present, cannot_produce."),
        (SHIP, "production_site: done", "upgrade: x", "answers[0]: 'production_site' is asked first: Place 1 cruiser"),
        (SHIP, "  - {production_site: done}\n", "  []\n", "answers: the answer to 'production_site' is missing"),
        (SHIP, "done}", "done}\n  - {upgrade: x}", "scenario.yaml:6: answers[1]: 'upgrade' is not asked (any more)"),
        (SHIP, "done}", "done, upgrade: x}", "answers[0]: one answer stands here"),
        (EVENT, "combat", "combt", "no event is called 'combt'. Did you mean 'combat'?"),
        (EVENT, "who: p1", "wo: p1", "the event 'combat' knows no 'wo'. Did you mean 'who'?"),
        (EVENT, "who: p1", "who: p3", "choose one of Player 1, Player 2, Both"),
        (EVENT, "name: combat, who: p1", "name: unscored, who: p1", "the event 'unscored' cannot happen."),
        (EVENT, "event: {name: combat, who: p1}", "player_plays: {player: p1, card: trade}", "p1 has no readied trade"),
        (EVENT, "event: {name: combat, who: p1}", "perform_strategic_action: {card: trade, icons: 1}", "no readied"),
    ],
)
def test_a_wrong_file_is_told_where_and_what(tmp_path: Path, text: str, old: str, new: str, message: str) -> None:
    assert text.count(old) == 1
    assert message in complaint(tmp_path, text.replace(old, new))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a scenario is made of fields"),
        ("- 1", "a scenario is made of fields"),
        ("title: [", "this is not valid YAML"),
        ("title: &a x\ndo: *a", "anchors (&name) are not allowed"),
        ("title: x\ntitle: y", "the field 'title' stands here a second time"),
        ("title: x", "do: the field is missing"),
        ("title: 3\ndo: {realign: {}}\nexpect: {round: 1}", "title: this must be text, not the number 3"),
    ],
)
def test_what_is_no_scenario_is_told_so(tmp_path: Path, text: str, message: str) -> None:
    assert message in complaint(tmp_path, text)


def test_a_decision_that_cannot_be_made_is_no_traceback(tmp_path: Path) -> None:
    taken = "[leadership, diplomacy, politics, construction, trade, warfare, technology, imperial]"
    text = f"title: x\ngiven: {{strategy_cards_taken: {taken}}}\ndraws: [{{initiative: [1]}}]\n"
    text += "do: {select_strategy_card: {nth: 1}}\nexpect: {chosen: trade}\n"
    assert "do.select_strategy_card: this cannot be decided in the given situation" in complaint(tmp_path, text)


def endless(_: Game, __: object) -> Procedure[Result]:
    """A decision that comes to the same step again and again."""
    while True:
        yield Tell(key="for_ever", rule="25.table", text=say("Once more."))


def test_a_decision_that_does_not_end_is_told_where_it_goes_in_circles(tmp_path: Path) -> None:
    sound = read_scenario(written(tmp_path, TRADE))
    with pytest.raises(TableError, match=r"do\.select_strategy_card: the decision does not end: .* 'for_ever'"):
        run(replace(sound, decision=replace(sound.decision, procedure=endless)))


def test_what_came_out_otherwise_is_shown_with_what_was_expected(tmp_path: Path) -> None:
    complaints = resolved(tmp_path, TRADE.replace("chosen: trade", "chosen: warfare")).complaints()
    assert [line.replace(tmp_path.as_posix() + "/", "") for line in complaints] == [
        "scenario.yaml:9: expect.chosen: expected warfare, found trade"
    ]


@pytest.mark.parametrize(
    ("expected", "found", "holds"),
    [
        (3, 3, True),
        (3, 4, False),
        (1, True, False),
        (False, 0, False),
        (None, None, True),
        ("trade", "warfare", False),
        ({"at_least": 3}, 3, True),
        ({"at_least": 3}, 2, False),
        ({"at_most": 3}, 3, True),
        ({"at_most": 3}, 4, False),
        ({"less_than": 3}, 2, True),
        ({"less_than": 3}, 3, False),
        ({"more_than": 3}, 4, True),
        ({"more_than": 3}, 3, False),
        ({"more_than": 3, "less_than": 5}, 4, True),
        ({"more_than": 3, "less_than": 5}, 5, False),
        ({"at_least": 3}, "many", False),
        ({"not": 3}, 4, True),
        ({"not": 3}, 3, False),
        ({"not": None}, {"ship": "cruiser"}, True),
        ({"a": 1}, {"a": 1, "b": 2}, True),
        ({"a": 1}, {"a": 2, "b": 2}, False),
        ({"a": 1}, {"b": 2}, False),
        ({"a": {"at_least": 1}}, {"a": 2}, True),
        ([1, 2], [1, 2], True),
        ([1, 2], [2, 1], False),
        ([1], [1, 2], False),
        ([], [1], False),
        (["trade"], {"trade": "readied", "imperial": None}, True),
        ([], {"trade": "readied", "imperial": None}, False),
        (["Erect a Monument"], [{"name": "Erect a Monument", "scored_by": []}], True),
        ([{"scored_by": ["p1"]}], [{"name": "Erect a Monument", "scored_by": []}], False),
    ],
)
def test_a_state_is_compared_in_what_is_named(expected: Any, found: Any, holds: bool) -> None:
    assert (not list(compare(expected, found, (), subset=True))) is holds


@pytest.mark.parametrize(
    ("expected", "found", "holds"),
    [
        ({"a": 1}, {"a": 1}, True),
        ({"a": 1}, {"a": 1, "b": 2}, False),
        ({}, {"a": 1}, False),
        ([{"a": 1}], [{"a": 1}], True),
        ([{"a": 1}], [{"a": 1, "b": 2}], False),
        ({"at_least": 3}, 3, True),
        ([1, 2], [1], False),
    ],
)
def test_an_outcome_is_compared_as_a_whole(expected: Any, found: Any, holds: bool) -> None:
    assert (not list(compare(expected, found, (), subset=False))) is holds


@pytest.mark.parametrize(
    ("expectation", "holds"),
    [
        ("steps: [{kind: draw, rule: 8.card}, {kind: ask, key: production_site, answer: done}]", True),
        ("steps: [{kind: ask}, {kind: draw}]", False),
        ("steps: [{text: Place 1 cruiser in AUX 1}]", True),
        ("steps: [{text: It costs 2 resources}]", True),
        ("steps: [{text: It costs 3 resources}]", False),
        ("steps: [{choices: [done, two_present, cannot_produce]}]", True),
        ("steps: [{choices: [done]}]", False),
        ("rules_told: [8.card, 8.standard.ship]", True),
        ("rules_told: [8.advanced.location]", False),
        ("rules_not_told: [8.advanced.location]", True),
        ("rules_not_told: [8.card, 8.standard.ship]", False),
        ("asked: [production_site]", True),
        ("asked: [fewest_capacity_ships]", False),
        ("not_asked: [fewest_capacity_ships]", True),
        ("not_asked: [production_site]", False),
        ("trace: [{label: Cruiser, result: printed on the card, rule: 8.card, decided: false}]", True),
        ("trace: [{label: Cruiser, decided: true}]", False),
    ],
)
def test_steps_and_trace_are_compared_in_order(tmp_path: Path, expectation: str, holds: bool) -> None:
    text = SHIP.replace("produced: {ship: cruiser, at: aux1, kind: standard}", expectation)
    assert resolved(tmp_path, text).holds is holds
