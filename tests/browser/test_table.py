"""What the table screen and the pages around it show, on a phone above all."""

from __future__ import annotations

import pytest
from playing import begin, correct, play_until
from playwright.sync_api import expect

from conftest import PHONE, OpenPage

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("points", "said"),
    [({"hive": 10}, "The Hive wins"), ({"players.p1": 10, "players.p2": 8}, "Ada and Ben win")],
    ids=["hive", "players"],
)
def test_a_victory_is_announced_on_a_phone(open_page: OpenPage, points: dict[str, int], said: str) -> None:
    page = open_page("/", PHONE)
    begin(page)
    play_until(page, "turn")
    game = page.url
    for side, number in points.items():
        correct(page, game, f"{side}.victory_points", number)
    page.goto(game)
    expect(page.locator("#headline")).to_be_visible()
    expect(page.locator("#headline")).to_have_text(said)
