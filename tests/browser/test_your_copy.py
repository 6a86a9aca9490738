"""The table's own copy is entered by tapping: a card, a diagram, a zone, and a new game plays by it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect
from test_round import SMALL_CONTROLS, SMALLEST_TOUCH

from conftest import LAPTOP, PHONE, TABLET, OpenPage, in_sizes

SIZES = pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
MOST_TAPS = 40
"""So few taps enter a deck in which eight cards differ, two swapped blocks and a zone; docs/players.md says so."""
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
    first = page.locator(".own-order li").first
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


def test_every_page_of_a_copy_fits_the_screen_and_the_finger(open_page: OpenPage) -> None:
    page = open_page("/copies", PHONE)
    page.get_by_label("Name of the copy").fill("Fits")
    page.get_by_role("button", name="Begin with the cards").click()
    copy = page.url.partition("/cards")[0]
    for path in ("", "/cards/5", "/diagrams/positive", "/diagrams/space", "/galaxy?slot=207", "/pools"):
        page.goto(copy + path)
        for size in in_sizes(page, PHONE, TABLET, LAPTOP):
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width <= size[0], f"{path} is {width} wide"
            assert page.evaluate(SMALL_CONTROLS, SMALLEST_TOUCH) == [], (path, size)


@SIZES
def test_a_copy_that_differs_a_little_is_entered_in_few_taps(open_page: OpenPage, size: tuple[int, int]) -> None:
    page = open_page("/copies", size)
    taps = 0

    def tap(what: Locator) -> None:
        nonlocal taps
        what.click()
        taps += 1

    page.get_by_label("Name of the copy").fill(f"Eight cards {size[0]}")
    tap(page.get_by_role("button", name="Begin with the cards"))
    expect(page.locator(".kicker")).to_have_text("Card 1 of 36")
    tap(page.get_by_role("link", name="All cards"))
    for number, (action, technology) in enumerate(
        [("red_star", "red"), ("red_star", "green"), ("yellow_arrow", "blue"), ("yellow_arrow", "yellow")] * 2, start=1
    ):
        tap(page.locator(f"#card-{number} a"))
        expect(page.locator(".kicker")).to_have_text(f"Card {number} of 36")
        tap(page.locator(f"label:has(input[name=action][value={action}])"))
        tap(page.locator(f"label:has(input[name=technology][value={technology}])"))
        tap(page.get_by_role("button", name="Right so"))
        expect(page.locator(f"#card-{number}.mine")).to_be_visible()
    tap(page.get_by_role("link", name="Positive system priority"))
    tap(page.get_by_role("button", name="Down: Most planets"))
    expect(page.locator(".own-order li").nth(4)).to_contain_text("Most planets")
    tap(page.get_by_role("link", name="The whole copy"))
    tap(page.locator("svg.galaxy a[href*='slot=207']"))
    tap(page.get_by_role("button", name="2 orange"))
    expect(page.get_by_role("button", name="2 orange")).to_have_attribute("aria-pressed", "true")
    page.goto(page.url.partition("/galaxy")[0])
    expect(page.get_by_text("other than our default: 8")).to_be_visible()
    expect(page.get_by_text("as in your copy: 207")).to_be_visible()
    print(f"{taps} taps")
    assert taps <= MOST_TAPS


def test_numbers_of_the_set_up_are_entered_on_one_page(open_page: OpenPage) -> None:
    page = open_page("/copies", PHONE)
    page.get_by_label("Name of the copy").fill("Numbers")
    page.get_by_role("button", name="Begin with the cards").click()
    page.goto(page.url.partition("/cards")[0] + "/pools")
    page.get_by_role("button", name="More: Zone 4 (blue)").click()
    page.locator("label:has(input[value='40'])").click()
    page.get_by_role("button", name="Right, the whole copy").click()
    expect(page.get_by_role("alert")).to_contain_text("WH2: the template has 2 places for this pool")
    expect(page.get_by_role("spinbutton", name="Zone 4 (blue)")).to_have_value("5")
    page.locator("label:has(input[value='40'])").click()
    page.get_by_role("button", name="Right, the whole copy").click()
    expect(page.locator(".zone-numbers")).to_contain_text("blue 5")


def test_a_doubtful_card_is_asked_about_and_kept_once_the_table_says_so(open_page: OpenPage) -> None:
    page = open_page("/copies", TABLET)
    page.get_by_label("Name of the copy").fill("Strange")
    page.get_by_role("button", name="Begin with the cards").click()
    for side in ("standard_ship", "advanced_ship"):
        page.locator(f"label:has(input[name={side}][value=flagship])").click()
    page.get_by_role("button", name="Right, next card").click()
    expect(page.get_by_role("alert")).to_contain_text("Flagship on the left and on the right")
    page.locator("label.sure").click()
    page.get_by_role("button", name="Right, next card").click()
    expect(page.locator(".kicker")).to_have_text("Card 2 of 36")
    page.get_by_role("link", name="All cards").click()
    expect(page.locator(".doubts")).to_contain_text("Flagship on the left and on the right")
