"""What everybody can use: axe-core finds nothing serious on any kind of screen, in either theme."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from screens import LATE, TURNED, Screens

from conftest import LAPTOP, PHONE, TABLET, OpenPage

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
RUN = "options => axe.run(document, {resultTypes: ['violations'], ...options}).then(result => result.violations)"
BARRIERS = {"serious", "critical"}
# Of no weight, and slow to look for.
ALL_BUT = {"rules": {"region": {"enabled": False}}}
CONTRAST = {"runOnly": ["color-contrast"]}
IN_LIGHT = "document.documentElement.dataset.theme = 'light'"


def barriers(page: Page, options: dict[str, Any]) -> list[str]:
    """What keeps somebody from using this page: the rule, the element, and what is wrong with it."""
    found = []
    for rule in page.evaluate(RUN, options):
        if rule["impact"] in BARRIERS:
            found += [f"{rule['id']}: {one['html'][:160]} {one['failureSummary']}" for one in rule["nodes"]]
    return found


def in_both_themes(page: Page, address: str) -> list[str]:
    """The barriers of a screen in the dark, and what has too little contrast in the light."""
    page.goto(address)
    page.evaluate(AXE)
    dark = barriers(page, ALL_BUT)
    page.evaluate(IN_LIGHT)
    return dark + [f"in light: {one}" for one in barriers(page, CONTRAST)]


def test_axe_finds_nothing_serious_on_any_screen_of_a_phone(open_page: OpenPage, screens: Screens) -> None:
    page = open_page(screens.address, PHONE)
    found = {name: trouble for name, at in screens.all.items() if (trouble := in_both_themes(page, at))}
    assert found == {}


def test_axe_finds_nothing_serious_on_wide_screens(open_page: OpenPage, screens: Screens) -> None:
    page = open_page(screens.address, TABLET)
    for size, at in (
        (TABLET, screens.of(LATE)),
        (LAPTOP, screens.of(TURNED)),
        (TABLET, screens.of("combat")),
        (LAPTOP, screens.of("walk")),
        (TABLET, screens.of("threats")),
    ):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert in_both_themes(page, at) == [], (size, at)


def test_axe_notices_what_cannot_be_read_or_named(open_page: OpenPage) -> None:
    page = open_page("/", PHONE)
    page.evaluate(AXE)
    page.evaluate("document.body.innerHTML = '<main><p style=\"color: #333\">Dark on dark</p></main><input>'")
    found = " ".join(barriers(page, ALL_BUT))
    assert "color-contrast" in found and "label" in found


SMALLEST_TEXT, SMALLEST_TARGET = 12, 44
UNFOLD = """() => {
    document.querySelectorAll("details").forEach(one => { one.open = true });
    document.querySelectorAll("#all-else").forEach(one => { one.checked = true });
}"""
# What a drawn card shows is said in words as well. The map has a test of its own.
SMALL_TEXTS = """smallest => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
    while (texts.nextNode()) {
        const one = texts.currentNode.parentElement, size = parseFloat(getComputedStyle(one).fontSize);
        if (size > smallest - 0.1 || !texts.currentNode.data.trim() || !one.checkVisibility()) continue;
        if (one.closest("svg, script, style, .away, .face, .hm, .mini, .letter, .leaf")) continue;
        found.push(`${one.className} ${one.innerText}: ${size}`);
    }
    return found;
}"""
# Names and pages within a sentence are as high as their line; the map is measured by itself.
SMALL_TARGETS = """smallest => [...document.querySelectorAll("a[href], button, summary, input, select, textarea")]
    .filter(one => one.type !== "hidden" && !one.matches(":disabled, .named, .rule, svg *"))
    .filter(one => one.checkVisibility({checkOpacity: true}) && getComputedStyle(one).pointerEvents !== "none")
    .map(one => ({words: `${one.className} ${one.innerText || one.name}`, box: one.getBoundingClientRect()}))
    .filter(one => one.box.width > 2 && one.box.height > 2)
    .filter(one => Math.min(one.box.width, one.box.height) < smallest - 0.5)
    .map(one => `${one.words}: ${one.box.width} x ${one.box.height}`)"""


def trouble_of(page: Page, widest: int) -> list[str]:
    """What is too small to read or to tap on this page, all its folds open, and whether it can be scrolled sideways."""
    page.evaluate(UNFOLD)
    found: list[str] = page.evaluate(SMALL_TEXTS, SMALLEST_TEXT) + page.evaluate(SMALL_TARGETS, SMALLEST_TARGET)
    width = page.evaluate("document.documentElement.scrollWidth")
    return found + ([f"{width} wide"] if width > widest else [])


@pytest.mark.parametrize("text", ["normal", "larger"])
def test_every_screen_of_a_phone_can_be_read_and_tapped_in_each_size_of_text(
    open_page: OpenPage, screens: Screens, text: str
) -> None:
    page = open_page(screens.address, PHONE)
    page.context.add_cookies([{"name": "text", "value": text, "url": screens.address}])
    found = {}
    for name, at in screens.all.items():
        page.goto(at)
        if trouble := trouble_of(page, PHONE[0]):
            found[name] = trouble
    assert found == {}


def test_the_table_of_a_tablet_can_be_read_and_tapped(open_page: OpenPage, screens: Screens) -> None:
    page = open_page(screens.address, TABLET)
    for name, at in screens.tables.items():
        page.goto(at)
        assert trouble_of(page, TABLET[0]) == [], name


def test_the_size_of_the_text_is_chosen_under_more_and_kept_on_this_device(
    open_page: OpenPage, screens: Screens
) -> None:
    page = open_page(f"{screens.of(LATE)}?tab=more", PHONE)
    size = "parseFloat(getComputedStyle(document.querySelector('h2')).fontSize)"
    normal = page.evaluate(size)
    page.get_by_role("button", name="Larger text").click()
    expect(page.get_by_role("button", name="Larger text")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate(size) == pytest.approx(normal * 1.3, abs=0.1)
    assert "tab=more" in page.url
    page.goto(f"{screens.address}/rules")
    expect(page.locator("html")).to_have_attribute("data-text", "larger")
