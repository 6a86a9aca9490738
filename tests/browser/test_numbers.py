"""Numbers filled in by touch: beside the next tap, safe from the poll and a look elsewhere, without a script too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playing import headline, import_game, position, tap
from playwright.sync_api import Locator, Page, expect
from test_round import SMALL_CONTROLS, SMALLEST_TOUCH

from conftest import LAPTOP, PHONE, TABLET, OpenPage, in_sizes
from driving import expected_answer, layout, settings
from hive.games.service import Games
from hive.store import Store

SMALL_TILES = """smallest => [...document.querySelectorAll(".asked .tile")].map(one => one.getBoundingClientRect())
    .filter(box => Math.min(box.width, box.height) < smallest).length"""
SMALLEST_TILE = 44


@pytest.fixture(scope="session")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game in which Ada activates a system of the Hive: its space combat has begun, and the table rolls the dice."""
    folder = tmp_path_factory.mktemp("exported")
    store = Store(folder / "games.sqlite")
    games = Games(store)
    game_id = games.create("The galaxy", settings(), seed="test", layout=layout())
    said = {"player_turn": "activate", "space_combat": {"choice": "dice"}}
    while True:
        present = games.present(game_id)
        step = present.session.pending
        assert step is not None
        if step.key == "space_combat_round":
            break
        value = said.get(step.key, expected_answer(present.session.game, step))
        games.answer(game_id, present.position, step.key, value)
    file = folder / "game.json"
    file.write_text(json.dumps(store.export_game(game_id)))
    store.close()
    return file


def hits(page: Page) -> Locator:
    return page.get_by_role("spinbutton", name="Hits of")


def more(page: Page) -> None:
    page.get_by_role("button", name="More: Hits of").click()


def test_hits_are_tapped_in_and_nothing_takes_them_away(open_page: OpenPage, exported: Path) -> None:
    page = open_page("", PHONE)
    import_game(page, exported)
    expect(hits(page)).to_be_in_viewport()
    expect(page.locator("#go")).to_be_in_viewport()
    more(page)
    more(page)
    more(page)
    page.get_by_role("button", name="Less: Hits of").click()
    expect(hits(page)).to_have_value("2")
    pressed = page.locator(".pad [aria-pressed=true]")
    expect(pressed).to_have_text("2")
    page.locator(".pad [data-set='5']").click()
    expect(hits(page)).to_have_value("5")
    expect(pressed).to_have_text("5")
    page.locator(".pad [data-set='2']").click()

    page.get_by_role("link", name="Map", exact=True).click()
    expect(hits(page)).to_be_hidden()
    page.get_by_role("link", name="Now", exact=True).click()
    expect(hits(page)).to_have_value("2")

    page.get_by_role("navigation", name="Systems of this step").get_by_role("link").click()
    expect(page.locator(".place-panel")).to_be_visible()
    page.get_by_role("link", name="Close").click()
    expect(hits(page)).to_have_value("2")

    tap(page, "#go")
    expect(page.locator("#headline")).to_contain_text("Round 2")
    expect(page.locator(".losses")).to_contain_text("2 fighters")
    tap(page, "#go")
    expect(hits(page)).to_have_value("0")


def test_enter_ends_the_typing_and_answers_nothing(open_page: OpenPage, exported: Path) -> None:
    page = open_page("", LAPTOP)
    import_game(page, exported)
    was = position(page)
    hits(page).fill("1")
    hits(page).press("Enter")
    tap(page, "#go")
    assert int(position(page)) == int(was) + 2  # with who retreats
    expect(page.locator("#headline")).to_contain_text("Round 2")


def test_hits_are_entered_without_a_script(open_page: OpenPage, exported: Path) -> None:
    page = open_page("", PHONE, script=False)
    import_game(page, exported)
    hits(page).fill("1")
    tap(page, "#go")
    assert "Round 2" in headline(page)
    expect(page.locator(".losses")).to_contain_text("1 fighter")


def test_a_battle_fits_the_screen_and_the_finger(open_page: OpenPage, exported: Path) -> None:
    page = open_page("", PHONE)
    import_game(page, exported)
    # The round, then the result of a battle that the table has fought by itself, then the beginning of the battle.
    for go_on in ("#answer button[value=by_hand]", "#undo", "#undo"):
        for size in in_sizes(page, TABLET, LAPTOP, PHONE):
            assert page.evaluate("document.documentElement.scrollWidth") <= size[0], size
            assert page.evaluate(SMALL_CONTROLS, SMALLEST_TOUCH) == [], size
            assert page.evaluate(SMALL_TILES, SMALLEST_TILE) == 0, size
        tap(page, go_on)
    tile = page.get_by_role("radiogroup").last.locator("label").last
    tile.click()
    expect(tile.locator("input")).to_be_checked()
    for _ in in_sizes(page, PHONE, TABLET, LAPTOP):
        expect(page.locator("#go")).to_be_in_viewport(ratio=1)
