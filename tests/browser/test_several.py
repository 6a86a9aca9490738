"""Several screens on one game: each follows the others at once, keeps what is typed on it, and comes back by itself."""

from __future__ import annotations

import os
import random
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playing import (
    TURN,
    at_the_table,
    begin,
    correct,
    headline,
    import_export,
    import_game,
    play_until,
    position,
    tap_next,
)
from playwright.sync_api import BrowserContext, Page, Route, expect
from test_numbers import exported, hits, more
from test_updates import DIFFERENCE

from bench.postgres import Server
from conftest import ADDRESS, PHONE, ROOT, TABLET, OpenPage
from day import times
from hive.games.service import Games
from hive.web.factory import create_app

__all__ = ["exported"]

RACES = times(10, 200)
GAME = "20"
TAP = "document.querySelector('#go, #answer .choices button, #answer .found button').click()"
TAP_AT = f"was => document.querySelector('#table').dataset.position === was && ({TAP}, true)"
HIDDEN = """hidden => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
REFUSED = 3
BACK = 20_000
"""Milliseconds in which a screen is back; how long it takes is measured by ``python -m bench.screens``."""


def at_a_table(open_page: OpenPage, number: int, **how: Any) -> list[Page]:
    """So many devices at one table, on a player's turn."""
    first = open_page("", PHONE, **how)
    begin(first, shuffles="test", until=TURN)
    return [first, *(open_page(first.url, PHONE, **how) for _ in range(number - 1))]


@pytest.fixture
def pair(open_page: OpenPage) -> list[Page]:
    """Two devices at a table that has just begun."""
    first = open_page("", PHONE)
    begin(first)
    return [first, open_page(first.url, PHONE)]


def all_show(screens: list[Page], shown: Page) -> None:
    """Wait until all stand where one does."""
    for screen in screens:
        expect(screen.locator("#table")).to_have_attribute("data-position", position(shown), timeout=BACK)
        expect(screen.locator("#headline")).to_have_text(headline(shown))


def test_what_a_tap_draws_is_brought_to_screens_alike_which_fetch_nothing(open_page: OpenPage) -> None:
    screens = at_a_table(open_page, 4, alone=True)
    fetched: list[str] = []
    for screen in screens:
        screen.on("request", lambda one: fetched.append(one.url) if "/since?" in one.url else None)
    lights, *alike = screens
    lights.context.add_cookies([{"name": "theme", "value": "light", "url": lights.url}])
    lights.reload()
    # Whoever is not on the stream yet fetches what it has missed.
    tap_next(alike[0])
    all_show(screens, alike[0])
    fetched.clear()
    taps = (*alike, *alike)
    for screen in taps:
        tap_next(screen)
        all_show(screens, screen)
    # The one in the light fetches at each tap; of the others one may be late on the stream.
    assert len(taps) <= len(fetched) < 2 * len(taps), fetched
    assert [screen.evaluate(DIFFERENCE) for screen in screens] == [""] * len(screens)


def test_of_two_taps_at_the_same_time_one_wins_and_all_six_screens_see_what_happened(open_page: OpenPage) -> None:
    screens = at_a_table(open_page, 6, alone=True)
    answers: list[int] = []
    for screen in screens:
        screen.on("response", lambda one: answers.append(one.status) if one.request.method == "POST" else None)
    chance, raced = random.Random(7), 0
    for _ in range(2 * RACES):
        answers.clear()
        was = int(position(screens[0]))
        racing = chance.sample(screens, 2)
        # Between two calls from here, a screen may show what the other tap has done: then it taps no more.
        taps = [screen.evaluate(TAP_AT, str(was)) for screen in racing]
        for screen in screens:
            expect(screen.locator("#table")).to_have_attribute("data-position", str(was + 1), timeout=BACK)
        assert {headline(screen) for screen in screens} == {headline(screens[0])}
        if not all(taps):
            continue
        assert Counter(answers) == {200: 1, 409: 1}
        said = [screen.locator(".notice:visible").all_inner_texts() for screen in racing]
        assert [len(one) for one in said].count(1) == 1
        raced += 1
        if raced == RACES:
            return
    pytest.fail(f"Only {raced} of {2 * RACES} taps met another one.")


def test_a_screen_that_slept_catches_up_and_asks_for_nothing_meanwhile(open_page: OpenPage) -> None:
    screens = at_a_table(open_page, 3)
    sleeper, others = screens[0], screens[1:]
    sleeper.evaluate(HIDDEN, True)
    was = position(sleeper)
    for screen in others[:2]:
        tap_next(screen)
        all_show(others, screen)
    assert position(sleeper) == was
    sleeper.evaluate(HIDDEN, False)
    all_show(screens, others[1])


def test_a_screen_without_a_network_says_that_it_is_alone_and_comes_back(open_page: OpenPage) -> None:
    screens = at_a_table(open_page, 2)
    away, other = screens[0], screens[1]
    context: BrowserContext = away.context
    context.set_offline(True)
    expect(away.locator("#alone")).to_have_text("No connection: what you see may be old.", timeout=BACK)
    tap_next(other)
    context.set_offline(False)
    all_show(screens, other)
    expect(away.locator("#alone")).to_be_hidden()


def test_a_screen_whose_stream_fails_asks_every_few_seconds(open_page: OpenPage) -> None:
    page = open_page("", PHONE)
    begin(page, until=TURN)
    asking = open_page("/", PHONE)
    asking.route("**/stream?*", lambda route: route.abort())
    asking.goto(page.url)
    tap_next(page)
    all_show([asking], page)
    expect(asking.locator("#alone")).to_be_hidden()


@contextmanager
def app_at(port: int, folder: Path, games: str = "") -> Iterator[str]:
    """The app on a port, killed at the end."""
    where = games or str(folder / "games.sqlite")
    environment = {**os.environ, "PORT": str(port), "HIVE_DB": where, "HIVE_HOME": str(folder), "HIVE_TAP_PAUSE": "0"}
    command = [sys.executable, str(ROOT / "app.py")]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as app:
        assert app.stdout is not None
        assert ADDRESS.search(app.stdout.readline())
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            app.kill()


def test_a_restart_in_the_middle_is_only_noticed_for_a_moment(open_page: OpenPage, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with app_at(port, tmp_path) as address:
        first = open_page("/", PHONE, address=address)
        begin(first, until=TURN)
        screens = [first, *(open_page(first.url, PHONE, address=address) for _ in range(2))]
        all_show(screens, first)
    expect(screens[-1].locator("#alone")).to_be_visible(timeout=BACK)
    with app_at(port, tmp_path):
        for screen in screens:
            expect(screen.locator("#alone")).to_be_hidden(timeout=BACK)
        tap_next(screens[2])
        all_show(screens, screens[2])


def test_a_screen_is_right_once_a_server_that_was_killed_is_there_again(open_page: OpenPage, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with app_at(port, tmp_path) as address:
        page = open_page("/", PHONE, address=address)
        begin(page)
    games: Games = create_app(
        {"INSTANCE": str(tmp_path), "DATABASE": str(tmp_path / "games.sqlite"), "SECRET_KEY": "between"}
    ).extensions["games"]
    game_id = page.url.rpartition("/")[2]
    stands = games.correct(game_id, games.position(game_id), "hive.trade_goods", 1).position
    games.close()
    with app_at(port, tmp_path):
        expect(page.locator("#table")).to_have_attribute("data-position", str(stands), timeout=BACK)
        expect(page.locator("#alone")).to_be_hidden(timeout=BACK)


def of_a_proxy(route: Route) -> None:
    """What a proxy answers while nobody stands behind it."""
    route.fulfill(status=502, content_type="text/html", body="<html><body><h1>502 Bad Gateway</h1></body></html>")


def refusing(refused: list[str]) -> Callable[[Route], None]:
    """A proxy that has nobody behind it for a while."""

    def refuse(route: Route) -> None:
        if len(refused) == REFUSED:
            route.continue_()
            return
        refused.append(route.request.url)
        of_a_proxy(route)

    return refuse


def test_a_tap_that_only_a_proxy_has_answered_leaves_the_table_as_it_was(open_page: OpenPage) -> None:
    page = open_page("", PHONE)
    begin(page)
    was = headline(page)
    page.route("**/answer", of_a_proxy)
    page.evaluate(TAP)
    expect(page.locator("#offline")).to_be_visible()
    with page.expect_response("**/stream?*"):
        page.evaluate("window.dispatchEvent(new Event('online'))")
    page.evaluate("() => new Promise(requestAnimationFrame)")
    expect(page.locator("#offline")).to_be_visible()
    expect(page.locator("#headline")).to_have_text(was)
    page.unroute("**/answer")
    tap_next(page)
    expect(page.locator("#headline")).not_to_have_text(was)
    expect(page.locator("#offline")).to_be_hidden()


def test_that_a_tap_came_to_nothing_is_no_longer_said_once_it_was_read(open_page: OpenPage) -> None:
    page = open_page("", PHONE)
    begin(page)
    page.route("**/answer", of_a_proxy)
    page.evaluate(TAP)
    expect(page.locator("#offline")).to_be_visible()
    expect(page.locator("#offline")).to_be_hidden(timeout=BACK)


def test_news_come_to_a_screen_whose_htmx_is_not_there_yet(pair: list[Page]) -> None:
    page, other = pair
    held: list[Route] = []
    other.route("**/htmx.min.js*", lambda route: held.append(route))
    other.reload(wait_until="commit")
    expect(other.locator("#headline")).to_be_visible()
    tap_next(page)
    all_show(pair, page)
    (route,) = held
    route.continue_()
    other.wait_for_load_state("load")
    tap_next(other)
    all_show(pair, other)


def test_news_that_could_not_be_fetched_are_fetched_again(pair: list[Page]) -> None:
    other = pair[1]
    other.goto(f"{pair[0].url}?tab=log")  # what it shows is drawn for itself, and so it fetches
    refused: list[str] = []
    other.route("**/since?*", refusing(refused))
    tap_next(pair[0])
    all_show(pair, pair[0])
    assert len(refused) == REFUSED


def test_a_page_that_a_proxy_refused_stays_and_is_right_again(pair: list[Page]) -> None:
    log = pair[1]
    log.goto(f"{pair[0].url}/log")
    refused: list[str] = []
    log.evaluate("window.stays = true")
    log.route(log.url, refusing(refused))
    tap_next(pair[0])
    expect(log.locator("[data-follows]")).to_have_attribute("data-position", position(pair[0]), timeout=BACK)
    assert len(refused) == REFUSED
    assert log.evaluate("window.stays")


@pytest.mark.postgres
def test_a_screen_comes_back_by_itself_after_the_database_was_away(open_page: OpenPage, tmp_path: Path) -> None:
    postgres = Server()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    try:
        with app_at(port, tmp_path, postgres.address(postgres.new_database())) as address:
            page = open_page("/", PHONE, address=address)
            begin(page)
            was = headline(page)
            postgres.kill()
            page.evaluate(TAP)
            expect(page.locator(".message .kicker")).to_have_text("503", timeout=BACK)
            postgres.start()
            expect(page.locator("#headline")).to_have_text(was, timeout=BACK)
            tap_next(page)
            expect(page.locator("#headline")).not_to_have_text(was)
    finally:
        postgres.remove()


def test_a_game_that_was_deleted_is_gone_from_the_screens(pair: list[Page]) -> None:
    game, other = pair[0].url, pair[1]
    pair[0].goto(f"{game}/menu")
    pair[0].get_by_role("button", name="Delete this game").click()
    pair[0].get_by_role("button", name="Delete for good").click()
    expect(other.locator("h1")).to_have_text("Not found", timeout=BACK)


# --- what somebody types


def test_half_entered_hits_outlast_a_correction_on_another_phone(open_page: OpenPage, exported: Path) -> None:
    page = open_page("", PHONE)
    game = import_game(page, exported)
    other = open_page("/", PHONE)
    more(page)
    more(page)
    hits(page).focus()
    was = position(page)
    correct(other, game, "hive.trade_goods", 5)
    expect(page.locator("#answer input[name=position]")).not_to_have_attribute("value", was, timeout=BACK)
    expect(hits(page)).to_have_value("2")
    expect(hits(page)).to_be_focused()
    expect(page.locator("#went-on")).to_be_hidden()
    tap_next(page)
    expect(page.locator("#headline")).to_contain_text("Round 2")
    expect(page.locator(".losses")).to_contain_text("2 fighters")


def test_who_typed_hits_for_a_round_that_is_over_is_told_so(open_page: OpenPage, exported: Path) -> None:
    page = open_page("", PHONE)
    game = import_game(page, exported)
    other = open_page(game, PHONE)
    more(page)
    more(page)
    tap_next(other)
    expect(page.locator("#headline")).to_contain_text("Round 2", timeout=BACK)
    expect(page.locator("#went-on")).to_contain_text("what you had filled in was for the step before")
    page.locator("#headline").click()
    expect(page.locator("#went-on")).to_be_hidden()


def test_what_is_searched_outlasts_the_same_question_asked_once_more(pair: list[Page]) -> None:
    play_until(pair[0], "(1 of 2)")
    all_show(pair, pair[0])
    search = pair[1].get_by_role("searchbox")
    search.fill("tech")
    tap_next(pair[0])
    expect(pair[1].locator("#headline")).to_contain_text("(2 of 2)", timeout=BACK)
    expect(search).to_have_value("tech")
    expect(pair[1].locator(".found > li:visible")).not_to_have_count(0)
    expect(pair[1].locator("#went-on")).to_be_hidden()
    # With its question what was searched is over, and nothing else has been typed.
    tap_next(pair[0])
    expect(pair[1].locator("#headline")).not_to_contain_text("of 2)", timeout=BACK)
    expect(pair[1].locator("#went-on")).to_be_hidden()


def test_a_number_that_is_corrected_on_two_phones_is_kept_where_it_is_typed(pair: list[Page]) -> None:
    game, page = pair[0].url, pair[1]
    page.goto(f"{game}/corrections")
    row = page.locator("#hive-bank-resources")
    row.get_by_role("spinbutton").fill("7")
    correct(pair[0], game, "hive.trade_goods", 3)
    expect(page.locator("#hive-trade-goods").get_by_role("spinbutton")).to_have_value("3", timeout=BACK)
    expect(row.get_by_role("spinbutton")).to_have_value("7")
    expect(row).to_contain_text("not set yet")
    row.get_by_role("button", name="Set").click()
    expect(row.get_by_role("spinbutton")).to_have_attribute("value", "7")


def test_what_was_opened_and_looked_at_stays_so(pair: list[Page]) -> None:
    watching, other = pair[0], pair[1]
    watching.locator(".tabs a", has_text="Log").click()
    expect(watching.locator(".tabs [aria-current]")).to_have_text("Log")
    line = watching.locator(".log > li").first
    line.locator("summary").click()
    known = line.get_attribute("id")
    tap_next(other)
    all_show([watching], other)
    expect(watching.locator(f"#{known} details")).to_have_attribute("open", "")
    expect(watching.locator(".tabs [aria-current]")).to_have_text("Log")


def test_what_was_scrolled_stays_where_it_was(open_page: OpenPage, tmp_path: Path) -> None:
    other = open_page("/", PHONE)
    watching = open_page(import_export(other, GAME, tmp_path), TABLET)
    side = watching.locator(".columns .side")
    scrolled = side.evaluate("one => { one.scrollTop = 120; return one.scrollTop; }")
    assert scrolled
    side.evaluate("one => { one.dataset.first = ''; }")
    correct(other, other.url, "hive.trade_goods", 5)
    expect(side).not_to_have_attribute("data-first", "", timeout=BACK)
    assert side.evaluate("one => one.scrollTop") == scrolled


def test_the_other_pages_of_a_game_follow_as_well(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page("", PHONE)
    game = import_export(page, GAME, tmp_path)
    paths = ("map", "systems", "log", "story", "corrections", "events", "threats", "wall")
    others = [open_page(f"{game}/{path}", PHONE) for path in paths]
    tap_next(page)
    at_the_table(page)
    for other in others:
        expect(other.locator("[data-follows]")).to_have_attribute("data-position", position(page), timeout=BACK)


def ended_game(page: Page) -> str:
    """Begin a game that the Hive has won; returns its address."""
    begin(page, until=TURN)
    game = page.url
    correct(page, game, "hive.victory_points", 10)
    return game


def test_every_screen_of_an_ended_game_comes_along_to_the_one_rematch(open_page: OpenPage) -> None:
    first = open_page("/", PHONE)
    game = ended_game(first)
    ben, stays = open_page(game, PHONE), open_page(game, TABLET)
    wall, story = open_page(f"{game}/wall", TABLET), open_page(f"{game}/story", PHONE)
    first.goto(game)
    first.locator("#rematch").click()
    at_the_table(first)
    again = first.url
    assert again != game
    stays.get_by_role("button", name="Stay with the ended game").click(timeout=BACK)
    expect(stays.get_by_role("link", name="To the rematch")).to_be_visible()
    for page, shown in ((ben, again), (wall, f"{again}/wall"), (story, again)):
        page.wait_for_url(shown, timeout=BACK)
    assert stays.url == game
    # Whoever looks at the ended game later is not taken along after any time, and a tap leads to the same rematch.
    later = open_page(game, PHONE, alone=True)
    later.clock.install()
    later.reload()
    expect(later.locator(".rematch")).to_be_visible()
    later.clock.run_for(10_000)
    assert later.url == game
    expect(later.locator(".rematch-count")).to_be_hidden()
    later.get_by_role("link", name="To the rematch").click()
    later.wait_for_url(again)
    stays.get_by_role("link", name="Come along now").click()
    stays.wait_for_url(again)
