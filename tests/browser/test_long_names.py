"""The longest names, of one long word each, push nothing off a phone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playing import begin, import_game
from playwright.sync_api import expect

from conftest import PHONE, OpenPage
from driving import layout, settings
from hive.games.service import Games
from hive.model.game import LONGEST_PLAYER_NAME
from hive.store import Store

TOO_WIDE = "document.documentElement.scrollWidth - innerWidth"
FIRST, SECOND = ("W" * LONGEST_PLAYER_NAME, "M" * LONGEST_PLAYER_NAME)
PATHS = (
    *(
        "",
        "?tab=players",
        "?tab=log",
        "?tab=more",
        "/log",
        "/story",
        "/story/1",
        "/watch",
        "/wall",
        "/screens",
        "/menu",
    ),
    *("/corrections", "/events", "/played", "/units", "/systems"),
)


@pytest.fixture
def game(open_page: OpenPage) -> str:
    page = open_page("", PHONE)
    begin(page, FIRST, SECOND)
    return page.url.partition("?")[0]


def test_no_page_of_a_game_with_the_longest_names_is_wider_than_a_phone(open_page: OpenPage, game: str) -> None:
    page = open_page("/", PHONE)
    wide = {}
    for path in PATHS:
        page.goto(game + path)
        expect(page.locator("body")).to_be_visible()
        page.wait_for_load_state("load")
        if (by := page.evaluate(TOO_WIDE)) > 0:
            wide[path] = by
    assert wide == {}


def test_a_planet_whose_name_is_one_long_word_keeps_the_galaxy_in_words_on_a_phone(
    open_page: OpenPage, tmp_path: Path
) -> None:
    store = Store(tmp_path / "games.sqlite")
    games = Games(store)
    file = tmp_path / "game.json"
    file.write_text(json.dumps(store.export_game(games.create("Long", settings(), seed="test", layout=layout()))))
    store.close()
    page = open_page("/", PHONE)
    page.goto(import_game(page, file).partition("?")[0] + "/systems")
    lines = page.locator(".systems a > *")
    expect(lines.first).to_be_visible()
    lines.evaluate_all("(all) => all.forEach((line) => { line.textContent = 'W'.repeat(30) })")
    expect(lines.first).to_have_text("W" * 30)
    assert page.evaluate(TOO_WIDE) <= 0
