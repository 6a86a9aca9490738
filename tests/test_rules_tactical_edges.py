"""Tactical actions where something comes in between: dice on the way, a mended board, systems beside the map."""

from __future__ import annotations

from typing import Any

import pytest

from hive.board import pieces
from hive.board.edits import apply_edits
from hive.model.galaxy import Galaxy, TokenPlaced
from hive.model.game import Game
from hive.rules.combat.activation import activate
from hive.rules.tactical.action import perform_tactical_action
from hive.steps import AGAIN, Ask, Draw, Step
from test_rules_tactical_action import Table, action, hive_ships, tracked
from tracked_sides import tracked_board
from whole_board import galaxy

SUPPORT = "fighters and 4 infantry into space"


def lines_of(steps: list[Step]) -> list[str]:
    return [line.text for step in steps if isinstance(step, Ask) for line in step.items]


def all_but(game: Game, position: str) -> Galaxy:
    """Give the Hive every planet but those of one system, which is then the only target of infest."""
    board = pieces.galaxy_of(game)
    for place in board.systems.keys() - {position}:
        for planet in board.systems[place].planets:
            pieces.set_control(game, place, planet, "hive")
    return board


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
    all_but(game, "nexus")
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


@pytest.mark.rule("5.3.use", "15.move.source")
def test_a_board_mended_while_a_ship_is_chosen_is_planned_anew() -> None:
    game = tracked(galaxy(h312={"carrier": 1}, h314={"carrier": 1}))
    all_but(game, "313")

    def mend(game: Game) -> str:
        pieces.take(game, "hive", "carrier", 1, "312")
        return AGAIN

    table = Table(game, {"ship_origin": [mend]})
    table.play(perform_tactical_action(game, action(icons=1)))
    assert table.keys.count("ship_origin") == 1
    assert any(line.startswith("Move 1 carrier from empty space (tile ") for line in lines_of(table.steps))
    assert hive_ships(game, "313")["carrier"] == 1 and hive_ships(game, "314") == {}


@pytest.mark.rule("1.scope.most-helpful")
@pytest.mark.parametrize(("token", "to"), [("p1", "210"), ("hive", "313")])
def test_the_tables_own_destination_stands_when_the_board_is_mended(token: Any, to: str) -> None:
    game = tracked(galaxy(h209={"carrier": 1, "cruiser": 1, "destroyer": 1}))

    def mend(game: Game) -> str:
        pieces.put_command_token(game, token, "210")
        return AGAIN

    table = Table(game, {"tactical_action": ["other", mend, "done"], "other_destination": ["210"]})
    table.play(perform_tactical_action(game, action()))
    assert hive_ships(game, to)["carrier"] == 1


@pytest.mark.reading("Q117")
@pytest.mark.rule("3.1.depleted", "21.draw.player-activation")
@pytest.mark.parametrize(("left", "fighters"), [(2, 2 + 2), (1, 2 + 1), (0, 0)])
def test_without_a_card_left_no_support_comes(left: int, fighters: int) -> None:
    game = tracked(galaxy(h210={"carrier": 1, "cruiser": 1}, a210={"cruiser": 1}))
    game.deck.primary, rest = [], game.deck.secondary
    game.deck.secondary, game.deck.discard = rest[:left], rest[left:]
    game.deck.discard += [card for card in range(1, 37) if card not in rest]
    procedure = activate(tracked_board(game), "p1", "210")
    table = Table(game)
    step = next(procedure)
    while isinstance(step, Draw):
        step = procedure.send(table.reply(step))
    assert hive_ships(game, "210").get("fighter", 0) == fighters


@pytest.mark.rule("21.invasion.distribution", "14.gain.combat")
def test_player_ships_found_only_at_the_landing_are_fought_first() -> None:
    game = tracked(galaxy(h312={"carrier": 1}))
    all_but(game, "313")

    def mend(game: Game) -> str:
        pieces.put(game, "p1", "cruiser", 3, "313")
        return AGAIN

    fought: dict[str, Any] = {"space_combat": ["by_hand"], "space_combat_result": [{"choice": "players"}]}
    table = Table(game, {"landing": [mend], **fought})
    table.play(perform_tactical_action(game, action()))
    system = pieces.galaxy_of(game).systems["313"]
    assert table.keys.index("landing") < table.keys.index("space_combat")
    assert {planet.control for planet in system.planets.values()} == {None}
    assert system.units == {"p1": {"cruiser": 3}}
    assert game.players["p1"].counters == 2


@pytest.mark.rule("1.scope.unchanged-rules")
@pytest.mark.parametrize(
    ("ships", "known"), [({}, "no units of players"), ({"a313": {"cruiser": 2}}, "Ada 2 cruisers")]
)
def test_the_announcement_names_whom_the_hive_meets(ships: dict[str, Any], known: str) -> None:
    game = tracked(galaxy(h312={"carrier": 1}, **ships))
    all_but(game, "313")
    table = Table(game, {"space_combat": ["by_hand"], "space_combat_result": [{"choice": "players"}]})
    table.play(perform_tactical_action(game, action()))
    assert f"There, as last known: {known}." in [line.text for line in table.step("tactical_action").items]
