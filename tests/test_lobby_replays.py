"""The list of games plays no game once more that has not gone on, and shows a damaged one beside the others."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from hive.games.keeping import AS_IT_STANDS, MISNAMED, listed_games
from hive.games.present import Reached, Reaching
from serving import Table, app_in

OLD = 6
"""So many games of those in the list are older than those that are told as they stand."""


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Grows with each replay by the id of its game."""
    counted: list[str] = []
    really = Reaching.back

    def back(self: Reaching, game_id: str, line: int) -> Reached:
        counted.append(game_id)
        return really(self, game_id, line)

    monkeypatch.setattr(Reaching, "back", back)
    return counted


def test_games_that_were_left_in_their_set_up_are_not_replayed_for_the_list(tmp_path: Path, replays: list[str]) -> None:
    begun = Table(app_in(tmp_path))
    for _ in range(AS_IT_STANDS + OLD):
        begun.begin()
    table = Table(app_in(tmp_path))
    first = table.client.get("/").get_data(as_text=True)
    assert first.count("Set-up") >= AS_IT_STANDS + OLD
    replays.clear()
    for _ in range(3):
        assert table.client.get("/").status_code == 200
    assert replays == []


def test_a_list_beside_more_tables_than_are_kept_running_replays_none(tmp_path: Path, replays: list[str]) -> None:
    table = Table(app_in(tmp_path))
    table.games.kept_running = AS_IT_STANDS
    ids = [table.begin() for _ in range(AS_IT_STANDS + OLD)]
    table.client.get("/")
    for game_id in ids:
        table.games.present(game_id)
    replays.clear()
    assert table.client.get("/").status_code == 200
    assert replays == []


def test_the_list_shows_a_game_as_it_has_gone_on(tmp_path: Path) -> None:
    table = Table(app_in(tmp_path))
    game_id = table.begin()
    table.client.get("/")
    table.games.correct(game_id, table.position(game_id), "hive.victory_points", 7)
    assert [score.points for score in listed_games(table.games, table.games.store.page(1).rows)[0].points] == [7, 0, 0]


def test_a_game_whose_name_is_damaged_stands_in_the_list_and_says_so(tmp_path: Path) -> None:
    table = Table(app_in(tmp_path))
    damaged, _ = table.begin(), table.begin()
    file = table.games.store.file
    assert file is not None
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("UPDATE games SET name = CAST(x'4672ff646179' AS TEXT) WHERE id = ?", (damaged,))
    shown = table.client.get("/").get_data(as_text=True)
    assert "Fr\ufffdday" in shown and ">Test<" in shown and shown.count(MISNAMED) == 1
    assert table.client.get(f"/games/{damaged}").status_code == 200
    table.post(f"/games/{damaged}/rename", name="Friday")
    assert MISNAMED not in table.client.get("/").get_data(as_text=True)
