"""What the Hive scores by the board is confirmed where nobody may have booked what it rests on, and only there."""

from __future__ import annotations

from copy import deepcopy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board_drawing import TABLES
from day import times
from driving import fresh_game
from hive.board import pieces
from hive.board.survey import Survey
from hive.model.game import Game, RevealedObjective
from hive.rules.objectives.confirming import doubts
from hive.rules.objectives.on_board import met_on_board
from hive.rules.objectives.public import score_public_objective
from hive.steps import AGAIN, Ask, Procedure
from whole_board import control, galaxy

BOARD_OBJECTIVES = [one for one in TABLES.objectives.objectives if one.of_the_board]
PLACES = sorted(galaxy().systems)


@pytest.mark.rule("28.1.public", "1.scope.unchanged-rules")
@settings(max_examples=times(16, 360), deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(PLACES), st.sampled_from(["hive", "p1", "p2"])), max_size=12),
    st.lists(st.tuples(st.sampled_from(PLACES), st.sampled_from(["hive", "p1", "p2"])), max_size=10),
    st.lists(st.tuples(st.sampled_from(PLACES), st.sampled_from(["p1", "p2"])), max_size=25),
    st.lists(st.tuples(st.sampled_from(PLACES), st.sampled_from(["come", "gone"])), max_size=15),
)
def test_what_players_may_have_done_unheard_changes_no_objective_that_is_not_in_doubt(
    held: list[tuple[str, str]],
    ships: list[tuple[str, str]],
    taken: list[tuple[str, str]],
    moved: list[tuple[str, str]],
) -> None:
    known = galaxy()
    for position, seat in held:
        control(known, position, seat)
    for position, seat in ships:
        known.systems[position].units[seat] = {"cruiser": 1}  # type: ignore[index]
    before = Survey(known, TABLES)
    found = doubts(before, BOARD_OBJECTIVES)
    after = deepcopy(known)
    for position, taker in taken:
        planets = after.systems[position].planets.values()
        if not before.has_units(position, "hive") and not any(planet.control in ("p1", "p2") for planet in planets):
            control(after, position, taker)
    for position, what in moved:
        units = after.systems[position].units
        units.pop("p1", None)
        if what == "come" and not before.has_units(position, "hive"):
            units["p1"] = {"fighter": 1}
    for doubt in found:
        met = bool(met_on_board(doubt.objective, Survey(after, TABLES)))
        assert doubt.can_be_met if met else doubt.can_be_unmet, doubt.objective.name


def neighbours() -> Game:
    """A game in which the Hive holds more planets than each neighbor, as far as anybody has booked."""
    game = fresh_game()
    game.round = 3
    game.galaxy = galaxy(h315={"cruiser": 1}, h303={"cruiser": 1})
    pieces.recount(game)
    game.objectives = [RevealedObjective("Push Boundaries")]
    return game


def question(procedure: Procedure[object], reply: object = None) -> Ask:
    step = procedure.send(reply)  # type: ignore[arg-type]
    assert isinstance(step, Ask)
    return step


@pytest.mark.rule("28.1.public", "1.scope.unchanged-rules")
def test_a_board_that_is_mended_while_it_is_shown_decides() -> None:
    game = neighbours()
    procedure = score_public_objective(game)
    first = question(procedure)
    assert first.text == "Is the board so?" and first.choices[0].note == "the Hive scores Push Boundaries"
    assert "Ada holds Arretze, Hercant and Kamdorn." in [item.text for item in first.items]
    for planet in ("Lazar", "Sakulag"):
        pieces.set_control(game, "311", planet, "p1")
    with pytest.raises(StopIteration):
        procedure.send(AGAIN)
    assert game.hive.victory_points == 0


def test_an_objective_that_was_marked_by_hand_while_the_board_is_shown_is_not_scored_again() -> None:
    game = neighbours()
    procedure = score_public_objective(game)
    question(procedure)
    game.objectives[0].scored_by.append("hive")
    with pytest.raises(StopIteration):
        procedure.send(AGAIN)
    assert game.hive.victory_points == 0
