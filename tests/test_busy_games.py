"""While somebody waits for the file of games, nobody else waits for long."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from driving import settings
from hive.games.service import GameBusy, Games
from hive.live.pages import REFUSED
from hive.store import Store, StoreLocked, Written
from serving import Table, app_in


class Slow(Store):
    """A file that takes a line only when it is let."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.asked, self.answers = threading.Event(), threading.Event()

    def append(self, *entry: Any) -> Written:
        """Keep a line."""
        self.asked.set()
        assert self.answers.wait(60)
        return super().append(*entry)


@contextmanager
def held_up(store: Slow, games: Games, game_id: str) -> Iterator[None]:
    """Somebody enters something in a new game, and waits for the file."""
    with ThreadPoolExecutor(1) as threads:
        entering = threads.submit(games.correct, game_id, 1, "hive.trade_goods", 3)
        assert store.asked.wait(60)
        try:
            yield
        finally:
            store.answers.set()
        assert entering.result(60).position == 2


def test_nobody_waits_long_for_one_who_waits_for_the_file(tmp_path: Path) -> None:
    store = Slow(tmp_path / "games.sqlite")
    games = Games(store)
    games.longest_wait = 0.05
    one, other = games.create("One", settings()), games.create("Other", settings())
    before = games.present(one)
    with held_up(store, games, one):
        for call in (lambda: games.redo(one, 1), lambda: games.undo(one, 1)):
            with pytest.raises(GameBusy, match="Nothing was changed"):
                call()
        assert games.present(other).position == 1
        looked, then = games.present(one), games.at(one, 1).present
        assert looked == replace(then, notice=looked.notice)
        assert looked.session.game.hive.trade_goods == before.session.game.hive.trade_goods != 3
        assert (looked.position, looked.lines, looked.undo) == (1, before.lines, before.undo)
    assert games.present(one).session.game.hive.trade_goods == 3
    store.close()


def test_a_game_that_is_busy_is_told_as_such(tmp_path: Path) -> None:
    table = Table(app_in(tmp_path))
    game_id = table.begin()
    table.games.longest_wait = 0.05
    slow = Slow(tmp_path / "games.sqlite")
    table.games.store = slow
    with held_up(slow, table.games, game_id):
        response = table.post(f"/games/{game_id}/undo", position=1)
    assert response.status_code == 503
    assert "try again in a moment" in response.get_data(as_text=True)
    assert table.client.get(f"/games/{game_id}").status_code == 200
    slow.close()


def test_who_waited_in_vain_is_told_so_in_the_language_of_the_browser(tmp_path: Path) -> None:
    table = Table(app_in(tmp_path))
    german = {"Accept-Language": "de-AT", "HX-Request": "true"}
    told = table.client.post("/games/one/undo", headers=german, environ_overrides={REFUSED: True})
    assert told.status_code == 503 and '<html lang="de"' in told.text
    assert "Nichts wurde geändert" in told.text and 'href="/games/one"' in told.text
    assert told.headers["Games-Reached"] == "no" and "HX-Retarget" not in told.headers


def test_all_who_enter_something_while_the_file_is_held_are_told_so_at_about_the_same_time(tmp_path: Path) -> None:
    """Each waits for those before it and for the file once, not for the file as often as there are others."""
    store = Store(tmp_path / "games.sqlite", busy_timeout=0.4)
    games = Games(store)
    games.longest_wait = 0.4
    game_id = games.create("One", settings())
    games.present(game_id)
    told: list[type] = []

    def enter(_: int) -> None:
        try:
            games.correct(game_id, 1, "hive.trade_goods", 3)
        except (StoreLocked, GameBusy) as error:
            told.append(type(error))

    other = sqlite3.connect(tmp_path / "games.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with ThreadPoolExecutor(12) as threads:
        list(threads.map(enter, range(12)))
    other.execute("ROLLBACK")
    other.close()
    assert len(told) == 12
    assert told.count(StoreLocked) <= 3
    assert games.correct(game_id, 1, "hive.trade_goods", 3).position == 2
    store.close()
