"""A game on a real file, driven through the app's own pages."""

from __future__ import annotations

import re
import time
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient

from hive.games import Games
from hive.model.game import PlayerSetup, Settings
from hive.steps import Ask
from hive.web.factory import create_app

HTMX = {"HX-Request": "true", "HX-Target": "table"}
TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')


class Table:
    """One game, and a browser's posts to it."""

    def __init__(self, folder: Path) -> None:
        self.app: Flask = create_app({"INSTANCE": str(folder), "SECRET_KEY": "bench"})
        self.games: Games = self.app.extensions["games"]
        settings = Settings(PlayerSetup("Ada", "", "blue"), PlayerSetup("Ben", "", "green"))
        self.game_id = self.games.create("Bench", settings, seed="bench")
        self.client: FlaskClient = self.app.test_client()
        page = self.client.get(f"/games/{self.game_id}").get_data(as_text=True)
        found = TOKEN.search(page)
        if found is None:
            raise RuntimeError("the table page has no form")
        self.token = found.group(1)
        self.position = self.games.present(self.game_id).position

    def post(self, path: str, **fields: str) -> tuple[float, bytes]:
        """Post a form as htmx does; returns the seconds it took and the answer's body."""
        data = {"csrf_token": self.token, "position": str(self.position), **fields}
        start = time.perf_counter()
        response = self.client.post(f"/games/{self.game_id}/{path}", data=data, headers=HTMX)
        seconds = time.perf_counter() - start
        if response.status_code != 200:
            raise RuntimeError(f"{path} was answered with {response.status_code}")
        self.position += 1
        return seconds, response.data

    def step(self) -> tuple[float, bytes]:
        """Give the open question its expected answer."""
        step = self.games.present(self.game_id).session.pending
        if step is None:
            raise RuntimeError("the game is over")
        value = step.choices[0].value if isinstance(step, Ask) else "done"
        return self.post("answer", key=step.key, value=value)

    def go_to(self, position: int) -> None:
        """Answer as expected until the log is that long. The players never pass, so the round never ends."""
        while self.position < position:
            step = self.games.present(self.game_id).session.pending
            if step is None:
                raise RuntimeError("the game is over")
            value = step.choices[0].value if isinstance(step, Ask) else "done"
            self.games.answer(self.game_id, self.position, step.key, value)
            self.position += 1
