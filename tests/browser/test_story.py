"""The story on the screen: the slider walks, the map goes along, and without a script the arrows do the same."""

from __future__ import annotations

from playing import TURN, at_the_table, begin
from playwright.sync_api import expect
from test_setup import choose

from conftest import PHONE, TABLET, OpenPage


def test_the_slider_walks_through_the_game_and_the_map_goes_along(open_page: OpenPage) -> None:
    page = open_page("", TABLET)
    begin(page, until=TURN, galaxy="random", seed="test")
    game = page.url.partition("?")[0]
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


def test_a_story_in_the_dark_is_printed_dark_on_white_without_its_buttons(open_page: OpenPage) -> None:
    page = open_page("/new", PHONE)
    choose(page, "none")
    page.goto(f"{page.url.partition('?')[0]}/story")
    title, way = page.locator("h1"), page.get_by_role("link", name="Walk through the game")
    expect(title).to_have_css("color", "rgb(237, 241, 248)")
    page.emulate_media(media="print")
    expect(title).to_have_css("color", "rgb(19, 25, 36)")
    expect(way).to_be_hidden()
    for address in ("/rules", page.url.replace("/story", "/log")):
        page.goto(address)
        expect(page.locator(".top")).to_be_hidden()
