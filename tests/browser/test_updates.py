"""In a real browser, what an update leaves on the screen is what a page opened anew would show."""

from __future__ import annotations

from pathlib import Path

import pytest
from playing import import_export, tap, tap_next
from playwright.sync_api import Page, expect

from conftest import LAPTOP, PHONE, OpenPage

GAME = "20"
STEPS = 12
# After so few the sheet of another kind of step is needed.
STYLED = 3
DIFFERENCE = """async () => {
  const page = await (await fetch(location.href)).text();
  const fresh = new DOMParser().parseFromString(page, "text/html").getElementById("table");
  const live = document.getElementById("table").cloneNode(true);
  for (const table of [live, fresh]) {
    table.querySelector("#returning")?.remove();
    for (const one of table.querySelectorAll("[name=csrf_token]")) one.setAttribute("value", "");
    for (const one of table.querySelectorAll("details")) one.removeAttribute("open");
    for (const one of [table, ...table.querySelectorAll("[class]")]) {
      one.classList.remove("htmx-request", "htmx-added", "htmx-settling", "htmx-swapping");
      if (!one.classList.length) one.removeAttribute("class");
    }
  }
  const [here, there] = [live, fresh].map((table) => table.outerHTML.replace(/\\s+/g, " "));
  const at = [...here].findIndex((letter, index) => letter !== there[index]);
  const around = (text) => text.slice(Math.max(0, at - 80), at + 120);
  return here === there ? "" : `${around(here)}\\n---\\n${around(there)}`;
}"""


@pytest.fixture
def page(open_page: OpenPage, tmp_path: Path) -> Page:
    """A game late in its course, on a galaxy, before the Hive's turn."""
    page = open_page("", LAPTOP)
    import_export(page, GAME, tmp_path)
    return page


def is_fresh(page: Page) -> None:
    assert page.evaluate(DIFFERENCE) == ""


def test_every_step_leaves_the_screen_as_if_it_had_been_opened_anew(page: Page) -> None:
    for _ in range(STEPS):
        tap_next(page)
        is_fresh(page)
    for button in ("#undo", "#undo", "#redo"):
        tap(page, button)
        is_fresh(page)


UNSTYLED = """async () => {
  const fresh = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
  const needed = [...fresh.querySelectorAll("link[data-styles]:not([disabled])")].map((link) => link.dataset.styles);
  return needed.filter((name) => !document.querySelector(`link[data-styles="${name}"]`).sheet);
}"""


def test_the_styles_of_a_step_are_there_when_it_is_seen(page: Page) -> None:
    begun = page.locator("link[data-styles]:not([disabled])").count()
    for _ in range(STYLED):
        tap_next(page)
        assert page.evaluate(UNSTYLED) == []
    assert page.locator("link[data-styles]:not([disabled])").count() > begun


def test_a_sheet_that_does_not_come_holds_no_step_back(page: Page) -> None:
    page.route("**/static/*.css*", lambda route: route.abort())
    for _ in range(STYLED):
        tap_next(page)
    assert page.evaluate(UNSTYLED) != []


def test_what_an_update_keeps_goes_on_working(page: Page) -> None:
    """The buttons of kept parts, the switch of names, what was unfolded."""
    page.locator(".names-switch").click()
    page.locator("#legend summary").click()
    tap_next(page)
    tap_next(page)
    expect(page.locator("#names")).to_be_checked()
    expect(page.locator("#signs")).to_be_visible()
    lines = page.locator(".log > li")
    third = lines.nth(2)
    said = third.locator(".said").inner_text()
    third.locator("summary").click()
    third.get_by_role("button", name="Undo to here").click()
    expect(lines.first.locator(".said")).to_have_text(said)
    is_fresh(page)


def test_back_and_forth_through_the_history_shows_the_present(page: Page) -> None:
    page.locator(".galaxy a.sys").first.click()
    expect(page.locator(".place-panel")).to_be_visible()
    is_fresh(page)
    page.go_back()
    expect(page.locator(".place-panel")).to_be_hidden()
    is_fresh(page)
    tap_next(page)
    is_fresh(page)


def test_tabs_and_a_closer_map_on_a_phone_show_what_a_page_opened_anew_does(page: Page) -> None:
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    for tab in ("Hive", "Players", "Map"):
        page.locator(".tabs a", has_text=tab).click()
        expect(page.locator(".tabs [aria-current]")).to_have_text(tab)
        is_fresh(page)
    page.locator(".levels a", has_text="Closer").click()
    expect(page.locator("svg.galaxy.closer")).to_be_visible()
    page.locator(".looked-at").click()
    expect(page.locator(".place-panel")).to_be_visible()
    is_fresh(page)
