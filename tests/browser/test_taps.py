"""A fast finger: what was tapped twice answers once, by touch and by key; a tap after the pause counts again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playing import begin, position
from playwright.sync_api import Browser, Page, expect

from conftest import PHONE, serving

# Longer than any answer of the server takes, so that a slow machine does not end the pause before the second tap.
PAUSE = 2000
PAUSED = f"() => performance.now() - window.swapped > {PAUSE}"
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


def test_the_pause_is_half_a_second_by_itself(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path) as address:
        context = browser.new_context(base_url=address)
        page = context.new_page()
        page.goto("/")
        expect(page.locator("html")).to_have_attribute("data-tap-pause", "500")
        context.close()
