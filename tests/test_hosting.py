"""What a host needs: health, figures, logs, limits, proxies and secrets."""

from __future__ import annotations

import json
import logging
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from prometheus_client import REGISTRY

from driving import settings
from hive.files import VERSION
from hive.web import hosting
from hive.web.factory import create_app
from hive.web.hosting import Lines
from hive.web.table.shared import OF_A_GAME
from serving import Table, app_in, told_at_start

REPOSITORY = Path(__file__).parent.parent
PROXIED = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "hive.example"}


def test_the_health_page_tells_that_the_games_can_be_reached(tmp_path: Path) -> None:
    answer = app_in(tmp_path).test_client().get("/health")
    assert (answer.status_code, answer.json) == (200, {"status": "ok", "store": "reachable", "version": VERSION})


def test_the_health_page_tells_when_they_cannot(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite").mkdir()
    answer = app_in(tmp_path).test_client().get("/health")
    assert answer.status_code == 503
    assert answer.json == {"status": "failing", "store": "unreachable", "version": VERSION}


def test_the_figures_count_requests_and_time(tmp_path: Path) -> None:
    table = Table(app_in(tmp_path))
    game_id = table.begin()
    table.client.get(f"/games/{game_id}")
    table.client.open("/nowhere", method="BREW")
    figures = table.client.get("/metrics").get_data(as_text=True)
    assert 'hive_requests_total{endpoint="table.table",method="GET",status="200"}' in figures
    assert 'hive_requests_total{endpoint="none",method="other",status="404"}' in figures
    assert 'hive_request_seconds_bucket{endpoint="table.table",le="0.15"}' in figures
    assert "hive_games_open 1.0" in figures
    assert "hive_streams_open 0.0" in figures
    assert game_id not in figures


@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("::1", {}, 200),
        ("127.0.0.1", {"X-Prometheus-Scrape-Timeout-Seconds": "10"}, 200),
        ("203.0.113.7", {}, 404),
        ("127.0.0.1", {"X-Forwarded-For": "127.0.0.1"}, 404),
        ("127.0.0.1", {"Via": "1.1 elsewhere"}, 404),
        ("127.0.0.1", {"Host": "elsewhere.example"}, 404),
        ("::ffff:127.0.0.1", {}, 200),
        ("127.0.0.1", {"Host": "elsewhere.example", "Authorization": "Bearer hush"}, 200),
        ("127.0.0.1", {"X-Forwarded-For": "203.0.113.7", "Authorization": "Bearer hush"}, 200),
        ("203.0.113.7", {"Authorization": "Bearer hush"}, 200),
        ("203.0.113.7", {"Authorization": "Bearer h\u00fcsh"}, 404),
        ("203.0.113.7", {"Authorization": ""}, 404),
    ],
)
def test_only_the_machine_itself_and_whoever_has_the_token_read_the_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str, headers: dict[str, str], status: int
) -> None:
    monkeypatch.setenv("HIVE_METRICS_TOKEN", "hush")
    client = app_in(tmp_path).test_client()
    assert client.get("/metrics", headers=headers, environ_base={"REMOTE_ADDR": address}).status_code == status


TOLD_BY_TWO = """
import os, sys
from hive.web.factory import create_app
app = create_app({"INSTANCE": sys.argv[1], "SECRET_KEY": "test"})
client = app.test_client()
client.get("/new")
if sys.argv[2] == "tells":
    print(client.get("/metrics").get_data(as_text=True))
else:
    os._exit(0)
"""


def test_the_figures_of_several_processes_add_up_and_those_of_the_dead_leave(tmp_path: Path) -> None:
    shared = tmp_path / "figures"
    shared.mkdir()
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY), "PROMETHEUS_MULTIPROC_DIR": str(shared)}

    def process(does: str) -> str:
        command = [sys.executable, "-c", TOLD_BY_TWO, str(tmp_path), does]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout

    process("ends")
    figures = process("tells")
    assert 'hive_requests_total{endpoint="setup.new_game",method="GET",status="200"} 2.0' in figures
    assert len(list(shared.glob("gauge_livesum_*.db"))) == 1


@pytest.fixture
def logged(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    logger = logging.getLogger("hive")
    before = logger.handlers, logger.propagate, logger.level
    yield
    logger.handlers, logger.propagate, logger.level = before


@pytest.mark.usefixtures("logged")
@pytest.mark.parametrize("kind", ["json", "logfmt"])
def test_a_line_of_the_log_tells_the_request_and_no_word_of_a_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    monkeypatch.setenv("HIVE_LOG", kind)
    table = Table(app_in(tmp_path))
    game_id = table.begin()
    table.post(f"/games/{game_id}/rename", name="Words of Ada")
    line = capsys.readouterr().err.splitlines()[-1]
    told = json.loads(line) if kind == "json" else dict(pair.split("=", 1) for pair in shlex.split(line))
    assert (told["event"], told["method"], told["route"]) == ("request", "POST", "/games/<game_id>/rename")
    assert str(told["status"]) == "303"
    assert float(told["ms"]) > 0
    assert len(told["game"]) == 12
    assert "Ada" not in line
    assert game_id not in line


def test_a_value_with_gaps_stands_in_quotes_in_logfmt_and_no_other() -> None:
    record = logging.LogRecord("hive.web", logging.INFO, "", 0, "request", None, None)
    record.fields = {"route": "/games", "path": 'a "b" c', "sum": "1=1", "nothing": "", "status": 303}
    line = Lines("logfmt").format(record)
    assert line.endswith(r'event=request route=/games path="a \"b\" c" sum="1=1" nothing="" status=303')


@pytest.mark.usefixtures("logged")
def test_a_mistake_is_logged_by_its_kind_and_place_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HIVE_LOG", "json")
    app = app_in(tmp_path)

    def broken() -> str:
        raise LookupError("words of Ada")

    app.add_url_rule("/broken", "lobby.broken", broken)
    assert app.test_client().get("/broken").status_code == 500
    mistake, request = (json.loads(line) for line in capsys.readouterr().err.splitlines())
    assert (mistake["level"], mistake["error"]) == ("error", "LookupError")
    assert "test_hosting.py" in mistake["at"]
    assert "Ada" not in json.dumps(mistake)
    assert request["status"] == 500


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("HIVE_LOG", "xml"),
        ("HIVE_PROXIES", "-1"),
        ("HIVE_RATE", "often"),
        ("HIVE_NEW_GAMES", "few"),
        ("HIVE_KEPT", "0"),
    ],
)
def test_a_setting_that_is_not_understood_ends_the_start_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv("HIVE_PUBLIC", "1")
    monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit, match=f"{name} must be"):
        app_in(tmp_path)


@pytest.mark.parametrize("zone", [":/etc/passwd", ":/etc"])
def test_a_time_zone_that_is_none_ends_the_start_with_a_sentence(tmp_path: Path, zone: str) -> None:
    environment = {**os.environ, "HIVE_HOME": str(tmp_path), "TZ": zone}
    play = [sys.executable, "-m", "hive", "play"]
    done = subprocess.run(play, cwd=REPOSITORY, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("The time zone of this machine cannot be read.")
    assert done.stderr.count("\n") == 1


def test_games_that_cannot_be_reached_are_told_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite").write_text("no games")
    told = told_at_start(tmp_path, well=503).splitlines()
    assert told[1].startswith(f"The file of games {tmp_path / 'games.sqlite'} cannot be read")


def public(folder: Path, monkeypatch: pytest.MonkeyPatch, **settings: str) -> Table:
    monkeypatch.setenv("HIVE_PUBLIC", "1")
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    return Table(app_in(folder))


def test_an_address_that_asks_too_much_of_a_public_app_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    client = public(tmp_path, monkeypatch, HIVE_RATE="3/minute").client
    ipv6 = {"REMOTE_ADDR": "2001:db8::1"}, {"REMOTE_ADDR": "2001:db8::2"}, {"REMOTE_ADDR": "2001:db8:0:1::1"}
    assert [client.get("/rules").status_code for _ in range(3)] == [200, 200, 429]
    assert [client.get("/rules", environ_base=ipv6[n % 2]).status_code for n in range(4)] == [200, 200, 200, 429]
    assert client.get("/rules", environ_base=ipv6[2]).status_code == 200
    refused = client.get("/rules")
    assert 1 <= int(refused.headers["Retry-After"]) <= 61
    assert "Wait a little" in refused.get_data(as_text=True)
    assert client.get("/health").status_code == 200


def test_an_address_begins_so_many_games_of_a_public_app_a_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = public(tmp_path, monkeypatch, HIVE_NEW_GAMES="2")
    players = {"p1_name": "Ada", "p2_name": "Ben", "galaxy": "none"}
    assert table.post("/new", p1_name="A" * 99, p2_name="Ben").status_code == 422
    assert [table.post("/new", **players).status_code for _ in range(3)] == [303, 303, 429]
    assert table.post("/example").status_code == 429
    assert len(table.games.store.games()) == 2
    assert table.client.get("/new").status_code == 200


def test_at_home_nothing_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HIVE_RATE", "1/minute")
    client = app_in(tmp_path).test_client()
    assert [client.get("/rules").status_code for _ in range(3)] == [200, 200, 200]


@pytest.mark.parametrize(
    ("proxies", "seen"), [("0", "127.0.0.1 http localhost"), ("1", "203.0.113.7 https hive.example")]
)
def test_what_a_proxy_says_is_believed_where_its_number_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proxies: str, seen: str
) -> None:
    from flask import request

    monkeypatch.setenv("HIVE_PROXIES", proxies)
    app = app_in(tmp_path)
    with app.test_client() as client:
        client.get("/health", headers=PROXIED)
        assert f"{request.remote_addr} {request.scheme} {request.host}" == seen


def test_a_change_that_was_kept_is_counted(tmp_path: Path) -> None:
    table = Table(app_in(tmp_path))
    game_id = table.begin()

    def appends() -> float:
        figures = table.client.get("/metrics").get_data(as_text=True)
        return float(figures.split("\nhive_appends_total ")[1].split("\n")[0])

    before = appends()
    table.games.correct(game_id, table.position(game_id), "hive.victory_points", 7)
    assert appends() == before + 1
    table.games.delete(game_id)
    assert appends() == before + 1


def test_a_host_says_how_many_games_stay_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HIVE_KEPT", "2")
    table = Table(app_in(tmp_path))
    for _ in range(3):
        table.games.present(table.begin())
    assert table.games.open == 2
    drawings = table.app.jinja_env.globals["kept"].made.cache_info()
    assert drawings.maxsize == 2 * OF_A_GAME, "so many drawings stay as well"


MB = 1024 * 1024


@pytest.mark.parametrize(
    ("files", "kept"),
    [
        ({}, 256),
        ({"proc/self/cgroup": "0::/\n"}, 256),
        ({"proc/meminfo": "MemTotal: 4194304 kB"}, 1024),
        ({"proc/meminfo": "MemTotal: 131072 kB"}, 64),
        ({"proc/meminfo": "MemTotal: 999999999 kB"}, 4096),
        (
            {
                "proc/meminfo": "MemTotal: 4194304 kB",
                "proc/self/cgroup": "0::/apps/hive\n",
                "sys/fs/cgroup/apps/memory.max": f"{600 * MB}\n",
                "sys/fs/cgroup/apps/hive/memory.max": "max\n",
            },
            300,
        ),
        (
            {
                "proc/meminfo": "MemTotal: 4194304 kB",
                "proc/self/cgroup": "5:cpu,cpuacct:/a\n4:memory:/docker/unseen\n",
                "sys/fs/cgroup/memory/memory.limit_in_bytes": f"{800 * MB}\n",
            },
            400,
        ),
        (
            {
                "proc/meminfo": "MemTotal: 4194304 kB",
                "proc/self/cgroup": "4:cpuset,memory:/hive\n",
                "sys/fs/cgroup/memory/hive/memory.limit_in_bytes": f"{500 * MB}\n",
            },
            250,
        ),
        (
            {
                "proc/meminfo": "MemTotal: 4194304 kB",
                "proc/self/cgroup": "4:memory:/\n",
                "sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
            },
            1024,
        ),
    ],
)
def test_as_many_games_stay_in_memory_as_a_process_has_room_for(
    tmp_path: Path, files: dict[str, str], kept: int
) -> None:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    processors = 2 if "proc/meminfo" in files else 1
    assert hosting.games_for(hosting.share(tmp_path, processors)) == kept


def test_games_that_are_put_out_while_they_are_played_are_counted_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("HIVE_KEPT", "2")
    table = Table(app_in(tmp_path))
    ids = [table.games.create("Test", settings(), seed=str(number)) for number in range(4)]
    before = put_out()
    for game_id in ids[:2]:
        table.games.present(game_id)
    assert put_out() == before and not caplog.records
    for game_id in ids[2:]:
        table.games.present(game_id)
    assert put_out() == before + 2
    assert [one.getMessage() for one in caplog.records] == [
        "Games that left the memory while people played them: 1. HIVE_KEPT (2) is too few."
    ], "once in ten minutes"
    assert f"hive_live_games_put_out_total {before + 2:.1f}" in table.client.get("/metrics").get_data(as_text=True)
    monkeypatch.setattr("hive.games.service.LIVE", 0.0)
    table.games.present(ids[0])
    assert put_out() == before + 2, "nobody has played it for long"


def put_out() -> float:
    return REGISTRY.get_sample_value("hive_live_games_put_out_total") or 0.0


@pytest.mark.parametrize("name", ["HIVE_SECRET_KEY", "SECRET_KEY"])
def test_the_secret_comes_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "hush" * 8)
    assert create_app({"INSTANCE": str(tmp_path)}).config["SECRET_KEY"] == "hush" * 8
    assert not (tmp_path / "secret_key").exists()


def test_where_the_games_lie_is_told_to_the_host_alone_on_a_public_address(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    app = app_in(tmp_path, DATABASE="postgresql://127.0.0.1:1/games", PUBLIC=True)
    answer = app.test_client().get("/join/ABCDEFGHJK")
    assert answer.status_code == 503
    assert "127.0.0.1:1" not in answer.get_data(as_text=True)
    assert "127.0.0.1:1/games does not answer" in caplog.text
