"""What is printed has its size: cards of 63 by 88 mm with marks in line, one page for the reference and the layout."""

from __future__ import annotations

import re

import pytest
from playing import BROKEN, play_until, post, show, speak
from playwright.sync_api import Page
from test_setup import choose, start

from conftest import LAPTOP, PHONE, OpenPage

MM = 25.4 / 96
POINT = 25.4 / 72
SIZES = {"A4": (210.0, 297.0), "letter": (215.9, 279.4)}
BOXES = """selector => [...document.querySelectorAll(selector)].map(one => {
  const box = one.getBoundingClientRect();
  return [box.left, box.top + scrollY, box.width, box.height];
})"""
# Cards and texts that are wider or higher than the place that they have.
BURST = """() => [...document.querySelectorAll(".hm-in, .ref, .ref-columns, .lay-sheet")]
  .filter(one => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
  .map(one => one.className + " " + one.textContent.trim().slice(0, 40))"""
CUT = """() => [...document.querySelectorAll(".leaf li, .leaf dl")].filter(one => {
  const leaf = one.closest(".leaf").getBoundingClientRect(), box = one.getBoundingClientRect();
  return box.bottom > leaf.bottom + 1 || box.right > leaf.right + 1;
}).map(one => one.textContent.trim().slice(0, 40))"""


def boxes(page: Page, selector: str) -> list[tuple[float, ...]]:
    """Boxes on the page in millimetres: left, top, width, height."""
    return [tuple(round(number * MM, 2) for number in box) for box in page.evaluate(BOXES, selector)]


def holds_in(page: Page, code: str) -> None:
    """Nothing on this page is cut in another language, in which it stays: German has the longest words."""
    speak(page, code)
    page.reload()
    assert page.evaluate(BURST) == [] and page.evaluate(CUT) == []


def printed(page: Page) -> list[tuple[float, float]]:
    """The pages of the PDF in millimetres."""
    pdf = page.pdf(prefer_css_page_size=True, print_background=True)
    found = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    return [(float(width) * POINT, float(height) * POINT) for width, height in found]


@pytest.mark.parametrize("paper", SIZES)
def test_the_deck_is_nine_cards_of_63_by_88_on_each_of_four_pages(open_page: OpenPage, paper: str) -> None:
    page = open_page(f"/paper/deck?paper={paper}", LAPTOP)
    page.emulate_media(media="print")
    width, height = SIZES[paper]
    cards, leaves = boxes(page, ".hm"), boxes(page, ".leaf")
    assert len(cards) == 36 and len(leaves) == 4
    assert all(card[2:] == pytest.approx((63, 88), abs=0.1) for card in cards)
    assert all(leaf[2:] == pytest.approx((width, height), abs=0.1) for leaf in leaves)
    first = leaves[0]
    assert (cards[0][0] - first[0], cards[0][1] - first[1]) == pytest.approx(
        ((width - 189) / 2, (height - 264) / 2), abs=0.15
    )
    assert cards[1][0] - cards[0][0] == pytest.approx(63, abs=0.05), "cards lie edge to edge"
    assert page.evaluate(BURST) == [] and page.evaluate(BROKEN, "main") == []
    pages = printed(page)
    assert len(pages) == 4
    assert all(one == pytest.approx((width, height), abs=0.3) for one in pages)
    holds_in(page, "de")
    assert page.evaluate(BROKEN, "main") == []


@pytest.mark.parametrize("paper", SIZES)
def test_the_reference_is_one_page(open_page: OpenPage, paper: str) -> None:
    page = open_page(f"/paper/reference?paper={paper}", LAPTOP)
    page.emulate_media(media="print")
    assert page.evaluate(BURST) == []
    assert len(printed(page)) == 1
    for code in ("es", "de"):
        holds_in(page, code)
    assert len(printed(page)) == 1


@pytest.mark.parametrize("paper", SIZES)
def test_a_galaxy_is_one_page_to_lay_out_and_the_table_as_it_stands_is_printed(open_page: OpenPage, paper: str) -> None:
    page = open_page("/new", LAPTOP)
    choose(page, "random")
    start(page)
    game = page.url.partition("?")[0]
    page.goto(f"{game}/layout?paper={paper}")
    page.emulate_media(media="print")
    assert page.evaluate(BURST) == []
    assert len(printed(page)) == 1
    page.goto(f"{game}/sheet?paper={paper}")
    holds_in(page, "de")
    pages = printed(page)
    assert 1 <= len(pages) <= 2
    assert all(one == pytest.approx(SIZES[paper], abs=0.3) for one in pages)


@pytest.mark.parametrize("paper", SIZES)
def test_what_is_to_be_laid_out_besides_goes_on_to_another_leaf(open_page: OpenPage, paper: str) -> None:
    page = open_page("/", LAPTOP)
    names = {"p1_name": "Ada", "p2_name": "Ben"}
    show(page, post(page, "/new/galaxy", **names, options="minor_factions", boxes="te", seed="otter"))
    page.goto(f"{page.url.partition('?')[0]}/layout?paper={paper}")
    assert page.get_by_text("Minor Factions: random home systems").count() == 1
    assert page.evaluate(CUT) == []
    page.emulate_media(media="print")
    assert page.evaluate(CUT) == [] and page.evaluate(BROKEN, "main") == []
    pages = printed(page)
    assert len(pages) <= 2 and all(one == pytest.approx(SIZES[paper], abs=0.3) for one in pages)


def test_paper_is_looked_at_on_a_phone_without_a_script(open_page: OpenPage) -> None:
    page = open_page("/paper/deck", PHONE, script=False)
    assert page.locator(".hm").count() == 36
    assert page.get_by_text("Print this page with your browser").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert boxes(page, ".leaf")[0][0] >= 0, "what is wider than the phone begins at its left edge"


def test_a_table_is_told_nothing_when_it_was_not_away(open_page: OpenPage) -> None:
    page = open_page("/new", PHONE)
    choose(page, "none")
    play_until(page, "strategy")
    page.reload()
    assert page.locator("#returning").count() == 0
