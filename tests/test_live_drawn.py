"""What a post has drawn is brought by the streams to screens that would fetch the same, and to no others."""

from __future__ import annotations

import asyncio
import json
import re
import zlib
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from guests import Guest
from hive.live.hub import ANEW, Drawing, Hub, News, Told
from hive.store import Opens
from hive.web.table.shared import COOKIE as HINTS
from hive.web.table.shared import ON
from serving import HTMX, TOKEN
from test_live import SOON, Served

SHOWS = re.compile(r"Table-Shows&#34;: &#34;([^&]*)&#34;")
MARK = re.compile(r'data-mark="([\w-]+)"')
AWAY = "phone.local"
"""A name of the machine under which nobody is its host."""
STREAM = re.compile(r'data-follows="([^"]+)"')


class Screen:
    """A device with the table of a game open, and its stream."""

    def __init__(self, served: Served, client: FlaskClient, path: str, host: str = "localhost") -> None:
        self.served, self.client, self.address, self.host = served, client, path.partition("?")[0], host
        self.read(client.get(path).get_data(as_text=True))
        self.told = ""
        # Whatever its page says.
        self.stream = follow(served, f"/games/{self.address.split('/')[2]}/stream?draws=yes", self.sent)
        assert self.event()[1].isdigit(), "it begins with where the game stands"

    def read(self, page: str) -> str:
        self.page, self.headers = page, {**HTMX, "Table-Shows": SHOWS.findall(page)[0]} if SHOWS.search(page) else HTMX
        return page

    @property
    def sent(self) -> dict[str, str]:
        own = [self.client.get_cookie(name) for name in ("session", "theme", "lang")]
        return {"Cookie": "; ".join(f"{one.key}={one.value}" for one in own if one is not None), "Host": self.host}

    def event(self) -> tuple[str, str]:
        """The next event that says more than the last: its name, and all that it says."""
        while (event := self._event())[1] == self.told:
            pass
        self.told = re.split(r"[ .\n]", event[1])[0]
        return event

    def _event(self) -> tuple[str, str]:
        name, said = "", list[str]()
        while (line := self.stream.readline().decode().rstrip("\n")) or not said:
            name = line.removeprefix("event: ") if line.startswith("event: ") else name
            said += [line.removeprefix("data: ")] if line.startswith("data: ") else []
        return name, "\n".join(said)

    def tap(self, path: str = "answer", **fields: str) -> str:
        step = self.served.table.games.present(self.address.split("/")[2])
        data = {"csrf_token": self.token, "position": step.position, **fields}
        answer = self.client.post(f"{self.address}/{path}?tab=now", data=data, headers=self.headers)
        assert answer.status_code == 200, answer.status
        return answer.get_data(as_text=True)

    @property
    def token(self) -> str:
        return TOKEN.findall(self.page)[0]

    def since(self, position: int) -> str:
        address = f"{self.address}/since?position={position}&tab=now"
        return self.client.get(address, headers=self.headers).get_data(as_text=True)


def follow(served: Served, address: str, headers: dict[str, str]) -> HTTPResponse:
    connection = HTTPConnection("127.0.0.1", served.port, timeout=SOON)
    connection.request("GET", address, headers=headers)
    answer = connection.getresponse()
    LEAVES.callback(connection.close)
    LEAVES.callback(answer.close)
    return answer


LEAVES = ExitStack()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with ExitStack() as ends:
        one = Served(tmp_path)
        ends.callback(one.end)
        ends.callback(LEAVES.close)
        yield one


@pytest.fixture
def game(served: Served) -> str:
    """A game on a player's turn."""
    served.table.begin()
    game_id = served.table.begin()
    served.table.until(game_id, "player_turn")
    return f"/games/{game_id}"


TURN = {"key": "player_turn", "value": "done"}


def of_host(served: Served) -> FlaskClient:
    return served.table.app.test_client()


def test_who_shows_alike_is_brought_what_it_would_fetch(served: Served, game: str) -> None:
    ada, ben = (Screen(served, of_host(served), game) for _ in range(2))
    before = served.table.position(game.split("/")[2])
    answer = ada.tap(**TURN)
    for screen in (ada, ben):
        name, said = screen.event()
        position, line = said.split("\n")
        mark, kind, styles, drawn = json.loads(line)
        assert (name, position, mark) == ("drawn", str(before + 1), MARK.findall(screen.page)[0])
        assert kind == "-" and "steps" in styles
        fetched = screen.since(before)
        assert drawn.replace("<token>", TOKEN.findall(fetched)[0]).replace("<seen>", "-") == fetched
        assert ada.token not in said and TOKEN.findall(answer)[0] not in said
        screen.read(fetched)
    ben.tap("undo")
    name, said = ada.event()
    assert (name, json.loads(said.split("\n")[1])[0]) == ("drawn", MARK.findall(ada.page)[0]), "and so it goes on"


def test_what_differs_in_what_it_shows_is_known_by_its_mark(served: Served, game: str) -> None:
    client = of_host(served)
    marks = [MARK.findall(client.get(game + more).get_data(as_text=True))[0] for more in ("", "?tab=hive", "?tab=now")]
    assert marks[0] == marks[2] != marks[1]
    client.set_cookie(HINTS, ON, path=game)
    assert MARK.findall(client.get(game).get_data(as_text=True))[0] != marks[0]


@pytest.mark.parametrize("opens", ["p1", "p2", "spectator"])
def test_nobody_is_brought_what_others_may_see(served: Served, game: str, opens: Opens) -> None:
    game_id = game.split("/")[2]
    host = Screen(served, of_host(served), game)
    guest = Guest(served.table.app).join(game_id, opens)
    follows = Screen(served, guest.client, f"{game}/watch" if opens == "spectator" else game, AWAY)
    before = served.table.position(game_id)
    host.tap(**TURN)
    assert host.event()[0] == "drawn"
    assert follows.event() == ("", str(before + 1))


@pytest.mark.parametrize(("cookie", "value"), [("theme", "light"), ("lang", "en-XA")])
def test_who_has_another_theme_is_told_where_the_game_stands(
    served: Served, game: str, cookie: str, value: str
) -> None:
    host, other = of_host(served), of_host(served)
    other.set_cookie(cookie, value)
    screen, follows = Screen(served, host, game), Screen(served, other, game)
    before = served.table.position(game.split("/")[2])
    screen.tap(**TURN)
    assert screen.event()[0] == "drawn"
    assert follows.event() == ("", str(before + 1))


def test_who_has_become_somebody_else_is_brought_nothing_of_before(served: Served, game: str) -> None:
    game_id = game.split("/")[2]
    guest = Guest(served.table.app).join(game_id, "p1")
    screen = Screen(served, guest.client, game, AWAY)
    guest.join(game_id, "p2")
    assert screen.event() == ("", str(ANEW))
    assert screen.stream.read() == b""


def test_what_is_refused_is_told_to_nobody(served: Served, game: str) -> None:
    ada, ben = (Screen(served, of_host(served), game) for _ in range(2))
    before = served.table.position(game.split("/")[2])
    data = {"csrf_token": ada.token, "position": before, "key": "player_turn", "value": "nonsense"}
    refused = ada.client.post(f"{game}/answer?tab=now", data=data, headers=ada.headers)
    assert refused.status_code == 422
    ada.tap(**TURN)
    assert ben.event()[1].startswith(f"{before + 1}\n")


def test_an_answer_that_cannot_be_drawn_is_told_all_the_same(
    served: Served, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben = (Screen(served, of_host(served), game) for _ in range(2))
    before = served.table.position(game.split("/")[2])
    monkeypatch.setattr("hive.web.table.shared.table_page", None)
    data = {"csrf_token": ada.token, "position": before, **TURN}
    served.table.app.config["PROPAGATE_EXCEPTIONS"] = False
    assert ada.client.post(f"{game}/answer?tab=now", data=data, headers=ada.headers).status_code == 500
    assert ben.event() == ("", str(before + 1))


def test_whoever_takes_it_compressed_gets_it_so_and_whole(served: Served, game: str) -> None:
    ada = Screen(served, of_host(served), game)
    address = STREAM.findall(ada.page)[0].replace("&amp;", "&")
    answer = follow(served, address, {"Accept-Encoding": "br, gzip", "Host": "localhost"})
    assert answer.getheader("content-encoding") == "gzip" and answer.getheader("alike") is None
    ada.tap(**TURN)
    ada.tap("undo")
    for _ in range(2):
        ada.event()
    served.front.hub.close()
    packed, unpacks = answer.read(), zlib.decompressobj(zlib.MAX_WBITS | 16)
    said = unpacks.decompress(packed).decode()
    assert unpacks.eof and not unpacks.unused_data, "its sum is right"
    assert said.count("event: drawn\n") == 2 and said.startswith("retry: ")
    assert len(packed) < len(said) / 3


# --- the hub


def heard(*happens: tuple[Any, ...]) -> list[Told | None]:
    """What two streams of a game hear, one after the other, of which the first is alike to what is drawn."""
    hub = Hub()

    async def hear() -> list[Told | None]:
        hub.open()
        with hub.follow("game", "") as first, hub.follow("game", "") as second:
            first.alike = "alike"
            for name, *args in happens:
                getattr(hub, name)("game", *args)
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            return [now(first), now(second)]

    return asyncio.run(hear())


def now(news: News) -> Told | None:
    return None if news.empty() else news.get_nowait()


def drawing(position: int, alike: str = "alike") -> Drawing:
    return Drawing(position, alike, b"it")


@pytest.mark.parametrize(
    ("happens", "first", "second"),
    [
        ([("hold",), ("tell", 7)], None, None),
        ([("hold",), ("tell", 7), ("release",)], Told(7), Told(7)),
        ([("hold",), ("release", drawing(7))], None, None),
        ([("hold",), ("tell", 7), ("release", drawing(7))], Told(7, 0, b"it"), Told(7)),
        ([("hold",), ("tell", 7), ("release", drawing(7, ""))], Told(7), Told(7)),
        # What another process has entered since counts.
        ([("hold",), ("tell", 7), ("tell", 8), ("release", drawing(7))], Told(8), Told(8)),
        ([("hold",), ("tell", 7), ("tell", 7, 2), ("release", drawing(7))], Told(7, 2, b"it"), Told(7, 2)),
        ([("hold",), ("tell", ANEW), ("tell", 7), ("release", drawing(7))], Told(ANEW), Told(ANEW)),
        # The first of two posts at once is told when it is answered.
        ([("hold",), ("hold",), ("tell", 7), ("release", drawing(7))], Told(7, 0, b"it"), Told(7)),
        ([("hold",), ("hold",), ("release",), ("tell", 7)], None, None),
        ([("hold",), ("tell", 7), ("release", drawing(7)), ("tell", 7)], Told(7, 0, b"it"), Told(7)),
        ([("hold",), ("tell", 7), ("release", drawing(7)), ("tell", 8)], Told(8), Told(8)),
    ],
)
def test_news_wait_for_the_answer_and_go_with_it(
    happens: list[tuple[Any, ...]], first: Told | None, second: Told | None
) -> None:
    assert heard(*happens) == [first, second]
