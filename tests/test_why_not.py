"""Why a tactical action goes nowhere else: exactly one answer for each system, by name and number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board_drawing import TABLES
from day import times
from driving import fresh_game
from hive.board import pieces
from hive.catalog.tables import Seat
from hive.model.game import PLAYERS, Game
from hive.naming import system_short
from hive.rules.action.hive_turn import Definition
from hive.rules.tactical.booking import why_nowhere
from hive.rules.tactical.intent import Intent, intent, sight
from hive.rules.tactical.plan import TYPES, TacticalType
from hive.rules.tactical.telling import Fell, WhyNot, why_not, why_not_there
from hive.scenarios.situation import TILES
from hive.steps import Undertaking
from whole_board import control, galaxy


def label(game: Game, position: str) -> str:
    return str(system_short(game, position))


SHIPS = ("fighter", "destroyer", "cruiser", "carrier", "dreadnought")
POSITIONS = sorted(TILES)


def game_on(**ships: Mapping[str, int]) -> Game:
    game = fresh_game()
    game.galaxy = galaxy(TILES, **ships)
    game.phase, game.active = "action", "hive"
    return game


def decided(game: Game, action: TacticalType, icons: int = 2) -> Intent:
    return intent(game, sight(game, pieces.galaxy_of(game)), action, icons)


def told(game: Game, action: TacticalType, position: str) -> WhyNot:
    found = decided(game, action)
    return why_not(game, found, found.left[0], position)


@pytest.mark.rule("15.destination.priority")
def test_the_destination_itself_is_said_to_be_chosen() -> None:
    game = game_on(h209={"carrier": 3})
    found = decided(game, "infest")
    answer = why_not(game, found, found.left[0], found.left[0])
    assert answer.fell == "chosen"
    assert answer.words


@pytest.mark.rule("15.destination.priority")
def test_a_possible_destination_fell_by_a_block_and_its_numbers() -> None:
    game = game_on(h310={"carrier": 4})
    found = decided(game, "infest")
    fallen = {one: told(game, "infest", one) for one in found.candidates if one not in found.left}
    assert fallen
    assert {answer.fell for answer in fallen.values()} == {"block"}
    assert all(" to " in answer.words or "spawning" in answer.words for answer in fallen.values())


@pytest.mark.rule("15.target.command-token")
def test_a_command_token_of_the_hive_holds_a_system() -> None:
    game = game_on(h310={"carrier": 4})
    pieces.put_command_token(game, "hive", "311")
    answer = told(game, "infest", "311")
    assert (answer.fell, answer.words) == ("token", "Its own command token lies here already.")


@pytest.mark.rule("15.target.inaccessible")
def test_a_supernova_and_an_inactive_nexus_are_closed() -> None:
    game = game_on(h310={"carrier": 4})
    supernova = next(one for one, tile in TILES.items() if "supernova" in TABLES.tiles.by_number[tile].anomalies)
    assert told(game, "infest", supernova).words == "No ship of the Hive may enter: supernova."
    assert told(game, "infest", "nexus").words == "No way leads here."


@pytest.mark.rule("15.destination.capacity-ship")
def test_a_carrier_that_must_stay_is_named_with_what_it_defends() -> None:
    game = game_on(h310={"carrier": 4}, h209={"carrier": 1})
    found = decided(game, "infest")
    gone = [one for one in pieces.galaxy_of(game).systems if why_not(game, found, found.left[0], one).fell == "no_ship"]
    words = [why_not(game, found, found.left[0], one).words for one in gone]
    assert "1 carrier in Hope's End could come, but stays: Hope's End would no longer be fully defended." in words
    assert any(" steps away and moves " in one for one in words)


@pytest.mark.rule("15.engage.threshold")
@pytest.mark.rule("15.engage.target")
def test_an_engage_says_what_makes_no_target() -> None:
    game = game_on(h310={"carrier": 2, "cruiser": 2}, a311={"carrier": 1}, b309={"carrier": 1})
    game.players["p1"].counters, game.players["p2"].counters = 9, 0
    found = decided(game, "engage")
    assert found.left == ("311",)
    answers = {one: why_not(game, found, "311", one) for one in found.sight.survey.positions}
    near = [answer for answer in answers.values() if answer.fell == "no_target"]
    assert "No target: no player has units here." in [answer.words for answer in near]
    zone = found.sight.survey.zone("309")
    assert zone is not None
    counters = f"No target: the counters of Ben are 0, {zone.threshold} would be needed in zone {zone.zone}."
    assert answers["309"].words == counters


@pytest.mark.rule("15.infest.target")
def test_an_infest_says_whose_the_planets_are() -> None:
    game = game_on(h310={"carrier": 3}, h311={"carrier": 1, "cruiser": 2})
    control(pieces.galaxy_of(game), "311", "hive")
    answer = told(game, "infest", "311")
    assert (answer.fell, answer.words) == ("no_target", "No target: the Hive controls every planet here.")


@st.composite
def boards(draw: st.DrawFn) -> Game:
    """The whole board with ships and planets of all sides anywhere, and a few command tokens."""
    game = fresh_game()
    game.galaxy = galaxy()
    sides: tuple[Seat, ...] = ("hive", "p1", "p2")
    for seat in sides:
        for position in draw(st.lists(st.sampled_from(POSITIONS), max_size=5, unique=True)):
            ship = draw(st.sampled_from(SHIPS))
            pieces.put(game, seat, ship, draw(st.integers(1, 2)), position)
        for position in draw(st.lists(st.sampled_from(POSITIONS), max_size=4, unique=True)):
            control(game.galaxy, position, seat)
    for position in draw(st.lists(st.sampled_from(POSITIONS), max_size=3, unique=True)):
        pieces.put_command_token(game, "hive", position)
    for player in PLAYERS:
        game.players[player].counters = draw(st.integers(0, 8))
    game.hive.bank.influence = draw(st.sampled_from((0, 15, 16)))
    game.hive.negative_priority = draw(st.booleans())
    return game


@pytest.mark.rule("15.destination.closest")
@pytest.mark.rule("15.destination.priority")
@settings(max_examples=times(16, 240), deadline=None)
@given(game=boards(), action=st.sampled_from(TYPES), data=st.data())
def test_every_system_has_exactly_one_answer_that_agrees_with_the_decision(
    game: Game, action: TacticalType, data: st.DataObject
) -> None:
    found = decided(game, action)
    if not found.possible:
        words = why_nowhere(game, action)
        assert ("so it does not get to " in words) == bool(found.targets), words
        return
    destination = data.draw(st.sampled_from(found.left))
    answers = {one: why_not(game, found, destination, one) for one in pieces.galaxy_of(game).systems}
    fell: dict[Fell, set[str]] = {kind: set() for kind in get_args(Fell)}
    for position, answer in answers.items():
        assert answer.words and answer.rule
        fell[answer.fell].add(position)
    assert fell["chosen"] == {destination}
    assert fell["tied"] == set(found.left) - {destination}
    assert fell["block"] == set(found.candidates) - set(found.left)
    assert fell["token"] == found.sight.chart.held
    assert fell["closed"].isdisjoint(found.targets)
    assert fell["no_target"].isdisjoint(found.targets)
    undertaking = Undertaking(action, 2, destination)
    assert why_not_there(game, undertaking, destination) == answers[destination]
    assert why_not_there(game, undertaking, "nowhere") is None


def nowhere(game: Game, action: TacticalType) -> str:
    return str(why_nowhere(game, action))


@pytest.mark.rule("15.no-target", "15.destination.capacity-ship")
def test_a_target_that_no_capacity_ship_can_go_for_is_named_with_what_holds_them() -> None:
    game = game_on(h310={"carrier": 2, "cruiser": 2}, a311={"carrier": 1})
    game.players["p1"].counters = 9
    pieces.put_command_token(game, "hive", "310")
    held = "all its ships that carry are held by its own command tokens: 2 carriers in Tren'lak/Quinarra"
    assert nowhere(game, "engage") == f"{held}, so it does not get to {label(game, '311')}"
    pieces.take(game, "hive", "carrier", 2, "310")
    none = "it has no ship that carries on the board"
    assert nowhere(game, "engage") == f"{none}, so it does not get to {label(game, '311')}"


@pytest.mark.rule("15.no-target", "15.target.command-token", "15.target.inaccessible")
def test_what_would_be_a_target_is_named_with_what_bars_it() -> None:
    game = game_on(h310={"carrier": 2})
    assert nowhere(game, "engage") == "where players have units, the counters are too few"
    game.players["p1"].counters = 9
    pieces.put(game, "p1", "carrier", 1, "311")
    pieces.put_command_token(game, "hive", "311")
    lies = f"there is no target: its own command token lies in {label(game, '311')}"
    assert nowhere(game, "engage") == lies
    for position in pieces.galaxy_of(game).systems:
        control(pieces.galaxy_of(game), position, "hive")
    control(pieces.galaxy_of(game), "nexus", None)
    assert nowhere(game, "infest") == f"there is no target: no way leads to {label(game, 'nexus')}"


@pytest.mark.rule("10.pass.no-options", "10.definition.other-type")
def test_a_pass_names_what_keeps_the_hive_from_its_targets() -> None:
    game = game_on(h310={"carrier": 1}, a311={"carrier": 1})
    pieces.put_command_token(game, "hive", "310")
    said = str(Definition(game).why_nothing())
    held = "its only carrier is held in Tren'lak/Quinarra by its own command token"
    assert said == f"The Hive has played its strategy cards. The Hive can neither attack nor spread: {held}."
    game.players["p1"].counters = 0
    said = str(Definition(game).why_nothing())
    assert "The Hive cannot attack: where players have units, the counters are too few. " in said
    assert f"The Hive cannot spread: {held}, so it does not get to " in said and said.endswith(" other targets.")


@pytest.mark.rule("15.destination.priority")
def test_without_a_galaxy_nobody_knows() -> None:
    assert why_not_there(fresh_game(), Undertaking("infest", 1, "105"), "105") is None
