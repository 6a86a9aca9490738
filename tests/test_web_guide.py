"""First minutes: an accompanied game says a sentence at each new kind of step, and the set-up is done in one tap."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from driving import layout, settings
from hive import keys
from hive.web.table.shared import OFF, ON, SENTENCES, guided
from serving import HTMX, Table, app_in

SAID = re.compile(r'id="guide"')


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(app_in(tmp_path))


def shown(table: Table, game_id: str) -> bool:
    return bool(SAID.search(table.client.get(f"/games/{game_id}").get_data(as_text=True)))


def test_every_sentence_belongs_to_a_kind_of_step() -> None:
    assert [kind for kind in SENTENCES if not keys.known(kind) and kind not in keys.FAMILIES] == []


def test_the_first_game_of_a_machine_is_accompanied_and_a_second_one_is_not(table: Table) -> None:
    first = table.begin()
    assert shown(table, first)
    assert not shown(table, table.begin())
    assert shown(table, first), "it was accompanied before the second one began"


def test_a_sentence_stays_while_its_step_is_open_and_is_gone_at_the_next_of_its_kind(table: Table) -> None:
    game_id = table.begin()
    assert shown(table, game_id) and shown(table, game_id), "a reload takes nothing away"
    position = table.position(game_id)
    page = table.post(f"/games/{game_id}/answer", htmx=True, position=position, key="set_up", value="done")
    assert not SAID.search(page.get_data(as_text=True)), "the second page of the checklist is nothing new"
    table.until(game_id, keys.REVEAL)
    assert shown(table, game_id)


def test_hints_end_with_one_tap_and_come_again_with_one(table: Table) -> None:
    game_id = table.begin()
    assert shown(table, game_id)
    table.post(f"/games/{game_id}/guide", guide=OFF)
    assert not shown(table, game_id)
    table.post(f"/games/{game_id}/guide", guide=ON)
    assert shown(table, game_id)
    assert table.post("/games/none/guide", guide=ON).status_code == 404


def test_hints_stay_on_where_a_tap_books_on_the_map(table: Table) -> None:
    game_id = table.games.create("Test", settings(), seed="test", layout=layout())
    table.post(f"/games/{game_id}/guide", guide=ON)
    fields = {"position": table.position(game_id), "set": "000/units/p1/destroyer=1"}
    page = table.post(f"/games/{game_id}/systems/000/tap", htmx=True, **fields).get_data(as_text=True)
    assert 'name="guide" value="off"' in page


def test_no_hint_of_the_step_stands_above_what_is_open_over_it(table: Table) -> None:
    game_id = table.games.create("Test", settings(), seed="test", layout=layout())
    table.until(game_id, keys.PLAYER_TURN)
    table.post(f"/games/{game_id}/guide", guide=ON)
    assert shown(table, game_id)
    for over in ("do=moved&who=p1", "at=000"):
        page = table.client.get(f"/games/{game_id}?{over}").get_data(as_text=True)
        assert not SAID.search(page), over
    assert shown(table, game_id)


@pytest.mark.parametrize("cookie", ["", "-", "x-y-z", "9999-set_up-nothing", "-".join(["1"] * 500)])
def test_a_cookie_of_whatever_kind_is_survived(table: Table, cookie: str) -> None:
    present = table.games.present(table.begin())
    found = guided(present, cookie, first_game=lambda: True)
    assert found.on and len(found.cookie) < 1000


def test_all_that_is_left_of_the_set_up_is_done_in_one_tap_and_undone_page_by_page(table: Table) -> None:
    game_id = table.games.create("Test", settings(), seed="test", layout=layout())
    page = table.client.get(f"/games/{game_id}").get_data(as_text=True)
    assert 'id="all-set-up"' in page and "<b>Undo</b>" in page
    position = table.position(game_id)
    page = table.post(f"/games/{game_id}/set-up", htmx=True, position=position).get_data(as_text=True)
    assert "Which public objective is revealed?" in page and 'id="all-set-up"' not in page
    page = table.post(f"/games/{game_id}/undo", htmx=True, position=table.position(game_id)).get_data(as_text=True)
    assert "The first round" in page and "<b>Back</b>" in page


def test_the_set_up_is_not_done_twice(table: Table) -> None:
    game_id = table.begin()
    position = table.position(game_id)
    table.post(f"/games/{game_id}/set-up", position=position)
    assert table.post(f"/games/{game_id}/set-up", htmx=True, position=position).status_code == 409
    late = table.post(f"/games/{game_id}/set-up", htmx=True, position=table.position(game_id))
    assert late.status_code == 422
    assert table.games.present(game_id).session.pending.key == keys.REVEAL  # type: ignore[union-attr]


def test_the_tiles_stand_on_the_map_while_they_are_laid_out(table: Table) -> None:
    game_id = table.games.create("Test", settings(), seed="test", layout=layout())
    for group in range(3):
        page = table.client.get(f"/games/{game_id}", headers=HTMX).get_data(as_text=True)
        assert ('class="kd"' in page) == (group == 2), group
        table.post(f"/games/{game_id}/answer", position=table.position(game_id), key="set_up", value="done")
