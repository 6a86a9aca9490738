"""A real server, started as a player starts it, and a real browser."""

from __future__ import annotations

import fcntl
import json
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from played import PlayedGames
from playwright.sync_api import Browser, Page, sync_playwright
from screens import Screens, make_games

from bench.chromium import FLAGS

ROOT = Path(__file__).resolve().parents[2]
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/")
PHONE, TABLET, LAPTOP = (390, 844), (1024, 768), (1440, 900)

OpenPage = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All that lies in this folder wants the browser, and the machine, for itself."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the app is served, with a file of games of its own; its steps take answers at once."""
    with serving(tmp_path_factory.mktemp("games"), HIVE_TAP_PAUSE="0") as found:
        yield found


@pytest.fixture(scope="session")
def screens(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screens]:
    """Every kind of screen, in an app of its own: nobody goes on in these games."""
    folder = tmp_path_factory.mktemp("screens")
    games = made_once(tmp_path_factory, folder)
    with serving(folder, HIVE_TAP_PAUSE="0") as found:
        yield Screens(found, games)


def made_once(tmp_path_factory: pytest.TempPathFactory, folder: Path) -> dict[tuple[str, str], str]:
    """Make the games of all screens, or copy them from the worker who was here first."""
    base = tmp_path_factory.getbasetemp()
    shared = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "made"
    shared.mkdir(exist_ok=True)
    with (shared / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (shared / "games.json").exists():
            made = make_games(shared / "games.sqlite")
            (shared / "games.json").write_text(json.dumps([[*table, game] for table, game in made.items()]))
    shutil.copy(shared / "games.sqlite", folder)
    return {(name, until): game for name, until, game in json.loads((shared / "games.json").read_text())}


@contextmanager
def serving(folder: Path, **environs: str) -> Iterator[str]:
    """Serve the app by its own command."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    games = folder / "games.sqlite"
    environment = {**os.environ, "PORT": str(port), "HIVE_DB": str(games), "LAN": "", **environs}
    with subprocess.Popen(
        [sys.executable, str(ROOT / "app.py")], env=environment, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        found = ADDRESS.search(server.stdout.readline())
        assert found is not None, "the server does not say where it is"
        try:
            yield found.group(0).rstrip("/")
        finally:
            server.terminate()


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PlayedGames]:
    """Another server, whose games have played themselves."""
    folder = tmp_path_factory.mktemp("played")
    with serving(folder, HIVE_TAP_PAUSE="0") as found:
        games = PlayedGames(found, folder)
        yield games
        games.close()


@pytest.fixture(scope="session")
def browser(chromium_path: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser: Browser, address: str) -> Iterator[OpenPage]:
    """Opens a page of the app at a size, or an empty one; at the end no page may have complained."""
    contexts, complaints = [], []

    def open_at(path: str = "/", size: tuple[int, int] = PHONE, script: bool = True, address: str = address) -> Page:
        context = browser.new_context(
            base_url=address, viewport={"width": size[0], "height": size[1]}, java_script_enabled=script
        )
        context.set_default_timeout(10_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        if path:
            page.goto(path)
        return page

    yield open_at
    for context in contexts:
        context.close()
    assert complaints == []
