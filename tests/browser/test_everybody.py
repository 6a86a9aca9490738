"""What everybody can use: axe-core finds nothing serious on any kind of screen, in either theme."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from playwright.sync_api import Page
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
        (TABLET, screens.of("space combat")),
        (LAPTOP, f"{screens.of(LATE)}/story/150"),
        (TABLET, f"{screens.of(LATE)}/threats"),
    ):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert in_both_themes(page, at) == [], (size, at)


def test_axe_notices_what_cannot_be_read_or_named(open_page: OpenPage) -> None:
    page = open_page("/", PHONE)
    page.evaluate(AXE)
    page.evaluate("document.body.innerHTML = '<main><p style=\"color: #333\">Dark on dark</p></main><input>'")
    found = " ".join(barriers(page, ALL_BUT))
    assert "color-contrast" in found and "label" in found
