"""What threatens us, and the Hive's units as they are now: read at every size, from the table and back."""

from __future__ import annotations

import re

from played import FIGHTS, PlayedGames
from playing import speak
from playwright.sync_api import Page, expect
from screens import Screens

from conftest import LAPTOP, PHONE, TABLET, OpenPage, in_sizes
from hive import keys

FITS = "document.documentElement.scrollWidth <= innerWidth"
UNCUT = "table => table.scrollWidth <= table.clientWidth"


def opened(open_page: OpenPage, played: PlayedGames, link: str) -> Page:
    """A page about the Hive's mind, opened from a player's turn late in a game, where one way leads to it."""
    game, page = played.game(FIGHTS), open_page("", PHONE, address=played.address)
    game.at(page, game.lines[keys.PLAYER_TURN][-1])
    for _ in in_sizes(page, TABLET, PHONE):
        expect(page.locator("a[href$='/threats']:visible, a[href$='/units']:visible")).to_have_count(2)
    page.locator(link).click()
    expect(page.locator("#headline")).to_be_visible()
    return page


def test_what_threatens_us_names_counters_zones_and_systems(open_page: OpenPage, played: PlayedGames) -> None:
    page = opened(open_page, played, ".threat")
    expect(page.locator("#headline")).to_have_text("What threatens us?")
    assert all(re.search(r"\d+ of \d+ counters", one) for one in page.locator(".angers li").all_inner_texts())
    assert page.locator(".angers li").count() == 2
    assert page.locator(".thresholds li").count() >= 3
    groups = page.locator(".rivals")
    assert groups.count() >= 1
    lines = groups.locator("li").all_inner_texts()
    assert all("counter" in line or "cannot be a target" in line for line in lines)
    assert all("in reach: " in line or "no ship that carries" in line for line in lines)
    for size in in_sizes(page, PHONE, LAPTOP, TABLET):
        expect(page.locator(".board svg.galaxy")).to_be_visible()
        assert page.evaluate(FITS), size
        if size != PHONE:
            galaxy, bar = page.locator(".board svg.galaxy").bounding_box(), page.locator(".foot").bounding_box()
            assert galaxy is not None and bar is not None and galaxy["y"] + galaxy["height"] <= bar["y"] + 1, size
    groups.locator("a").first.click()
    expect(page.locator(".place, #headline").first).to_be_visible()
    assert "at=" in page.url


def test_the_hives_units_are_told_with_what_has_changed_them(open_page: OpenPage, played: PlayedGames) -> None:
    page = opened(open_page, played, "#thinks :last-child")
    expect(page.locator("#headline")).to_have_text("The Hive's units as they are now")
    rows = page.locator(".unit-table tbody")
    assert rows.count() >= 8
    numbers = rows.locator("tr:first-child > td:nth-child(2) b").all_inner_texts()
    assert all(re.fullmatch(r"\d+\+|10|–", number) for number in numbers)
    expect(page.locator(".unit-table .also").first).to_be_visible()
    table = page.locator(".unit-table")
    for size in in_sizes(page, TABLET, LAPTOP, PHONE):
        assert page.evaluate(FITS), size
        assert table.evaluate(UNCUT), size
    for code in ("de", "es"):
        speak(page, code)
        page.reload()
        assert page.evaluate(FITS) and table.evaluate(UNCUT), code
    speak(page, "en")
    page.reload()
    page.get_by_role("link", name="To the table", exact=True).click()
    expect(page.locator("#headline")).to_have_text(re.compile("'s turn$"))


def test_what_should_have_happened_is_written_over_the_whole_width(open_page: OpenPage, screens: Screens) -> None:
    page = open_page(screens.of("wrong"), PHONE)
    for size in in_sizes(page, PHONE, TABLET):
        text, form = page.locator("#said").bounding_box(), page.locator("#note").bounding_box()
        assert text and form and text["width"] == form["width"], size
