"""Targets, destinations and moves of the Hive on whole boards, built to what the worked examples say."""

from __future__ import annotations

from typing import Any

import pytest

from board_drawing import TABLES
from driving import fresh_game
from hive.board.layout import new_galaxy
from hive.board.movement import chart
from hive.board.survey import Survey
from hive.model.galaxy import Galaxy
from hive.model.game import Game
from hive.rules.priority import Decision, decide
from hive.rules.tactical_moves import possible_destinations, targets
from hive.rules.tactical_plan import ShipMove, plan_moves
from whole_board import TILES, control, galaxy

FIVE_RESOURCES, FEWER_RESOURCES = "35", "34"


def see(game: Game, found: Galaxy) -> tuple[Survey, Any]:
    return Survey(found, game.tables), chart(found, game.tables)


def destination(game: Game, found: Galaxy, action: Any, serving: Any = None) -> Decision:
    survey, seen = see(game, found)
    candidates = list(possible_destinations(game, survey, seen, action))
    return decide(survey, candidates, game.tables.priorities.positive, serving or {})


def moves(game: Game, found: Galaxy, action: Any, to: str, icons: int) -> list[ShipMove]:
    plan = plan_moves(game, found, see(game, found)[1], action, to, icons)
    try:
        step = next(plan)
    except StopIteration as end:
        planned: list[ShipMove] = end.value
        return planned
    raise AssertionError(f"a tie that was not expected: {step}")


# --- targets


@pytest.mark.rule("15.infest.target", "15.infest.any-zone")
def test_infest_targets_are_systems_with_a_planet_that_is_not_the_hives() -> None:
    game, found = fresh_game(), galaxy()
    targeted = targets(game, *see(game, found), "infest")
    assert "207" in targeted and "203" in targeted and "304" in targeted
    assert "310" not in targeted and "302" not in targeted


@pytest.mark.rule("15.infest.mecatol-rex")
@pytest.mark.parametrize(("influence", "is_target"), [(15, False), (16, True)])
def test_uncontrolled_mecatol_rex_is_a_target_from_16_influence_on(influence: int, is_target: bool) -> None:
    game, found = fresh_game(), galaxy()
    game.hive.bank.influence = influence
    assert ("000" in targets(game, *see(game, found), "infest")) is is_target


@pytest.mark.rule("15.infest.mecatol-rex")
def test_mecatol_rex_in_a_players_hands_is_a_target_at_any_influence() -> None:
    game, found = fresh_game(), galaxy()
    game.hive.bank.influence = 0
    control(found, "000", "p1")
    assert "000" in targets(game, *see(game, found), "infest")


@pytest.mark.rule("15.engage.target", "15.engage.threshold", "14.zone.board")
@pytest.mark.parametrize(
    ("position", "counters", "is_target"),
    [
        ("207", 0, False),
        ("207", 1, True),
        ("201", 1, False),
        ("201", 2, True),
        ("211", 2, False),
        ("211", 3, True),
        ("000", 3, False),
        ("000", 4, True),
    ],
)
def test_engage_targets_reach_the_threshold_of_their_zone(position: str, counters: int, is_target: bool) -> None:
    game = fresh_game()
    found = galaxy(**{f"a{position}": {"cruiser": 1}})
    game.players["p1"].counters, game.players["p2"].counters = counters, 4
    assert (position in targets(game, *see(game, found), "engage")) is is_target


@pytest.mark.rule("15.engage.threshold")
def test_the_counters_of_both_players_with_units_there_are_added_up() -> None:
    game = fresh_game()
    found = galaxy(a211={"cruiser": 1}, b211={"fighter": 1})
    game.players["p1"].counters, game.players["p2"].counters = 1, 2
    assert targets(game, *see(game, found), "engage") == ["211"]


@pytest.mark.rule("15.target.command-token")
def test_a_system_with_a_hive_command_token_is_no_target() -> None:
    game, found = fresh_game(), galaxy()
    found.systems["207"].command_tokens = ["hive"]
    assert "207" not in targets(game, *see(game, found), "infest")


@pytest.mark.rule("15.target.inaccessible")
def test_a_system_that_the_hive_cannot_enter_is_no_target() -> None:
    game, found = fresh_game(), galaxy({**TILES, "207": "80"})
    found.systems["207"].planets = dict(found.systems["203"].planets)
    assert "207" not in targets(game, *see(game, found), "infest")


# --- destinations


@pytest.mark.rule(
    "15.destination.closest",
    "15.destination.priority",
    "15.destination.capacity-ship",
    "5.2.block-order",
    "5.2.block.most-planets",
    "5.2.block.highest-influence",
    "5.2.block.highest-resources",
)
def test_example_1_most_planets_then_influence_then_resources() -> None:
    """Four targets in reach: two of them hold 2 planets with 4 influence in all, and one of these 5 resources."""
    tiles = {"000": "13", "101": FIVE_RESOURCES, "102": FEWER_RESOURCES, "103": "19", "104": "20", "105": "46"}
    game, found = fresh_game(), new_galaxy(TABLES, tiles, ["base", "pok"])
    found.spawning = {"main": "000"}
    control(found, "000", "hive")
    found.systems["000"].units["hive"] = {"carrier": 1, "cruiser": 2}
    decision = destination(game, found, "infest")
    assert [len(block.left) for block in decision.blocks[:6]] == [4, 4, 4, 2, 2, 1]
    assert decision.left == ("101",)
    assert Survey(found, TABLES).total_resources("101") == 5


@pytest.mark.rule("17.closest.none-reachable", "5.2.block.wormhole", "17.wormhole.serial")
def test_example_2_no_target_in_reach_the_alpha_wormhole_wins() -> None:
    """Two systems in reach lie next to a target, both empty; one has an alpha wormhole, the other a beta one."""
    tiles = {"000": "13", "101": "39", "102": "40", "103": "46", "201": "19", "202": "47", "203": "20"}
    game, found = fresh_game(), new_galaxy(TABLES, tiles, ["base", "pok"])
    found.spawning = {"main": "000"}
    control(found, "000", "hive")
    found.systems["000"].units["hive"] = {"carrier": 1, "cruiser": 2}
    decision = destination(game, found, "infest")
    assert decision.candidates == ("101", "102")
    assert [len(block.left) for block in decision.blocks] == [2, 2, 2, 2, 2, 2, 1]
    assert decision.left == ("101",)


@pytest.mark.rule("5.2.objective-first")
def test_example_2_variant_a_system_that_completes_an_objective_comes_before_all_blocks() -> None:
    game, found = fresh_game(), galaxy(h209={"carrier": 1, "cruiser": 2}, h205={"carrier": 1, "cruiser": 2})
    plain = destination(game, found, "infest")
    other = next(position for position in plain.candidates if position not in plain.left)
    assert destination(game, found, "infest", {other: (1, 0)}).left == (other,)


@pytest.mark.rule("5.2.block.spawning", "5.2.block.lowest-ship-strength", "18.destination.own-spawning")
def test_example_3_of_two_spawning_systems_the_one_with_less_ship_strength() -> None:
    game = fresh_game()
    found = galaxy(h209={"carrier": 1, "cruiser": 3})
    survey = Survey(found, game.tables)
    decision = decide(survey, ["209", "000", "314", "210"], game.tables.priorities.positive, {})
    assert [block.left for block in decision.blocks[:3]] == [("209", "000", "314", "210"), ("209", "000"), ("000",)]


@pytest.mark.rule("5.2.block.lowest-ship-strength", "5.2.strength")
def test_example_4_ships_of_players_count_at_their_cost() -> None:
    game = fresh_game()
    found = galaxy(a207={"cruiser": 1}, b203={"fighter": 5}, a303={"carrier": 1})
    decision = decide(Survey(found, game.tables), ["203", "207", "303"], game.tables.priorities.positive, {})
    assert decision.left == ("207",)


@pytest.mark.rule("15.destination.capacity-ship")
def test_a_destination_needs_a_capacity_ship_that_can_get_there() -> None:
    game = fresh_game()
    found = galaxy(h209={"cruiser": 4, "destroyer": 4})
    assert possible_destinations(game, *see(game, found), "infest") == {}


@pytest.mark.rule("15.infest.restriction", "5.1.fully-defended")
@pytest.mark.parametrize(("ships", "may_leave"), [(2, False), (3, True)])
def test_infest_leaves_two_ships_behind(ships: int, may_leave: bool) -> None:
    game = fresh_game()
    found = galaxy(h209={"carrier": ships})
    assert bool(possible_destinations(game, *see(game, found), "infest")) is (may_leave or ships > 0)
    assert bool(moves(game, found, "infest", "105", 1)) is may_leave


@pytest.mark.rule("15.engage.restriction", "5.1.fully-defended")
def test_engage_holds_ships_back_in_spawning_systems_only() -> None:
    game = fresh_game()
    found = galaxy(h209={"carrier": 2})
    assert moves(game, found, "engage", "210", 3) == []
    found.systems["105"].units["hive"] = {"carrier": 1}
    assert [move.origin for move in moves(game, found, "engage", "210", 3)] == ["105"]
    assert [move.origin for move in moves(game, found, "infest", "210", 3)] == []


# --- moves


@pytest.mark.rule(
    "15.move.maximum-aggression",
    "15.move.capacity-first",
    "15.move.cycle",
    "15.move.restart",
    "15.move.source",
    "15.engage.order",
    "20.move.skip-blocked",
    "5.3.block-order",
)
def test_the_tactical_action_example() -> None:
    """5 counters beat 3 icons: a dreadnought first, then one of each type, then a cruiser of the wormhole system."""
    game = fresh_game()
    game.players["p1"].counters, game.players["p2"].counters = 2, 3
    tiles = {**TILES, "315": "39", "210": "26", "314": "46"}
    found = galaxy(
        tiles,
        a210={"cruiser": 1},
        b210={"destroyer": 1},
        h314={"carrier": 1, "cruiser": 1},
        h105={"cruiser": 1},
        h209={"carrier": 1, "cruiser": 1, "destroyer": 1},
        h202={"dreadnought": 1, "cruiser": 1},
    )
    found.systems["202"].tile, found.systems["210"].tile = "39", "26"
    planned = moves(game, found, "engage", "210", 3)
    assert [(move.unit, move.origin) for move in planned[:4]] == [
        ("dreadnought", "202"),
        ("carrier", "314"),
        ("cruiser", "314"),
        ("destroyer", "209"),
    ]
    assert len(planned) == 5
    assert (planned[4].unit, planned[4].cycle) == ("cruiser", 2)
    assert planned[4].origin == "202"
    assert [move.choices for move in planned] == [1, 2, 4, 1, 2]


@pytest.mark.rule("15.move.cycle")
def test_a_type_that_has_its_share_in_the_destination_is_passed_over() -> None:
    game = fresh_game()
    found = galaxy(h210={"carrier": 1, "destroyer": 2}, h314={"destroyer": 2, "cruiser": 2})
    planned = moves(game, found, "infest", "210", 3)
    assert [(move.unit, move.cycle) for move in planned] == [("cruiser", 1), ("cruiser", 2), ("destroyer", 3)]


@pytest.mark.rule("15.infest.order", "15.move.maximum")
def test_infest_opens_with_the_weakest_capacity_ship_and_goes_on_with_the_weakest() -> None:
    game = fresh_game()
    found = galaxy(h314={"dreadnought": 1, "carrier": 1, "cruiser": 2, "destroyer": 2})
    planned = moves(game, found, "infest", "210", 3)
    assert [move.unit for move in planned] == ["carrier", "destroyer", "cruiser"]
    planned = moves(game, found, "infest", "210", 5)
    assert [move.unit for move in planned] == ["carrier", "destroyer", "cruiser", "dreadnought", "destroyer"]


@pytest.mark.rule("15.destination.capacity-ship")
def test_without_a_capacity_ship_nothing_moves() -> None:
    game = fresh_game()
    found = galaxy(h314={"cruiser": 2, "destroyer": 2})
    assert moves(game, found, "infest", "210", 3) == []


@pytest.mark.rule("5.2.block.highest-influence")
def test_of_systems_with_as_many_planets_the_one_with_more_influence() -> None:
    found = new_galaxy(TABLES, {"101": "21", "102": "20"}, ["base", "pok"])
    survey = Survey(found, TABLES)
    assert (survey.total_influence("101"), survey.total_influence("102")) == (1, 2)
    assert decide(survey, ["101", "102"], TABLES.priorities.positive, {}).left == ("102",)
    assert decide(survey, ["101", "102"], TABLES.priorities.negative, {}).left == ("101",)
