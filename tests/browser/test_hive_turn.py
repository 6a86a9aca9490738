"""The Hive's turn on the screen: its card, the numbered steps and arrows, the reason, and why it goes nowhere else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playing import HEIGHT, headline, import_export, tap_next
from playwright.sync_api import Page, expect

from conftest import LAPTOP, PHONE, TABLET, OpenPage, in_sizes

SCREENS = 1.6


def announced(open_page: OpenPage, size: tuple[int, int], tmp_path: Path, script: bool = True) -> Page:
    """A game in which the Hive announces where it goes."""
    page = open_page("", size, script)
    import_export(page, "20", tmp_path)
    if script:
        tap_next(page)
    else:
        page.locator("#go").click()
    expect(page.locator("#headline")).to_have_text(re.compile("The Hive (attacks|hunts|spreads|wants)"))
    return page


def within(page: Page, selector: str, size: tuple[int, int]) -> bool:
    """Whether something can be seen without scrolling, above the bar."""
    box, bar = page.locator(selector).last.bounding_box(), page.locator(".foot").bounding_box()
    assert box is not None and bar is not None, selector
    return box["y"] >= 0 and box["y"] + box["height"] <= min(bar["y"], size[1]) and box["x"] + box["width"] <= size[0]


def test_what_the_hive_does_is_in_sight_and_the_arrows_have_the_numbers_of_its_steps(
    open_page: OpenPage, tmp_path: Path
) -> None:
    page = announced(open_page, PHONE, tmp_path)
    assert within(page, ".lead", PHONE)
    assert page.evaluate(HEIGHT) <= SCREENS
    for size in in_sizes(page, LAPTOP, TABLET):
        for part in ("#headline", ".turned", ".hands li", ".lead", ".board svg.galaxy", "#hive .nums"):
            assert within(page, part, size), (size, part)
    steps = page.locator(".hands li")
    moves = [
        str(number)
        for number, text in enumerate(steps.locator("div").all_inner_texts(), start=1)
        if text.startswith("Move ")
    ]
    assert steps.locator(".disc").all_inner_texts() == [str(number + 1) for number in range(steps.count())]
    discs = page.locator(".galaxy .leads .step").all_text_contents()
    assert [number for disc in discs for number in disc.split("·")] == moves != []
    assert "as last known" not in steps.all_inner_texts()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_any_other_system_can_be_tapped_and_says_why_not(open_page: OpenPage, tmp_path: Path, script: bool) -> None:
    page = announced(open_page, TABLET, tmp_path, script)
    chosen = headline(page).split()[-1]
    reason = page.locator(".lead").inner_text()
    page.get_by_text("Why?", exact=True).first.click()
    page.get_by_role("link", name="Why not somewhere else?").click()
    expect(page.locator("#headline")).to_have_text("Why not somewhere else?")
    page.get_by_role("link", name="To the table", exact=True).click()
    page.locator(".board svg.galaxy a.sys:not(.lit)").first.click()
    expect(page.locator("#headline")).to_have_text(re.compile("Why not .+"))
    expect(page.locator("#because")).to_be_visible()
    page.locator(".galaxy").get_by_role("link", name=re.compile(rf"^{chosen}\b")).click()
    expect(page.locator("#headline")).to_have_text(f"Why {chosen}?")
    expect(page.locator("#because")).to_contain_text(reason)
    page.get_by_role("link", name="To the table", exact=True).click()
    expect(page.locator("#headline")).to_have_text(re.compile("The Hive (attacks|hunts|spreads|wants)"))


def test_the_reason_opens_as_a_table_with_the_deciding_cell_marked(open_page: OpenPage, tmp_path: Path) -> None:
    page = announced(open_page, PHONE, tmp_path)
    expect(page.locator(".weighed")).to_be_hidden()
    page.locator("#why summary").click()
    expect(page.locator(".weighed .decides")).to_have_count(1)
    assert page.locator(".weighed s").count() >= 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_with_reduced_motion_the_card_does_not_turn(open_page: OpenPage, tmp_path: Path) -> None:
    page = announced(open_page, TABLET, tmp_path)
    page.emulate_media(reduced_motion="no-preference")
    turning = "getComputedStyle(document.querySelector('.turned')).animationName"
    assert page.evaluate(turning) == "turn"
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(turning) == "none"
