"""Ships that the Hive produces: as many in one view as follow each other, and what is known better of each."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from hive import keys
from hive.engine.state import dump_text
from serving import Table, app_in

TRACKED, TOLD = "17", "18"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return Table(app_in(tmp_path_factory.mktemp("ships")))


def producing(table: Table, number: str) -> str:
    game_id = table.import_kept(number)
    table.until(game_id, keys.PRODUCTION_SITE)
    return game_id


def page_of(table: Table, game_id: str) -> str:
    return table.client.get(f"/games/{game_id}").get_data(as_text=True)


def shown(table: Table, game_id: str) -> list[str]:
    """The ships in the list for hands."""
    texts = re.findall(r"<div><span>(.*?)</span>\s*<details class=\"why\"><summary><small>", page_of(table, game_id))
    return [re.sub(r"<[^>]*>", "", one).strip() for one in texts]


def answer(table: Table, game_id: str, value: str, after: int | str) -> Any:
    step = table.games.present(game_id).session.pending
    assert step is not None
    fields = {"position": table.position(game_id), "key": step.key, "value": value}
    return table.post(f"/games/{game_id}/answer?after={after}", **fields)


def state_of(table: Table, game_id: str) -> Any:
    return json.loads(dump_text(table.games.present(game_id).session.game))


@pytest.mark.rule("8.phase.repeat")
@pytest.mark.parametrize("number", [TRACKED, TOLD])
def test_all_ships_are_placed_by_one_tap_and_the_game_stands_where_one_by_one_leads(table: Table, number: str) -> None:
    together, one_by_one = producing(table, number), producing(table, number)
    ships = shown(table, together)
    assert len(ships) > 2
    line = table.position(together)
    assert f"Place {len(ships)} ships" in page_of(table, together)
    go = re.search(r'<button[^>]*id="go"[^>]*formaction="([^"]*)"', page_of(table, together))
    assert go is not None and go[1].endswith(f"?after={len(ships) - 1}")
    assert answer(table, together, "done", len(ships) - 1).status_code == 303
    assert table.position(together) == line + len(ships)
    for _ in ships:
        answer(table, one_by_one, "done", 0)
    assert state_of(table, together) == state_of(table, one_by_one)


@pytest.mark.rule("8.where")
def test_players_where_a_later_ship_goes_are_told_at_that_ship(table: Table) -> None:
    game_id = producing(table, TRACKED)
    others = re.findall(r'value="(players\.\d+)"(?: formaction="[^"]*after=(\d+)")?', page_of(table, game_id))
    value, after = others[-1]
    assert int(after) > 0 and len(others) == len(set(others))
    line = table.position(game_id)
    answer(table, game_id, value, after)
    assert table.position(game_id) == line + int(after) + 1
    pending = table.games.present(game_id).session.pending
    assert pending is not None and pending.key == keys.SHIPS_CAME


@pytest.mark.rule("8.advanced.two-present")
def test_without_a_galaxy_each_ship_can_go_otherwise(table: Table) -> None:
    game_id = producing(table, TOLD)
    line = table.position(game_id)
    answer(table, game_id, "two_present", 1)
    pending = table.games.present(game_id).session.pending
    assert table.position(game_id) == line + 2
    assert pending is not None and pending.key == keys.FEWEST_CAPACITY_SHIPS


def test_the_last_ship_stands_as_one(table: Table) -> None:
    game_id = table.import_kept("30")
    assert shown(table, game_id) == [] and "Place 1 cruiser in" in page_of(table, game_id)


def test_a_card_of_the_printed_deck_is_drawn_once_the_ship_before_it_stands(table: Table) -> None:
    game_id = table.begin(draws="table")
    table.until(game_id, keys.PRODUCTION_SITE)
    assert shown(table, game_id) == []


@pytest.mark.parametrize("after", [99, 4])
def test_ships_that_nobody_shows_are_refused_and_nothing_changes(table: Table, after: int) -> None:
    game_id = producing(table, TRACKED)
    line = table.position(game_id)
    assert answer(table, game_id, "done", after).status_code == 422
    assert table.position(game_id) == line


@pytest.mark.parametrize("after", ["-1", "x", ""])
def test_nonsense_beside_an_answer_is_about_the_open_question(table: Table, after: str) -> None:
    game_id = producing(table, TRACKED)
    line = table.position(game_id)
    assert answer(table, game_id, "done", after).status_code == 303
    assert table.position(game_id) == line + 1
