"""The map, measured on the page: how small its words are, and what is printed over what."""

from __future__ import annotations

from typing import Any

import pytest
from playing import at_the_table, import_game, speak
from playwright.sync_api import Page, expect
from test_asking import NEW, At, game_at

from conftest import LAPTOP, PHONE, TABLET, OpenPage
from hive import keys

__all__ = ["game_at"]


LEAST = 12
TOUCHING = 1.5
"""So many pixels two boxes may share: corners of shapes that are no boxes."""
LATE, LATER = ("20", keys.FACTS), ("17", keys.PLAYER_TURN)
ANNOUNCED, FARTHER = ("20", keys.TACTICAL_ACTION), ("17", keys.TACTICAL_ACTION)
ACTIVATING = ("17", keys.PLAYER_TURN, "activate")
MEASURED = """touching => {
    const map = document.querySelector("svg.galaxy:not(.cut svg)");
    const frame = map.closest(".map-frame").getBoundingClientRect();
    const seen = (one) => one.getClientRects().length > 0;
    const words = [...map.querySelectorAll("text")].filter((one) => seen(one) && one.textContent.trim());
    const size = (one) => {
        const drawn = one.getScreenCTM();
        return parseFloat(getComputedStyle(one).fontSize) * Math.hypot(drawn.a, drawn.b);
    };
    const kinds = ".ch, .planet, .station, .wormhole, .token, .anomaly, .frontier, .pin, .ct, .plate rect, rect.disc, "
        + ".names text, .close-names text";
    const signs = [...map.querySelectorAll(kinds)].filter(seen);
    const kind = (one) => one.getAttribute("class");
    const told = (one) => `${kind(one.parentNode)} ${kind(one)} ${one.textContent.trim()}`;
    const boxes = signs.map((one) => [told(one), one.getBoundingClientRect()]);
    const over = [];
    boxes.forEach(([one, a], place) => boxes.slice(place + 1).forEach(([other, b]) => {
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (Math.min(wide, high) > touching) over.push([Math.min(wide, high), one, other]);
    }));
    const out = boxes.filter(([, box]) => box.left < frame.left - 1 || box.right > frame.right + 1);
    return { small: words.map((one) => [size(one), one.textContent]).sort((a, b) => a[0] - b[0]), over,
        out: out.map(([one]) => one) };
}"""

ON_THE_MAP = """() => [...document.querySelectorAll(".area .nums :is(b, span)")].filter(one => {
    const box = one.getBoundingClientRect();
    const edges = [box.left, box.right].flatMap(x => [box.top, box.bottom].map(y => [x, y]));
    return edges.some(([x, y]) => document.elementsFromPoint(x, y).some(found => found.closest(".sys")));
}).map(one => one.textContent)"""


def measured(page: Page) -> tuple[Any, list[Any]]:
    """The smallest words of the map with their size, and what is printed over what, or beside the map."""
    found = page.evaluate(MEASURED, TOUCHING)
    return found["small"][0], [*found["over"], *found["out"]]


def fits(page: Page, size: tuple[int, int], tail: str) -> None:
    """The words can be read, nothing is printed over another, and the map fits the width."""
    (small, words), over = measured(page)
    assert over == [], (size, tail)
    assert small >= LEAST, (size, tail, words)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0], (size, tail)
    box = page.locator("svg.galaxy:not(.cut svg)").bounding_box()
    assert box is not None and box["x"] >= -1 and box["x"] + box["width"] <= size[0] + 1, (size, tail)


def look(page: Page, game: str, size: tuple[int, int], tail: str) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{game}{tail}")
    expect(page.locator("svg.galaxy:not(.cut svg)")).to_be_visible()
    page.wait_for_load_state("load")


@pytest.mark.parametrize("state", [LATE, LATER, (NEW, keys.PLAYER_TURN)], ids=["late", "later", "new"])
def test_the_words_of_the_map_can_be_read_and_nothing_is_printed_over_another(
    open_page: OpenPage, game_at: At, state: tuple[str, str]
) -> None:
    page = open_page("", TABLET)
    game = import_game(page, game_at(*state))
    for size, tail in ((TABLET, ""), (LAPTOP, ""), (PHONE, "?tab=map"), (PHONE, "?tab=map&near=205")):
        look(page, game, size, tail)
        fits(page, size, tail)


@pytest.mark.parametrize("state", [ANNOUNCED, FARTHER, ACTIVATING, LATE], ids=["near", "far", "activating", "facts"])
def test_arrows_and_the_numbers_of_systems_that_are_asked_about_hide_nothing(
    open_page: OpenPage, game_at: At, state: tuple[str, ...]
) -> None:
    page = open_page("", TABLET)
    game = import_game(page, game_at(*state))
    for size, tail in ((TABLET, ""), (LAPTOP, ""), (PHONE, "?tab=map")):
        look(page, game, size, tail)
        expect(page.locator(".galaxy .plate").first).to_be_attached()
        fits(page, size, tail)


def test_the_panel_a_move_and_an_events_place_leave_the_map_as_it_can_be_read(open_page: OpenPage, game_at: At) -> None:
    page = open_page("", TABLET)
    game = import_game(page, game_at(*LATER))
    for size in (TABLET, LAPTOP, PHONE):
        for tail in ("?at=205", "?at=312", "?do=moved&who=p2", "/events/hits_space?at=205"):
            look(page, game, size, tail)
            fits(page, size, tail)


def test_names_and_the_closer_look_can_be_read_in_every_part_of_the_map(open_page: OpenPage, game_at: At) -> None:
    """Planets are called alike everywhere; what lies between them has its longest names in German."""
    page = open_page("", TABLET)
    game = import_game(page, game_at(*LATER))
    speak(page, "de")
    for size, tail in ((TABLET, ""), (LAPTOP, ""), (PHONE, "?tab=map")):
        look(page, game, size, tail)
        page.locator("label:has(#names)").click()
        expect(page.locator(".galaxy .names").first).to_be_visible()
        fits(page, size, tail)
    for near in ("000", "209", "301", "304", "305", "310", "316"):
        look(page, game, PHONE, f"?tab=map&near={near}")
        expect(page.locator(".galaxy .close-names").first).to_be_visible()
        fits(page, PHONE, near)


def test_the_hives_numbers_stand_beside_the_map_and_all_answers_beside_it(open_page: OpenPage, game_at: At) -> None:
    page = open_page("", TABLET)
    game = import_game(page, game_at("17", keys.PLAYER_PICKS))
    for code, size in (("de", TABLET), ("es", TABLET), ("en", TABLET), ("en", LAPTOP)):
        speak(page, code)
        look(page, game, size, "")
        assert page.locator(".area .nums li").count() == 8
        assert page.evaluate(ON_THE_MAP) == [], (code, size)
        last = page.locator(".choices .choice").last.bounding_box()
        foot = page.locator(".foot").bounding_box()
        assert last is not None and foot is not None and last["y"] + last["height"] <= foot["y"], size


def test_a_system_that_a_question_names_is_found_by_its_number(open_page: OpenPage, game_at: At) -> None:
    page = open_page("", TABLET)
    import_game(page, game_at(*LATE))
    at_the_table(page)
    numbers = page.locator(".galaxy .plate.full").all_text_contents()
    rows = page.locator("main.now").inner_text()
    for tile in ("26", "64", "29", "49", "50"):
        assert f"tile {tile}" in rows.replace("\n", " ")
        assert tile in numbers
