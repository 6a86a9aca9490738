"""A person's hands on the table screen: they read the headline and tap."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import FilePayload, Page, expect

EXPORTS = Path(__file__).parents[1] / "exports"
FOLLOWS = re.compile(r"/(stream|position|since\?.*)$")
"""What a screen asks for by itself."""
TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')


def send(page: Page, path: str, **what: Any) -> None:
    """Send a form as this browser would, without drawing its pages, and show where it leads.

    How the form of a new game and the file of an exported one are filled in is tried where that is the point.
    """
    found = TOKEN.search(page.request.get("/new").text())
    assert found is not None
    fields = {"csrf_token": found[1], **what}
    # The server plays a long log again before it answers.
    answer = page.request.post(path, multipart=fields, timeout=60_000, max_redirects=0)
    assert answer.status == 303, answer.text()
    page.goto(answer.headers["location"])
    at_the_table(page)


def begin(page: Page, first: str = "Ada", second: str = "Ben", draws: str = "app", shuffles: str = "") -> None:
    """Begin a game without a galaxy; ``draws`` says who draws the Hive Mind's cards.

    With ``shuffles``, a seed, the same is drawn each time.
    """
    send(page, "/new", p1_name=first, p2_name=second, draws=draws, galaxy="none")
    if shuffles:
        shuffle_by(page, shuffles)


def shuffle_by(page: Page, seed: str) -> None:
    """Go on with the game that has just begun from its exported file, in which the seed of its shuffles is replaced.

    The app draws that seed by itself, and no form asks for it.
    """
    document = page.request.get(f"{page.url}/export.json").json()
    document["entries"][0]["data"]["seed"] = seed
    document["snapshot"] = None
    import_game(page, {"name": "game.json", "mimeType": "application/json", "buffer": json.dumps(document).encode()})


def unfold_new(page: Page) -> None:
    """Show all of the form of a new game, which a phone folds behind the names."""
    page.wait_for_load_state("load")
    fold = page.locator(".all-else")
    if fold.is_visible():
        fold.click()


def at_the_table(page: Page) -> None:
    """Wait for a game's page: not just its headline, also what stands below it, whose presence is asked at once."""
    expect(page.locator("#headline")).to_be_visible()
    page.wait_for_load_state("load")


def import_game(page: Page, file: Path | FilePayload) -> str:
    """Go on with an exported game; returns its address."""
    if isinstance(file, Path):
        file = {"name": file.name, "mimeType": "application/json", "buffer": file.read_bytes()}
    send(page, "/import", file=file)
    return page.url


def import_export(page: Page, number: str, folder: Path) -> str:
    """Go on with one of the kept exports, by its number; returns its address. A folder is needed to unpack it."""
    (packed,) = EXPORTS.glob(f"{number}_*")
    file = folder / f"{number}.json"
    file.write_bytes(gzip.decompress(packed.read_bytes()))
    return import_game(page, file)


def headline(page: Page) -> str:
    return page.locator("#headline").inner_text()


def position(page: Page) -> str:
    return page.locator("#answer input[name=position]").get_attribute("value") or ""


def tap(page: Page, selector: str) -> None:
    """Tap a button, and wait until the step has been swapped in."""
    before = page.locator("#answer input[name=position]")
    was = before.get_attribute("value")
    page.locator(selector).first.click()
    expect(before).not_to_have_attribute("value", was or "")


def tap_next(page: Page) -> None:
    """The obvious next tap: the amber button, or the first answer where none is to be expected.

    A printed card shows the first tile of each group.
    """
    for group in page.locator(".field").all():
        if page.locator("#go").is_visible():
            group.locator("label").first.click()
    if page.locator("#go").is_visible():
        tap(page, "#go")
    else:
        tap(page, "#answer .choices button, #answer .found button, #answer .faces button")


def whose_turn(page: Page) -> str:
    return page.locator("header.top").inner_text()


def play_until(page: Page, words: str, taps: int = 80) -> None:
    """Tap on until the headline holds these words."""
    for _ in range(taps):
        if words in headline(page):
            return
        tap_next(page)
    raise AssertionError(f"“{words}” never came; the screen says “{headline(page)}”")


def correct(page: Page, game: str, field: str, number: int) -> None:
    """Set a number by hand on the page of corrections."""
    page.goto(f"{game}/corrections")
    row = page.locator(f"form.correct:has(input[value='{field}'])")
    row.get_by_role("spinbutton").fill(str(number))
    row.get_by_role("button", name="Set").click()
    expect(row.get_by_role("spinbutton")).to_have_attribute("value", str(number))
