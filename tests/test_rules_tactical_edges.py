"""Tactical actions where something comes in between: dice on the way, a mended board, systems beside the map."""

from __future__ import annotations

from typing import Any

import pytest

from hive.board import pieces
from hive.board.edits import apply_edits
from hive.model.galaxy import TokenPlaced
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


def test_the_nexus_turns_when_the_hive_comes() -> None:
    board = galaxy(h302={"carrier": 1})
    board.systems["302"].tokens = [TokenPlaced("gamma_wormhole")]
    game = tracked(board)
    for position in board.systems.keys() - {"nexus"}:
        for planet in board.systems[position].planets:
            pieces.set_control(game, position, planet, "hive")
    table = Table(game)
    table.play(perform_tactical_action(game, action()))
    announced: Any = table.step("tactical_action")
    assert announced.marks.winner == "nexus"
    assert "Turn the wormhole nexus to its active side." in [line.text for line in announced.items]
    assert board.systems["nexus"].tile == "82B"


@pytest.mark.parametrize("change", [{"nexus/units/p1/cruiser": 1}, {"nexus/planet/Mallice/control": "p1"}])
def test_the_nexus_turns_when_players_come_and_stays(change: dict[str, Any]) -> None:
    game = tracked(galaxy())
    apply_edits(game, {"nexus/command_token/p1": 1})
    assert pieces.galaxy_of(game).systems["nexus"].tile == "82A"
    apply_edits(game, change)
    assert pieces.galaxy_of(game).systems["nexus"].tile == "82B"
    apply_edits(game, {field: 0 if field.endswith("cruiser") else "nobody" for field in change})
    assert pieces.galaxy_of(game).systems["nexus"].tile == "82B"
