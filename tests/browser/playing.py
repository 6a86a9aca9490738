"""A person's hands on the table screen: they read the headline and tap."""

from __future__ import annotations

import gzip
import json
import re
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import APIResponse, Error, FilePayload, Page, expect

from driving import answer_until
from hive import keys
from hive.games.service import Games
from hive.store import Store

EXPORTS = Path(__file__).parents[1] / "exports"
FOLLOWS = re.compile(r"/(stream|position|since\?.*)$")
"""What a screen asks for by itself."""
OBJECTIVE, TURN, HIVES_TURN = (keys.REVEAL,), (keys.PLAYER_TURN, keys.HIVE_TURN), (keys.HIVE_TURN,)
"""To where a game has gone on: the first objectives, the first turn, the Hive's first turn."""
TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')

NEXT = """() => [document.querySelectorAll(".field").length,
  document.getElementById("go")?.checkVisibility({visibilityProperty: true}) ?? false]"""
"""How many groups have to be answered, and whether there is an amber button."""
GONE_ON = """was => document.documentElement.classList.contains("js") && new Promise((done) => {
  const end = (there) => { watching.disconnect(); clearTimeout(late); done(there); };
  const look = () => { if ((document.querySelector("#answer input[name=position]")?.value ?? was) !== was) end(true); };
  const watching = new MutationObserver(look), late = setTimeout(end, 10000, false);
  watching.observe(document, {subtree: true, childList: true, attributeFilter: ["value"]});
  look();
})"""
"""Waits where a script swaps the step in: true, once it stands elsewhere than it did."""

BROKEN = """within => {
  const broken = [];
  for (const part of document.querySelectorAll(within)) {
    const words = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let text = words.nextNode(); text; text = words.nextNode()) {
      for (const { 0: word, index } of text.data.matchAll(/[\\w\u00ad]+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const boxes = [...range.getClientRects()].filter(box => box.width);
        if (new Set(boxes.map(box => Math.round(box.top))).size > word.split("\u00ad").length) broken.push(word);
      }
    }
  }
  return broken;
}"""
"""Words within such parts that are broken where no hyphen may stand."""
HEIGHT = """(document.documentElement.scrollHeight - (document.querySelector(".cut")?.offsetHeight ?? 0))
  / innerHeight"""
"""How many screens a step is high; the part of the map that stands with a move is looked at, not read."""


def post(page: Page, path: str, **what: Any) -> str:
    """Send a form as this browser would, without drawing its pages; returns where it leads.

    How the form of a new game and the file of an exported one are filled in is tried where that is the point.
    """
    answer = posted(page, path, **what)
    assert answer.status == 303, answer.text()
    return answer.headers["location"]


def posted(page: Page, path: str, **what: Any) -> APIResponse:
    """What the app answers to a form."""
    found = TOKEN.search(page.request.get("/new").text())
    assert found is not None
    # The server plays a long log again before it answers.
    return page.request.post(path, multipart={"csrf_token": found[1], **what}, timeout=60_000, max_redirects=0)


IMPORTED: dict[tuple[str, bytes], str] = {}
"""By the address of an app and what was imported there: where that game is, in which nobody goes on."""


def imported(page: Page, file: FilePayload) -> str:
    """An exported game in the app, brought in once; who asks again gets another copy, which takes no time."""
    known = page.request.get("/health").url, sha256(file["buffer"]).digest()
    copied = posted(page, f"{IMPORTED[known]}/copy", name="A copy") if known in IMPORTED else None
    # An app of another test may have had the same address.
    if copied is None or copied.status != 303:
        IMPORTED[known] = post(page, "/import", file=file)
        copied = posted(page, f"{IMPORTED[known]}/copy", name="A copy")
    return copied.headers["location"]


def speak(page: Page, code: str, address: str = "") -> None:
    """From the next page on this device speaks a language: whoever measures in German has the longest words.

    Where none has been opened yet, the address of the app.
    """
    page.context.add_cookies([{"name": "lang", "value": code, "url": address or page.url}])


def show(page: Page, game: str) -> None:
    page.goto(game)
    at_the_table(page)


BEGUN: dict[tuple[object, ...], FilePayload] = {}
"""The games that have gone on already, by what was asked for."""


def begin(
    page: Page,
    first: str = "Ada",
    second: str = "Ben",
    draws: str = "app",
    shuffles: str = "",
    until: tuple[str, ...] = (),
    **galaxy: str,
) -> None:
    """Begin a game, without a galaxy if none is named; ``draws`` says who draws the Hive Mind's cards.

    With ``shuffles``, a seed, the same is drawn each time; with ``until`` it has gone on to the first of these steps.
    """
    path = "/new/galaxy" if galaxy else "/new"
    fields = {"p1_name": first, "p2_name": second, "draws": draws, **(galaxy or {"galaxy": "none"})}
    if shuffles or until:
        asked = (*fields.items(), shuffles, until)
        if asked not in BEGUN:
            begun = page.request.get(f"{post(page, path, **fields)}/export.json").json()
            BEGUN[asked] = as_file(gone_on(begun, shuffles, until))
        show(page, imported(page, BEGUN[asked]))
    else:
        show(page, post(page, path, **fields))


def gone_on(document: Any, shuffles: str, until: tuple[str, ...]) -> Any:
    """An exported game with other shuffles, answered as expected up to a step.

    The app draws the seed of its shuffles by itself, and no form asks for it.
    """
    if shuffles:
        document["entries"][0]["data"]["seed"] = shuffles
        document["snapshot"] = None
    if not until:
        return document
    with TemporaryDirectory() as folder:
        games = Games(Store(Path(folder) / "games.sqlite"))
        game_id = games.import_game(document)
        answer_until(games, game_id, *until)
        document = games.store.export_game(game_id)
        games.close()
    return document


def as_file(document: Any) -> FilePayload:
    return {"name": "game.json", "mimeType": "application/json", "buffer": json.dumps(document).encode()}


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
    show(page, imported(page, file))
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
    was = position(page)
    page.locator(selector).first.click()
    gone_on_from(page, was)


def gone_on_from(page: Page, was: str) -> None:
    """Wait until another step is on the screen.

    An expectation would look again and again, and for each time that it fails Playwright reads out the whole page.
    """
    try:
        there = page.evaluate(GONE_ON, was)
    except Error:
        # Without a script another page comes, and whatever waits on this one is lost.
        there = False
    if not there:
        page.locator(f"#answer input[name=position]:not([value='{was}'])").wait_for(state="attached")


def tap_next(page: Page) -> None:
    """The obvious next tap: the amber button, or the first answer where none is to be expected.

    A printed card shows the first tile of each group.
    """
    fields, amber = page.evaluate(NEXT)
    if amber and fields:
        for group in page.locator(".field").all():
            group.locator("label").first.click()
        amber = page.locator("#go").is_visible()
    tap(page, "#go" if amber else "#answer .choices button, #answer .found button, #answer .faces button")


def whose_turn(page: Page) -> str:
    """The phase, for which a phone has no room, and whose turn it is."""
    return page.locator("header.top .where").text_content() or ""


def the_hives(page: Page) -> bool:
    """Whether it is the Hive's turn in the action phase."""
    said = whose_turn(page)
    return "Action" in said and ("The Hive's turn" in said or "The Hive hunts" in said)


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
