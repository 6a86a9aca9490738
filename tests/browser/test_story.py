"""The story on the screen: the slider walks, the map goes along, and without a script the arrows do the same."""

from __future__ import annotations

from playing import at_the_table, tap_next
from playwright.sync_api import Page, expect
from test_setup import choose, start

from conftest import PHONE, TABLET, OpenPage

STEPS = 22


def played(page: Page) -> str:
    """A game on a galaxy, played on for some steps; its address."""
    choose(page, "random")
    start(page)
    game = page.url.partition("?")[0]
    for _ in range(STEPS):
        tap_next(page)
    return game


def test_the_slider_walks_through_the_game_and_the_map_goes_along(open_page: OpenPage) -> None:
    page = open_page("/new", TABLET)
    game = played(page)
    page.goto(f"{game}/story/1")
    expect(page.locator("h1")).to_have_text("Round 1")
    expect(page.locator("svg.galaxy")).to_be_visible()
    slider = page.get_by_role("slider", name="Line of the game")
    last = int(slider.get_attribute("max") or 0)
    slider.fill(str(last))
    page.wait_for_url("**/story/*")
    expect(page.get_by_role("slider", name="Line of the game")).to_have_value(str(last))
    expect(page.locator("#here")).to_be_in_viewport()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("slider", name="Line of the game")).to_have_value(str(last - 1))
    assert page.evaluate("document.documentElement.scrollHeight") <= TABLET[1]
    page.get_by_role("link", name="Back to the table").click()
    at_the_table(page)


def test_the_story_is_walked_on_a_phone_without_a_script(open_page: OpenPage) -> None:
    page = open_page("/new", PHONE, script=False)
    choose(page, "none")
    page.goto(f"{page.url.partition('?')[0]}/story/1")
    page.get_by_role("link", name="Back to the table").click()
    at_the_table(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
