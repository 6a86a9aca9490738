"""What the app asks about places is asked and answered on the map: by touch, by thumb, and without a script."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playing import FOLLOWS, import_game
from playwright.sync_api import Locator, Page, expect

from conftest import PHONE, TABLET, OpenPage
from driving import expected_answer, layout, settings
from hive import keys
from hive.games.service import Games
from hive.store import Store

NEW = "new"
EXPORTS = Path(__file__).parents[1] / "exports"
SIZES = pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])

At = Callable[..., Path]


@pytest.fixture
def game_at(tmp_path: Path) -> At:
    """A game late in its course, or a new one, as a file to import: at a question, or at what its answer brings."""

    def at(export: str, key: str, answer: str = "") -> Path:
        store = Store(tmp_path / "games.sqlite")
        games = Games(store)
        if export == NEW:
            game_id = games.create("New", settings(), seed="test", layout=layout())
        else:
            (found,) = EXPORTS.glob(f"{export}_*")
            game_id = games.import_game(json.loads(gzip.decompress(found.read_bytes())))
        for _ in range(200):
            present = games.present(game_id)
            step = present.session.pending
            assert step is not None
            if step.key == key:
                break
            games.answer(game_id, present.position, step.key, expected_answer(present.session.game, step))
        if answer:
            games.answer(game_id, present.position, key, answer)
        file = tmp_path / "game.json"
        file.write_text(json.dumps(store.export_game(game_id)))
        store.close()
        return file

    return at


def system(page: Page, position: str) -> Locator:
    return page.locator(f'.galaxy a[href*="at={position}"]')


class Hand:
    """A hand that counts its taps, and waits each time until the table's answer is drawn."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, target: Locator) -> None:
        with self.page.expect_response(lambda answer: "/games/" in answer.url and not FOLLOWS.search(answer.url)):
            target.click()
        # A tap on the table of before its answer is drawn does nothing: it is a double tap.
        expect(self.page.locator(".htmx-request")).to_have_count(0)
        self.taps += 1


@SIZES
def test_a_board_question_with_one_system_corrected_takes_four_taps_and_the_yes(
    open_page: OpenPage, game_at: At, size: tuple[int, int]
) -> None:
    page = open_page("", size)
    import_game(page, game_at("20", keys.FACTS))
    expect(page.locator("#headline")).to_have_text("Is the board so?")
    expect(page.locator(".bg.l-ring").first).to_be_in_viewport()
    panel, hand = page.locator(".place-panel"), Hand(page)
    hand.tap(system(page, "306"))
    hand.tap(panel.get_by_role("link", name="Ben"))
    hand.tap(panel.locator(".presets button").first)
    carriers = panel.get_by_role("button", name=re.compile("One more: Carrier"))
    hand.tap(carriers)
    assert hand.taps == 4
    expect(page.locator("#undo")).to_contain_text("empty space, tile 47", ignore_case=True)
    hand.tap(page.locator("#undo"))
    expect(panel.locator(".presets [aria-pressed=true]")).to_have_text("nobody")
    hand.tap(page.locator("#redo"))
    expect(page.locator(".presets button").first).to_be_visible()
    hand.tap(page.get_by_role("button", name="Yes, as shown"))
    expect(page.locator("#headline")).not_to_have_text("Is the board so?")


def test_the_panel_works_without_a_script(open_page: OpenPage, game_at: At) -> None:
    page = open_page("", PHONE, script=False)
    import_game(page, game_at("20", keys.FACTS))
    system(page, "306").click()
    page.locator(".presets button").first.click()
    expect(page.locator(".presets [aria-pressed=true]")).not_to_have_text("nobody")
    page.get_by_role("link", name="Close").click()
    expect(page.locator(".place-panel")).to_have_count(0)
    expect(page.locator("#headline")).to_have_text("Is the board so?")


@SIZES
def test_which_system_is_activated_is_answered_on_the_map(
    open_page: OpenPage, game_at: At, size: tuple[int, int]
) -> None:
    page = open_page("", size)
    import_game(page, game_at("17", keys.PLAYER_TURN, "activate"))
    hand = Hand(page)
    expect(page.locator("#go")).to_have_count(0)
    hand.tap(system(page, "101"))
    expect(page.locator(".place-panel")).to_contain_text("This is no answer here")
    expect(page.locator("#go")).to_have_count(0)
    hand.tap(system(page, "205"))
    # Units could be set there: the next tap says that it does something else.
    expect(page.locator("#go")).to_contain_text(re.compile("^Activate "))
    hand.tap(page.locator("#go"))
    expect(page.locator("#headline")).not_to_contain_text("Which system")
    expect(page.locator(".place-panel")).to_have_count(0)


@SIZES
def test_a_move_with_two_kinds_of_units_and_planets_takes_four_taps(
    open_page: OpenPage, game_at: At, size: tuple[int, int]
) -> None:
    page = open_page("", size)
    game = import_game(page, game_at(NEW, keys.PLAYER_TURN))
    hand = Hand(page)
    hand.tap(page.get_by_role("link", name="We moved"))
    expect(page.locator(".board svg.galaxy")).to_be_in_viewport(ratio=0.98)
    hand.tap(page.locator('.galaxy a[href*="start=316"]'))
    expect(page.locator(".board svg.galaxy")).to_be_in_viewport(ratio=0.98)
    hand.tap(page.locator('.galaxy a[href*="to=317"]'))
    expect(page.locator(".units-row")).to_have_count(4)
    hand.tap(page.get_by_role("button", name="Book the move"))
    assert hand.taps == 4
    expect(page.locator("#undo")).to_contain_text("Ada moves")
    expect(page.locator("#undo")).to_contain_text("takes New Albion and Starpoint")
    expect(page.locator("#headline")).to_have_text("Ada's turn")
    expect(page.get_by_role("button", name="End turn")).to_be_visible()
    # A phone that wakes up loads the address again: what was booked is not begun once more.
    expect(page).to_have_url(game)


def test_two_kinds_of_units_are_built_in_three_taps(open_page: OpenPage, game_at: At) -> None:
    page = open_page("", PHONE)
    import_game(page, game_at(NEW, keys.PLAYER_TURN))
    hand = Hand(page)
    hand.tap(page.get_by_role("link", name="We built"))
    hand.tap(page.get_by_role("button", name="One more: Fighter", exact=True))
    hand.tap(page.get_by_role("button", name=re.compile("One more: Infantry")).first)
    expect(page.locator("#undo")).to_contain_text("Ada's fighters 3 to 4")
    assert hand.taps == 3


@SIZES
def test_where_the_hive_is_hit_is_tapped_on_the_map(open_page: OpenPage, game_at: At, size: tuple[int, int]) -> None:
    page = open_page("", size)
    import_game(page, game_at("17", keys.PLAYER_TURN))
    page.get_by_text("Something happened", exact=True).click()
    page.get_by_role("link", name="Hits in space").click()
    expect(page.locator("#headline")).to_have_text("The Hive takes hits in space")
    expect(page.locator(".bg.l-ring").first).to_be_in_viewport()
    system(page, "101").click()
    expect(page.locator(".notice-line")).to_contain_text("This is no answer here")
    system(page, "205").click()
    expect(page.get_by_role("radio", checked=True)).to_have_value("205")
    page.get_by_role("button", name="Enter").click()
    expect(page.locator("#headline")).to_contain_text("takes 1 hit")
    expect(page.locator("#headline")).to_contain_text("Primor, tile 65")


def test_beside_the_tabs_a_players_name_stands_in_one_line_with_its_words(open_page: OpenPage, game_at: At) -> None:
    page = open_page("", PHONE)
    game = import_game(page, game_at("17", keys.PLAYER_TURN))
    page.goto(f"{game}?tab=map")
    button = page.locator(".to-now")
    expect(button).to_have_text("NowBen's turn")
    expect(button.locator(".p2")).to_have_css("display", "inline")
    # It leads to the step. What is amber answers, and there is nothing to answer beside the tab of the step.
    expect(page.locator(".acts .go:visible")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator(".acts .go:visible")).to_have_text("End turn")
