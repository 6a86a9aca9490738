"""Text of 200 %, by zoom or by the size of the browser: amber, then undo, another answer, and the way to the rest."""

from __future__ import annotations

import pytest
from large_text import CUT, STYLED, ZOOMED_PHONE, ZOOMED_TABLET
from playing import speak
from playwright.sync_api import Page, expect
from screens import TURNED, Screens

from conftest import PHONE, TABLET, OpenPage, in_sizes

BEYOND_THE_MAP = """(numbers) => {
  const map = document.querySelector(".board").getBoundingClientRect();
  const head = document.querySelector("#top").getBoundingClientRect().bottom;
  const beyond = (box) => box.left < map.left - 1 || box.right > map.right + 1 || box.top < head;
  return numbers.filter((one) => [...one.children].some((part) => beyond(part.getBoundingClientRect())))
    .map((one) => one.textContent.trim());
}"""
ROOT_FONT = "parseFloat(getComputedStyle(document.documentElement).fontSize)"


def top_of(page: Page, selector: str) -> float:
    """Where the first of these that is shown begins."""
    box = page.locator(f"{selector} >> visible=true").first.bounding_box()
    assert box is not None
    return box["y"]


def with_font(page: Page, size: int) -> None:
    """As in a browser whose own text has this size; a page that is open already need not hear of it."""
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": size, "fixed": size}})
    page.reload()


def test_below_amber_stand_undo_another_answer_and_the_way_to_the_rest(open_page: OpenPage, screens: Screens) -> None:
    page = open_page(screens.of(TURNED), ZOOMED_PHONE)
    page.evaluate(STYLED)
    undo, other, more = (page.locator(one) for one in ("#undo", "#second", ".tabs a >> visible=true"))
    expect(more).to_have_text("More")
    row = [one.bounding_box() for one in (undo, other, more)]
    assert all(row) and top_of(page, "#go") < min(box["y"] for box in row if box)
    assert [box["x"] for box in row if box] == sorted(box["x"] for box in row if box)
    assert len({round(box["y"]) for box in row if box}) == 1
    assert top_of(page, "#headline") < top_of(page, ".hands") < top_of(page, ".turned") < top_of(page, ".cut")
    more.click()
    expect(page.locator(".tabs a >> visible=true")).to_have_text(["Now", "Map", "Hive", "Players", "Log"])
    assert top_of(page, ".tabs a") < top_of(page, ".more") < top_of(page, ".to-now")


def test_what_is_asked_stands_above_the_map_on_which_it_is_tapped(open_page: OpenPage, screens: Screens) -> None:
    page = open_page(screens.of("moved-from"), ZOOMED_PHONE)
    for _ in in_sizes(page, ZOOMED_PHONE, (683, 512)):
        assert top_of(page, "#headline") < top_of(page, ".board")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert top_of(page, "#headline") > top_of(page, ".board")


@pytest.mark.parametrize("size", [PHONE, TABLET])
def test_the_size_of_text_that_the_browser_has_counts(
    open_page: OpenPage, screens: Screens, size: tuple[int, int]
) -> None:
    page = open_page(screens.of("combat"), size, alone=True)
    normal = page.evaluate(ROOT_FONT)
    with_font(page, 32)
    page.evaluate(STYLED)
    assert page.evaluate(ROOT_FONT) == pytest.approx(normal * 2, rel=0.15)
    assert page.evaluate(CUT) == []


def larger_text(open_page: OpenPage, address: str, size: tuple[int, int], language: str = "de") -> Page:
    """A page with the app's own largest text."""
    page = open_page("", size, address=address)
    speak(page, language, address)
    page.context.add_cookies([{"name": "text", "value": "larger", "url": address}])
    return page


@pytest.mark.parametrize("name", ["rift", "hive-moves", "ships-told"])
def test_on_a_tablet_the_largest_text_leaves_amber_and_the_corners_of_the_map_in_sight(
    open_page: OpenPage, screens: Screens, name: str
) -> None:
    page = larger_text(open_page, screens.address, TABLET)
    page.goto(screens.of(name))
    assert page.evaluate(CUT) == []
    if page.locator(".board").count():
        assert page.locator(".board ~ .area .nums a").evaluate_all(BEYOND_THE_MAP) == []


COPIES = ("copy-diagram", "copy-pools")
GERMAN = ("combat", "combat-by-hand", "end", "hive", "middle-place", "printed-card", "corrections", *COPIES)
IN_SPANISH = (("es", PHONE, "hive"), ("es", TABLET, "combat"))
IN_THE_LARGEST_TEXT = [*(("de", PHONE, name) for name in GERMAN), ("en", PHONE, "hive"), *IN_SPANISH]


@pytest.mark.parametrize(("language", "size", "name"), IN_THE_LARGEST_TEXT)
def test_the_largest_text_breaks_no_word(
    open_page: OpenPage, screens: Screens, language: str, size: tuple[int, int], name: str
) -> None:
    page = larger_text(open_page, screens.address, size, language)
    page.goto(screens.of(name))
    assert page.evaluate(CUT) == []


def test_on_a_low_screen_the_headline_and_what_the_hive_hits_are_in_sight(
    open_page: OpenPage, screens: Screens
) -> None:
    page = open_page(screens.of("hive-turn"), ZOOMED_TABLET)
    for size in in_sizes(page, ZOOMED_TABLET, ZOOMED_PHONE):
        page.evaluate(STYLED)
        headline = page.locator("#headline").bounding_box()
        assert headline and headline["y"] + headline["height"] <= top_of(page, ".foot"), size
    page.set_viewport_size({"width": 260, "height": 563})
    page.goto(screens.of("combat"))
    page.evaluate(STYLED)
    hits = page.locator(".due").bounding_box()
    assert hits and hits["y"] + hits["height"] <= min(top_of(page, ".mine"), top_of(page, ".foot"))


def test_it_is_so_without_scripts(open_page: OpenPage, screens: Screens) -> None:
    page = open_page(screens.of(TURNED), ZOOMED_PHONE, script=False)
    assert top_of(page, "#go") < top_of(page, "#undo") and top_of(page, "#headline") < top_of(page, ".hands")


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_on_a_tablet_the_answers_of_a_combat_stand_above_the_bar(
    open_page: OpenPage, screens: Screens, language: str
) -> None:
    page = larger_text(open_page, screens.address, TABLET, language)
    page.goto(screens.of("combat"))
    answers, bar = page.locator(".other-answers").bounding_box(), page.locator(".foot").bounding_box()
    assert answers is not None and bar is not None and answers["y"] + answers["height"] <= bar["y"]
