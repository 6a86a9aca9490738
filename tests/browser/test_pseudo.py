"""Every page in the language that nobody speaks: no English is left, and longer words break no page."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playing import begin, tap_next
from playwright.sync_api import Page

from conftest import PHONE, OpenPage
from hive.words.__main__ import in_pseudo
from serving import serve_in_child
from sources import words_of_the_app

NAMES = "p1_name=Ada&p2_name=Ben"
AROUND = ("menu", "log", "story", "story/1", "story/20", "corrections", "events", "sheet")
OF_GALAXY = ("layout", "map?zoom=2", "systems", "systems/104", "systems/209", "systems/main")
TABS = ("map", "hive", "players", "log", "more")
STEPS = 15

WORD = re.compile(r"[A-Za-z]{2,}")
ALLOWED = re.compile(r"Hive Wars|\b(\d+|omega)(\.[a-z0-9-]+)+|\b(Ada|Ben|Test)\b")
"""The name of the game, the ids of rules, and in attributes, which know no names of their own, who plays."""

UNSAID: tuple[str, ...] = ("svg.galaxy .ch", "svg.galaxy .nm", "svg.galaxy .kd", ".off", ".ships")
"""Signs of units and of kinds of slots, and names of planets, as the map draws them."""

ENGLISH = """unsaid => {
  const silent = ["script", "style", "title", "time", "[translate=no]", ...unsaid].join();
  const where = (one) => {
    const named = one.closest("[id], [class]");
    return named.id ? `#${named.id}` : `${named.localName}.${named.classList[0]}`;
  };
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const one = texts.currentNode.parentElement;
    if (!one.closest(silent)) found.push([where(one), texts.currentNode.data]);
  }
  for (const one of document.body.querySelectorAll("[aria-label], [title], [placeholder]"))
    if (!one.closest(silent))
      for (const name of ["aria-label", "title", "placeholder"])
        if (one.hasAttribute(name)) found.push([`${where(one)} ${name}`, one.getAttribute(name)]);
  return found;
}"""


class Look:
    """What was seen on the way: English that is left, by the place where it stands, and pages that are too wide."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.english: dict[str, str] = {}
        self.wide: list[str] = []

    def here(self) -> None:
        """Note what is English on this page, and whether it can be scrolled sideways."""
        at = "/".join(self.page.url.split("/")[3:])
        assert self.page.locator("html").get_attribute("lang") == "pseudo"
        for where, text in self.page.evaluate(ENGLISH, list(UNSAID)):
            if WORD.search(ALLOWED.sub("", text)):
                self.english.setdefault(f"{where}: “{' '.join(text.split())}”", at)
        width = self.page.evaluate("document.documentElement.scrollWidth")
        if width > PHONE[0]:
            self.wide.append(f"{at} is {width} wide")

    def at(self, paths: list[str]) -> None:
        for path in paths:
            self.page.goto(path)
            self.here()

    def along(self, steps: int) -> None:
        for _ in range(steps):
            self.here()
            tap_next(self.page)

    def holds(self) -> None:
        assert not self.wide, "\n".join(self.wide)
        assert not self.english, "\n".join(f"{text} ({at})" for text, at in sorted(self.english.items()))


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that knows the language."""
    folder = tmp_path_factory.mktemp("pseudo")
    in_pseudo(words_of_the_app(), folder / "translations")
    child, port = serve_in_child(folder, TRANSLATIONS=folder / "translations")
    yield f"http://127.0.0.1:{port}"
    child.terminate()
    child.join()


def around(game: str, pages: tuple[str, ...]) -> list[str]:
    return [game, *(f"{game}?tab={tab}" for tab in TABS), *(f"{game}/{page}" for page in pages)]


def test_pages_without_a_game_are_told_in_it(open_page: OpenPage) -> None:
    look = Look(open_page("/?lang=pseudo", PHONE))
    look.at(["/", "/new", f"/new/galaxy?seed=abc&{NAMES}", f"/new/galaxy/hand?seed=abc&{NAMES}"])
    look.at(
        [f"/new/galaxy/slot/104?seed=abc&{NAMES}", f"/new/galaxy/paste?{NAMES}", f"/new/galaxy/paste?map=1&{NAMES}"]
    )
    look.at(["/new/galaxy?p1_name=Ada&p2_name=Ada", "/nothing", "/games/nothing"])
    look.at(["/rules", "/rules?q=combat", "/rules?q=zzzz", "/rules/21.combat.no-retreat", "/tables"])
    look.at(["/paper", "/paper/deck", "/paper/reference", "/copies"])
    look.holds()


@pytest.mark.parametrize("draws", ["app", "table"])
def test_a_game_without_a_galaxy_is_told_in_it(open_page: OpenPage, draws: str) -> None:
    page = open_page("", PHONE)
    begin(page, draws=draws, shuffles="test")
    game = page.url
    page.goto(f"{game}?lang=pseudo")
    look = Look(page)
    look.along(STEPS)
    look.at(around(game, AROUND))
    look.holds()


def test_a_game_with_a_galaxy_is_told_in_it(open_page: OpenPage) -> None:
    page = open_page("/?lang=pseudo", PHONE)
    page.locator(".starts button").click()
    page.wait_for_url("**/games/*")
    look = Look(page)
    game = page.url
    look.along(STEPS)
    look.at(around(game, (*AROUND, *OF_GALAXY)))
    look.holds()
