"""The longest names, of one long word each, push nothing off a phone."""

from __future__ import annotations

import pytest
from playing import begin
from playwright.sync_api import expect

from conftest import PHONE, OpenPage
from hive.model.game import LONGEST_PLAYER_NAME

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
    *("/corrections", "/events", "/played", "/units"),
)


@pytest.fixture
def game(open_page: OpenPage) -> str:
    page = open_page("/", PHONE)
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
