"""Text of 200 %, by zoom or by the size of the browser: amber, then undo, another answer, and the way to the rest."""

from __future__ import annotations

import pytest
from large_text import CUT, STYLED, ZOOMED_PHONE
from playwright.sync_api import Page, expect
from screens import TURNED, Screens

from conftest import PHONE, TABLET, OpenPage, in_sizes

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


def test_it_is_so_without_scripts(open_page: OpenPage, screens: Screens) -> None:
    page = open_page(screens.of(TURNED), ZOOMED_PHONE, script=False)
    assert top_of(page, "#go") < top_of(page, "#undo") and top_of(page, "#headline") < top_of(page, ".hands")
