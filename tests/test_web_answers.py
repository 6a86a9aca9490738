"""Where the answers to a question stand: the one next tap, the quieter one beside it, the buttons in the page."""

from __future__ import annotations

import pytest

from driving import fresh_game
from hive.steps import Ask, Choice
from hive.web.table.buttons import answers


def asked(key: str, *values: str) -> Ask:
    choices = tuple(Choice(value, value.capitalize()) for value in values)
    return Ask(key, "What now?", choices, "1.scope.unchanged-rules")


@pytest.mark.parametrize("key", ["production_site", "fewest_capacity_ships"])
def test_what_hands_have_done_is_the_next_tap_whatever_the_question(key: str) -> None:
    found = answers(fresh_game(), asked(key, "done", "players.310"))
    assert found.go is not None and found.go.value == "done"
    assert found.second is not None and found.second.value == "players.310"


def test_a_question_that_only_the_table_can_answer_has_no_next_tap() -> None:
    found = answers(fresh_game(), asked("fewest_capacity_ships", "main", "aux_1"))
    assert found.go is None and [button.value for button in found.choices] == ["main", "aux_1"]


def test_the_end_of_a_combat_stands_beside_its_next_round() -> None:
    found = answers(fresh_game(), asked("space_combat_round", "on", "cleared", "retreat", "by_hand"))
    assert found.go is not None and found.go.value == "on"
    assert found.second is not None and found.second.value == "cleared"
    assert [button.value for button in found.choices] == ["retreat", "by_hand"]
