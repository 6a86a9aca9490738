"""A game on a real file, driven through the app's own pages, round after round."""

from __future__ import annotations

import gc
import gzip
import html
import json
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from hive import keys
from hive.engine.entries import Event, Forward, New, from_json
from hive.engine.facts import correctables
from hive.games.service import Games
from hive.live.front import hold_for_good
from hive.model.game import Game, PlayerSetup, Settings
from hive.rules.combat.clash import BY_HAND
from hive.steps import Ask, Step
from hive.web.factory import create_app

HTMX = {"HX-Request": "true", "HX-Target": "table"}
PHONE = {"Accept-Encoding": "gzip, deflate"}
"""What browsers take over plain HTTP."""
TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')
SHOWS = re.compile(r'id="table"[^>]* hx-headers="([^"]+)"')
PLAIN_TURNS = 2
"""So many plain turns a player takes in a round before using the strategy cards and passing."""
ROUNDS = (keys.SPACE_COMBAT_ROUND, keys.GROUND_COMBAT_ROUND)
RESULTS = (keys.SPACE_COMBAT_RESULT, keys.GROUND_COMBAT_RESULT)
ROUNDS_FOUGHT = 2
"""Nobody is hit in these battles: after so many rounds in a turn they are finished by hand, and both are gone."""
OBJECTIVES_KEPT = 5
"""So many public objectives stay on the table, or fewer; otherwise they would run out, and the game would end."""
KEPT_LOW = {
    "players.p1.counters": 1,
    "players.p2.counters": 1,
    "players.p1.victory_points": 0,
    "players.p2.victory_points": 0,
    "hive.victory_points": 0,
}
"""What is corrected at the start of each round, so that the game never ends."""
MANY = 3
"""With more points than these before it scores the Hive could win in a status phase."""


@dataclass(frozen=True)
class Entry:
    """A form that a table posts: where to, and its fields."""

    path: str
    fields: dict[str, str]


@dataclass(frozen=True)
class Taken:
    """A measured entry: the question that was open and its answer, the server's seconds of processor time, what it
    sent, whether cards came.
    """

    kind: str
    answer: str
    seconds: float
    body: bytes
    drew: bool


class Table:
    """One game, and a browser's posts to it."""

    def __init__(
        self,
        folder: Path,
        seed: str = "bench",
        *,
        compressed: bool = False,
        begins: New | None = None,
        objectives: int = OBJECTIVES_KEPT,
        database: str = "",
        language: str = "en",
    ) -> None:
        """``begins``: how its game begins; otherwise without a galaxy, with the seed."""
        self.app: Flask = create_app({"INSTANCE": str(folder), "SECRET_KEY": "bench", "DATABASE": database})
        self.games: Games = self.app.extensions["games"]
        players = PlayerSetup("Ada", "", "blue"), PlayerSetup("Ben", "", "green")
        begins = begins or New(Settings(*players), seed)
        self.game_id = self.games.create("Bench", begins.settings, begins.seed, begins.layout)
        self.client: FlaskClient = self.app.test_client()
        self.client.set_cookie("lang", language)
        self.encoding = PHONE if compressed else {}
        found = TOKEN.search(self.open())
        if found is None:
            raise RuntimeError("the table page has no form")
        self.token = found.group(1)
        self.position = self.games.present(self.game_id).position
        self.turns: dict[tuple[int, str, str], int] = {}
        self.objectives = objectives
        self.round_begins = 0
        gc.collect()  # the tables that were measured before go
        hold_for_good()

    def open(self) -> str:
        """Open the table's page anew."""
        page = self.client.get(f"/games/{self.game_id}")
        self._read(page)
        return page.get_data(as_text=True)

    def look_at(self, game_id: str) -> None:
        """Go on with another game of the same file."""
        self.game_id = game_id
        self.position = self.games.present(game_id).position

    def post(self, path: str, fields: dict[str, str]) -> tuple[float, bytes]:
        """Post a form as htmx does; returns the seconds of processor time and the answer's body."""
        data = {"csrf_token": self.token, "position": str(self.position), **fields}
        start = time.process_time()
        response = self.client.post(
            f"/games/{self.game_id}/{path}", data=data, headers={**HTMX, **self.encoding, **self.shows}
        )
        seconds = time.process_time() - start
        if response.status_code != 200:
            raise RuntimeError(f"{path} was answered with {response.status_code}")
        self.position += 1
        self._read(response)
        return seconds, response.data

    def _read(self, response: TestResponse) -> None:
        """Keep what the next request says of what the page shows by now."""
        sent = gzip.decompress(response.data) if response.content_encoding == "gzip" else response.data
        found = SHOWS.search(sent.decode())
        if found is None:
            raise RuntimeError("the table does not say what it shows")
        self.shows = json.loads(html.unescape(found.group(1)))

    def get(self, address: str) -> bytes:
        """What the app sends for an address."""
        body: bytes = self.client.get(address, headers=self.encoding).data
        return body

    def whole_screen(self) -> int:
        """How large the whole table screen is, as a page gets it that shows nothing of it yet."""
        return len(self.client.get(f"/games/{self.game_id}", headers=HTMX).data)

    def step(self) -> Taken:
        """Post the next entry of a game that goes on and on, and measure it."""
        game, step = self._waiting()
        entry = self._next_entry(game, step)
        seconds, body = self.post(entry.path, entry.fields)
        words = self.games.present(self.game_id).words or {}
        drew = any(one["kind"] == "draw" for one in words["steps"])
        kind, answer = (step.key, entry.fields["value"]) if entry.path == "answer" else (entry.path, "")
        return Taken(kind, answer, seconds, body, drew)

    def whole_round(self) -> Iterator[Taken]:
        """The steps of a round from its beginning to its end: of the next one, where one is under way."""
        present = self._waiting()[0].round
        if self.position != self.round_begins:
            while self._waiting()[0].round == present:
                self.step()
            present += 1
        while self._waiting()[0].round == present:
            yield self.step()
        self.round_begins = self.position

    def go_to(self, position: int) -> None:
        """Play on without the pages until the log is that long."""
        while self.position < position:
            entry = self._next_entry(*self._waiting())
            fields, (kind, _, event) = dict(entry.fields), entry.path.partition("/")
            made = Event(event, fields) if kind == "events" else from_json(kind, fields)
            assert isinstance(made, Forward)
            self.follow([made])

    def played_on(self, steps: int) -> Iterator[Entry]:
        """Play on so many steps without the pages: what a browser would post for each."""
        for _ in range(steps):
            entry = self._next_entry(*self._waiting())
            self.go_to(self.position + 1)
            yield entry

    def follow(self, log: Sequence[Forward]) -> None:
        """Make the entries of a log without the pages."""
        for entry in log:
            self.position = self.games.enter(self.game_id, self.position, entry).position

    def _waiting(self) -> tuple[Game, Step]:
        session = self.games.present(self.game_id).session
        if session.pending is None:
            raise RuntimeError("the game is over")
        return session.game, session.pending

    def _next_entry(self, game: Game, step: Step) -> Entry:
        return _upkeep(game, step, self.objectives) or Entry(
            "answer", {"key": step.key, "value": self._answer(game, step)}
        )

    def _answer(self, game: Game, step: Step) -> str:
        """The players take some plain turns, use their cards and pass; a battle without hits ends after some rounds;
        all else is answered as expected.
        """
        if not isinstance(step, Ask):
            return "done"
        values = [choice.value for choice in step.choices]
        if step.key in RESULTS:
            return "nobody"
        turn = (game.round, str(game.active), step.key)
        self.turns[turn] = self.turns.get(turn, 0) + 1
        if step.key in ROUNDS and self.turns[turn] > ROUNDS_FOUGHT:
            return BY_HAND
        if step.key != keys.PLAYER_TURN:
            return values[0]
        if self.turns[turn] <= PLAIN_TURNS:
            return values[0]
        return next((value for value in values if value.startswith("card.")), "pass")


def _upkeep(game: Game, step: Step, objectives: int) -> Entry | None:
    """What keeps the game from ending: corrections, and a withdrawn objective while a strategy card is picked.

    A round of Total War alone can bring the Hive nearly all the points that it needs: then before it scores, too.
    """
    if step.key != keys.PLAYER_PICKS and not (step.key == keys.PLAYERS_SCORE and game.hive.victory_points > MANY):
        return None
    if step.key == keys.PLAYER_PICKS and len(game.objectives) > objectives:
        return Entry("events/withdrawn", {"objective": game.objectives[0].name})
    for one in correctables(game):
        if one.field in KEPT_LOW and one.read(game) != KEPT_LOW[one.field]:
            return Entry("correct", {"field": one.field, "value": str(KEPT_LOW[one.field])})
    return None


@contextmanager
def tables(*seeds: str, compressed: bool = False, objectives: int = OBJECTIVES_KEPT) -> Iterator[list[Table]]:
    """Fresh games, one for each seed, in files that are gone afterwards."""
    with TemporaryDirectory() as folder:
        yield [Table(Path(folder) / seed, seed, compressed=compressed, objectives=objectives) for seed in seeds]
