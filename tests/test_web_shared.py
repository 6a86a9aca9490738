"""Screens that show alike get the same answer, drawn once; each with its own token, and nobody what is another's."""

from __future__ import annotations

import re
import threading
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from guests import Guest
from hive import keys
from hive.store import Opens
from hive.web.table import shared
from hive.web.table.shared import COOKIE as GUIDE
from hive.web.table.shared import ON, SENTENCES
from serving import HTMX, TOKEN, Table, app_in

SHOWS = re.compile(r"Table-Shows&#34;: &#34;([^&]*)&#34;")


class Screen:
    """A device at a table of one app."""

    def __init__(self, app_of: Table, game_id: str, hints: str = "") -> None:
        self.table, self.address = Table(app_of.app), f"/games/{game_id}"
        if hints:
            self.table.client.set_cookie(GUIDE, hints, path=self.address)
        self.read(self.table.client.get(self.address).get_data(as_text=True))

    def read(self, page: str) -> str:
        found = SHOWS.search(page)
        assert found is not None
        self.headers = {**HTMX, "Table-Shows": found[1]}
        return page

    def since(self, position: int) -> str:
        address = f"{self.address}/since?position={position}&tab=now"
        return self.read(self.table.client.get(address, headers=self.headers).get_data(as_text=True))


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.setattr(shared, "SHARED", shared.Shared())
    table = Table(app_in(tmp_path))
    table.begin()
    game_id = table.begin()
    table.until(game_id, "player_turn")
    return table


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows with each table that is drawn."""
    times: list[int] = []
    draw = shared.table_page

    def counted(*what: object) -> object:
        times.append(1)
        return draw(*what)  # type: ignore[arg-type]

    monkeypatch.setattr(shared, "table_page", counted)
    return times


def test_two_screens_that_follow_get_one_drawing_each_with_its_own_token(table: Table, drawn: list[int]) -> None:
    game_id = table.games.store.games()[0].id
    ada, ben = Screen(table, game_id), Screen(table, game_id)
    before = table.position(game_id)
    table.games.answer(game_id, before, "player_turn", "done")
    del drawn[:]
    pages = ada.since(before), ben.since(before)
    assert len(drawn) == 1
    tokens = [TOKEN.findall(page) for page in pages]
    assert len(set(tokens[0])) == len(set(tokens[1])) == 1
    assert tokens[0][0] != tokens[1][0]
    assert pages[0].replace(tokens[0][0], "") == pages[1].replace(tokens[1][0], "")
    posted = ben.table.client.post(
        f"/games/{game_id}/undo",
        data={"csrf_token": tokens[1][0], "position": table.position(game_id)},
        headers=ben.headers,
    )
    assert posted.status_code == 200


def test_what_a_screen_that_posts_gets_serves_those_that_follow(table: Table, drawn: list[int]) -> None:
    game_id = table.games.store.games()[0].id
    ada, ben = Screen(table, game_id), Screen(table, game_id)
    before = table.position(game_id)
    data = {"csrf_token": ada.table.token, "position": before, "key": "player_turn", "value": "done"}
    del drawn[:]
    posted = ada.table.client.post(f"/games/{game_id}/answer?tab=now", data=data, headers=ada.headers)
    assert posted.status_code == 200
    ben.since(before)
    assert len(drawn) == 1


def test_screens_with_hints_get_one_drawing_each_with_the_hint_that_it_has_not_seen(
    table: Table, drawn: list[int]
) -> None:
    game_id = table.games.store.games()[0].id
    before = table.position(game_id)
    ada, ben = Screen(table, game_id, ON), Screen(table, game_id, f"1-{keys.PLAYER_TURN}-{keys.HIVE_TURN}")
    table.until(game_id, keys.HIVE_TURN)
    del drawn[:]
    new, known = ada.since(before), ben.since(before)
    assert len(drawn) == 1
    assert str(SENTENCES[keys.HIVE_TURN]) in new
    assert 'id="guide"' in new and 'id="guide"' not in known
    assert shared.HINT not in new + known
    assert len(set(TOKEN.findall(new))) == 1
    assert '<ul id="links" hx-preserve>' in known, "hints stay switched on"


def test_a_screen_that_shows_or_speaks_something_else_gets_its_own(
    table: Table, drawn: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = table.games.store.games()[0].id
    ada, ben = Screen(table, game_id), Screen(table, game_id)
    before = table.position(game_id)
    table.games.answer(game_id, before, "player_turn", "done")
    ben.headers = dict(HTMX)
    del drawn[:]
    assert len(ada.since(before)) < len(ben.since(before))
    address = f"{ada.address}/since?position={before}&tab=map"
    assert 'id="poll"' in ada.table.client.get(address, headers=ada.headers).get_data(as_text=True)
    assert len(drawn) == 3


def test_screens_that_ask_at_the_same_moment_wait_for_one_drawing(table: Table, drawn: list[int]) -> None:
    game_id = table.games.store.games()[0].id
    screens = [Screen(table, game_id) for _ in range(4)]
    before = table.position(game_id)
    table.games.answer(game_id, before, "player_turn", "done")
    del drawn[:]
    asking = [threading.Thread(target=screen.since, args=(before,)) for screen in screens]
    for one in asking:
        one.start()
    for one in asking:
        one.join()
    assert len(drawn) == 1


def test_a_refused_tap_is_told_to_the_one_who_tapped_alone(table: Table) -> None:
    game_id = table.games.store.games()[0].id
    ada, ben = Screen(table, game_id), Screen(table, game_id)
    before = table.position(game_id)
    table.games.answer(game_id, before, "player_turn", "done")
    late = {"csrf_token": ada.table.token, "position": before, "key": "player_turn", "value": "done"}
    refused = ada.table.client.post(f"/games/{game_id}/answer?tab=now", data=late, headers=ada.headers)
    assert refused.status_code == 409
    assert "Somebody was faster" in refused.get_data(as_text=True)
    assert "Somebody was faster" not in ben.since(before)


@pytest.mark.parametrize(
    ("cookie", "value"),
    [("theme", "light"), ("text", "large"), ("keys", "off"), ("sound", "on"), ("awake", "off"), (GUIDE, ON)],
)
def test_no_device_gets_the_drawing_of_one_that_is_set_otherwise(
    table: Table, monkeypatch: pytest.MonkeyPatch, cookie: str, value: str
) -> None:
    game_id = table.games.store.games()[0].id
    ada, ben = Table(table.app).client, Table(table.app).client
    ben.set_cookie(cookie, value)
    assert_each_gets_its_own(game_id, ada, ben, monkeypatch)


@pytest.mark.parametrize(("one", "other"), [("table", "p1"), ("p1", "p2")])
def test_no_device_gets_the_drawing_of_one_that_has_the_game_open_otherwise(
    table: Table, monkeypatch: pytest.MonkeyPatch, one: Opens, other: Opens
) -> None:
    game_id = table.games.store.games()[0].id
    ada, ben = (Guest(table.app).join(game_id, opens).client for opens in (one, other))
    assert_each_gets_its_own(game_id, ada, ben, monkeypatch)


def assert_each_gets_its_own(game_id: str, ada: FlaskClient, ben: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the other one was sent before, each is sent what it is sent alone. Neither says what it shows."""

    def alone(*clients: FlaskClient) -> str:
        monkeypatch.setattr(shared, "SHARED", shared.Shared())
        for client in clients:
            answer = client.get(f"/games/{game_id}/since?position=0&tab=now", headers=HTMX)
        page = answer.get_data(as_text=True)
        return page.replace(TOKEN.findall(page)[0], "")

    assert alone(ada, ben) == alone(ben) != alone(ada) == alone(ben, ada)


def test_only_the_latest_answers_are_kept() -> None:
    answers = shared.Shared(kept=2)
    for name in "abc":
        answers._answer(name)
    assert list(answers._answers) == ["b", "c"]
