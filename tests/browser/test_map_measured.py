"""The map, measured on the page: how small its words are, and what is printed over what."""

from __future__ import annotations

from typing import Any

import pytest
from playing import import_game
from playwright.sync_api import Page
from test_asking import NEW, At, game_at

from conftest import LAPTOP, PHONE, TABLET, OpenPage
from hive import keys

__all__ = ["game_at"]


LEAST = 12
TOUCHING = 1.5
"""So many pixels two boxes may share: corners of shapes that are no boxes."""
LATE, LATER = ("20", keys.FACTS), ("17", keys.PLAYER_TURN)
MEASURED = """() => {
    const map = document.querySelector(".board .galaxy");
    const seen = (one) => one.getClientRects().length > 0;
    const words = [...map.querySelectorAll("text")].filter((one) => seen(one) && one.textContent.trim());
    const size = (one) => {
        const drawn = one.getScreenCTM();
        return parseFloat(getComputedStyle(one).fontSize) * Math.hypot(drawn.a, drawn.b);
    };
    const kinds = ".ch, .planet, .station, .wormhole, .token, .anomaly, .frontier, .pin, .ct, .names text";
    const signs = [...map.querySelectorAll(kinds)].filter(seen);
    const told = (one) => `${one.getAttribute("class")} ${one.textContent.trim()}`;
    const boxes = signs.map((one) => [told(one), one.getBoundingClientRect()]);
    const over = [];
    boxes.forEach(([one, a], place) => boxes.slice(place + 1).forEach(([other, b]) => {
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        over.push([Math.min(wide, high), one, other]);
    }));
    return { small: words.map((one) => [size(one), one.textContent]).sort((a, b) => a[0] - b[0]), over };
}"""


def measured(page: Page) -> tuple[Any, list[Any]]:
    """The smallest words of the map with their size, and what is printed over what."""
    found = page.evaluate(MEASURED)
    return found["small"][0], [one for one in found["over"] if one[0] > TOUCHING]


@pytest.mark.parametrize("state", [LATE, LATER, (NEW, keys.PLAYER_TURN)], ids=["late", "later", "new"])
def test_the_words_of_the_map_can_be_read_and_nothing_is_printed_over_another(
    open_page: OpenPage, game_at: At, state: tuple[str, str]
) -> None:
    page = open_page("/", TABLET)
    game = import_game(page, game_at(*state))
    for size, tail in ((TABLET, ""), (LAPTOP, ""), (PHONE, "?tab=map"), (PHONE, "?tab=map&near=205")):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.goto(f"{game}{tail}")
        (small, words), over = measured(page)
        assert over == [], (size, tail)
        assert small >= LEAST, (size, tail, words)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        box = page.locator(".board .galaxy").bounding_box()
        assert box is not None and box["x"] >= -1 and box["x"] + box["width"] <= size[0] + 1, (size, tail)
