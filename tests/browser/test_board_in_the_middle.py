"""The board of a game that begins in its middle: systems are open beside the map, one after the other."""

from __future__ import annotations

from pathlib import Path

import pytest
from playing import import_export
from playwright.sync_api import Page, expect
from screens import Screens

from conftest import LAPTOP, PHONE, TABLET, OpenPage, in_sizes

SIDEWAYS = "document.documentElement.scrollWidth > innerWidth"


def tap_on(page: Page, at: str) -> None:
    page.locator(f'svg.galaxy a[href$="at={at}"]').first.click(force=True)
    page.wait_for_url(f"**at={at}*")
    expect(page.locator(f'.place-panel form[action$="/systems/{at}"]').first).to_be_visible()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_systems_are_corrected_one_after_the_other_beside_the_map(
    open_page: OpenPage, tmp_path: Path, script: bool
) -> None:
    page = open_page("", TABLET, script)
    page.goto(f"{import_export(page, '02', tmp_path)}/middle/4")
    taps = 0
    for at in ("104", "306"):
        tap_on(page, at)
        taps += 1
        number = page.locator(".units-row .count b").first
        was = int(number.inner_text())
        page.locator(".units-row .count button").nth(1).click()
        taps += 1
        expect(number).to_have_text(str(was + 1))
        expect(page.locator("svg.galaxy")).to_be_visible()
    print(f"taps to correct two systems: {taps}")
    assert page.locator(".foot .go").inner_text().startswith("Go on with round")


def test_the_panel_and_the_map_are_in_sight_together(open_page: OpenPage, screens: Screens) -> None:
    page = open_page(screens.of("middle-place"), TABLET)
    for size in in_sizes(page, LAPTOP, TABLET, PHONE):
        panel, galaxy = page.locator(".place-panel").bounding_box(), page.locator("svg.galaxy").bounding_box()
        assert panel is not None and galaxy is not None and not page.evaluate(SIDEWAYS)
        if size != PHONE:
            assert panel["x"] + panel["width"] <= galaxy["x"] and galaxy["y"] + galaxy["height"] <= size[1]
        expect(page.locator(".foot .go")).to_be_in_viewport()
