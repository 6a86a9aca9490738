"""The ion storm turns when ships use its wormhole, and only then."""

from __future__ import annotations

import pytest

from board_drawing import ION_ALPHA, ION_BETA, TABLES, board
from driving import fresh_game
from hive.board import pieces
from hive.board.adjacency import storms_used
from hive.model.galaxy import TokenPlaced
from hive.rules.tactical.booking import Plan, book
from hive.rules.tactical.intent import intent, sight
from hive.rules.tactical.plan import plan_moves

# 39 has an alpha wormhole, 40 a beta one; 64 is the tile under the storm; 101 and 102 lie side by side.
TILES = {"101": "64", "102": "39", "304": "39", "316": "40", "310": "46"}


@pytest.mark.rule("1.scope.unchanged-rules", "2.board.ion-token")
@pytest.mark.parametrize(
    ("token", "path", "used"),
    [
        (ION_ALPHA, ("304", "101"), ["101"]),
        (ION_ALPHA, ("101", "304"), ["101"]),
        (ION_ALPHA, ("101", "102"), []),
        (ION_ALPHA, ("102", "304"), []),
        (ION_BETA, ("316", "101", "102"), ["101"]),
    ],
)
def test_a_step_through_its_wormhole_uses_the_storm(token: TokenPlaced, path: tuple[str, ...], used: list[str]) -> None:
    assert storms_used(board(TILES, s101=[token]), TABLES.tiles, path) == used


@pytest.mark.rule("1.scope.unchanged-rules")
@pytest.mark.parametrize(("start", "side"), [("304", "beta"), ("102", "alpha")])
def test_the_hives_ships_turn_the_storm_that_they_come_through(start: str, side: str) -> None:
    game = fresh_game()
    game.galaxy = board(TILES, s101=[ION_ALPHA])
    pieces.put(game, "hive", "carrier", 1, start)
    seen = sight(game, game.galaxy)
    procedure = plan_moves(game, seen.start(game, "infest"), "infest", "101", 1)
    with pytest.raises(StopIteration) as end:
        next(procedure)
    book(game, Plan(intent(game, seen, "infest", 1), "101", 1, tuple(end.value.value), game))
    assert pieces.units_at(game.galaxy, "hive", "101") == {"carrier": 1}
    assert [placed.side for placed in game.galaxy.systems["101"].tokens] == [side]
