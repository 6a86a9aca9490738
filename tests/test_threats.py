"""What threatens the players, and the Hive's units as they are now."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from driving import fresh_game, layout, settings
from hive.board import pieces
from hive.model.game import PLAYERS, Game, Law
from hive.rules.tactical.intent import Threat, threats
from hive.scenarios.situation import TILES
from hive.web.mind import groups_of, map_of, units_now
from hive.web.steps.cards import Drawn, card_views
from serving import Table, app_in
from whole_board import galaxy


def game_with(p1: int, p2: int = 0) -> Game:
    """Ada has a carrier beside the Hive's main system, in zone 1, and one in zone 2; Ben one in zone 3."""
    game = fresh_game()
    game.galaxy = galaxy(TILES, h310={"carrier": 3}, a311={"carrier": 1}, a101={"cruiser": 1}, b303={"cruiser": 1})
    game.players["p1"].counters, game.players["p2"].counters = p1, p2
    return game


def at(game: Game, position: str) -> Threat:
    return next(one for one in threats(game) if one.position == position)


@pytest.mark.rule("15.engage.threshold")
@pytest.mark.rule("15.engage.target")
def test_every_system_with_units_of_players_says_how_many_counters_it_lacks() -> None:
    for counters in range(5):
        game = game_with(counters, counters)
        zones = game.tables.galaxy.zones.of_slot
        for threat in threats(game):
            assert threat.missing == max(0, zones[threat.position].threshold - threat.counters)
            assert threat.seats and set(threat.seats) <= set(PLAYERS)


@pytest.mark.rule("15.engage.threshold")
def test_counters_of_both_count_together_where_both_are() -> None:
    game = game_with(1, 1)
    pieces.put(game, "p2", "fighter", 1, "101")
    assert at(game, "101").counters == 2
    assert at(game, "311").counters == 1


@pytest.mark.rule("15.destination.capacity-ship")
def test_the_capacity_ships_that_get_there_are_named() -> None:
    game = game_with(4)
    near = at(game, "311")
    assert ("carrier", "310") in near.ships and near.comes and near.missing == 0
    assert not at(game, "303").comes


@pytest.mark.rule("15.target.command-token")
def test_a_command_token_of_the_hive_shuts_a_system() -> None:
    game = game_with(4)
    pieces.put_command_token(game, "hive", "311")
    assert at(game, "311").missing is None


@pytest.mark.rule("15.engage.target")
def test_what_can_be_attacked_comes_first() -> None:
    found = threats(game_with(4, 1))
    assert found[0].position == "311"
    lacking = [one.missing for one in found if one.missing is not None]
    assert lacking == sorted(lacking)
    assert threats(fresh_game()) == ()


@pytest.mark.rule("13.technology.printed")
@pytest.mark.rule("1.setup.faction")
def test_units_have_their_values_after_upgrades_faction_and_laws() -> None:
    game = fresh_game()
    before = {one.unit.key: one for one in units_now(game)}
    assert (before["cruiser"].hit, before["cruiser"].move, before["dreadnought"].sustains) == (6, 2, True)
    assert before["war_sun"].locked and before["pds"].hit is None
    game.hive.upgrades = ["Cruiser II", "War Sun"]
    game.laws = [Law("Publicize Weapon Schematics")]
    after = {one.unit.key: one for one in units_now(game)}
    assert (after["cruiser"].hit, after["cruiser"].move) == (5, 3)
    assert any("Cruiser II" in words for words in after["cruiser"].bent)
    assert not after["war_sun"].sustains and not after["war_sun"].locked


@pytest.mark.parametrize("page", ["threats", "units"])
def test_both_pages_open_with_a_galaxy_and_without(tmp_path: Path, page: str) -> None:
    table = Table(app_in(tmp_path))
    without = table.begin()
    tracked = table.games.create("Tracked", settings(), seed="test", layout=layout())
    for game in (without, tracked):
        shown = table.client.get(f"/games/{game}/{page}")
        assert shown.status_code == 200
        assert ('class="galaxy' in shown.get_data(as_text=True)) is (page == "threats" and game == tracked)


def test_a_turn_is_warned_in_red_only_where_the_hive_could_strike(tmp_path: Path) -> None:
    table = Table(app_in(tmp_path))
    game_id = table.games.create("Tracked", settings(), seed="test", layout=layout())
    table.until(game_id, "player_turn")
    assert "could strike none" in _turn(table, game_id) and " in-reach" not in _turn(table, game_id)
    table.games.board(game_id, table.position(game_id), {"310/units/hive/carrier": 1, "311/units/p1/cruiser": 1})
    table.games.correct(game_id, table.position(game_id), "players.p1.counters", 4)
    assert "could strike none" not in _turn(table, game_id) and " in-reach" in _turn(table, game_id)


def _turn(table: Table, game_id: str) -> str:
    return table.client.get(f"/games/{game_id}").get_data(as_text=True)


@pytest.mark.rule("15.engage.threshold")
def test_the_page_says_whose_counters_are_how_many_and_what_comes() -> None:
    game = game_with(2)
    view = groups_of(game, threats(game))
    assert view[0].kind == "now"
    told = view[0].threats[0]
    zone = game.tables.galaxy.zones.of_slot["311"]
    assert told.counters == f"Ada: 2 counters, {zone.threshold} is enough here"
    assert told.ships == "in reach: 1 carrier from Tren'lak/Quinarra"


@pytest.mark.rule("15.engage.threshold")
def test_the_map_marks_what_can_be_attacked_and_what_lacks_one_counter() -> None:
    game = game_with(2, 2)
    marks = {one.position: one.mark for one in map_of(game, threats(game)).hexes if one.mark}
    assert marks == {"311": "candidate", "101": "target", "303": "asked"}
    game = game_with(1)
    marks = {one.position: one.mark for one in map_of(game, threats(game)).hexes if one.mark}
    assert marks == {"311": "candidate", "101": "asked"}


@pytest.mark.rule("15.engage.threshold")
def test_once_the_hive_has_passed_the_page_tells_of_the_next_round() -> None:
    game = game_with(2)
    game.hive.passed = True
    headings = [group.heading for group in groups_of(game, threats(game))]
    assert headings[0] == "In the next round it could attack, as the board stands"
    assert "It can be attacked now" not in headings
    marks = {one.position: one.mark for one in map_of(game, threats(game)).hexes if one.mark}
    assert "target" in marks.values() and "candidate" not in marks.values()


def test_below_a_selection_card_stands_what_it_is_drawn_for() -> None:
    decides = Drawn("selection", ("choice",), {"choice": True})
    picks = Drawn("selection", ("initiative",), {"initiative": [5]})
    game = fresh_game()
    assert [one.caption for one in card_views(game, [decides])] == ["drawn to decide: its check is a yes"]
    refuses = replace(decides, card={"choice": False})
    assert [one.caption for one in card_views(game, [refuses])] == ["drawn to decide: its ring is a no"]
    assert [one.caption for one in card_views(game, [picks])] == ["drawn to pick: its number is tried first"]
    assert card_views(game, [decides])[0].spoken == "selection card: green check"
