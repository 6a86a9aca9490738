"""A person plays on a phone: a whole strategy phase and four turns of the Hive."""

from __future__ import annotations

import pytest
from playing import (
    HIVES_TURN,
    OBJECTIVE,
    TURN,
    at_the_table,
    begin,
    headline,
    play_until,
    position,
    tap,
    tap_next,
    the_hives,
)
from playwright.sync_api import Page, expect

from conftest import LAPTOP, PHONE, TABLET, OpenPage, in_sizes

STRATEGIC_BOUND, TACTICAL_BOUND = 2, 4
SMALLEST_TOUCH = 48

SMALL_CONTROLS = """smallest => [...document.querySelectorAll("button, a.button, .tabs a, summary, input, select")]
    .filter(one => one.type !== "hidden" && one.checkVisibility({checkOpacity: true}))
    .map(one => ({words: (one.innerText || one.name || one.className).trim(), box: one.getBoundingClientRect()}))
    .filter(one => one.box.width > 2 && one.box.height > 2 && one.box.height < smallest - 0.5)
    .map(one => `${one.words}: ${one.box.height}`)"""


def hive_turn(page: Page) -> tuple[str, int]:
    """Play one turn of the Hive; return what it was, and the taps that it took."""
    taps, kind = 0, "pass"
    while the_hives(page):
        said = headline(page)
        acts = page.locator("main.kind-action").count()
        kind = "strategic" if "The Hive plays" in said else "tactical" if acts else kind
        tap_next(page)
        taps += 1
    return kind, taps


def test_a_strategy_phase_and_four_hive_turns_on_a_phone(
    open_page: OpenPage, capsys: pytest.CaptureFixture[str]
) -> None:
    page = open_page("", PHONE)
    begin(page, shuffles="test", until=OBJECTIVE)
    page.get_by_role("searchbox").fill("negotiate")
    page.get_by_role("button", name="Negotiate Trade Routes").click()
    expect(page.locator("#headline")).to_contain_text("2 of 2")
    tap_next(page)
    play_until(page, "The Hive takes")
    assert page.get_by_text("Why", exact=False).first.is_visible()
    turns: list[tuple[str, int]] = []
    for _ in range(60):
        if the_hives(page):
            turns.append(hive_turn(page))
        if len(turns) == 4:
            break
        tap_next(page)
    with capsys.disabled():
        print("\ntaps per Hive turn: " + ", ".join(f"{kind} {taps}" for kind, taps in turns))
    assert len(turns) == 4
    for kind, taps in turns:
        assert taps <= (TACTICAL_BOUND if kind == "tactical" else STRATEGIC_BOUND), kind


def test_undo_is_one_tap_and_brings_the_same_card_again(open_page: OpenPage) -> None:
    page = open_page("", PHONE)
    begin(page, shuffles="test", until=HIVES_TURN)
    tap_next(page)
    card = page.locator(".card").first.inner_html()
    first = headline(page)
    tap(page, "button.undo")
    assert headline(page) == "The Hive's turn"
    tap_next(page)
    assert headline(page) == first
    assert page.locator(".card").first.inner_html() == card


def test_two_phones_at_one_game_the_slower_one_is_told_and_shown_the_present(open_page: OpenPage) -> None:
    page = open_page("", PHONE)
    begin(page, until=TURN)
    other = open_page("", PHONE)
    for news in ("**/stream*", "**/since?*"):
        other.route(news, lambda route: route.abort())
    other.goto(page.url)
    tap_next(page)
    was = position(other)
    other.locator("#go").click()
    expect(other.get_by_role("alert")).to_contain_text("the game has gone on")
    assert position(other) == position(page) != was


def test_everything_works_without_a_script(open_page: OpenPage) -> None:
    page = open_page("/new", PHONE, script=False)
    begin(page, shuffles="test")
    play_until(page, "The Hive's turn", taps=120)
    tap_next(page)
    assert headline(page) != "The Hive's turn"
    tap(page, "button.undo")
    assert headline(page) == "The Hive's turn"


def test_every_page_fits_the_screen_and_the_finger(open_page: OpenPage) -> None:
    page = open_page("/", PHONE)
    page.get_by_role("button", name="example").click()
    at_the_table(page)
    game = page.url
    paths = [
        "/",
        "/new",
        "/rules?q=trade",
        game,
        f"{game}/events",
        f"{game}/corrections",
        f"{game}/log",
        f"{game}/menu",
    ]
    paths += [f"{game}?tab={tab}" for tab in ("hive", "players", "log", "more")]
    for path in paths:
        page.goto(path)
        for size in in_sizes(page, PHONE, TABLET, LAPTOP):
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width <= size[0], f"{path} is {width} wide"
            assert page.evaluate(SMALL_CONTROLS, SMALLEST_TOUCH) == [], (path, size)


def test_names_are_shown_and_never_run(open_page: OpenPage) -> None:
    page = open_page("", PHONE, alone=True)
    page.on("dialog", lambda dialog: pytest.fail(f"a name was run: {dialog.message}"))
    begin(page, "<svg onload=alert(1)>", "<script>alert(2)", until=TURN)
    assert "<svg" in page.locator("body").inner_text() or "<script>" in page.locator("body").inner_text()
