"""The table's own copy is entered by tapping: a card, a diagram, a zone, and a new game plays by it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from test_round import SMALL_CONTROLS, SMALLEST_TOUCH

from conftest import LAPTOP, PHONE, TABLET, OpenPage

SIZES = pytest.mark.parametrize("size", [PHONE, TABLET, LAPTOP], ids=["phone", "tablet", "laptop"])
SCRIPT = pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])


@SCRIPT
def test_a_copy_is_entered_and_a_new_game_takes_it(open_page: OpenPage, script: bool) -> None:
    page = open_page("/copies", TABLET, script=script)
    page.get_by_label("Name of the copy").fill(f"Our box {script}")
    page.get_by_role("button", name="Begin with the cards").click()
    expect(page.get_by_text("Card 1 of 36")).to_be_visible()
    page.locator("label:has(input[name=action][value=red_star])").click()
    page.locator("label:has(input[name=icons][value='3'])").click()
    page.get_by_role("button", name="Right, next card").click()
    expect(page.get_by_text("Card 2 of 36")).to_be_visible()
    page.get_by_role("link", name=f"Our box {script}").click()
    expect(page.locator(".hand .hm").first).to_have_attribute(
        "aria-label",
        re.compile("Card 1: engage, 3 faction icons, initiative 7, green check, destroyer to AUX 2, war sun, blue"),
    )
    page.get_by_role("link", name="Positive system priority").click()
    first = page.locator(".blocks li").first
    expect(first).to_contain_text("Completes a public objective")
    page.get_by_role("button", name="Down: Completes a public objective").click()
    expect(first).to_contain_text("Spawning systems first")
    page.goto(f"{page.url.partition('/diagrams')[0]}/galaxy")
    page.locator("svg.galaxy a[href*='slot=207']").click()
    page.get_by_role("button", name="2 orange").click()
    expect(page.get_by_role("button", name="2 orange")).to_have_attribute("aria-pressed", "true")
    page.goto("/new")
    expect(page.locator("#options")).to_have_attribute("open", "")
    expect(page.get_by_label(f"Our box {script}")).to_be_checked()


@SIZES
def test_every_page_of_a_copy_fits_the_screen_and_the_finger(open_page: OpenPage, size: tuple[int, int]) -> None:
    page = open_page("/copies", size)
    page.get_by_label("Name of the copy").fill("Fits")
    page.get_by_role("button", name="Begin with the cards").click()
    copy = page.url.partition("/cards")[0]
    for path in ("", "/cards/5", "/diagrams/positive", "/diagrams/space", "/galaxy?slot=207"):
        page.goto(copy + path)
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= size[0], f"{path} is {width} wide"
        assert page.evaluate(SMALL_CONTROLS, SMALLEST_TOUCH) == [], path
