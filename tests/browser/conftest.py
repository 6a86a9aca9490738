"""A real server, started as a player starts it, and a real browser."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from played import PlayedGames
from playwright.sync_api import Browser, Error, Page, sync_playwright
from screens import Screens, locked, make_games

from bench.chromium import FLAGS

ROOT = Path(__file__).resolve().parents[2]
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/")
PHONE, TABLET, LAPTOP = (390, 844), (1024, 768), (1440, 900)

OpenPage = Callable[..., Page]


def in_sizes(page: Page, *sizes: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """The same page in several sizes, one after the other: to open it for each takes much longer."""
    for size in sizes:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        yield size


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
def screens(tmp_path_factory: pytest.TempPathFactory, shared: Path) -> Iterator[Screens]:
    """Every kind of screen, and games that have played themselves, in an app of their own: nobody goes on in these."""
    folder = tmp_path_factory.mktemp("screens")
    games = made_once(shared, folder)
    with serving(folder, HIVE_TAP_PAUSE="0") as found:
        yield Screens(found, folder, games)


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of all workers."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "made"
    folder.mkdir(exist_ok=True)
    return folder


def made_once(shared: Path, folder: Path) -> dict[tuple[str, str], str]:
    """Make the games of all screens, or copy them from the worker who was here first."""
    with locked(shared):
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
def played(screens: Screens, shared: Path) -> Iterator[PlayedGames]:
    """Games that have played themselves, beside those that the app of the screens has."""
    games = PlayedGames(screens.address, screens.folder, shared)
    yield games
    games.close()


@pytest.fixture(scope="session")
def browser(chromium_path: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=FLAGS)
        yield browser
        browser.close()


@dataclass
class Device:
    """A page in a context of its own, opened once and taken by one test after the other."""

    page: Page
    complaints: list[str] = field(default_factory=list)

    def left(self) -> bool:
        """Forget all of a test: cookies, what the tab keeps, what goes on. Returns whether another can have it."""
        page, context = self.page, self.page.context
        try:
            page.unroute_all()
            page.evaluate("sessionStorage.clear()")
            page.goto("about:blank")
            context.set_offline(False)
            context.clear_cookies()
            page.emulate_media(media="null", reduced_motion="reduce")
        except Error:
            return False
        return len(context.pages) == 1


class Devices:
    """The devices of a browser: to open one costs as much as two pages do, so each goes from test to test."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: defaultdict[tuple[str, bool], list[Device]] = defaultdict(list)

    def take(self, address: str, script: bool, alone: bool = False) -> Device:
        """One that asks this address, with scripts or without; where it is to be alone, one that nobody has had."""
        free = self._free[address, script]
        if free and not alone:
            return free.pop()
        context = self._browser.new_context(
            base_url=address, java_script_enabled=script, reduced_motion="reduce", locale="en-US"
        )
        context.set_default_timeout(10_000)
        device = Device(context.new_page())
        device.page.on("pageerror", lambda error: device.complaints.append(str(error)))
        return device

    def give_back(self, address: str, script: bool, device: Device, alone: bool = False) -> None:
        """A test is through with it."""
        if not alone and device.left():
            self._free[address, script].append(device)
        else:
            device.page.context.close()


@pytest.fixture(scope="session")
def devices(browser: Browser) -> Devices:
    return Devices(browser)


@pytest.fixture
def open_page(devices: Devices, address: str) -> Iterator[OpenPage]:
    """Opens a page of the app at a size, or an empty one; at the end no page may have complained.

    Whoever listens to a page, or has it run something in each document, wants it alone: that cannot be taken away.
    """
    taken: list[tuple[str, bool, Device, bool]] = []

    def open_at(
        path: str = "/",
        size: tuple[int, int] = PHONE,
        script: bool = True,
        address: str = address,
        alone: bool = False,
    ) -> Page:
        device = devices.take(address, script, alone)
        taken.append((address, script, device, alone))
        device.page.set_viewport_size({"width": size[0], "height": size[1]})
        if path:
            device.page.goto(path)
        return device.page

    yield open_at
    complaints = [one for _, _, device, _ in taken for one in device.complaints]
    for address, script, device, alone in taken:
        device.complaints.clear()
        devices.give_back(address, script, device, alone)
    assert complaints == []
