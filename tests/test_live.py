"""Streams of news over a real server and real sockets, and what slow or rude visitors do to it."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

import pytest

from driving import expected_answer
from guests import Guest
from hive.live.front import Bounds, Front, Patient, server
from hive.store import Question, Store
from hive.web.gate import HEADERS
from hive.web.serve import front_of
from serving import Table, app_in

ROOT = Path(__file__).parents[1]
SOON = 30.0
CROWD = 200


class Served:
    """An app behind a server of its own, whose games can be played from here."""

    def __init__(self, folder: Path, database: str = "", **changes: Any) -> None:
        self.table = Table(app_in(folder, **({"DATABASE": database} if database else {})))
        self.front: Front = replace(front_of(self.table.app), **changes)
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listening.getsockname()[1]
        self.server = server(self.front)
        self._streams: list[Stream] = []
        self._thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.listening]})
        self._thread.start()

    def end(self) -> None:
        """End as a signal would: the streams first."""
        self.front.hub.close()
        self.server.should_exit = True
        self._thread.join(SOON)
        assert not self._thread.is_alive()
        for stream in self._streams:
            stream.leave()
        self.table.games.close()

    def step(self, game_id: str) -> int:
        """Play one step; returns where the game stands then."""
        present = self.table.games.present(game_id)
        step = present.session.pending
        assert step is not None
        value = expected_answer(present.session.game, step)
        return self.table.games.answer(game_id, present.position, step.key, value).position

    def stream(self, game_id: str) -> Stream:
        self._streams.append(Stream(self.port, game_id))
        return self._streams[-1]

    def get(self, path: str) -> tuple[int, str]:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=SOON)
        connection.request("GET", path)
        answer = connection.getresponse()
        found = answer.status, answer.read().decode()
        connection.close()
        return found


class Stream:
    """A screen that follows a game."""

    def __init__(self, port: int, game_id: str) -> None:
        self._told: int | None = None
        self._connection = HTTPConnection("127.0.0.1", port, timeout=SOON)
        self._connection.request("GET", f"/games/{game_id}/stream", headers={"Accept-Encoding": "gzip"})
        self.answer = self._connection.getresponse()

    def line(self) -> str:
        return self.answer.readline().decode().rstrip("\n")

    def news(self) -> int | None:
        """The next position that is another one; nothing where the stream has ended."""
        while line := self.answer.readline():
            assert not line.startswith(b"event: still"), "nothing new in all that time"
            if line.startswith(b"data: ") and int(line[6:]) != self._told:
                self._told = int(line[6:])
                return self._told
        return None

    def leave(self) -> None:
        self.answer.close()
        self._connection.close()


Serve = Callable[..., Served]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    with ExitStack() as ends:

        def served(database: str = "", **changes: Any) -> Served:
            one = Served(tmp_path, database, **changes)
            ends.callback(one.end)
            return one

        yield served


def until(wanted: Callable[[], bool]) -> None:
    """Wait for what another thread does."""
    end = time.monotonic() + SOON
    while not wanted():
        assert time.monotonic() < end
        threading.Event().wait(0.01)


def test_a_stream_begins_with_where_the_game_stands_and_tells_each_step(serve: Serve) -> None:
    served = serve()
    game_id, other = served.table.begin(), served.table.begin()
    stream, elsewhere = served.stream(game_id), served.stream(other)
    position = served.table.position(game_id)
    assert stream.news() == position
    for _ in range(5):
        stepped = served.step(game_id)
        assert stream.news() == stepped
    assert served.table.games.undo(game_id, stepped).position == stream.news()
    stream.leave()
    assert elsewhere.news() == served.table.position(other)
    assert served.step(other) == elsewhere.news()
    elsewhere.leave()
    until(lambda: served.front.hub.games() == [])


def test_a_stream_tells_what_is_entered_before_an_answer(serve: Serve) -> None:
    served = serve()
    game_id = served.table.begin()
    stream, position = served.stream(game_id), served.table.position(game_id)
    assert stream.news() == position
    served.table.games.enter_shares(game_id, position, Question("round", 1), "p1", {"hits": 2})
    while not (line := stream.line()).startswith("data: "):
        assert not line.startswith("event: still"), "nothing new in all that time"
    assert line == f"data: {position}.1"


def test_the_stream_says_how_it_wants_to_be_carried(serve: Serve) -> None:
    served = serve()
    stream = served.stream(served.table.begin())
    headers = {name.lower(): value for name, value in stream.answer.getheaders()}
    assert headers["content-type"].startswith("text/event-stream")
    assert headers["x-accel-buffering"] == "no"
    assert "no-store" in headers["cache-control"]
    assert "content-encoding" not in headers and "content-length" not in headers
    retry = re.fullmatch(r"retry: (\d+)", stream.line())
    assert retry is not None and 500 <= int(retry[1]) <= 2000
    stream.leave()


def test_a_silent_stream_shows_that_it_is_there(serve: Serve) -> None:
    served = serve(heartbeat=0.05)
    stream = served.stream(served.table.begin())
    stream.news()
    assert [stream.line() for _ in range(4)] == ["", "event: still", "data: .", ""]
    stream.leave()


def test_who_may_not_look_at_a_game_gets_the_words_of_the_pages(serve: Serve) -> None:
    served = serve()
    stream = served.stream("nothing")
    assert stream.answer.status == 404
    assert "<h1" in stream.answer.read().decode()
    assert served.front.hub.games() == []


def test_one_address_has_so_many_streams_and_no_more(serve: Serve) -> None:
    served = serve(streams_of_one=2)
    game_id = served.table.begin()
    first, second = served.stream(game_id), served.stream(game_id)
    assert (first.news(), second.news()) == (1, 1)
    third = served.stream(game_id)
    assert third.answer.status == 429
    assert third.answer.getheader("retry-after") is not None
    first.leave()
    until(lambda: served.front.hub.streams_of("127.0.0.1") == 1)
    assert served.stream(game_id).answer.status == 200


def test_streams_end_when_the_codes_change(serve: Serve) -> None:
    served = serve()
    game_id = served.table.begin()
    stream = served.stream(game_id)
    assert stream.news() == 1
    assert served.table.post(f"/games/{game_id}/screens").status_code == 303
    assert (stream.news(), stream.news()) == (-1, None)
    assert served.stream(game_id).news() == 1


@pytest.mark.both_stores
def test_streams_of_another_process_end_when_the_codes_change(serve: Serve, store: Store) -> None:
    where = store.place.url
    address = "" if where is None else where.render_as_string(hide_password=False)
    one, other = serve(address), serve(address)
    game_id = one.table.begin()
    one.table.games.store.codes(game_id)
    stream = other.stream(game_id)
    assert stream.news() == 1
    # Whoever follows has to be known to the other process, by its listening or by its looking.
    assert one.step(game_id) == stream.news()
    one.table.games.change_codes(game_id)
    assert (stream.news(), stream.news()) == (-1, None)


def test_what_the_front_answers_itself_is_as_guarded_as_a_page(serve: Serve) -> None:
    served = serve(streams_of_one=0, bounds=Bounds(1000, {}, patience=0.2, pace=10_000))
    ways = {
        429: ("/games/none/stream", ""),
        411: ("/", "Transfer-Encoding: chunked\r\n"),
        408: ("/", "Content-Length: 900\r\n"),
    }
    for status, (path, head) in ways.items():
        with socket.create_connection(("127.0.0.1", served.port), timeout=SOON) as one:
            one.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{head}\r\n".encode())
            answer = HTTPResponse(one)
            answer.begin()
            assert answer.status == status
            assert {name: answer.getheader(name) for name in HEADERS} == HEADERS, status
            assert answer.read().decode().endswith(".\n"), status


def test_behind_a_proxy_each_browser_has_its_own_streams(serve: Serve) -> None:
    served = serve(streams_of_one=1, proxies=1)
    game_id = served.table.begin()
    cookie = Guest(served.table.app).join(game_id, "spectator").client.get_cookie("session")
    assert cookie is not None
    head = f"GET /games/{game_id}/stream HTTP/1.1\r\nHost: localhost\r\nCookie: session={cookie.value}\r\n"

    def asked(forwarded: bytes) -> bytes:
        one = socket.create_connection(("127.0.0.1", served.port), timeout=SOON)
        asking.enter_context(one)
        one.sendall(head.encode() + b"X-Forwarded-For: " + forwarded + b"\r\n\r\n")
        return one.recv(12)

    with ExitStack() as asking:
        assert asked(b"203.0.113.7").endswith(b"200")
        assert asked(b"203.0.113.8").endswith(b"200")
        assert asked(b"203.0.113.9, 203.0.113.7").endswith(b"429")
        assert asked(b"::ffff:203.0.113.8").endswith(b"429")


@pytest.mark.parametrize(
    ("head", "status"),
    [(b"Transfer-Encoding: chunked", 411), (b"Content-Length: 900", 408), (b"Content-Length: 120000000", 404)],
)
def test_a_stream_takes_no_more_than_a_page_does(serve: Serve, head: bytes, status: int) -> None:
    served = serve(bounds=Bounds(1000, {}, patience=0.2, pace=10_000))
    with socket.create_connection(("127.0.0.1", served.port), timeout=SOON) as one:
        one.sendall(b"GET /games/none/stream HTTP/1.1\r\nHost: localhost\r\n" + head + b"\r\n\r\n1\r\n")
        assert one.recv(65536).startswith(b"HTTP/1.1 %d" % status)


def test_a_header_that_only_looks_like_a_proxys_is_not_believed(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HIVE_PROXIES", "1")
    monkeypatch.setenv("HIVE_PUBLIC", "1")
    monkeypatch.setenv("HIVE_RATE", "2/minute")
    served = serve()
    answers = []
    for number in range(3):
        connection = HTTPConnection("127.0.0.1", served.port, timeout=SOON)
        forged = {"X-Forwarded-For": "203.0.113.7", "X_Forwarded_For": f"203.0.113.{number}"}
        connection.request("GET", "/rules", headers=forged)
        answers.append(connection.getresponse().status)
        connection.close()
    assert answers == [200, 200, 429]


@pytest.mark.parametrize(
    "path", ["/", "/scripts.js", "/static/style.css", "/games/{game_id}", "/games/{game_id}/export.json"]
)
def test_an_answer_has_one_date(serve: Serve, path: str) -> None:
    served = serve()
    connection = HTTPConnection("127.0.0.1", served.port, timeout=SOON)
    connection.request("GET", path.format(game_id=served.table.begin()))
    answer = connection.getresponse()
    assert (answer.status, [name.lower() for name, _ in answer.getheaders()].count("date")) == (200, 1)
    connection.close()


def test_a_server_that_ends_ends_its_streams_first(tmp_path: Path) -> None:
    served = Served(tmp_path)
    streams = [served.stream(served.table.begin()) for _ in range(3)]
    assert [stream.news() for stream in streams] == [1, 1, 1]
    served.front.hub.close()
    assert [stream.news() for stream in streams] == [None, None, None]
    assert served.stream(served.table.begin()).answer.read().count(b"data") == 1
    served.end()


def test_an_interrupted_app_ends_at_once_although_screens_follow(tmp_path: Path) -> None:
    table = Table(app_in(tmp_path))
    game_id = table.begin()
    table.games.close()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environment = {**os.environ, "PORT": str(port), "HIVE_DB": str(tmp_path / "games.sqlite"), "LAN": ""}
    command = [sys.executable, str(ROOT / "app.py")]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as app:
        assert app.stdout is not None
        assert f"http://127.0.0.1:{port}/" in app.stdout.readline()
        streams = [Stream(port, game_id) for _ in range(3)]
        assert [stream.news() for stream in streams] == [1, 1, 1]
        second = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert second.returncode == 1
        assert f"Port {port} cannot be used" in second.stderr and f"PORT={port + 1} make play" in second.stderr
        app.send_signal(signal.SIGINT)
        assert [stream.news() for stream in streams] == [None, None, None]
        assert app.wait(SOON) == 0
        for stream in streams:
            stream.leave()


def test_a_deleted_game_is_told_to_those_who_follow_it(serve: Serve) -> None:
    served = serve()
    game_id = served.table.begin()
    stream = served.stream(game_id)
    assert stream.news() == 1
    served.table.games.delete(game_id)
    assert stream.news() == -1
    stream.leave()


@pytest.mark.both_stores
def test_two_servers_of_the_same_games_tell_each_others_steps(serve: Serve, store: Store) -> None:
    url = store.place.url
    where = url.render_as_string(hide_password=False) if url else store.place.shown
    one, other = serve(where), serve(where)
    game_id = one.table.begin()
    stream = other.stream(game_id)
    assert stream.news() == 1
    for _ in range(3):
        stepped = one.step(game_id)
        while (position := stream.news()) != stepped:
            assert position is not None and position < stepped
    one.table.games.delete(game_id)
    assert stream.news() == -1


# --- who is slow or rude


def test_half_open_connections_do_not_hold_up_the_others(serve: Serve) -> None:
    served = serve()
    game_id = served.table.begin()
    with ExitStack() as crowd:
        for number in range(CROWD):
            one = crowd.enter_context(socket.create_connection(("127.0.0.1", served.port)))
            if number % 3:
                one.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
            if number % 3 == 1:
                one.sendall(b"Content-Length: 100\r\n\r\nhalf of it")
        streams = [served.stream(game_id) for _ in range(6)]
        assert {stream.news() for stream in streams} == {1}
        assert served.get(f"/games/{game_id}")[0] == 200
        stepped = served.step(game_id)
        assert {stream.news() for stream in streams} == {stepped}


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost: localhost\r\n"], ids=["nothing", "half a head"])
def test_who_never_asks_anything_is_not_waited_for(serve: Serve, monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    monkeypatch.setattr(Patient, "patience", 0.1)
    served = serve()
    with socket.create_connection(("127.0.0.1", served.port), timeout=SOON) as one:
        one.sendall(sent)
        assert one.recv(1) == b""


def test_a_second_request_that_stays_half_is_not_waited_for(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Patient, "patience", 0.3)
    served = serve()
    with socket.create_connection(("127.0.0.1", served.port), timeout=SOON) as one:
        one.sendall(b"GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n")
        said = one.recv(65536)
        assert said.startswith(b"HTTP/1.1 404")
        one.sendall(b"GET / HT")
        while said:
            said = one.recv(65536)


@pytest.mark.parametrize("never", [False, True], ids=["slowly", "never"])
def test_a_body_that_does_not_come_is_cut_off_in_words(serve: Serve, never: bool) -> None:
    served = serve(bounds=Bounds(1000, {}, patience=0.2, pace=10_000))
    with socket.create_connection(("127.0.0.1", served.port), timeout=SOON) as one:
        one.sendall(b"POST /new HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\n")
        over = threading.Event()
        if not never:
            threading.Thread(target=_dribble, args=(one, over), daemon=True).start()
        said = b""
        # What comes in after its last word the server resets: by then the reply has been read.
        with suppress(ConnectionResetError):
            while part := one.recv(65536):
                said += part
        over.set()
    assert said.startswith(b"HTTP/1.1 408") and b"did not arrive in time" in said


def _dribble(one: socket.socket, over: threading.Event) -> None:
    while not over.wait(0.02):
        try:
            one.sendall(b"x")
        except OSError:
            return


@pytest.mark.parametrize("path", ["/new", "/import", "/games/x/answer"])
def test_too_large_a_body_is_refused_before_it_is_read(serve: Serve, path: str) -> None:
    served = serve(bounds=Bounds(1000, {"/import": 2000}))
    with socket.create_connection(("127.0.0.1", served.port), timeout=SOON) as one:
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 120000000\r\n\r\n"
        one.sendall(head.encode() + b"a part of it")
        assert one.recv(65536).startswith(b"HTTP/1.1 413")


@pytest.mark.parametrize(("public", "status"), [("", 400), ("1", 403)])
def test_only_whoever_may_import_sends_much(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, public: str, status: int
) -> None:
    monkeypatch.setenv("HIVE_PUBLIC", public)
    served = serve()
    assert served.front.bounds.of("/import", "192.168.7.23") == served.front.bounds.of("/new", "192.168.7.23")
    with socket.create_connection(("127.0.0.1", served.port), timeout=SOON) as one:
        one.sendall(b"POST /import HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000000\r\n\r\n")
        if not public:
            one.sendall(b"x" * 2_000_000)
        assert one.recv(65536).startswith(b"HTTP/1.1 %d" % status)


def test_a_page_without_a_length_is_refused(serve: Serve) -> None:
    served = serve()
    with socket.create_connection(("127.0.0.1", served.port), timeout=SOON) as one:
        one.sendall(b"POST /new HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n")
        assert one.recv(65536).startswith(b"HTTP/1.1 411")


def test_who_reads_slowly_holds_nobody_up(serve: Serve) -> None:
    served = serve()
    with ExitStack() as crowd:
        for _ in range(12):
            one = crowd.enter_context(socket.socket())
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            one.connect(("127.0.0.1", served.port))
            one.sendall(b"GET /htmx.min.js HTTP/1.1\r\nHost: localhost\r\n\r\n" * 5)
        assert served.get("/")[0] == 200
