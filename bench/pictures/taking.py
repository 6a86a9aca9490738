"""The camera: the app served from a folder of its own, and a browser that looks at it."""

from __future__ import annotations

import base64
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from werkzeug.serving import WSGIRequestHandler, make_server

from bench.chromium import FLAGS, find_browser
from bench.pictures.playing import play
from bench.pictures.screens import Screen
from hive.games.service import Games
from hive.web.factory import create_app

WEBP_QUALITY = 78


@dataclass(frozen=True)
class Size:
    """A device: its screen in CSS pixels, and how many of its own make one of these."""

    width: int
    height: int
    scale: float = 1


SIZES = {"phone": Size(390, 844, 2), "tablet": Size(1024, 768), "laptop": Size(1440, 900), "wall": Size(1920, 1080)}
THEMES = ("dark", "light")


@dataclass(frozen=True)
class Picture:
    """One picture: of which screen, on which device, in which theme, and the file for it."""

    screen: Screen
    size: str
    theme: str
    file: Path


class _Silent(WSGIRequestHandler):
    def log(self, type: str, message: str, *args: object) -> None:
        """Requests are not told."""


def take(pictures: list[Picture], folder: Path, language: str = "en") -> Iterator[Picture]:
    """Take the pictures one after another, in a language; ``folder`` keeps the games. Raises NotThere."""
    for empty in (True, False):
        some = [picture for picture in pictures if picture.screen.empty == empty]
        if some:
            with _served(folder / ("empty" if empty else "full")) as (games, address), browser() as opened:
                found = {} if empty else play(games, [picture.screen for picture in some])
                for device in dict.fromkeys((picture.size, picture.theme) for picture in some):
                    yield from _on(opened, address, device, some, found, language)


def _on(
    browser: Browser,
    address: str,
    device: tuple[str, str],
    pictures: list[Picture],
    games: dict[tuple[str, str], str],
    language: str,
) -> Iterator[Picture]:
    size, theme = SIZES[device[0]], device[1]
    context = browser.new_context(
        base_url=address,
        locale=language,
        viewport={"width": size.width, "height": size.height},
        device_scale_factor=size.scale,
        reduced_motion="reduce",
    )
    context.add_cookies([{"name": "theme", "value": theme, "url": address}])
    page = context.new_page()
    for picture in (one for one in pictures if (one.size, one.theme) == device):
        _look(page, picture.screen, games)
        _keep(page, picture.file)
        yield picture
    context.close()


def _look(page: Page, screen: Screen, games: dict[tuple[str, str], str]) -> None:
    page.goto(f"/games/{games[screen.table]}{screen.path}" if screen.game else screen.path)
    page.wait_for_load_state("load")
    if screen.opens:
        page.locator(screen.opens).first.click()
        page.wait_for_load_state("load")


def _keep(page: Page, file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    if file.suffix == ".png":
        page.screenshot(path=file)
        return
    found = page.context.new_cdp_session(page).send(
        "Page.captureScreenshot", {"format": "webp", "quality": WEBP_QUALITY}
    )
    file.write_bytes(base64.b64decode(found["data"]))


@contextmanager
def _served(folder: Path) -> Iterator[tuple[Games, str]]:
    folder.mkdir(parents=True, exist_ok=True)
    app = create_app({"INSTANCE": str(folder), "SECRET_KEY": "pictures", "TAP_PAUSE": 0})
    server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=_Silent)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield app.extensions["games"], f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def browser() -> Iterator[Browser]:
    """Chromium, the one that CHROMIUM names, or that is found."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=FLAGS)
        yield browser
        browser.close()
