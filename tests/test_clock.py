"""A clock that is wrong, or jumps: games keep their order, go out and come back, and who is at a table stays there."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from driving import settings
from guests import Guest
from hive.games.service import Games
from hive.store import Store
from hive.store.records import Clock
from hive.web.gate import AT_ONCE, PUT_BACK
from hive.web.words import YEAR, clock
from serving import Table, app_in

BACK = [datetime(2026, 5, 1, tzinfo=UTC), datetime(1970, 1, 1, tzinfo=UTC), datetime(1969, 12, 31, 23, tzinfo=UTC)]
BEGINNING = datetime(1970, 1, 1, 0, 1, tzinfo=UTC).timestamp()
TODAY = datetime(2026, 11, 23, tzinfo=UTC).timestamp()
JUMPS = ((BEGINNING, TODAY), (TODAY, BEGINNING))


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
    document = json.loads(json.dumps(games.store.export_game(game_id)))
    assert document["created_at"].startswith(then.isoformat()[:10])
    again = games.import_game(document)
    assert json.loads(json.dumps(games.store.export_game(again))) == document
    assert games.present(again).session.game.hive.trade_goods == 3


def test_games_keep_their_order_where_the_clock_jumps_back(games: Games, at: list[datetime]) -> None:
    names = []
    for hours in (50, 40, 30, 3, 2, 1):
        at.append(datetime(2026, 5, 1, tzinfo=UTC) + timedelta(hours=hours))
        names.append(f"At {hours}")
        games.create(names[-1], settings(), seed="test")
    assert [row.name for row in games.store.games()] == names[::-1]
    first = games.store.games()[-1]
    games.correct(first.id, 1, "hive.trade_goods", 3)
    assert games.store.games()[0].id == first.id
    made = [line.made_at for line in games.lines(first.id, None)]
    assert made == sorted(made, reverse=True)


def test_a_time_that_no_clock_shows_is_left_out(tmp_path: Path) -> None:
    with app_in(tmp_path).test_request_context("/"):
        assert clock("1970-01-01T00:00:00+00:00")
        assert clock("0001-01-01T00:00:00+14:00") == ""
        assert clock("never") == ""


# --- devices


@dataclass
class Jump:
    """A game that was begun while the clock stood elsewhere."""

    table: Table
    game_id: str
    put: Callable[[float], None]
    before: float
    after: float


@pytest.fixture(params=JUMPS, ids=("on", "back"))
def jump(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Jump:
    def put(to: float) -> None:
        monkeypatch.setattr(time, "time", lambda: to)

    before, after = request.param
    put(before)
    table = Table(app_in(tmp_path))
    return Jump(table, table.begin(), put, before, after)


def test_a_guest_stays_when_the_clock_jumps(jump: Jump) -> None:
    guest = Guest(jump.table.app).join(jump.game_id, "p1")
    jump.put(jump.after)
    assert guest.get(f"/games/{jump.game_id}").status_code == 200
    assert guest.post(f"/games/{jump.game_id}/undo", position=jump.table.position(jump.game_id)).status_code != 403
    jump.put(jump.before)
    assert guest.get(f"/games/{jump.game_id}").status_code == 200


def test_a_form_that_lay_open_when_the_clock_jumped_is_taken(jump: Jump) -> None:
    table, address = jump.table, f"/games/{jump.game_id}/answer"
    jump.put(jump.after)
    step = table.games.present(jump.game_id).session.pending
    assert step is not None
    assert table.post(address, position=table.position(jump.game_id), key=step.key, value="done").status_code == 303


def test_the_cookie_lasts_a_year_by_the_clock_of_the_device(tmp_path: Path) -> None:
    table = Table(app_in(tmp_path))
    game_id = table.begin()
    joined = Guest(table.app).get(f"/join/{table.games.store.codes(game_id)['p1']}")
    (cookie,) = joined.headers.getlist("Set-Cookie")
    said = cookie.lower().split("; ")
    assert f"max-age={YEAR}" in said
    assert not any(part.startswith("expires=") for part in said)


# --- who has to wait


def test_nobody_waits_for_years_where_the_clock_was_put_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: TODAY)
    guest = Guest(app_in(tmp_path))
    wrong = [guest.get(f"/join/AAAAAAAAA{number}").status_code for number in range(AT_ONCE + 1)]
    assert wrong[-1] == 429
    # A clock that is set right by a little lets nobody try more.
    monkeypatch.setattr(time, "time", lambda: TODAY - PUT_BACK / 2)
    assert guest.get("/join/AAAAAAAAAA").status_code == 429
    monkeypatch.setattr(time, "time", lambda: BEGINNING)
    assert guest.get("/join/AAAAAAAAAA").status_code == 404


def test_a_public_app_asks_nobody_to_wait_for_years(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HIVE_PUBLIC", "1")
    monkeypatch.setenv("HIVE_RATE", "2/minute")
    monkeypatch.setattr(time, "time", lambda: TODAY)
    client = app_in(tmp_path).test_client()
    assert [client.get("/rules").status_code for _ in range(3)] == [200, 200, 429]
    monkeypatch.setattr(time, "time", lambda: BEGINNING)
    assert [client.get("/rules").status_code for _ in range(3)] == [200, 200, 429]
