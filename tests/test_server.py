"""A real server: killed in the middle of things, and raced by two browsers."""

from __future__ import annotations

import os
import random
import re
import signal
import threading
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import urlencode

from day import times
from driving import expected_answer
from hive.games.service import Games
from hive.store import Store
from serving import Table, app_in, serve_in_child

KILLS = times(10, 200)
RACES = times(50, 200)
POSITION = re.compile(r'name="position" value="(\d+)"')
FORM = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true"}


def form_of(table: Table, game_id: str) -> tuple[str, int]:
    """The post that answers the open question as expected, and the position that it makes."""
    present = table.games.present(game_id)
    step = present.session.pending
    assert step is not None
    value = expected_answer(present.session.game, step)
    fields = {"csrf_token": table.token, "position": present.position, "key": step.key, "value": value}
    return urlencode(fields), present.position + 1


def cookie_of(table: Table) -> dict[str, str]:
    cookie = table.client.get_cookie("session")
    assert cookie is not None
    return {"Cookie": f"session={cookie.value}", **FORM}


def test_killing_the_server_loses_no_acknowledged_entry(tmp_path: Path) -> None:
    table = Table(app_in(tmp_path))
    game_id = table.begin()
    table.until(game_id, "player_turn")
    headers = cookie_of(table)
    chance = random.Random(7)
    for kill in range(KILLS):
        body, _ = form_of(table, game_id)
        table.games.store.close()
        server, port = serve_in_child(tmp_path)
        pid = server.pid
        assert pid is not None
        acknowledged = 0
        for _ in range(1 + kill % 2):
            acknowledged = acknowledged_post(port, game_id, headers, body)
            table.games.forget(game_id)
            body, _ = form_of(table, game_id)
        if kill % 4:
            kill_during_a_post(pid, port, game_id, headers, body, chance.uniform(0, 0.006))
        else:
            os.kill(pid, signal.SIGKILL)
        server.join()
        table.games.forget(game_id)
        position = Games(Store(tmp_path / "games.sqlite")).present(game_id).position
        assert position in (acknowledged, acknowledged + 1)


def acknowledged_post(port: int, game_id: str, headers: dict[str, str], body: str) -> int:
    """Post a step; return the position that the answer shows."""
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("POST", f"/games/{game_id}/answer", body, headers)
    response = connection.getresponse()
    page = response.read().decode()
    connection.close()
    assert response.status == 200
    found = POSITION.search(page)
    assert found is not None
    return int(found.group(1))


def kill_during_a_post(pid: int, port: int, game_id: str, headers: dict[str, str], body: str, delay: float) -> None:
    """Post a step to a server that is killed meanwhile; whether it answers is up to chance."""
    killer = threading.Timer(delay, os.kill, (pid, signal.SIGKILL))
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    connection.connect()
    killer.start()
    with suppress(OSError, HTTPException):
        connection.request("POST", f"/games/{game_id}/answer", body, headers)
        connection.getresponse().read()
    connection.close()
    killer.join()


def test_of_two_browsers_that_post_the_same_step_at_once_one_is_told_to_look_again(tmp_path: Path) -> None:
    table = Table(app_in(tmp_path))
    game_id = table.begin()
    table.until(game_id, "player_turn")
    headers = cookie_of(table)
    table.games.store.close()
    server, port = serve_in_child(tmp_path)
    for _ in range(RACES):
        body, position = form_of(table, game_id)
        statuses: list[int] = []
        gate = threading.Barrier(2)

        def post(body: str = body, statuses: list[int] = statuses, gate: threading.Barrier = gate) -> None:
            connection = HTTPConnection("127.0.0.1", port, timeout=30)
            gate.wait()
            connection.request("POST", f"/games/{game_id}/answer", body, headers)
            statuses.append(connection.getresponse().status)
            connection.close()

        browsers = [threading.Thread(target=post) for _ in range(2)]
        for browser in browsers:
            browser.start()
        for browser in browsers:
            browser.join()
        assert sorted(statuses) == [200, 409]
        assert table.position(game_id) == position
    server.kill()
    server.join()
