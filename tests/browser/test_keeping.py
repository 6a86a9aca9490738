"""What somebody has filled in on any page with a form is still there after another device has entered something."""

from __future__ import annotations

from pathlib import Path

import pytest
from playing import correct, import_export
from playwright.sync_api import Locator, expect

from conftest import PHONE, OpenPage

BACK = 20_000
UNFOLD = """form => {
  for (let fold = form.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  for (const fold of form.querySelectorAll("details")) fold.open = true;
}"""
FILLED = """form => [...new FormData(form)].filter(([name]) => !["position", "csrf_token"].includes(name))
.map(field => field.join(" = "))"""
LATE, SET_UP = "20", "03"
PAGES = {
    "an event beside the map": (LATE, "/events/hits_space?at=205", "#event"),
    "an event among the others": (LATE, "/events", "#note_back"),
    "what players used": (LATE, "/used", ".doings details form:has(.tile)"),
    "the sheet of a system": (LATE, "/systems/205", "form.sheet"),
    "a game that begins in the middle": (SET_UP, "/middle/1", "#middle"),
}


def fill_in(form: Locator) -> list[str]:
    """Say something in every row that is on the screen; returns what the form holds then."""
    form.evaluate(UNFOLD)
    before: list[str] = form.evaluate(FILLED)
    for number in form.get_by_role("spinbutton").all()[:4]:
        number.fill("2" if number.input_value() == "1" else "1")
    if tiles := form.locator("label.tile").all():
        tiles[-1].click()
    filled: list[str] = form.evaluate(FILLED)
    assert filled != before
    return filled


@pytest.mark.parametrize("kind", PAGES)
def test_what_is_filled_in_outlasts_what_another_device_enters(open_page: OpenPage, tmp_path: Path, kind: str) -> None:
    number, path, selector = PAGES[kind]
    other = open_page("", PHONE)
    game = import_export(other, number, tmp_path)
    page = open_page(f"{game}{path}", PHONE)
    page.wait_for_load_state("load")
    screen, form = page.locator("[data-follows]"), page.locator(selector).first
    filled, was = fill_in(form), screen.get_attribute("data-position") or ""
    correct(other, game, "hive.trade_goods", 5)
    expect(screen).not_to_have_attribute("data-position", was, timeout=BACK)
    now = screen.get_attribute("data-position") or ""
    assert form.evaluate(FILLED) == filled
    expect(page.locator("#went-on")).to_be_hidden()
    # Sent now, it is entered where the game stands by now.
    expect(form.locator("input[name=position]")).to_have_value(now)


def test_what_is_filled_in_stays_when_another_system_is_tapped(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page("", PHONE)
    game = import_export(page, LATE, tmp_path)
    page.goto(f"{game}/events/hits_space?at=205")
    number = page.locator("#event").get_by_role("spinbutton")
    number.fill("3")
    page.locator('.galaxy a[href*="at=310"]').click()
    expect(page.locator(".intro")).to_contain_text("Tren'lak/Quinarra")
    expect(page.locator("#here input:checked")).to_have_value("310")
    expect(number).to_have_value("3")
    assert page.url.endswith("at=310")
