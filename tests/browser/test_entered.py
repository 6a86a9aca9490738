"""Numbers that two phones enter in one battle: each its own player's, the sum on both, and none lost."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playing import begin, correct, import_game, position, tap
from playwright.sync_api import Locator, Page, expect
from test_doors import codes_of
from test_numbers import exported

from conftest import PHONE, TABLET, OpenPage
from hive import keys

__all__ = ["exported"]

BACK = 20_000
Join = Callable[..., Page]


@pytest.fixture
def table(open_page: OpenPage, exported: Path) -> Page:
    page = open_page("", TABLET)
    import_game(page, exported)
    return page


@pytest.fixture
def join(open_page: OpenPage, table: Page) -> Join:
    """Another device at the table, as a player's or as none's."""
    path = re.sub(r"\?.*", "", table.url)
    codes = codes_of(table, path)

    def join(opens: str = "", size: tuple[int, int] = PHONE, script: bool = True) -> Page:
        page = open_page("", size, script)
        if opens:
            page.request.get(f"/join/{codes[opens].replace(' ', '')}")
        page.goto(path)
        return page

    return join


def more(page: Page) -> None:
    page.locator(".asked [data-step='1']").click()


def hits(page: Page) -> Locator:
    return page.locator("[name='number.hits']")


def together(page: Page) -> Locator:
    return page.locator(".together")


def says(page: Page, *parts: str) -> None:
    """Wait until a screen says who has entered what."""
    expect(together(page)).to_have_text(re.compile(r"[\s×]*".join(map(re.escape, parts))), timeout=BACK)


def test_two_phones_enter_their_own_hits_and_either_tap_counts_all(table: Page, join: Join) -> None:
    ada, ben = join("p1"), join("p2")
    expect(together(table)).to_have_count(0)
    more(ada)
    more(ben)
    more(ben)
    for page in (ada, ben, table):
        says(page, "3", "together", "Ada", "1", "Ben", "2")
    expect(hits(ada)).to_have_value("1")
    expect(hits(ben)).to_have_value("2")
    expect(hits(table)).to_have_value("0")
    tap(ada, "#go")
    expect(ada.locator(".losses")).to_contain_text("3 fighters")
    for page in (ben, table):
        expect(page.locator("#table")).to_have_attribute("data-position", position(ada), timeout=BACK)
    tap(ada, "#undo")
    for page in (ada, ben, table):
        says(page, "3", "together", "Ada", "1", "Ben", "2")


def test_what_is_tapped_on_two_phones_at_once_is_lost_on_neither(table: Page, join: Join) -> None:
    ada, ben = join("p1"), join("p2")
    for _ in range(2):
        more(ada)
        more(ben)
    ben.locator("#go").click()
    # Either all was known there, or the screen shows it and asks once more.
    asked = ben.get_by_text("look, and tap again")
    expect(ben.locator(".losses").or_(asked).first).to_be_visible()
    if asked.count():
        says(ben, "4", "together", "Ada", "2", "Ben", "2")
        tap(ben, "#go")
    expect(ben.locator(".losses")).to_be_visible()


def test_a_phone_without_a_network_sends_its_hits_once_it_is_back(table: Page, join: Join) -> None:
    ada, ben = join("p1"), join("p2")
    ada.context.set_offline(True)
    more(ada)
    expect(ada.locator(".unsent:visible")).to_be_visible(timeout=BACK)
    more(ben)
    says(table, "1", "together", "Ben", "1")
    ada.context.set_offline(False)
    for page in (ada, ben):
        says(page, "2", "together", "Ada", "1", "Ben", "1")
    expect(ada.locator(".unsent:visible")).to_have_count(0)


def test_what_comes_too_late_says_so_and_counts_in_no_other_round(table: Page, join: Join) -> None:
    ada, ben = join("p1"), join("p2")
    ada.context.set_offline(True)
    more(ada)
    expect(ada.locator(".unsent:visible")).to_be_visible(timeout=BACK)
    tap(ben, "#go")
    tap(ben, "#go")
    says(ben, "0", "together", "Ben", "0")
    ada.context.set_offline(False)
    expect(ada.locator("#table")).to_have_attribute("data-position", position(ben), timeout=BACK)
    expect(ada.locator("#went-on")).to_be_visible()
    says(ada, "0", "together", "Ada", "0")
    expect(hits(ada)).to_have_value("0")


def test_an_older_number_from_a_second_phone_does_not_come_back(table: Page, join: Join) -> None:
    first, second = join("p1"), join("p1")
    first.context.set_offline(True)
    more(first)
    expect(first.locator(".unsent:visible")).to_be_visible(timeout=BACK)
    more(second)
    more(second)
    says(table, "2", "together", "Ada", "2")
    first.context.set_offline(False)
    says(first, "2", "together", "Ada", "2")
    expect(hits(first)).to_have_value("2")
    says(second, "2", "together", "Ada", "2")


def test_without_a_script_a_button_shows_the_hits_to_all(table: Page, join: Join) -> None:
    plain, ben = join("p1", script=False), join("p2")
    hits(plain).fill("1")
    plain.get_by_role("button", name="Show it on all screens").click()
    says(plain, "1", "together", "Ada", "1")
    more(ben)
    says(table, "2", "together", "Ada", "1", "Ben", "1")
    plain.reload()
    says(plain, "2", "together", "Ada", "1", "Ben", "1")
    tap(plain, "#go")
    expect(plain.locator(".losses")).to_contain_text("2 fighters")


def test_a_tablet_that_both_use_needs_no_other_tap(table: Page) -> None:
    more(table)
    more(table)
    tap(table, "#go")
    expect(table.locator(".losses")).to_contain_text("2 fighters")


def test_a_phone_that_is_gone_can_be_left_out(table: Page, join: Join) -> None:
    ben = join("p2")
    more(ben)
    says(table, "1", "together", "Ben", "1")
    table.get_by_role("button", name="Do not count 1 of Ben").click()
    says(table, "0", "together", "Ben", "0")
    says(ben, "0", "together", "Ben", "0")
    expect(hits(ben)).to_have_value("0")


def test_a_look_at_the_map_or_a_correction_elsewhere_takes_nothing_away(table: Page, join: Join) -> None:
    ada, ben = join("p1"), join("p2")
    more(ada)
    ada.get_by_role("link", name="Map", exact=True).click()
    says(ben, "1", "together", "Ada", "1", "Ben", "0")
    more(ben)
    correct(table, re.sub(r"\?.*", "", table.url), "hive.trade_goods", 5)
    ada.get_by_role("link", name="Now", exact=True).click()
    for page in (ada, ben):
        says(page, "2", "together", "Ada", "1", "Ben", "1")


def test_what_is_left_of_the_hive_is_on_all_screens_as_it_was_entered_last(table: Page, join: Join) -> None:
    tap(table, "#answer button[value=by_hand]")
    ada, ben = join("p1"), join("p2")
    for page in (ada, ben):
        page.locator(".tile:has([value=hive])").click()
    field = ada.locator(".asked input[type=number]").first
    there = int(field.input_value())
    ada.locator(".asked [data-step='-1']").first.click()
    name = field.get_attribute("name")
    same = ben.locator(f"[name='{name}']")
    expect(same).to_have_value(str(there - 1), timeout=BACK)
    expect(ben.get_by_text("entered by Ada")).to_be_visible()
    tap(ben, "#go")
    assert int(position(ben)) > int(position(table)) - 1


def test_on_the_other_players_phone_amber_says_whose_turn_it_ends_and_asks_once(open_page: OpenPage) -> None:
    page = open_page("", PHONE)
    begin(page, until=(keys.PLAYER_TURN,))
    path = re.sub(r"\?.*", "", page.url)
    codes, whose = codes_of(page, path), page.locator("#headline").inner_text().removesuffix("'s turn")
    own, other = ("p1", "p2") if whose == "Ada" else ("p2", "p1")
    for opens in (own, other):
        page.request.get(f"/join/{codes[opens].replace(' ', '')}")
        page.goto(path)
        expect(page.locator("#go")).to_have_text("End turn" if opens == own else f"End {whose}'s turn")
    stands = position(page)
    page.locator("#go").click()
    expect(page.locator("#go")).to_have_text(f"Yes, {whose}'s turn ends")
    assert position(page) == stands
    page.locator("#go").click()
    expect(page.locator("#headline")).not_to_have_text(f"{whose}'s turn")
