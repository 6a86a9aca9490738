"""Whoever waits for the file of games holds up nobody who looks at another game."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlencode

import pytest
from asgiref.typing import ASGIReceiveEvent, HTTPScope
from flask import Flask

from hive.live.pages import REFUSED, Busy, Pages, Turns
from serving import Table, app_in, serve_in_child

EVER = 600.0
"""So many seconds a post waits for the file here: what is answered before it cannot have waited as well."""
SOON = 5.0
HEADERS = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true"}


def wait_for_ever(app: Flask) -> None:
    """Let this server's posts wait for the file and for each other as long as it takes."""
    games = app.extensions["games"]
    games.longest_wait = games.store._database._busy_timeout = EVER


@contextmanager
def held(file: Path) -> Iterator[None]:
    """Another program is writing to the file of games."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


class Browser:
    """A browser that asks once, and may wait for the answer later."""

    def __init__(self, port: int, headers: dict[str, str]) -> None:
        self.connection = HTTPConnection("127.0.0.1", port, timeout=60)
        self.headers = headers

    def asks(self, method: str, path: str, **fields: object) -> Browser:
        self.connection.request(method, path, urlencode(fields), self.headers)
        return self

    def status(self) -> int:
        with closing(self.connection):
            return self.connection.getresponse().status


@pytest.mark.parametrize(("tables", "looks"), [(1, 0), (6, 0), (2, 4)])
def test_looks_at_another_game_go_on_while_posts_wait_for_the_file(tmp_path: Path, tables: int, looks: int) -> None:
    table = Table(app_in(tmp_path))
    busy, other = [table.begin() for _ in range(tables)], table.begin()
    tap, headers = tapped(table, other)
    table.games.store.close()
    server, port = serve_in_child(tmp_path, wait_for_ever)

    def look(game_id: str) -> Browser:
        return Browser(port, headers).asks("GET", f"/games/{game_id}")

    with held(tmp_path / "games.sqlite"):
        posts = [
            Browser(port, headers).asks("POST", f"/games/{game_id}/answer", **tap) for game_id in busy for _ in range(8)
        ]
        # These may come before the posts; those after them come when all posts wait.
        assert [look(other).status() for _ in range(2)] == [200, 200]
        looking = [look(game_id) for game_id in busy for _ in range(looks)]
        assert [look(other).status() for _ in range(4)] == [200] * 4
    assert sorted(post.status() for post in posts) == [200] * tables + [409] * 7 * tables
    assert [one.status() for one in looking] == [200] * len(looking)
    server.kill()
    server.join()


def test_the_list_of_games_and_who_opens_a_code_wait_for_no_post_that_waits_for_the_file(tmp_path: Path) -> None:
    table = Table(app_in(tmp_path))
    games = [table.begin() for _ in range(2)]
    tap, headers = tapped(table, games[0])
    code = table.games.store.codes(games[0])["p1"]
    table.games.store.close()
    server, port = serve_in_child(tmp_path, wait_for_ever)
    with held(tmp_path / "games.sqlite"):
        posts = [Browser(port, headers).asks("POST", f"/games/{game_id}/answer", **tap) for game_id in games]
        # Some of these may come before the posts; the others come when both posts wait.
        assert [Browser(port, headers).asks("GET", "/").status() for _ in range(6)] == [200] * 6
        assert Browser(port, headers).asks("GET", f"/join/{code}").status() == 303
    assert [post.status() for post in posts] == [200, 200]
    server.kill()
    server.join()


def tapped(table: Table, game_id: str) -> tuple[dict[str, object], dict[str, str]]:
    """What a tap on the open question of a new game posts, and the headers that it comes with."""
    step, cookie = table.games.present(game_id).session.pending, table.client.get_cookie("session")
    assert step is not None
    assert cookie is not None
    tap = {"csrf_token": table.token, "position": table.position(game_id), "key": step.key, "value": "done"}
    return tap, {"Cookie": f"session={cookie.value}", **HEADERS}


def test_those_who_wait_behind_a_post_that_could_not_reach_the_games_are_told_at_once() -> None:
    async def asked() -> list[str]:
        turns, told = Turns(2), []

        async def first() -> None:
            async with turns.turn("POST", "/games/one/answer") as line:
                await asyncio.gather(elsewhere, look)
                line.refuse()

        async def post(path: str) -> None:
            try:
                async with turns.turn("POST", path):
                    told.append(path)
            except Busy:
                told.append("busy")

        async def look_at() -> None:
            async with turns.turn("GET", "/games/third"):
                told.append("look")

        elsewhere, look = asyncio.ensure_future(post("/games/other/undo")), asyncio.ensure_future(look_at())
        await asyncio.gather(first(), post("/games/one/undo"), post("/games/one/redo"))
        await post("/games/one/undo")
        return told

    assert asyncio.run(asked()) == ["/games/other/undo", "look", "busy", "busy", "/games/one/undo"]


def test_what_waits_behind_an_answer_of_503_is_not_asked_of_the_pages() -> None:
    goes_on, asked = threading.Event(), []

    def unreachable(environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
        if environ[REFUSED]:
            start("503 Service Unavailable", [])
            return [b"told who waited"]
        asked.append(environ["PATH_INFO"])
        assert goes_on.wait(60)
        start("503 Service Unavailable", [])
        return [b"told by the pages"]

    async def receive() -> ASGIReceiveEvent:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def answers() -> list[bytes]:
        pages, scope = Pages(unreachable), {"type": "http", "method": "POST", "path": "/games/one/answer"}
        whole = cast(HTTPScope, {**scope, "http_version": "1.1", "scheme": "http", "query_string": b"", "headers": []})
        asking = [pages.answer(whole, receive) for _ in range(3)]
        told, *_ = await asyncio.gather(asyncio.gather(*asking), asyncio.to_thread(goes_on.set))
        assert [answer.status for answer in told] == [503] * 3
        return [answer.body for answer in told]

    assert asyncio.run(answers()) == [b"told by the pages", b"told who waited", b"told who waited"]
    assert asked == ["/games/one/answer"]


def test_the_steps_of_a_game_go_on_while_games_are_imported() -> None:
    async def asked() -> list[str]:
        turns, done = Turns(2), []
        replayed = asyncio.Event()

        async def imports(name: str) -> None:
            async with turns.turn("POST", "/import"):
                await replayed.wait()
                done.append(name)

        async def step() -> None:
            async with turns.turn("POST", "/games/one/answer"):
                done.append("step")
            replayed.set()

        importing = asyncio.gather(imports("first import"), imports("second import"), imports("third import"))
        # They come first, and have what they can have.
        await asyncio.sleep(0)
        await asyncio.wait_for(step(), SOON)
        await importing
        return done

    assert asyncio.run(asked()) == ["step", "first import", "second import", "third import"]


def test_whoever_asks_about_one_game_is_answered_in_turn() -> None:
    async def asked() -> list[str]:
        turns, done = Turns(2), []
        first = asyncio.Event()

        async def ask(method: str, name: str) -> None:
            async with turns.turn(method, "/games/one/answer"):
                if name == "first post":
                    await first.wait()
                done.append(name)

        async def goes_on() -> None:
            first.set()

        await asyncio.gather(ask("POST", "first post"), ask("POST", "second post"), ask("GET", "look"), goes_on())
        return done

    assert asyncio.run(asked()) == ["first post", "look", "second post"]
