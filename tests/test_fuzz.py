"""Whatever is asked of the app, it answers: a sample of `make fuzz`, and what that has found."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from flask import Request, request

from bench.fuzz.asking import Fuzz
from bench.fuzz.forms import Page
from bench.fuzz.weighing import WAYS
from hive.store import Store
from serving import Table, app_in
from storing import where


@pytest.mark.both_stores
def test_no_request_of_a_sample_breaks_the_app(store: Store, tmp_path: Path) -> None:
    fuzz = Fuzz(tmp_path, seed=12, database=where(store))
    assert [str(one) for one in fuzz.run(120)] == []
    assert fuzz.statuses[200] > 25 and fuzz.statuses[303] > 2
    assert fuzz.weighed.total() > 12
    fuzz.games.store.close()


@pytest.mark.parametrize("cut", [True, False])
def test_a_form_that_is_answered_with_far_more_than_it_has_is_found(tmp_path: Path, cut: bool) -> None:
    fuzz = Fuzz(tmp_path, seed=1)
    page = Page(fuzz.client.get("/new").get_data(as_text=True))
    form = next(one for one in page.forms if one.action == "/new")

    def all_of_each() -> str:
        named = request.form.getlist("homebrew")
        return "".join(named * len(named))

    fuzz.app.view_functions["setup.new_game"] = all_of_each
    if not cut:
        fuzz.app.request_class = Request
    for _ in WAYS:
        fuzz.weigh(0, form)
    assert bool(fuzz.broken) is not cut
    fuzz.games.close()


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(app_in(tmp_path))


@pytest.mark.parametrize("number", ["1" + "0" * zeros for zeros in (9, 18, 30, 5000)])
def test_a_number_in_an_address_that_no_file_takes_is_not_found(table: Table, number: str) -> None:
    game_id = table.begin()
    assert table.client.get(f"/games/{game_id}/story/{number}").status_code == 404


@pytest.mark.parametrize("to", ["0", "-1", "", "%00", "many", "999999999"])
def test_undo_to_a_line_that_there_is_not_is_a_sentence(table: Table, to: str) -> None:
    game_id = table.begin()
    response = table.post(f"/games/{game_id}/undo", position=1, to=to)
    assert response.status_code in (404, 422)
    assert table.position(game_id) == 1


def test_a_part_of_a_form_without_a_name_is_refused(table: Table) -> None:
    body = f'--x\r\nContent-Disposition: form-data; name="csrf_token"\r\n\r\n{table.token}\r\n'
    body += "--x\r\nContent-Disposition: form-data\r\n\r\nnameless\r\n--x--\r\n"
    response = table.client.post("/theme", data=body, content_type="multipart/form-data; boundary=x")
    assert response.status_code == 400


DAMAGED = [
    ("entries", "kind"),
    ("entries", "data"),
    ("entries", "words"),
    ("snapshots", "state"),
    ("tables", "json"),
    ("copies", "text"),
]


@pytest.mark.parametrize(("rows", "column"), DAMAGED)
def test_what_is_no_text_in_a_damaged_file_is_told_on_each_page(table: Table, rows: str, column: str) -> None:
    game_id = table.begin()
    table.until(game_id, "player_turn")
    table.games.store.keep_copy("ours", "table: hive_mind")
    with closing(sqlite3.connect(str(table.games.store.file))) as connection, connection:
        assert connection.execute(f"UPDATE {rows} SET {column} = CAST(x'ff41' || {column} AS TEXT)").rowcount
    table.games.forget(game_id)
    game = f"/games/{game_id}"
    answers = [table.client.get(page) for page in ("/", "/copies", game, f"{game}/menu", f"{game}/export.json")]
    texts = [answer.get_data(as_text=True) for answer in answers if answer.status_code >= 400]
    assert texts
    assert all("cannot be read" in text for text in texts)
    assert table.client.get("/rules").status_code == 200


@pytest.mark.parametrize("column", ["name", "changed_at"])
def test_a_game_is_found_and_goes_on_where_its_row_in_the_list_is_damaged(table: Table, column: str) -> None:
    game_id = table.begin()
    with closing(sqlite3.connect(str(table.games.store.file))) as connection, connection:
        assert connection.execute(f"UPDATE games SET {column} = CAST(x'ff41' || {column} AS TEXT)").rowcount
    table.games.forget(game_id)
    game = f"/games/{game_id}"
    assert game in table.client.get("/").get_data(as_text=True)
    pages = (game, f"{game}/menu", f"{game}/export.json")
    assert [table.client.get(page).status_code for page in pages] == [200, 200, 200]
