"""German and Spanish at the table: nothing is left in English, no word is cut, a round is played by the screen alone.

Words to tap are those of the catalogs, found by their English: whoever words a text anew changes no test.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from flask import Flask
from playing import headline, tap, tap_next
from playwright.sync_api import Locator, Page, expect
from test_galaxy import begin_with_a_galaxy
from test_pseudo import AROUND, NAMES, OF_GALAXY, around

from conftest import PHONE, TABLET, OpenPage
from day import NIGHT
from hive.files import FILES
from hive.words import PlayerName, Words, say, told
from hive.words.worded import LOG, languages
from serving import serve_in_child

STEPS = 12
MOST_STEPS = 200
ALONE = (
    *("/", "/new", f"/new/galaxy?seed=abc&{NAMES}", f"/new/galaxy/slot/104?seed=abc&{NAMES}", "/nothing"),
    *("/rules", "/rules?q=combat", "/rules/21.combat.no-retreat", "/tables", "/paper/reference", "/copies"),
)
"""Pages without a game."""
GONE = "#answer button[value=cleared], .foot button[value=cleared]"
"""Whatever is hit in a fight: no ship of a player is left."""

MISSHAPEN = r"""() => {
  const found = [], seen = one => one.checkVisibility({checkOpacity: true, visibilityProperty: true});
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode, one = text.parentElement;
    if (!seen(one) || one.closest("svg, script, style, code, small, [translate=no], [lang=en]")) continue;
    if (/[{}]/.test(text.data)) found.push(`a hole is open in “${text.data.trim()}”`);
    const range = document.createRange();
    for (const word of text.data.matchAll(/[\p{L}\u00ad]{5,}/gu)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map(box => Math.round(box.bottom / 8)));
      if (lines.size > word[0].split("\u00ad").length) found.push(`“${word[0]}” breaks in “${text.data.trim()}”`);
    }
  }
  for (const one of document.querySelectorAll("button, a.button, a.go, .tabs a, label > span"))
    if (seen(one) && one.clientWidth > 2 && one.scrollWidth > one.clientWidth + 1)
      found.push(`“${one.innerText.trim()}” is wider than its button`);
  return found;
}"""
"""Places that are not filled, words that break where no hyphen may stand, and words that do not fit their buttons."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("languages")


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    """A server of its own, which writes down each text that a language lacks."""

    def write_down(app: Flask) -> None:
        LOG.addHandler(logging.FileHandler(folder / "lacks"))
        LOG.setLevel(logging.INFO)

    child, port = serve_in_child(folder, write_down, TAP_PAUSE=0)
    yield f"http://127.0.0.1:{port}"
    child.terminate()
    child.join()


class Look:
    """What was seen on the way in a language, by the page where it stands."""

    def __init__(self, page: Page, code: str) -> None:
        self.page, self.code = page, code
        self.wrong: dict[str, str] = {}

    def here(self) -> None:
        """Note what is wrong on this page."""
        at = "/".join(self.page.url.split("/")[3:])
        assert self.page.locator("html").get_attribute("lang") == self.code
        for what in self.page.evaluate(MISSHAPEN):
            self.wrong.setdefault(" ".join(what.split()), at)
        width = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if width > 0:
            self.wrong.setdefault(f"{at} is {width} too wide", at)

    def at(self, paths: list[str]) -> None:
        for path in paths:
            self.page.goto(path)
            self.here()

    def holds(self, folder: Path) -> None:
        """Nothing was wrong, and no text was lacking."""
        lacks = [one for one in (folder / "lacks").read_text().splitlines() if f"no words in {self.code} " in one]
        assert not lacks, "\n".join(lacks)
        assert not self.wrong, "\n".join(f"{what} ({at})" for what, at in sorted(self.wrong.items()))
        assert f'hive_untold_texts{{language="{self.code}"' not in self.page.request.get("/metrics").text()


@pytest.mark.parametrize("code", ["de", "es"])
def test_pages_are_whole_in_it(open_page: OpenPage, folder: Path, code: str) -> None:
    page = open_page(f"/?lang={code}", PHONE)
    look = Look(page, code)
    look.at([*ALONE])
    page.goto("/")
    page.locator(".starts button").click()
    page.wait_for_url("**/games/*")
    game = page.url
    for _ in range(STEPS):
        look.here()
        tap_next(page)
    look.at(around(game, (*AROUND, *OF_GALAXY)))
    look.holds(folder)


# --- a round by the screen alone


@cache
def words_of(code: str) -> Callable[[Words], str]:
    """How a language says what the app says in English."""
    language = languages(FILES / "translations")[code]
    return lambda words: told(words, language)


def whose(code: str, name: str) -> str:
    """The headline of a player's turn."""
    return words_of(code)(say("{who}'s turn", who=PlayerName("p1", name)))


def begin_by_words(page: Page, code: str) -> None:
    """Choose the language, and begin a game with two names, by what stands on the screen."""
    says = words_of(code)
    page.get_by_role("link", name={"de": "Deutsch", "es": "Español"}[code]).click()
    page.get_by_role("link", name=says(say("New game"))).click()
    for number, name in enumerate(("Ada", "Ben")):
        page.get_by_label(says(say("Name")), exact=True).nth(number).fill(name)
    page.get_by_role("button", name=says(say("Go on")), exact=True).click()
    expect(page.get_by_role("button", name=says(say("Start the game")), exact=True)).to_be_enabled()
    # From here on the same game each time.
    begin_with_a_galaxy(page)
    answer_by(page, page.get_by_role("button", name=says(say("All is set up"))))


def answer_by(page: Page, button: Locator) -> None:
    """Tap a button that is known by its words, and wait until the step has been swapped in."""
    before = page.locator("#answer input[name=position]")
    was = before.get_attribute("value") or ""
    button.first.click()
    expect(before).not_to_have_attribute("value", was)


def step(page: Page, code: str) -> None:
    """Read the headline, and tap what a person would: a card, the way to pass, no ship left, or what is amber."""
    says, said = words_of(code), headline(page)
    if said in (whose(code, "Ada"), whose(code, "Ben")):
        card = page.locator("#answer button", has_text=says(say("play this card")))
        passes = page.locator("#answer button", has_text=says(say("Passes")))
        answer_by(page, card if card.count() else passes)
    elif page.locator(GONE).count():
        tap(page, GONE)
    else:
        tap_next(page)


@pytest.mark.parametrize(("code", "size"), [("de", PHONE), *([("es", TABLET)] if NIGHT else ())])
def test_a_round_is_played_in_it_by_the_screen_alone(
    open_page: OpenPage, folder: Path, code: str, size: tuple[int, int]
) -> None:
    page = open_page("/", size)
    begin_by_words(page, code)
    second = re.escape(words_of(code)(say("Round {number}", number=2)))
    seen: list[str] = []
    while not re.match(rf"{second}\b", page.locator(".where").inner_text()) and len(seen) < MOST_STEPS:
        seen.append(headline(page))
        step(page, code)
    assert len(seen) < MOST_STEPS, seen[-8:]
    assert whose(code, "Ada") in seen and whose(code, "Ben") in seen
    lacks = folder / "lacks"
    assert f"no words in {code} " not in (lacks.read_text() if lacks.exists() else "")
