"""A game with a galaxy to three tactical actions of the Hive, by real taps on a phone and on a tablet in turn."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playing import TURN, at_the_table, begin, headline, tap, tap_next, the_hives
from playwright.sync_api import Locator, Page, expect

from conftest import PHONE, TABLET, OpenPage

TACTICAL_BOUND = 4
# With these seeds the Hive spreads twice and attacks in its first turns, and nothing ties on the way.
GALAXY, SHUFFLES = "sol", "seed 73"
NEAR = {"105": "Ada", "307": "Ben"}
ACTIONS = ["spreads", "spreads", "attacks"]
SIZES = [PHONE, TABLET, PHONE]
SPACE = "Space combat in"
INVASION, END = ("The Hive lands on", "The Hive takes"), "The turn ends"
MOST_TAPS = 90


def begin_with_a_galaxy(page: Page, until: tuple[str, ...] = ()) -> None:
    """Begin a game with the galaxy of a seed."""
    begin(page, shuffles=SHUFFLES, until=until, galaxy="random", seed=GALAXY)


def to_tab(page: Page, name: str) -> None:
    """Go to a part of the table; where the map stands beside it, there is no such way."""
    tab = page.get_by_role("navigation", name="Parts of the table").get_by_role("link", name=name, exact=True)
    if tab.is_visible():
        tab.click()
        expect(tab).to_have_attribute("aria-current", "page")


def on_map(page: Page, place: str) -> Locator:
    """A system on the map, by its place or by its tile as the table names it."""
    found = place if place.startswith("tile ") else f"at {place}"
    return page.locator(".galaxy").get_by_role("link", name=re.compile(rf"\b{found}\b"))


def chips(page: Page, position: str, side: str) -> Locator:
    """A side's chips of a system as they stand in the page, those of a small map left aside."""
    return on_map(page, position).locator(f".ch.{side}.full")


def ship(page: Page, position: str, side: str, kind: str) -> Locator:
    """A side's silhouettes of a type in a system."""
    return chips(page, position, side).locator(f'use[href="#u-{kind}"]')


def put_near(page: Page, position: str, who: str, number: int = 1) -> None:
    """Put cruisers of a player into a system: tap it on the map, and tap them in."""
    to_tab(page, "Map")
    on_map(page, position).click()
    panel = page.locator(".place-panel")
    whose = panel.locator(".whose [aria-current]")
    # A tap on who is shown already would draw the panel anew, and could take the next tap away.
    if whose.inner_text() != who:
        panel.get_by_role("link", name=who, exact=True).click()
    expect(whose).to_have_text(who)
    more = panel.get_by_role("button", name="One more: Cruiser", exact=True)
    if not more.is_visible():
        panel.locator("#other-units summary").click()
    for there in range(1, number + 1):
        more.click()
        expect(panel.locator(".count:has(#more-cruiser-) b")).to_have_text(str(there))
    panel.get_by_role("link", name="Close").click()
    expect(panel).to_have_count(0)
    seat = "p1" if who == "Ada" else "p2"
    expect(ship(page, position, seat, "cruiser")).to_have_count(1)
    expect(chips(page, position, seat)).to_have_text("" if number == 1 else str(number))
    to_tab(page, "Now")
    at_the_table(page)


def choose(page: Page, words: str) -> None:
    """Tap the answer with these words, in the page or in the bar."""
    button = f'button:has-text("{words}")'
    tap(page, f"#answer {button}, .acts .next {button}")


def fight_here(page: Page) -> None:
    """Fight with the helper, which rolls for the Hive; the ships of the players fall in the first round."""
    choose(page, "Fight it here")
    while page.locator(".throws .die").count() == 0:
        assert "space combat" in headline(page), headline(page)
        tap_next(page)
    expect(page.locator("#headline")).to_contain_text("Round 1 of the space combat")
    expect(page.locator(".throws")).to_contain_text(re.compile(r"hits from \d+"))
    choose(page, "No player ship is left")


def attack(page: Page, position: str) -> None:
    """Ada goes for the Hive in a system, and both fight without the helper; she wins, and does not land."""
    assert headline(page) == "Ada's turn"
    put_near(page, position, "Ada", 2)
    choose(page, "Enter a Hive system")
    page.get_by_role("searchbox").fill(position)
    choose(page, position)
    while not headline(page).startswith(SPACE):
        tap_next(page)
    choose(page, "We fight it by hand")
    page.locator(".chosen label", has_text="The players have won").click()
    tap(page, "#go")
    expect(page.locator("#headline")).to_contain_text("Do players invade")
    choose(page, "No invasion")
    to_tab(page, "Map")
    expect(ship(page, position, "p1", "cruiser")).to_have_count(1)
    expect(chips(page, position, "p1")).to_have_text("2")
    expect(on_map(page, position).locator(".ch.hive.space")).to_have_count(0)
    expect(on_map(page, position).locator(".ct.p1")).to_have_count(1)
    to_tab(page, "Now")


@dataclass
class Turn:
    """A tactical action as it was played: its headline, and the taps up to its combat, or up to its landing.

    ``last`` is what the last step of it told: with the last card explored, that the fighters leave.
    """

    said: str = ""
    place: str = ""
    last: str = ""
    taps: int = 0
    fought: bool = False
    landed: bool = False

    @property
    def position(self) -> str:
        """The destination, by its tile."""
        return re.findall(r"tile \w+", self.place)[0]


def hive_turn(page: Page) -> Turn:
    """Play a turn of the Hive up to the end of its tactical action; without one, up to the next player."""
    turn = Turn()
    while the_hives(page) and not headline(page).startswith(END):
        said = headline(page)
        if said.startswith(("The Hive spreads", "The Hive attacks")):
            turn.said, turn.place = said, page.locator(".says .detail").inner_text()
        if said.startswith(SPACE):
            turn.fought = True
            fight_here(page)
            continue
        if said.startswith(INVASION):
            see_the_fighters(page, turn.position)
            turn.landed = True
        turn.taps += not (turn.fought or turn.landed)
        turn.last = page.locator("#answer").inner_text()
        tap_next(page)
    return turn


def see_the_fighters(page: Page, position: str) -> None:
    """Before the Hive lands, its fighters are on the map beside its command token."""
    to_tab(page, "Map")
    expect(on_map(page, position).locator(".ct.hive")).to_have_count(1)
    expect(ship(page, position, "hive", "fighter")).to_have_count(1)
    to_tab(page, "Now")


def see_the_end(page: Page, other: Page, turn: Turn) -> None:
    """The planets are taken and the fighters gone, on both devices; undo takes that back, and redo brings it again."""
    position = turn.position
    ended, hive = headline(page), chips(page, position, "hive")
    fighters = ship(page, position, "hive", "fighter")
    told = page.locator("#answer .do").first.inner_text()
    assert re.search(r"Remove \d+ fighters", turn.last + told)
    to_tab(page, "Map")
    expect(fighters).to_have_count(0)
    expect(ship(page, position, "hive", "infantry")).to_have_count(1)
    expect(on_map(page, position).locator("title").first).to_contain_text("controlled by the Hive")
    ships = hive.first.text_content() or ""
    expect(chips(other, position, "hive").first).to_have_text(ships)
    to_tab(page, "Now")
    tap(page, "#undo")
    assert headline(page).startswith((*INVASION, "Round")) or "explores" in headline(page)
    to_tab(page, "Map")
    expect(fighters).to_have_count(1)
    to_tab(page, "Now")
    tap(page, "#redo")
    assert headline(page) == ended
    assert page.locator("#answer .do").first.inner_text() == told
    if ended.startswith(END):
        tap_next(page)


def hold(page: Page, size: tuple[int, int]) -> None:
    """Go on with the game on a screen of this size."""
    page.set_viewport_size({"width": size[0], "height": size[1]})


def test_the_hive_spreads_twice_and_attacks_once(open_page: OpenPage, capsys: pytest.CaptureFixture[str]) -> None:
    page = open_page("", PHONE)
    begin_with_a_galaxy(page, until=TURN)
    other = open_page(f"{page.url}?tab=map", TABLET)
    for size, (position, ships) in zip((TABLET, PHONE), NEAR.items(), strict=True):
        hold(page, size)
        put_near(page, position, ships)
    turns: list[Turn] = []
    for _ in range(MOST_TAPS):
        if [turn.said.split()[2] for turn in turns] == ACTIONS:
            break
        if not the_hives(page):
            tap_next(page)
            continue
        hold(page, SIZES[len(turns)])
        turn = hive_turn(page)
        if turn.said:
            turns.append(turn)
            see_the_end(page, other, turn)
        if turn.said and len(turns) == 1:
            attack(page, turn.position)
    with capsys.disabled():
        print("\ntaps before the combat, or before the landing without one: ", end="")
        print(", ".join(f"{turn.said.removeprefix('The Hive ')} {turn.taps}" for turn in turns))
    assert [turn.said.split()[2] for turn in turns] == ACTIONS
    assert [turn.fought for turn in turns] == [False, False, True]
    assert all(turn.taps <= TACTICAL_BOUND for turn in turns), turns
