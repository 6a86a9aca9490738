"""What is read stays whole: a sentence with a name in it is one, and the bar above cuts no phase."""

from __future__ import annotations

from pathlib import Path

import pytest
from playing import BROKEN, TURN, begin, import_export, speak, tap_next
from playwright.sync_api import expect
from screens import Screens

from conftest import PHONE, TABLET, OpenPage, in_sizes

TAKEN_APART = """() => [...document.querySelectorAll("main *")].filter((one) =>
  /flex|grid/.test(getComputedStyle(one).display)
  && [...one.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.textContent.trim())
  && one.querySelector(":scope > :is(.hive, .p1, .p2, [lang=en])") && !one.closest("dialog, .legend")
).map(one => one.textContent.trim())"""
PHASE_UNCUT = """() => {
  const phase = document.querySelector("#top .phase"), range = document.createRange();
  range.selectNodeContents(phase);
  const words = range.getBoundingClientRect(), room = phase.getBoundingClientRect();
  return words.right <= room.right + 1 || words.top >= room.bottom;
}"""
"""Whether the bar above shows the phase whole, or not at all."""
CUT = """() => {
  const side = document.querySelector(".side").getBoundingClientRect();
  const above = [...document.querySelectorAll(".side .nums b")].filter(one => one.offsetWidth
    && one.getBoundingClientRect().top < side.top - 1);
  const wide = [...document.querySelectorAll("html, .where, .acts, .acts :is(button, b, .next)")].filter(one =>
    one.scrollWidth > one.clientWidth + 1 && one.clientWidth);
  return [...above, ...wide].map(one => one.textContent.trim());
}"""
"""What is cut of the Hive's numbers, and of the bars above and below."""
APART = """() => {
  const range = document.createRange();
  const words = [...document.querySelectorAll(".tabs a")].map((tab) => {
    range.selectNodeContents(tab);
    return range.getBoundingClientRect();
  });
  return Math.min(...words.slice(1).map((one, n) => one.left - words[n].right));
}"""
"""How far the names of the tabs stand apart."""
APART_AT_LEAST = 8
OFF = """name => {
  const range = document.createRange(), middle = ({ top, bottom }) => (top + bottom) / 2;
  const buttons = [...document.querySelectorAll(`.text-sizes [name=${name}]`)];
  const row = middle(buttons[0].getBoundingClientRect());
  return Math.max(...buttons.map((one) => {
    range.selectNodeContents(one);
    return Math.abs(middle(range.getBoundingClientRect()) - row);
  }));
}"""
"""How far the words of a row of buttons lie off its middle."""
OFF_AT_MOST = 2
LINE = 8
"""Pixels by which two lines of text may differ in height."""
UPRIGHT = ((820, 1180), (768, 1024))
SMALL = (360, 740)
BEGUN, BEFORE_THE_HIVE, AGENDA, GROUND_COMBAT = "01", "20", "17", "12"
BY_HAND, CONSTRUCTION = "24", "25"
TAPS, BAR = 6, 46


@pytest.mark.parametrize("number", [AGENDA, GROUND_COMBAT])
def test_no_step_takes_a_sentence_apart_at_a_name(open_page: OpenPage, tmp_path: Path, number: str) -> None:
    page = open_page("", PHONE)
    import_export(page, number, tmp_path)
    for _ in range(TAPS):
        tap_next(page)
        assert page.evaluate(TAKEN_APART) == []


def test_no_step_does_up_to_the_turn_that_the_hive_passes(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page("", PHONE)
    import_export(page, BEFORE_THE_HIVE, tmp_path)
    taps = 0
    while taps < TAPS or "passes" not in page.locator("#headline").inner_text():
        tap_next(page)
        taps += 1
        assert page.evaluate(TAKEN_APART) == []


def test_the_bar_above_shows_a_phase_whole_or_not_at_all(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page("", TABLET)
    game = import_export(page, BEGUN, tmp_path)
    while "picks" not in page.locator(".where").inner_text():
        tap_next(page)
    for code in ("en", "de", "es"):
        page.goto(f"{game}?lang={code}")
        assert page.evaluate(PHASE_UNCUT), code


def test_on_a_small_phone_the_bar_above_says_whole_whose_turn_it_is(open_page: OpenPage, screens: Screens) -> None:
    page = open_page("", SMALL, address=screens.address)
    for code in ("en", "de", "es"):
        speak(page, code, screens.address)
        for name in ("combat", "hive-turn", "player-turn"):
            page.goto(screens.of(name))
            for size in in_sizes(page, SMALL, PHONE):
                turn = page.locator("#top .turn")
                assert turn.evaluate("one => one.scrollWidth <= one.clientWidth"), (code, name, size)
                assert page.locator("#top").evaluate("one => one.offsetHeight") == BAR


def test_on_a_tablet_held_upright_numbers_and_bars_are_whole(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page("", TABLET)
    game = import_export(page, AGENDA, tmp_path)
    for code in ("en", "de", "es"):
        page.goto(f"{game}?lang={code}")
        for size in in_sizes(page, *UPRIGHT):
            assert page.evaluate(CUT) == [], (code, size)


@pytest.mark.parametrize(("number", "path"), [(BY_HAND, ""), (CONSTRUCTION, ""), (CONSTRUCTION, "/corrections")])
def test_no_button_and_no_label_breaks_a_word(open_page: OpenPage, tmp_path: Path, number: str, path: str) -> None:
    page = open_page("", TABLET)
    game = import_export(page, number, tmp_path)
    for code in ("en", "de", "es"):
        page.goto(f"{game}{path}?lang={code}")
        for size in in_sizes(page, SMALL, *UPRIGHT):
            assert page.evaluate(BROKEN, "main :is(button, .tile, .label:not(:lang(de))):not(.quick *)") == [], size


def test_the_bars_below_set_words_apart_and_break_none(open_page: OpenPage) -> None:
    """In Spanish, whose names of the tabs are the longest; beside “All is set up” there is little room for undo."""
    page = open_page("", PHONE)
    begin(page, galaxy="random", seed="test")
    speak(page, "es")
    page.reload()
    for size in in_sizes(page, PHONE, SMALL):
        assert page.evaluate(APART) >= APART_AT_LEAST, size
    while page.locator("#all-set-up").is_visible():
        tap_next(page)
        assert page.evaluate(BROKEN, ".undo small") == []


def test_sizes_of_text_and_languages_are_rows_of_buttons_with_their_words_in_the_middle(open_page: OpenPage) -> None:
    page = open_page("", PHONE)
    begin(page)
    page.goto(f"{page.url}?tab=more")
    for name in ("text", "lang"):
        assert page.evaluate(OFF, name) <= OFF_AT_MOST, name


def test_where_ships_come_from_stands_right_below_its_label(open_page: OpenPage) -> None:
    page = open_page("", PHONE)
    begin(page, until=TURN, galaxy="random", seed="test")
    # A name that stays English has a tag of its own elsewhere.
    speak(page, "es")
    page.goto(f"{page.url}?do=moved&who=p1")
    page.locator("a.l-ring").first.click()
    expect(page.locator(".crumbs .here small")).to_have_text("Hasta")
    label, place = (page.locator(f".crumbs li:first-child {one}").bounding_box() for one in ("small", "b > span"))
    assert label and place
    assert (place["x"], place["height"]) == pytest.approx((label["x"], label["height"]), abs=LINE)
