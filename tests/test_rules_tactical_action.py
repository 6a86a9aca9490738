"""The whole tactical action on a tracked galaxy: what the table is told, what Done books, and how it can overrule."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from driving import fresh_game
from hive.board import pieces
from hive.engine.replies import automatic_reply, reply_to
from hive.model.galaxy import Galaxy
from hive.model.game import Game, RevealedObjective
from hive.model.laws import broken_laws
from hive.rules.action.turns import end_turn
from hive.rules.combat.activation import activate, activation, hive_systems
from hive.rules.deck import ActionType, HiveAction, roll
from hive.rules.tactical.action import perform_tactical_action
from hive.rules.tactical.intent import intent, sight
from hive.rules.tactical.plan import plan_moves, roll_for_rifts
from hive.steps import AGAIN, Ask, Card, Draw, Procedure, Step, Tell, Why
from tracked_sides import tracked_board
from whole_board import control, galaxy

CARDS = (Card(action="blue_arrow", choice=False), Card(action="blue_arrow", choice=False, icons=2))


def tracked(board: Galaxy) -> Game:
    """A game of the whole board in the Hive's turn of its action phase."""
    game = fresh_game()
    game.galaxy = board
    game.phase, game.active = "action", "hive"
    pieces.recount(game)
    return game


def action(kind: ActionType = "infest", icons: int = 2) -> HiveAction:
    return HiveAction(kind, None, icons, Why("Green compass: tactical infest action."))


class Table:
    """Answers a procedure: by key where an answer is given, else with the first choice; keeps all steps."""

    def __init__(self, game: Game, answers: Mapping[str, Any] | None = None) -> None:
        self.game = game
        self.answers = {key: list(value) for key, value in (answers or {}).items()}
        self.steps: list[Step] = []
        self.drawn = 0

    def play(self, procedure: Procedure[Any]) -> Any:
        reply = None
        while True:
            try:
                step = procedure.send(reply)
            except StopIteration as end:
                return end.value
            self.steps.append(step)
            assert broken_laws(self.game) == []
            reply = self.reply(step)

    def reply(self, step: Step) -> Any:
        if isinstance(step, Draw):
            self.drawn += 1
            return CARDS[(self.drawn - 1) % 2]
        if automatic_reply(step):
            return None
        given = self.answers.get(step.key)
        if given:
            value = given.pop(0)
            return value(self.game) if callable(value) else reply_to(self.game, step, value)
        return reply_to(self.game, step, step.choices[0].value if isinstance(step, Ask) else "done")

    def step(self, key: str) -> Any:
        return next(step for step in self.steps if step.key == key)

    @property
    def keys(self) -> list[str]:
        return [step.key for step in self.steps if not isinstance(step, Draw)]


def hive_ships(game: Game, position: str) -> dict[str, int]:
    return pieces.units_at(pieces.galaxy_of(game), "hive", position)


@pytest.mark.rule("15.support.draw", "15.destination.closest", "15.move.capacity-first")
def test_done_books_the_token_and_every_ship_that_was_told() -> None:
    game = tracked(galaxy(h209={"carrier": 1, "cruiser": 1, "destroyer": 1}))
    table = Table(game)
    table.play(perform_tactical_action(game, action()))
    assert [step.key for step in table.steps[:2]] == ["draw.support", "draw.support"]
    told = table.step("tactical_action")
    to = told.marks.winner
    assert told.text == f"The Hive spreads to {' and '.join(pieces.galaxy_of(game).systems[to].planets)}"
    assert any(line.text == "Move 1 carrier from Hope's End." for line in told.items)
    assert game.hive.tokens.tactic == 2 and pieces.command_tokens(pieces.galaxy_of(game), "hive") == [to]
    assert hive_ships(game, to)["carrier"] == 1
    assert hive_ships(game, "209") == {"cruiser": 1, "destroyer": 1}


@pytest.mark.rule("21.units.placement", "21.cleanup.fighters", "21.invasion.distribution")
def test_support_comes_lands_and_the_fighters_leave_with_the_turn() -> None:
    game = tracked(galaxy(h209={"carrier": 1, "cruiser": 1, "destroyer": 1}))
    table = Table(game)
    table.play(perform_tactical_action(game, action()))
    to = table.step("tactical_action").marks.winner
    system = pieces.galaxy_of(game).systems[to]
    assert hive_ships(game, to)["fighter"] == 2 + 2
    assert {planet.control for planet in system.planets.values()} == {"hive"}
    table.play(end_turn(game))
    assert "fighter" not in hive_ships(game, to) and "infantry" not in hive_ships(game, to)
    assert game.active != "hive"


def about_objectives(game: Game) -> list[tuple[str, bool]]:
    """What the reason of a tactical action says of objectives, and whether that decided."""
    table = Table(game)
    table.play(perform_tactical_action(game, action(icons=1)))
    rows = table.step("tactical_action").why.rows
    return [(row.label, row.decided) for row in rows if "objective" in row.label]


@pytest.mark.rule("5.2.objective-first")
def test_the_reason_names_the_objective_that_decided_and_is_silent_without_any() -> None:
    game = tracked(galaxy(h209={"carrier": 1, "cruiser": 1, "destroyer": 1}))
    assert about_objectives(game) == []
    board = galaxy(h209={"carrier": 1, "cruiser": 1, "destroyer": 1})
    game = tracked(board)
    game.objectives = [RevealedObjective("Expand Borders"), RevealedObjective("Sway the Council")]
    assert about_objectives(game) == [("completes a public objective", False)]
    board = galaxy(h209={"carrier": 1, "cruiser": 1, "destroyer": 1})
    for position in ("101", "203"):
        control(board, position, "hive")
    game = tracked(board)
    game.objectives = [RevealedObjective("Expand Borders"), RevealedObjective("Sway the Council")]
    assert about_objectives(game) == [("completes a public objective: Expand Borders", True)]


@pytest.mark.rule("1.scope.most-helpful")
def test_a_tie_goes_to_the_table() -> None:
    game = tracked(galaxy({"209": "66", "210": "46", "105": "47", "106": "19", "310": "13", "205": "65", "000": "18"}))
    pieces.put(game, "hive", "carrier", 3, "209")
    table = Table(game, {"destination": ["210"]})
    table.play(perform_tactical_action(game, action(icons=1)))
    asked = table.step("destination")
    assert {choice.value for choice in asked.choices} >= {"210"}
    assert table.step("tactical_action").marks.winner == "210"


def test_the_table_can_send_the_hive_elsewhere() -> None:
    game = tracked(galaxy(h209={"carrier": 1, "cruiser": 1, "destroyer": 1}))
    table = Table(game, {"tactical_action": ["other", "done"], "other_destination": ["210"]})
    table.play(perform_tactical_action(game, action()))
    assert hive_ships(game, "210")["carrier"] == 1


def test_a_mended_board_is_decided_anew_before_anything_is_booked() -> None:
    game = tracked(galaxy(h209={"carrier": 1, "cruiser": 1, "destroyer": 1}))
    first = intent(game, sight(game, pieces.galaxy_of(game)), "infest", 2).left[0]

    def mend(game: Game) -> str:
        pieces.put(game, "p1", "war_sun", 2, first)
        return AGAIN

    table = Table(game, {"tactical_action": [mend]})
    table.play(perform_tactical_action(game, action()))
    announced = [step for step in table.steps if step.key == "tactical_action"]
    assert announced[0].marks.winner == first  # type: ignore[union-attr]
    assert announced[1].marks.winner != first  # type: ignore[union-attr]
    assert hive_ships(game, first) == {}


@pytest.mark.rule("15.no-target")
def test_an_action_whose_last_target_is_mended_away_comes_to_nothing() -> None:
    game = tracked(galaxy(h209={"carrier": 1, "cruiser": 1, "destroyer": 1}))

    def freeze(game: Game) -> str:
        pieces.put_command_token(game, "hive", "209")
        return AGAIN

    table = Table(game, {"tactical_action": [freeze]})
    table.play(perform_tactical_action(game, action()))
    assert table.keys[-1] == "done" and isinstance(table.steps[-1], Tell)
    assert game.hive.tokens.tactic == 3


@pytest.mark.rule("14.gain.combat")
def test_who_was_in_combat_gains_one_counter() -> None:
    game = tracked(galaxy(h209={"carrier": 1, "cruiser": 1, "destroyer": 1}, a210={"cruiser": 1}))
    table = Table(game, {"space_combat": ["by_hand"], "space_combat_result": [{"choice": "players"}]})
    table.play(perform_tactical_action(game, action("engage")))
    assert game.players["p1"].counters == 2 and game.players["p2"].counters == 1
    assert hive_ships(game, "210") == {}


def test_units_that_go_elsewhere_take_their_damage_along() -> None:
    game = tracked(galaxy({"207": "22", "310": "13", "000": "18"}))
    board = pieces.galaxy_of(game)
    pieces.put(game, "p1", "mech", 3, "310")
    pieces.damage(game, "p1", "mech", 2, "310")
    pieces.transfer(game, "p1", "mech", 2, ("310", None), ("207", "Tar'mann"))
    assert pieces.units_at(board, "p1", "207", "Tar'mann") == {"mech": 2}
    assert pieces.damaged_at(board, "p1", "207", "Tar'mann") == pieces.damaged_at(board, "p1", "310") == {"mech": 1}
    pieces.transfer(game, "p1", "mech", 9, ("310", None), ("310", None))
    pieces.transfer(game, "p1", "mech", 9, ("310", None), ("207", None))
    assert pieces.units_at(board, "p1", "310") == {} and pieces.damaged_at(board, "p1", "207") == {"mech": 1}


# --- gravity rifts


def through_a_rift() -> tuple[Game, Any]:
    """A carrier whose only way leads through the gravity rift between it and a planet."""
    board = galaxy({"209": "66", "208": "41", "207": "22", "310": "13", "205": "65", "000": "18"})
    game = tracked(board)
    pieces.put(game, "hive", "carrier", 1, "209")
    pieces.put(game, "hive", "cruiser", 2, "209")
    found = sight(game, board)
    plan = plan_moves(game, found.start(game, "infest"), "infest", "207", 2)
    with pytest.raises(StopIteration) as end:
        next(plan)
    return game, end.value.value


@pytest.mark.rule("19.gravity-rift.dice")
def test_every_die_that_the_app_rolls_for_a_rift_is_shown() -> None:
    game, moves = through_a_rift()
    table = Table(game, {"rift": [{"choice": "roll"}]})
    table.play(roll_for_rifts(game, moves, "207"))
    told = next(step for step in table.steps if isinstance(step, Tell))
    shown = [line.text for line in told.items if ": " in line.text]
    assert len(shown) == game.rolls == len(moves) and all(re.search(r": ([1-9]|10)\.$", line) for line in shown)
    assert all(" from Hope's End: " in line for line in shown)


@pytest.mark.rule("19.gravity-rift.dice", "19.path.rift-and-wormhole")
def test_every_ship_rolls_for_the_rift_and_lost_ones_leave_the_board() -> None:
    game, moves = through_a_rift()
    assert [ship.route.rifts for ship in moves] == [("208",)] * len(moves)
    for ship in moves:
        pieces.move(game, "hive", ship.unit, ship.origin, "207")
    table = Table(game, {"rift": [{"choice": "rolled", "carrier": 1}]})
    table.play(roll_for_rifts(game, moves, "207"))
    assert len(table.step("rift").items) == len(moves)
    assert hive_ships(game, "207").get("carrier", 0) == 0
    assert table.step("rift_lost").items[0].text == "Remove 1 carrier."


@pytest.mark.rule("19.gravity-rift.dice")
@pytest.mark.parametrize("seed", [str(number) for number in range(8)])
def test_the_apps_dice_lose_a_ship_on_3_or_less(seed: str) -> None:
    game, moves = through_a_rift()
    game.seed = seed
    dice = roll(game, len(moves))
    game.rolls = 0
    for ship in moves:
        pieces.move(game, "hive", ship.unit, ship.origin, "207")
    lost = Table(game, {"rift": ["roll"]}).play(roll_for_rifts(game, moves, "207"))
    assert sum(lost.values()) == sum(die <= 3 for die in dice)


@pytest.mark.rule("19.gravity-rift.dice")
@pytest.mark.parametrize(("stands", "comes", "left"), [(1, 0, 1), (0, 1, 0), (1, 1, 1), (0, 0, 0)])
def test_a_rift_takes_a_ship_that_came_and_no_damaged_one_that_stood_there(stands: int, comes: int, left: int) -> None:
    game, moves = through_a_rift()
    ship = next(ship for ship in moves if ship.unit == "carrier")
    pieces.put(game, "hive", "carrier", 1, "207")
    pieces.damage(game, "hive", "carrier", stands, "207")
    pieces.damage(game, "hive", "carrier", comes, ship.origin)
    stood = pieces.damaged_at(pieces.galaxy_of(game), "hive", "207")
    pieces.move(game, "hive", "carrier", ship.origin, "207")
    Table(game, {"rift": [{"choice": "rolled", "carrier": 1}]}).play(roll_for_rifts(game, [ship], "207", stood))
    assert hive_ships(game, "207") == {"carrier": 1}
    assert pieces.damaged_at(pieces.galaxy_of(game), "hive", "207").get("carrier", 0) == left


@pytest.mark.rule("36.cosmic.move-bonus")
@pytest.mark.parametrize("leaps", [True, False])
def test_a_ship_that_takes_the_other_move_of_its_rift_is_lost_on_5_or_less(leaps: bool) -> None:
    lost = {}
    for seed in range(12):
        game, moves = through_a_rift()
        game.seed = str(seed)
        ship = replace(moves[0], route=replace(moves[0].route, leaps=leaps))
        pieces.move(game, "hive", ship.unit, ship.origin, "207")
        table = Table(game, {"rift": ["roll"]})
        (die,) = roll(game, 1)
        game.rolls = 0
        lost[die] = bool(table.play(roll_for_rifts(game, [ship], "207")))
        assert ("one move more: lost on 5 or less" in str(table.step("rift").items[0].note)) is leaps
    assert lost == {die: die <= (5 if leaps else 3) for die in lost} and {4, 5} & set(lost)


# --- the players' side


@pytest.mark.rule("21.draw.player-activation", "14.gain.combat")
def test_a_player_who_activates_a_hive_system_meets_its_support_and_gains_a_counter() -> None:
    game = tracked(galaxy(h209={"carrier": 1, "cruiser": 1, "destroyer": 1}, a209={"dreadnought": 2}))
    game.active = "p1"
    table = Table(game, {"space_combat": ["by_hand"], "space_combat_result": [{"choice": "hive"}]})
    battle = table.play(activate(tracked_board(game), "p1", "209"))
    assert table.drawn == 2
    assert battle.fought == ("p1",)
    assert game.players["p1"].counters == 2
    assert pieces.units_at(pieces.galaxy_of(game), "p1", "209") == {}
    assert "p1" in pieces.galaxy_of(game).systems["209"].command_tokens


@pytest.mark.rule("21.draw.player-activation")
def test_the_systems_to_activate_follow_what_the_table_mends() -> None:
    game = tracked(galaxy(h209={"carrier": 1}))
    procedure = activation(game, "p1")
    first = next(procedure)
    pieces.put(game, "hive", "cruiser", 1, "207")
    again = procedure.send(AGAIN)
    assert isinstance(first, Ask) and isinstance(again, Ask) and first.anew
    assert {*again.systems} - {*first.systems} == {"207"}
    with pytest.raises(StopIteration) as end:
        procedure.send("none")
    assert end.value.value is None


@pytest.mark.rule("13.technology.pds-ii")
@pytest.mark.parametrize("upgraded", [True, False])
def test_a_system_next_to_an_upgraded_pds_is_offered_without_support_cards(upgraded: bool) -> None:
    board = galaxy(a210={"cruiser": 1})
    game = tracked(board)
    pieces.put(game, "hive", "pds", 1, "209", next(iter(board.systems["209"].planets)))
    game.hive.upgrades = ["PDS II"] if upgraded else []
    assert ("210" in hive_systems(tracked_board(game))) is upgraded
    table = Table(game)
    table.play(activate(tracked_board(game), "p1", "210"))
    assert table.drawn == 0
    assert ("space_cannon" in table.keys) is upgraded


@pytest.mark.rule("1.scope.unchanged-rules")
@pytest.mark.parametrize(("tile", "hit"), [("46", 8), ("42", 7)])
def test_the_hive_defends_a_nebula_with_one_more_on_each_die(tile: str, hit: int) -> None:
    board = galaxy(h302={"destroyer": 1}, a302={"cruiser": 1})
    board.systems["302"].tile = tile
    game = tracked(board)
    table = Table(game, {"space_combat": ["dice"], "space_combat_round": [{"choice": "cleared"}]})
    table.play(activate(tracked_board(game), "p1", "302"))
    assert any(f"hit from {hit}" in line.text for line in table.step("space_combat_round").items)


def test_only_systems_with_units_or_planets_of_the_hive_are_offered() -> None:
    board = galaxy(h208={"destroyer": 1})
    for planet in board.systems["209"].planets.values():
        planet.control = None
    game = tracked(board)
    pieces.put(game, "hive", "infantry", 1, "205", next(iter(board.systems["205"].planets)))
    assert hive_systems(tracked_board(game)) == ["205", "208", "310"]
