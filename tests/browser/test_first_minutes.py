"""A newcomer's first minutes: from the first page to the Hive's first card, every tap counted."""

from __future__ import annotations

import pytest
from playing import headline
from playwright.sync_api import Page, expect

from conftest import LAPTOP, PHONE, TABLET, OpenPage

MOST_TAPS = 8


class Taps:
    """A finger that counts."""

    def __init__(self, page: Page) -> None:
        self.page, self.number = page, 0

    def on(self, selector: str, then: str) -> None:
        """Tap, and wait until the page or its headline holds these words."""
        self.page.locator(selector).first.click()
        self.number += 1
        expect(self.page.locator("h1").first).to_contain_text(then)


@pytest.mark.parametrize(
    ("size", "script"),
    [(PHONE, True), (PHONE, False), (TABLET, True), (LAPTOP, True)],
    ids=["phone", "no script", "tablet", "laptop"],
)
def test_the_hives_first_card_lies_there_after_eight_taps_at_most(
    open_page: OpenPage, size: tuple[int, int], script: bool
) -> None:
    page = open_page("/", size, script=script)
    taps = Taps(page)
    taps.on("a[href='/new']", "New game")
    taps.on(".foot .go", "The galaxy")
    taps.on(".foot .go", "Sort the boxes")
    taps.on("#all-set-up", "Which public objective is revealed? (1 of 2)")
    taps.on("#answer .choices button, #answer .found button", "(2 of 2)")
    taps.on("#answer .choices button, #answer .found button", "takes")
    assert "The Hive takes" in headline(page)
    expect(page.locator(".cards .card").first).to_be_visible()
    print(f"{taps.number} taps")
    assert taps.number <= MOST_TAPS


def test_the_checklist_lies_beside_its_map_and_back_goes_back(open_page: OpenPage) -> None:
    page = open_page("/new", TABLET)
    page.locator(".foot .go").click()
    page.locator(".foot .go").click()
    expect(page.locator("#headline")).to_have_text("Sort the boxes")
    for title in ("The Hive's play area", "The galaxy"):
        page.locator("#go").click()
        expect(page.locator("#headline")).to_have_text(title)
    first = page.locator("#answer .do li").first.bounding_box()
    galaxy = page.locator("svg.galaxy").bounding_box()
    assert first is not None and galaxy is not None
    assert first["x"] + first["width"] <= galaxy["x"] and galaxy["y"] < TABLET[1] / 2
    assert page.locator("svg.galaxy .kd").count() >= 37
    for title in ("The Hive's play area", "Sort the boxes"):
        page.locator("#undo", has_text="Back").click()
        expect(page.locator("#headline")).to_have_text(title)
