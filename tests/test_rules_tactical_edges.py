"""Tactical actions where something comes in between: dice on the way, a mended board, systems beside the map."""

from __future__ import annotations

from typing import Any

import pytest

from hive.board import pieces
from hive.rules.tactical_action import perform_tactical_action
from hive.steps import Ask, Step
from test_rules_tactical_action import Table, action, hive_ships, tracked
from whole_board import galaxy

SUPPORT = "fighters and 4 infantry into space"


def lines_of(steps: list[Step]) -> list[str]:
    return [line.text for step in steps if isinstance(step, Ask) for line in step.items]


@pytest.mark.rule("21.units.condition", "21.units.placement", "19.gravity-rift.dice")
@pytest.mark.parametrize(("lost", "told"), [(0, True), (1, False)])
def test_support_is_told_only_after_the_dice_for_a_gravity_rift(lost: int, told: bool) -> None:
    game = tracked(galaxy(h102={"carrier": 1}))
    table = Table(game, {"rift": [{"choice": "rolled", "carrier": lost}]})
    table.play(perform_tactical_action(game, action()))
    announced: Any = table.step("tactical_action")
    assert "Fighters and infantry come after the dice." in [line.text for line in announced.items]
    assert not any(SUPPORT in line.text for line in announced.items)
    assert any(SUPPORT in line for line in lines_of(table.steps)) is told
    assert bool(hive_ships(game, announced.marks.winner)) is told
    assert pieces.command_tokens(pieces.galaxy_of(game), "hive") == [announced.marks.winner]
