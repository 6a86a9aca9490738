"""Long lists are searched by parts of words, as one types: rules, numbers, systems, and where something happened."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from screens import LATE, Screens

from conftest import PHONE, OpenPage


def test_rules_are_found_by_parts_of_words_as_one_types(open_page: OpenPage) -> None:
    page = open_page("/rules", PHONE)
    page.get_by_role("searchbox").press_sequentially("transac tion arm")
    expect(page.locator("#found")).to_contain_text("26.")
    expect(page.locator(".rulelist li").first).to_be_visible()
    assert page.locator(".rulelist li").count() < 60
    expect(page).to_have_url(re.compile("q=transac"))
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.get_by_role("searchbox").fill("zzzz")
    expect(page.locator("#found")).to_contain_text("Nothing is found")


def test_rules_are_found_without_a_script(open_page: OpenPage) -> None:
    page = open_page("/rules", PHONE, script=False)
    page.get_by_role("searchbox").fill("transac tion arm")
    page.get_by_role("button", name="Search").click()
    expect(page.locator("#found")).to_contain_text("26.")
    expect(page.get_by_role("searchbox")).to_have_value("transac tion arm")


def test_a_long_list_of_places_is_searched_where_something_happened(open_page: OpenPage, screens: Screens) -> None:
    page = open_page(f"{screens.of(LATE)}/events", PHONE)
    event = page.locator("details[name=event]:has(.filter)").first
    event.locator("summary").click()
    tiles = event.locator(".tile:visible")
    every = tiles.count()
    assert every > 10
    words = event.locator(".tile").last.inner_text().split()[0]
    event.get_by_role("searchbox").first.fill(words[:4])
    expect(event.locator(".tile").last).to_be_visible()
    assert 0 < tiles.count() < every
    event.locator(".tile").last.click()
    event.get_by_role("searchbox").first.fill("zzzz")
    expect(event.locator(".tile").last).to_be_visible()
    assert tiles.count() == 1


def test_numbers_and_systems_are_searched_and_empty_groups_are_put_away(open_page: OpenPage, screens: Screens) -> None:
    page = open_page(f"{screens.of(LATE)}/corrections", PHONE)
    page.get_by_role("searchbox").fill("trade go")
    expect(page.locator("#hive-trade-goods")).to_be_visible()
    expect(page.locator("#hive-bank-resources")).to_be_hidden()
    assert page.locator(".flow .panel:visible").count() < page.locator(".flow .panel").count()
    page.goto(f"{screens.of(LATE)}/used")
    # What was used at another moment is folded away by its kind until it is looked for.
    groups, shield = page.locator(".fold"), page.get_by_text("Shields Holding", exact=True)
    assert page.evaluate("document.documentElement.scrollHeight / innerHeight") < 4
    expect(shield).to_be_hidden()
    every = groups.count()
    page.get_by_role("searchbox").fill("shields h")
    expect(shield).to_be_visible()
    assert 0 < page.locator(".fold:visible").count() < every
    page.goto(f"{screens.of(LATE)}/systems")
    page.get_by_role("searchbox").fill("meca")
    expect(page.locator(".systems > li:visible")).to_have_count(1)
    page.get_by_role("searchbox").fill("zzzz")
    expect(page.get_by_role("status")).to_have_text("Nothing has these words.")
