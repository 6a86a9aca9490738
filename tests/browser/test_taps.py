"""A fast finger: what was tapped twice answers once, by touch and by key; on a stepper of a system each tap counts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playing import begin, correct, import_export, import_game, position
from playwright.sync_api import Browser, Locator, Page, Route, expect
from test_numbers import exported

from conftest import PHONE, serving

__all__ = ["exported"]

# Longer than any answer of the server takes, so that a slow machine does not end the pause before the second tap.
PAUSE = 2000
PAUSED = f"() => performance.now() - window.swapped > {PAUSE}"
GAME = "20"
"""An exported game with a galaxy."""
TAPS, MORE = 4, "#more-infantry-Primor"
NOTE_SWAPS = "document.addEventListener('htmx:afterSwap', () => { window.swapped = performance.now() })"


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """An app that lets every new step rest for a while."""
    with serving(tmp_path_factory.mktemp("games"), HIVE_TAP_PAUSE=str(PAUSE)) as address:
        yield address


@pytest.fixture
def slow_page(browser: Browser, slow: str) -> Iterator[Page]:
    """A game there, on a phone."""
    context = browser.new_context(base_url=slow, viewport={"width": PHONE[0], "height": PHONE[1]}, has_touch=True)
    page = context.new_page()
    page.add_init_script(NOTE_SWAPS)
    begin(page)
    yield page
    context.close()


def first_answer(page: Page) -> int:
    """Tap the amber button once; where the game stands then."""
    was = position(page)
    page.locator("#go").click()
    expect(page.locator("#answer [name=position]")).not_to_have_attribute("value", was)
    return int(position(page))


@pytest.mark.parametrize("again", ["touch", "click", "enter"])
def test_a_second_tap_right_after_the_first_answers_nothing(slow_page: Page, again: str) -> None:
    page, requests = slow_page, []
    stands = first_answer(page)
    page.on("request", lambda request: requests.append(request.url) if request.method == "POST" else None)
    box = page.locator("#go").bounding_box()
    assert box is not None
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for _ in range(3):
        if again == "touch":
            page.touchscreen.tap(*middle)
        elif again == "click":
            page.mouse.click(*middle)
        else:
            page.locator("#go").focus()
            page.keyboard.press("Enter")
    assert requests == [] and int(position(page)) == stands
    page.wait_for_function(PAUSED)
    page.locator("#go").click()
    expect(page.locator("#answer [name=position]")).to_have_attribute("value", str(stands + 1))


def test_what_is_no_answer_is_not_held_back(slow_page: Page) -> None:
    first_answer(slow_page)
    slow_page.get_by_role("link", name="Hive", exact=True).click()
    expect(slow_page.locator(".tabs [aria-current]")).to_have_text("Hive")


def test_a_number_that_comes_back_as_it_was_filled_in_holds_no_answer_back(slow_page: Page, exported: Path) -> None:
    page = slow_page
    page.goto("/")
    import_game(page, exported)
    stands, table = position(page), page.locator("#table")
    page.locator(".asked [data-step='1']").click()
    expect(table).to_have_attribute("data-shares", "1")
    tapped = page.evaluate(
        f"() => [performance.now() - window.swapped < {PAUSE}, document.querySelector('#go').click()]"
    )
    assert tapped[0]
    expect(page.locator("#answer [name=position]")).to_have_attribute("value", str(int(stands) + 2))


def test_the_pause_is_half_a_second_by_itself(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path) as address:
        context = browser.new_context(base_url=address)
        page = context.new_page()
        page.goto("/")
        expect(page.locator("html")).to_have_attribute("data-tap-pause", "500")
        context.close()


@pytest.fixture
def opened(slow_page: Page, tmp_path: Path) -> tuple[Page, str]:
    """A system that is open on a phone, and the game's address."""
    game = import_export(slow_page, GAME, tmp_path)
    slow_page.goto(f"{game}?tab=map&at=205&who=p1")
    slow_page.wait_for_load_state("load")
    return slow_page, game


def infantry(page: Page) -> Locator:
    """How many there are in the panel."""
    return page.locator(f".count:has({MORE}) b")


def hold_first(page: Page, urls: str) -> list[Route]:
    """Let the first request to an address wait until it is let go; returns all that come."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)
        if len(held) > 1:
            route.continue_()

    page.route(urls, hold)
    return held


def tap_while_held(page: Page) -> list[Route]:
    """Tap for one more infantry, and again while that is under way; returns the requests, of which the first waits."""
    held = hold_first(page, "**/systems/205/tap")
    with page.expect_request("**/systems/205/tap"):
        page.locator(MORE).click()
    for _ in range(TAPS - 1):
        page.locator(MORE).click()
    assert len(held) == 1
    return held


def test_each_tap_on_a_stepper_counts_right_after_the_last(opened: tuple[Page, str]) -> None:
    page, _ = opened
    were = int(infantry(page).inner_text())
    for number in range(1, TAPS + 1):
        page.locator(MORE).click()
        expect(infantry(page)).to_have_text(str(were + number))


def test_taps_on_a_stepper_wait_for_the_one_under_way(opened: tuple[Page, str]) -> None:
    page, _ = opened
    were = int(infantry(page).inner_text())
    held = tap_while_held(page)
    held[0].continue_()
    expect(infantry(page)).to_have_text(str(were + TAPS))
    page.wait_for_function(PAUSED)
    assert len(held) == TAPS
    expect(page.locator("#table .notice")).to_have_count(0)
    page.reload()
    expect(infantry(page)).to_have_text(str(were + TAPS))


def test_no_tap_is_booked_after_one_that_was_refused(opened: tuple[Page, str], browser: Browser, slow: str) -> None:
    page, game = opened
    were = infantry(page).inner_text()
    held = tap_while_held(page)
    context = browser.new_context(base_url=slow)
    correct(context.new_page(), game, "hive.trade_goods", 5)
    context.close()
    held[0].continue_()
    expect(page.locator("#table .notice")).to_be_visible()
    expect(infantry(page)).to_have_text(were)
    page.wait_for_function(PAUSED)
    assert len(held) == 1
    page.locator(MORE).click()
    expect(infantry(page)).to_have_text(str(int(were) + 1))
