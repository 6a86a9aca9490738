"""Rounds on a phone with Thunder's Edge, Twilight's Fall and three galactic events: set up, and played to the end."""

from __future__ import annotations

from playing import at_the_table, headline, tap, tap_next, unfold_new
from playwright.sync_api import Page, expect

from conftest import PHONE, OpenPage

MOST_STEPS = 250
CARD, PASSES = "button[value^='card.']", "button[value=pass]"


def begin_with(page: Page, *options: str) -> str:
    """Begin a game without a galaxy that is played with some options; returns its address."""
    page.goto("/new")
    page.fill("input[name=p1_name]", "Ada")
    page.fill("input[name=p2_name]", "Ben")
    unfold_new(page)
    page.locator("label:has(input[name=galaxy][value=none])").click()
    page.locator("input[name=boxes][value=te]").set_checked(True, force=True)
    for option in options:
        page.locator(f"input[name=options][value={option}]").evaluate("one => { one.checked = true }")
    page.get_by_role("button", name="Go on").click()
    at_the_table(page)
    return page.url.partition("?")[0]


def play_round(page: Page, turn: str = "") -> list[str]:
    """Play until the second round begins, or until somebody has the turn that is named; out: all headlines."""
    seen: list[str] = []
    for _ in range(MOST_STEPS):
        said = headline(page)
        seen.append(said)
        if turn and said == turn:
            return seen
        if "Round 2" in page.locator("header.top").inner_text():
            return seen
        if said in ("Ada's turn", "Ben's turn"):
            tap(page, CARD if page.locator(CARD).count() else PASSES)
        else:
            tap_next(page)
    raise AssertionError(f"the round never ended; the screen says “{headline(page)}”")


def test_a_round_with_thunders_edge_on_a_phone(open_page: OpenPage) -> None:
    page = open_page("/", PHONE)
    game = begin_with(page, "thunders_edge")
    seen = play_round(page, turn="Ada's turn")
    assert any("Sort the boxes" in one for one in seen)
    page.goto(f"{game}?tab=players")
    page.wait_for_load_state("load")
    token = page.locator("#expedition")
    expect(token.locator("svg")).to_be_visible()
    expect(token.locator("li")).to_have_count(6)
    # One tap claims a slice for whose turn it is.
    token.get_by_role("button", name="3 trade goods").click()
    expect(token.locator("a:has(.dot.p1)")).to_contain_text("3 trade goods")
    page.goto(game)
    at_the_table(page)
    seen = play_round(page)
    assert "The Hive joins the expedition" in seen
    page.goto(f"{game}?tab=players")
    page.wait_for_load_state("load")
    expect(page.locator("#expedition a:has(.dot.hive)")).to_have_count(1)
    expect(page.locator("#expedition a:has(.dot.p1)")).to_have_count(1)


def test_a_round_with_twilights_fall_on_a_phone(open_page: OpenPage) -> None:
    page = open_page("/", PHONE)
    game = begin_with(page, "twilights_fall")
    seen = play_round(page, turn="Ada's turn")
    assert not any("Leadership" in one for one in seen)
    # An edict or a card has given the benediction token to the Hive.
    page.goto(f"{game}/corrections")
    row = page.locator("form.correct:has(input[value='tyrant'])")
    row.get_by_role("button", name="The Hive").click()
    page.goto(f"{game}?tab=hive")
    page.wait_for_load_state("load")
    expect(page.locator("#hive-title")).to_contain_text("Tyrant")
    page.goto(game)
    at_the_table(page)
    seen = play_round(page)
    benedictions = [one for one in seen if one.startswith("Benediction phase")]
    politics = any(one.startswith(("The Hive plays Tyrannus", "Who becomes the Speaker")) for one in seen)
    assert benedictions or politics
    assert not any("Agenda" in one for one in seen)


def test_a_round_with_three_galactic_events_on_a_phone(open_page: OpenPage) -> None:
    page = open_page("/", PHONE)
    game = begin_with(page, "age_of_commerce", "hidden_agenda", "mercenaries_for_hire")
    seen = play_round(page, turn="Ada's turn")
    assert "Galactic events" in seen
    page.goto(f"{game}/played")
    for name in ("Age of Commerce", "Hidden Agenda", "Mercenaries for Hire"):
        expect(page.locator("main")).to_contain_text(name)
    for _ in ("the first", "the second, which makes the Hive angry"):
        page.goto(f"{game}/events")
        page.locator("details:has(#mercenary) > summary").click()
        form = page.locator("form#mercenary")
        form.locator("label:has(input[value=p1])").click()
        form.get_by_role("button").click()
        at_the_table(page)
    page.goto(f"{game}/log")
    expect(page.locator("main")).to_contain_text("Ada gains 1 aggression counter")
    page.goto(game)
    at_the_table(page)
    play_round(page)
