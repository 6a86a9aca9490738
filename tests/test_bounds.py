"""What is carried is cut before a page sees it, no answer is too large, and one that nobody reads ends."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

import pytest

from hive.catalog.copying import LONGEST_HOMEBREW, MOST_HOMEBREW
from hive.live.front import Patient
from hive.live.pages import Pages
from hive.web.gate import BOUNDS, LARGER, LARGEST_ANSWER, USUAL
from serving import Table, app_in
from test_live import SOON, Serve, Served, serve, until

__all__ = ["serve"]

FORM = "application/x-www-form-urlencoded"
LITTLE, LONG = 4096, 1_000_000
"""Bytes that a system keeps for who does not read, about; and those of an answer of which it keeps the least part."""
PLAYERS = {"p1_name": "Ada", "p2_name": "Ben"}


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(app_in(tmp_path))


def repeated(table: Table, path: str, field: str, values: list[str], kind: str) -> tuple[int, int]:
    """Post a name so many times; the status, and the bytes of the answer with the address that it leads on to."""
    data = [("csrf_token", table.token), *PLAYERS.items(), *((field, value) for value in values)]
    if kind == FORM:
        answer = table.client.post(path, data=urlencode(data), content_type=FORM)
    else:
        answer = table.client.post(path, data={**dict(data), field: values}, content_type=kind)
    return answer.status_code, len(answer.get_data()) + len(answer.location or "")


@pytest.mark.parametrize("kind", [FORM, "multipart/form-data"])
def test_what_is_carried_is_cut(table: Table, kind: str) -> None:
    for path in ("/new", "/new/own", "/new/event", "/new/homebrew", "/new/galaxy", "/new/galaxy/paste"):
        for field in ("homebrew", "options", "boxes", "map", "p1_name"):
            status, size = repeated(table, path, field, ["{" * 150] * 900, kind)
            assert status in (303, 413, 422), (path, field)
            assert size < 200_000, (path, field)


def test_of_each_name_come_through_as_many_values_as_the_forms_have_and_one_more(table: Table) -> None:
    named = [("homebrew", "{" * 5000)] * 30 + [("name", "n" * 900)] * 3 + [("x" * 900, "1"), ("tile.0", "40")]
    with table.app.test_request_context(f"/new?{urlencode(named)}") as context:
        args = context.request.args
        assert [len(one) for one in args.getlist("homebrew")] == [LONGEST_HOMEBREW + 1] * (MOST_HOMEBREW + 1)
        assert [len(one) for one in args.getlist("name")] == [USUAL.longest]
        assert set(args) == {"homebrew", "name", "tile.0"}


@pytest.mark.parametrize("kind", [FORM, "multipart/form-data"])
def test_a_form_of_more_parts_than_any_has_is_refused(table: Table, kind: str) -> None:
    assert repeated(table, "/theme", "more", ["1"] * 1100, kind)[0] == 413


def test_a_new_game_carries_no_more_than_its_links_can_hold(table: Table) -> None:
    own = '{"tile":{"tile":"%s","box":"base","back":"blue","planets":[{"name":"%s","resources":1,"influence":1}]}}'
    named = [own % (1000 + number, "🐝" * 39 + str(number)) for number in range(MOST_HOMEBREW)]
    state = {**PLAYERS, "seed": "abc", "homebrew": named}
    page = table.client.get(f"/new/galaxy?{urlencode(state, doseq=True)}")
    assert page.status_code == 200
    assert len(page.get_data()) < LARGEST_ANSWER
    padded = [text.replace(",", f",{' ' * 250}") for text in named]
    page = table.client.get(f"/new/galaxy?{urlencode({**state, 'homebrew': padded, 'map': '🐝' * 1900}, doseq=True)}")
    assert page.status_code == 413
    assert "Send less" in page.get_data(as_text=True)


def test_a_map_string_that_is_too_long_is_told_so_and_not_cut_into_another(table: Table) -> None:
    answer = table.post("/new/galaxy/paste", p1_name="Ada", p2_name="Ben", galaxy="string", map="40 " * 900)
    assert answer.status_code == 422
    assert "too long for a map string" in answer.get_data(as_text=True)


def test_a_tap_that_sets_more_than_a_system_has_is_refused(table: Table) -> None:
    game_id = table.import_kept("20")
    position = table.position(game_id)
    answer = table.post(f"/games/{game_id}/systems/101/tap", position=position, set="a=1&" * 150)
    assert answer.status_code == 422
    assert table.position(game_id) == position


def test_the_names_with_bounds_of_their_own_have_larger_ones() -> None:
    assert all(bound.most > USUAL.most or bound.longest > USUAL.longest for bound in BOUNDS.values())


def test_an_answer_that_became_too_large_is_held_back(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    table.app.view_functions["lookup.rules"] = lambda: "x" * LARGEST_ANSWER
    assert table.client.get("/rules", headers={"Accept-Encoding": "gzip"}).status_code == 200
    table.app.view_functions["lookup.rules"] = lambda: "x" * (LARGEST_ANSWER + 1)
    answer = table.client.get("/rules", headers={"Accept-Encoding": "gzip"})
    assert answer.status_code == 500
    assert len(answer.get_data()) < 10_000
    assert "no page as large" in table.client.get("/rules").get_data(as_text=True)
    assert "lookup.rules" in caplog.text


def test_files_of_games_may_be_larger(table: Table) -> None:
    table.app.view_functions["lobby.export"] = lambda game_id: "x" * (LARGEST_ANSWER + 1)
    assert table.client.get(f"/games/{table.begin()}/export.json").status_code == 200
    assert {"lobby.export", "lobby.backup"} < LARGER


def test_the_pages_of_a_long_game_are_far_from_too_large(table: Table) -> None:
    game_id = table.import_kept("20")
    sizes = {}
    for rule in table.app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and rule.endpoint not in LARGER and rule.arguments <= {"game_id"}:
            answer = table.client.get(rule.rule.replace("<game_id>", game_id))
            sizes[rule.rule] = len(answer.get_data())
    assert len(sizes) > 25
    assert max(sizes.values()) < LARGEST_ANSWER / 8, sizes


@contextmanager
def asking(served: Served, path: str) -> Iterator[socket.socket]:
    """Somebody who asks, and reads nothing yet. The systems of both sides keep little for them."""
    served.listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, LITTLE)
    with socket.socket() as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, LITTLE)
        one.settimeout(SOON)
        one.connect(("127.0.0.1", served.port))
        one.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        yield one


def connections(served: Served) -> int:
    return len(served.server.server_state.connections)


def long(environ: object, start: Callable[..., object]) -> list[bytes]:
    """An app that has one long answer to everything."""
    start("200 OK", [("Content-Length", str(LONG))])
    return [bytes(LONG)]


def test_an_answer_that_nobody_reads_ends(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Patient, "unread", 0.3)
    served = serve(pages=Pages(long))
    with asking(served, "/"), asking(served, "/"):
        until(lambda: connections(served) == 2)
        until(lambda: connections(served) == 0)


def test_an_answer_that_is_read_slowly_is_read_to_its_end(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Patient, "unread", 0.3)
    served = serve(pages=Pages(long))
    with asking(served, "/") as one, one.makefile("rb") as reader:
        pauses, read = threading.Event(), 0
        while read < LONG:
            part = reader.read(20_000)
            assert part, read
            read += len(part)
            pauses.wait(0.02)


def test_a_stream_that_nobody_reads_ends(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Patient, "unread", 0.3)
    served = serve(heartbeat=0.001)
    game_id = served.table.begin()
    with asking(served, f"/games/{game_id}/stream"):
        until(lambda: served.front.hub.games() == [game_id])
        until(lambda: served.front.hub.games() == [])
