"""Hands on a keyboard, ears on a screen reader, and what was typed and not sent."""

from __future__ import annotations

import pytest
from playing import HIVES_TURN, OBJECTIVE, at_the_table, begin, headline, position, tap_next
from playwright.sync_api import Dialog, Page, expect
from screens import LATE, Screens

from conftest import PHONE, TABLET, OpenPage

POSITION = "#answer input[name=position]"
HEARD = """() => {
    window.heard = [];
    const live = document.getElementById("live");
    new MutationObserver(() => window.heard.push(live.textContent)).observe(live, {childList: true, subtree: true});
}"""
# What the keys reach shows it: by an outline of its own or of what it stands for, or on the map by the edge of its hex.
SHOWN = """() => {
    const one = document.activeElement;
    const wide = (style, width) => style !== "none" && parseFloat(width) >= 2;
    const drawn = (at) => at && wide(getComputedStyle(at).outlineStyle, getComputedStyle(at).outlineWidth);
    const hex = one.querySelector(".hit");
    const edge = hex && wide(getComputedStyle(hex).stroke, getComputedStyle(hex).strokeWidth);
    const stop = `${one.tagName} ${one.getAttribute("href") || one.name || one.id || one.className}`;
    const shown = [one, one.nextElementSibling, one.closest("label")].some(drawn);
    return [stop, one === document.body, Boolean(edge) || shown];
}"""
STOPS = 150


def press(page: Page, key: str) -> None:
    """Press a key, and wait until the step has been swapped in."""
    was = position(page)
    page.keyboard.press(key)
    expect(page.locator(POSITION)).not_to_have_attribute("value", was)


def test_enter_is_the_amber_button_u_takes_back_and_the_keys_are_told(open_page: OpenPage) -> None:
    page = open_page("", TABLET)
    begin(page, shuffles="test", until=HIVES_TURN)
    press(page, "Enter")
    assert headline(page) != "The Hive's turn"
    press(page, "u")
    assert headline(page) == "The Hive's turn"
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    stands = position(page)
    page.keyboard.press("u")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()
    assert position(page) == stands
    page.goto(f"{page.url.partition('?')[0]}?tab=more")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.get_by_role("button", name="Keys").click()
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("the amber button")


def test_keys_of_one_character_can_be_switched_off_on_a_device(open_page: OpenPage) -> None:
    page = open_page("", PHONE)
    begin(page, shuffles="test", until=HIVES_TURN)
    stands, table = position(page), page.url.partition("?")[0]
    page.goto(f"{table}?tab=more")
    page.get_by_role("button", name="Switch off U and ?").click()
    expect(page.get_by_role("button", name="Switch on U and ?")).to_be_visible()
    page.goto(table)
    at_the_table(page)
    page.keyboard.press("?")
    page.keyboard.press("u")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()
    expect(page.locator(POSITION)).to_have_attribute("value", stands)
    press(page, "Enter")


def test_who_types_in_a_field_only_types(open_page: OpenPage) -> None:
    page = open_page("", TABLET)
    begin(page, until=OBJECTIVE)
    stands = position(page)
    page.get_by_role("searchbox").press_sequentially("u?U")
    expect(page.get_by_role("searchbox")).to_have_value("u?U")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert position(page) == stands


def test_escape_closes_an_open_system_and_leads_back_from_the_pages_beside_the_table(
    open_page: OpenPage, screens: Screens
) -> None:
    page = open_page(f"{screens.of(LATE)}?at=306", TABLET)
    expect(page.locator(".place-panel")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".place-panel")).to_have_count(0)
    page.goto(f"{screens.of(LATE)}/events")
    page.keyboard.press("Escape")
    page.wait_for_url(screens.of(LATE))


@pytest.mark.parametrize("at", ["", "?at=306", "/events", "/systems/306"], ids=["table", "panel", "events", "sheet"])
def test_every_stop_of_the_tab_key_is_seen(open_page: OpenPage, screens: Screens, at: str) -> None:
    page = open_page(screens.of(LATE) + at, TABLET)
    stops: dict[str, bool] = {}
    for _ in range(STOPS):
        page.keyboard.press("Tab")
        stop, over, shown = page.evaluate(SHOWN)
        if over:
            break
        stops[stop] = stops.get(stop, True) and shown
    assert len(stops) >= 4
    assert [stop for stop, shown in stops.items() if not shown] == []


def test_each_new_step_is_heard_once(open_page: OpenPage) -> None:
    page = open_page("", PHONE)
    begin(page)
    page.evaluate(HEARD)
    tap_next(page)
    heard = page.evaluate("window.heard")
    assert len(heard) == 1 and headline(page) in heard[0]
    expect(page.get_by_role("status").first).to_have_attribute("aria-live", "polite")
    page.get_by_role("link", name="Hive", exact=True).click()
    expect(page.locator(".tabs [aria-current]")).to_have_text("Hive")
    assert page.evaluate("window.heard.length") == 1
    page.get_by_role("link", name="Now", exact=True).click()
    expect(page.locator(".tabs [aria-current]")).to_have_text("Now")
    press(page, "u")
    assert page.evaluate("window.heard.length") == 2


class Asked:
    """Answers the browser's question whether to leave a page, and counts."""

    def __init__(self, page: Page) -> None:
        self.times, self.leave = 0, False
        page.on("dialog", self.answer)

    def answer(self, dialog: Dialog) -> None:
        assert dialog.type == "beforeunload"
        self.times += 1
        if self.leave:
            dialog.accept()
        else:
            dialog.dismiss()


def test_a_form_that_was_changed_and_not_sent_is_not_left_unasked(open_page: OpenPage, screens: Screens) -> None:
    page = open_page(f"{screens.of(LATE)}/wrong", PHONE, alone=True)
    asked = Asked(page)
    page.get_by_role("textbox").press_sequentially("too far")
    page.locator(".where a").click()
    expect(page.get_by_role("textbox")).to_have_value("too far")
    assert asked.times == 1
    asked.leave = True
    page.locator(".where a").click()
    at_the_table(page)
    assert asked.times == 2


def test_a_form_that_is_sent_or_as_it_was_is_left_without_a_question(open_page: OpenPage) -> None:
    page = open_page("/new", PHONE, alone=True)
    asked = Asked(page)
    begin(page)
    game = page.url
    page.goto(f"{game}/corrections")
    row = page.locator("#hive-trade-goods")
    row.get_by_role("button", name="More").click()
    row.get_by_role("button", name="Set").click()
    expect(row.get_by_role("spinbutton")).to_have_attribute("value", "1")
    page.goto(f"{game}/menu")
    page.get_by_role("textbox").first.press_sequentially("x")
    page.get_by_role("textbox").first.press("Backspace")
    page.goto(game)
    at_the_table(page)
    assert asked.times == 0


def test_the_way_back_from_numbers_not_set_yet_asks(open_page: OpenPage, screens: Screens) -> None:
    page = open_page(screens.of(LATE), PHONE, alone=True)
    page.goto(f"{screens.of(LATE)}/corrections")
    asked = Asked(page)
    page.locator("#hive-trade-goods").get_by_role("button", name="More").click()
    page.evaluate("history.back()")
    expect(page.locator("#hive-trade-goods")).to_contain_text("not set yet")
    assert asked.times == 1
