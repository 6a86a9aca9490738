"""Why nothing else, on the screen: any other card, technology, upgrade or ship is tapped and says where it fell out."""

from __future__ import annotations

import re

import pytest
from played import FIGHTS, PlayedGame, PlayedGames
from playwright.sync_api import Page, expect

from conftest import PHONE, TABLET, OpenPage, in_sizes
from hive.steps import Ask, Step, Tell

FITS = "document.documentElement.scrollWidth <= innerWidth"


def decided(step: Step) -> int:
    """How many decisions of a step have candidates that can be asked about."""
    return len(step.why.decisions) if isinstance(step, Ask | Tell) and step.why else 0


def open_at(open_page: OpenPage, played: PlayedGames, key: str) -> tuple[Page, Step]:
    game: PlayedGame = played.game(FIGHTS)
    page = open_page("", PHONE, address=played.address)
    line = max(game.lines[key], key=lambda one: decided(game.steps[one]))
    return page, game.at(page, line)


@pytest.mark.parametrize("key", ["hive_picks", "production_site", "secondary"])
def test_any_other_candidate_can_be_tapped(open_page: OpenPage, played: PlayedGames, key: str) -> None:
    page, step = open_at(open_page, played, key)
    assert isinstance(step, Ask | Tell) and step.why is not None
    why = step.why.decisions[0]
    other = next(rival for rival in why.rivals if not rival.chosen)
    if key == "production_site" and (ship := page.locator(".hands summary")).count():
        ship.first.click()
    page.get_by_role("link", name="Why nothing else?").click()
    expect(page.locator("#headline")).to_have_text("Why nothing else?")
    page.locator(".weighed").get_by_role("link", name=str(other.label), exact=True).click()
    expect(page.locator("#headline")).to_have_text(f"Why not {other.label}?")
    expect(page.locator("#because")).to_contain_text(str(other.words))
    for size in in_sizes(page, PHONE, TABLET):
        assert page.evaluate(FITS), size
    expect(page.locator(".rivals li")).not_to_have_count(0)
    page.get_by_role("link", name="To the table", exact=True).click()
    expect(page.locator("#headline")).to_have_text(re.compile(f"{re.escape(str(step.text))}|Place . ships"))


def test_an_upgrade_is_asked_about_from_the_table_that_opens(open_page: OpenPage, played: PlayedGames) -> None:
    game = played.game(FIGHTS)
    technology = [line for line in game.lines["secondary"] if decided(game.steps[line]) > 1]
    page = open_page("", PHONE, address=played.address)
    game.at(page, technology[-1])
    page.locator("#why summary").click()
    expect(page.locator("#why .weighed")).to_have_count(decided(game.steps[technology[-1]]))
    page.locator(".weighed.long").get_by_role("link").last.click()
    expect(page.locator("#headline")).to_have_text(re.compile("Why not .+ II|Why not .+"))
    expect(page.locator("#because")).to_be_visible()
    assert page.evaluate(FITS)
