"""The app as a browser meets it: a test client that keeps the forms' token, and a real server on a port of its own."""

from __future__ import annotations

import gzip
import json
import multiprocessing
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from http.client import HTTPConnection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from driving import answer_until, settings
from hive.engine.session import SessionView
from hive.games.present import Present
from hive.games.service import Games
from hive.live.front import run
from hive.model.game import Draws, Game
from hive.steps import Step
from hive.web.factory import create_app
from hive.web.serve import front_of
from hive.web.steps import scene_of
from hive.web.steps.scene import Scene
from storing import new_file

REPOSITORY = Path(__file__).parent.parent
EXPORTS = Path(__file__).parent / "exports"
TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')
HTMX = {"HX-Request": "true", "HX-Target": "table"}


def scene_at(game: Game, step: Step) -> Scene:
    """A step as the pages draw it, of a game without a log."""
    return scene_of(Present("", "", 0, SessionView(game, step, (), ()), None, (), "", ""))


def app_in(folder: Path, **config: Any) -> Flask:
    """The app with its home in a folder: where nothing lies there yet, with a file without games."""
    if not config.get("DATABASE") and not (folder.exists() and any(folder.iterdir())):
        new_file(folder)
    return create_app({"INSTANCE": str(folder), "SECRET_KEY": "test", **config})


class Table:
    """A browser at one app: posts carry the token, and the position of the game."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.client: FlaskClient = app.test_client()
        self.token = TOKEN.search(self.client.get("/").get_data(as_text=True)).group(1)  # type: ignore[union-attr]

    @property
    def games(self) -> Games:
        games: Games = self.app.extensions["games"]
        return games

    def begin(self, draws: Draws = "app", seed: str = "test") -> str:
        return self.games.create("Test", settings(draws=draws), seed=seed)

    def import_kept(self, number: str) -> str:
        """Go on with one of the kept exports, by its number; returns its id."""
        (packed,) = EXPORTS.glob(f"{number}_*")
        return self.games.import_game(json.loads(gzip.decompress(packed.read_bytes())))

    def post(self, path: str, *, htmx: bool = False, **fields: Any) -> TestResponse:
        data = {"csrf_token": self.token, **{name.replace("__", "."): value for name, value in fields.items()}}
        response = self.client.post(path, data=data, headers=HTMX if htmx else {})
        response.request.environ["wsgi.input"].close()  # a large upload lies in a file
        return response

    def position(self, game_id: str) -> int:
        return self.games.present(game_id).position

    def until(self, game_id: str, key: str) -> None:
        """Answer as expected until a question of this key is open."""
        answer_until(self.games, game_id, key)


def serve_in_child(
    folder: Path, prepare: Callable[[Flask], None] = lambda app: None, **config: Any
) -> tuple[BaseProcess, int]:
    """A real server in a process of its own, on a free port; returns the process and the port.

    ``prepare`` is called there before it serves. The child inherits what is imported, so it is quick to start. No file
    of games may be open here meanwhile.
    """
    listening = socket.create_server(("127.0.0.1", 0))
    child = multiprocessing.get_context("fork").Process(
        target=_serve, args=(listening, folder, prepare, config), daemon=True
    )
    child.start()
    port: int = listening.getsockname()[1]
    # Only the child holds the port now: when it dies, waiting connections are refused at once.
    listening.close()
    return child, port


def _serve(listening: socket.socket, folder: Path, prepare: Callable[[Flask], None], config: dict[str, Any]) -> None:
    app = app_in(folder, **config)
    prepare(app)
    run(front_of(app), [listening])


def told_at_start(home: Path, well: int = 200, **settings: str) -> str:
    """What the program prints from its start until it serves. In: the status with which it tells its health then."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    program = subprocess.Popen(
        [sys.executable, "-m", "hive", "play"],
        cwd=REPOSITORY,
        env={**os.environ, "PORT": port, "HIVE_HOME": str(home), "PYTHONIOENCODING": "utf-8", **settings},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    assert program.stdout is not None
    with program, program.stdout as said:
        # What communicate() reads after a readline() lacks what that took beside its line.
        first = said.readline()
        with closing(HTTPConnection("127.0.0.1", int(port), timeout=60)) as asking:
            asking.request("GET", "/health")
            assert asking.getresponse().status == well
        program.send_signal(signal.SIGINT)
        rest = said.read()
    assert program.returncode == 0
    return first + rest


def without_spans(page: str) -> str:
    """A page without the marks of names and the ends of lines in its sentences, to look for whole ones."""
    return re.sub(r"</?(span|wbr)\b[^>]*>", "", page)
