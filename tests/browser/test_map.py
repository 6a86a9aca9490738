"""The map on the table screen, on its own page and in words; the sheets of systems, by touch and without a script."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playing import import_game, tap_next
from playwright.sync_api import expect
from test_round import SMALL_CONTROLS, SMALLEST_TOUCH

from conftest import LAPTOP, PHONE, TABLET, OpenPage, in_sizes
from driving import layout, settings
from hive.games.service import Games
from hive.store import Store

ON_MAP_BY_TOUCH = 44
HEXES = """smallest => [...document.querySelectorAll(".galaxy a .hit")].map(one => one.getBoundingClientRect())
    .filter(box => Math.min(box.width, box.height) < smallest).length"""


@pytest.fixture
def exported(tmp_path: Path) -> Path:
    """A game with a galaxy as a file to import."""
    store = Store(tmp_path / "games.sqlite")
    games = Games(store)
    game_id = games.create("The galaxy", settings(), seed="test", layout=layout())
    file = tmp_path / "game.json"
    file.write_text(json.dumps(store.export_game(game_id)))
    store.close()
    return file


def test_a_phone_corrects_a_system_in_four_taps(open_page: OpenPage, exported: Path) -> None:
    page = open_page("", PHONE)
    import_game(page, exported)
    expect(page.locator(".board svg.galaxy")).to_be_hidden()
    page.get_by_role("link", name="Map", exact=True).click()
    page.get_by_role("link", name=re.compile(r"\bat 205\b")).click()
    page.get_by_role("link", name="Ada", exact=True).click()
    expect(page.locator(".whose [aria-current]")).to_have_text("Ada")
    page.get_by_role("button", name="One more: Carrier", exact=True).click()
    carriers = page.locator('.galaxy a[href*="at=205"] .glance.p1 use[href="#u-carrier"]')
    expect(carriers).to_be_visible()
    expect(page.locator(".touched").first).to_be_visible()
    page.get_by_role("link", name="Close").click()
    expect(page.locator(".place-panel")).to_have_count(0)
    expect(page.locator(".board svg.galaxy")).to_be_visible()
    page.get_by_role("link", name="Now", exact=True).click()
    expect(page.locator(".board svg.galaxy")).to_be_hidden()
    page.locator("#undo").click()
    expect(carriers).to_have_count(0)


def test_a_sheet_works_without_a_script(open_page: OpenPage, exported: Path) -> None:
    page = open_page("", PHONE, script=False)
    game = import_game(page, exported)
    page.goto(f"{game}/systems")
    page.get_by_role("link", name=re.compile(r"\bat 205\b")).click()
    page.get_by_text("Other units, damage, tokens").click()
    page.get_by_role("link", name="Damage, tokens and everything else there").click()
    page.get_by_label("Ben's carriers", exact=True).fill("2")
    page.get_by_role("button", name="Save").click()
    page.goto(f"{game}/systems")
    expect(page.get_by_role("link", name=re.compile(r"\bat 205\b"))).to_contain_text("Ben has 2 carriers in space")


def test_the_pages_of_the_galaxy_fit_the_screen_and_the_finger(open_page: OpenPage, exported: Path) -> None:
    page = open_page("", PHONE)
    game = import_game(page, exported)
    for path in ("?tab=map", "/map", "/map?zoom=2", "/map?zoom=3", "/systems", "/systems/310", "/systems/nexus"):
        page.goto(f"{game}{path}")
        for size in in_sizes(page, PHONE, TABLET, LAPTOP):
            assert page.evaluate("document.documentElement.scrollWidth") <= size[0], path
            assert page.evaluate(SMALL_CONTROLS, SMALLEST_TOUCH) == [], path
            if "zoom" in path:
                assert page.evaluate(HEXES, ON_MAP_BY_TOUCH) == 0, path


def test_the_map_stands_beside_everything_else_where_there_is_room(open_page: OpenPage, exported: Path) -> None:
    page = open_page("", TABLET)
    import_game(page, exported)
    # The long lists of the set-up have the width of the screen, and the map stands below.
    while page.locator(".columns.has-wide").count():
        tap_next(page)
    expect(page.locator(".board svg.galaxy")).to_be_in_viewport(ratio=0.95)
    for number in page.locator("#hive .nums a").all():
        expect(number).to_be_in_viewport()
    expect(page.locator("#headline")).to_be_in_viewport()
    expect(page.get_by_role("link", name="Map", exact=True)).to_be_hidden()
