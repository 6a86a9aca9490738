"""Beside the map, on a tablet and a laptop, nothing of these steps lies below the fold."""

from __future__ import annotations

import pytest
from screens import Screens

from conftest import LAPTOP, TABLET, OpenPage, in_sizes

WHOLE = ("player-turn", "hive-moves", "before-combat", "ships-placed", "facts", "hive-turn", "agenda", "landing")
BELOW = """() => {
  const foot = document.querySelector(".foot").getBoundingClientRect().top;
  return [...document.querySelectorAll("#now *")].filter((one) => !one.children.length && one.checkVisibility())
    .filter((one) => one.textContent.trim() && one.getBoundingClientRect().bottom > foot + 1)
    .map((one) => `${one.textContent.trim()} ${Math.round(one.getBoundingClientRect().bottom - foot)}`);
}"""
NEWS = "document.querySelector('#table > .notice')?.remove()"
"""What an old game tells once as it goes on is no part of its step."""


@pytest.mark.parametrize("name", WHOLE)
def test_nothing_of_a_step_lies_below_the_fold(open_page: OpenPage, screens: Screens, name: str) -> None:
    page = open_page(screens.of(name), TABLET)
    page.evaluate(NEWS)
    assert {size: page.evaluate(BELOW) for size in in_sizes(page, TABLET, LAPTOP)} == {TABLET: [], LAPTOP: []}
