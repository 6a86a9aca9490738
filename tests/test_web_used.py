"""The page on which the table looks up what it has used."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from driving import layout, settings
from hive.catalog.tables.doings import Switch
from hive.web.lookup import SWITCHES
from serving import Table, app_in

TITLES = [str(told.title) for told in SWITCHES.values()]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(app_in(tmp_path))


@pytest.mark.rule("1.scope.unchanged-rules")
def test_what_was_used_is_looked_up_by_its_name_and_told_in_the_log(table: Table) -> None:
    game_id = table.begin()
    table.until(game_id, "player_turn")
    table.games.correct(game_id, table.position(game_id), "hive.commodities", 2)
    page = table.client.get(f"/games/{game_id}/used").get_data(as_text=True)
    assert "Salvage" in page and "Ambush" not in page
    table.post(f"/games/{game_id}/events/used.salvage", position=table.position(game_id), who="p1")
    assert table.games.present(game_id).session.game.hive.commodities == 0
    assert "Salvage" in str(table.games.lines(game_id, None, 5)[0].words)


@pytest.mark.rule("1.scope.unchanged-rules")
def test_what_changes_nothing_is_refused_with_a_sentence(table: Table) -> None:
    game_id = table.begin()
    table.until(game_id, "player_turn")
    before = table.position(game_id)
    answer = table.post(f"/games/{game_id}/events/used.seize_artifact", position=before)
    assert answer.status_code == 422 and "no relic fragment" in answer.get_data(as_text=True)
    assert table.position(game_id) == before


def test_how_the_app_plays_each_of_them_can_be_looked_up(table: Table) -> None:
    page = table.client.get("/doings").get_data(as_text=True)
    assert "Stellar Converter" in page and "the app minds it by itself" in page


@pytest.mark.rule("1.scope.unchanged-rules")
def test_what_fits_the_moment_stands_first(table: Table) -> None:
    game_id = table.begin()
    table.until(game_id, "player_turn")
    page = table.client.get(f"/games/{game_id}/used").get_data(as_text=True)
    now, others = page.split("At other moments")
    assert "Lucky Shot" in now and "Shields Holding" in others and "Shields Holding" not in now
    assert f'href="/games/{game_id}/used"' in table.client.get(f"/games/{game_id}").get_data(as_text=True)


def test_each_kind_of_change_says_where_it_acts(table: Table) -> None:
    page = table.client.get("/doings").get_data(as_text=True)
    assert set(SWITCHES) == set(get_args(Switch))
    assert "Where it acts: rounds of space combat; rounds of ground combat; hits beside the dice of a combat." in page
    assert all(f"{title}</h2>" in page.replace('<span class="hive">', "").replace("</span>", "") for title in TITLES)


@pytest.mark.rule("1.scope.unchanged-rules")
def test_all_pages_open_once_a_home_system_is_off_the_map_and_so_does_its_export(table: Table) -> None:
    chosen = settings()
    chosen.boxes = ["base", "pok", "te"]
    game_id = table.games.create("Test", chosen, seed="x", layout=layout())
    table.until(game_id, "player_turn")
    galaxy = table.games.present(game_id).session.game.galaxy
    assert galaxy is not None
    told = {"who": "p1", "where": galaxy.spawning["home_p1"], "position": table.position(game_id)}
    assert table.post(f"/games/{game_id}/events/used.the_silver_flame", **told).status_code == 303
    again = table.games.import_game(table.games.store.export_game(game_id))
    for one in ("map", "systems", "sheet", "story", "layout", "threats"):
        assert table.client.get(f"/games/{again}/{one}").status_code == 200, one
