"""A clock that is wrong, or jumps: games keep their order, and go out and come back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from driving import settings
from hive.games import Games
from hive.store import Store
from hive.store.records import Clock
from hive.web.words import clock
from serving import app_in

BACK = [datetime(2026, 5, 1, tzinfo=UTC), datetime(1970, 1, 1, tzinfo=UTC), datetime(1969, 12, 31, 23, tzinfo=UTC)]


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """What the machine's clock shows: the last of these."""
    shown = [datetime(1970, 1, 1, tzinfo=UTC)]
    monkeypatch.setattr("hive.store.records.now", Clock(lambda: shown[-1]).now)
    return shown


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Games]:
    games = Games(Store(tmp_path / "games.sqlite"))
    yield games
    games.store.close()


@pytest.mark.parametrize("then", BACK)
def test_a_game_from_a_wrong_clock_comes_back_as_it_was(games: Games, at: list[datetime], then: datetime) -> None:
    at.append(then)
    game_id = games.create("Then", settings(), seed="test")
    games.correct(game_id, 1, "hive.trade_goods", 3)
    document = json.loads(json.dumps(games.export(game_id)))
    assert document["created_at"].startswith(then.isoformat()[:10])
    again = games.import_game(document)
    assert json.loads(json.dumps(games.export(again))) == document
    assert games.present(again).session.game.hive.trade_goods == 3


def test_games_keep_their_order_where_the_clock_jumps_back(games: Games, at: list[datetime]) -> None:
    names = []
    for hours in (50, 40, 30, 3, 2, 1):
        at.append(datetime(2026, 5, 1, tzinfo=UTC) + timedelta(hours=hours))
        names.append(f"At {hours}")
        games.create(names[-1], settings(), seed="test")
    assert [row.name for row in games.rows()] == names[::-1]
    first = games.rows()[-1]
    games.correct(first.id, 1, "hive.trade_goods", 3)
    assert games.rows()[0].id == first.id
    made = [line.made_at for line in games.lines(first.id, None)]
    assert made == sorted(made, reverse=True)


def test_a_time_that_no_clock_shows_is_left_out(tmp_path: Path) -> None:
    with app_in(tmp_path).test_request_context("/"):
        assert clock("1970-01-01T00:00:00+00:00")
        assert clock("0001-01-01T00:00:00+14:00") == ""
        assert clock("never") == ""
