"""A sentence with a name in it stays one sentence: what lies in a row or a grid has no bare words beside a name."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from playing import import_game, tap_next
from playwright.sync_api import Page

from conftest import PHONE, OpenPage

EXPORTS = Path(__file__).parents[1] / "exports"
TAKEN_APART = """() => [...document.querySelectorAll("main *")].filter((one) =>
  /flex|grid/.test(getComputedStyle(one).display)
  && [...one.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.textContent.trim())
  && one.querySelector(":scope > :is(.hive, .p1, .p2)") && !one.closest("dialog, .legend")
).map(one => one.textContent.trim())"""
GAMES = ("20_before_the_hive_decides", "17_in_the_agenda_phase", "12_in_ground_combat")
PAGES = ("", "?tab=players", "?tab=log", "/events", "/used", "/corrections", "/wall", "/watch", "/threats", "/story")
TAPS = 6


def import_named(page: Page, name: str, folder: Path) -> str:
    file = folder / "game.json"
    file.write_bytes(gzip.decompress((EXPORTS / f"{name}.json.gz").read_bytes()))
    return import_game(page, file)


@pytest.mark.parametrize("name", GAMES)
def test_no_page_takes_a_sentence_apart_at_a_name(open_page: OpenPage, tmp_path: Path, name: str) -> None:
    page = open_page("/", PHONE)
    game = import_named(page, name, tmp_path)
    for path in PAGES:
        page.goto(game + path)
        assert page.evaluate(TAKEN_APART) == [], path
    page.goto(game)
    for _ in range(TAPS):
        tap_next(page)
        assert page.evaluate(TAKEN_APART) == []


def test_the_turn_that_the_hive_passes_is_told_in_one_piece(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page("/", PHONE)
    import_named(page, GAMES[0], tmp_path)
    while "passes" not in page.locator("#headline").inner_text():
        tap_next(page)
    assert page.evaluate(TAKEN_APART) == []
