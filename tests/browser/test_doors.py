"""Phones that join by a code, spectators, the wall, and a screen that stays awake: each a device of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import playing
import pytest
from playwright.sync_api import Browser, Page, expect
from screens import Screens

from conftest import LAPTOP, PHONE, TABLET, OpenPage, in_sizes, serving
from hive.store import OPENS

WALL = (1920, 1080)
AT_THREE_METRES = 32
"""So many pixels high the letters of a television of 1080 lines are at least, to be read across a room."""
MANY_LINES = 4
CUT = """() => {
  const shown = one => { const box = one.getBoundingClientRect(); return [box.left, box.top, box.right, box.bottom]; };
  return [...document.querySelectorAll(".watch-now > *, .watch-now li, .watch-last li")].filter((one) => {
    const room = shown(one.closest(".watch-now, .watch-last")), [left, top, , bottom] = shown(one);
    const there = left < room[2] && bottom > top;
    return there && bottom > Math.min(room[3], innerHeight) + 1;
  }).map(one => one.textContent);
}"""

WITHIN = """place => {
  const box = document.querySelectorAll(".watch-facts > li")[place].getBoundingClientRect();
  return box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
}"""
TWICE = """() => {
  const list = document.querySelector(".watch-facts");
  list.append(...[...list.children, ...list.children].map(one => one.cloneNode(true)));
  document.querySelector(".watch-last").remove();
}"""
ALL_OPEN = """() => {
  const list = document.querySelector(".watch-goals");
  for (let at = 0; list.children.length < 11; at += 1) list.append(list.children[at].cloneNode(true));
  list.classList.add("has-many", "has-most");
}"""


class Joined:
    """A game on a server of its own, its codes, and other devices that join it."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser, self.address = browser, address
        table = self.table = browser.new_context(base_url=address, viewport={"width": 1440, "height": 900}).new_page()
        table.set_default_timeout(10_000)
        playing.begin(table)
        self.path = re.sub(r"\?.*", "", table.url.removeprefix(address))
        self.codes = codes_of(table, self.path)
        table.goto(self.path)
        playing.at_the_table(table)

    def device(self, size: tuple[int, int] = PHONE) -> Page:
        """Another device: what it asks came through another machine, so that it is not the host's."""
        context = self.browser.new_context(
            base_url=self.address,
            viewport={"width": size[0], "height": size[1]},
            extra_http_headers={"X-Forwarded-For": "192.168.7.23"},
        )
        context.set_default_timeout(10_000)
        return context.new_page()


def codes_of(host: Page, path: str) -> dict[str, str]:
    """The codes of a game, as its table shows them."""
    shown = host.request.get(f"{path}/screens").text()
    return dict(zip(OPENS, re.findall(r'class="code"[^>]*>([^<]+)<', shown), strict=True))


@pytest.fixture(scope="module")
def joined(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Joined]:
    with serving(tmp_path_factory.mktemp("joined"), HIVE_TAP_PAUSE="0", LAN="1") as address:
        found = Joined(browser, address)
        yield found
        found.table.context.close()


def type_code(page: Page, code: str) -> None:
    page.goto("/")
    page.get_by_role("textbox", name="Join a game").fill(code.lower())
    page.get_by_role("button", name="Join").click()


def test_a_phone_joins_by_a_typed_code_and_stands_on_its_players_side(joined: Joined) -> None:
    phone = joined.device()
    refused = phone.goto(joined.path)
    assert refused is not None
    assert refused.status == 403
    type_code(phone, joined.codes["p1"])
    expect(phone.locator("#mine")).to_be_visible()
    expect(phone.locator("#tabs [aria-current]")).to_have_text("Ada")
    phone.locator("#tabs a", has_text="Now").click()
    expect(phone.locator("#headline")).to_be_visible()
    expect(phone.locator("#mine")).to_be_hidden()
    phone.context.close()


def test_a_players_tablet_has_that_players_side_below_the_step(joined: Joined) -> None:
    tablet = joined.device(TABLET)
    type_code(tablet, joined.codes["p2"])
    expect(tablet.locator("#mine")).to_be_visible()
    expect(tablet.locator("#area-p2")).to_be_hidden()
    expect(tablet.locator("#area-p1")).to_be_visible()
    tablet.get_by_role("link", name="Your side").click()
    expect(tablet.locator("#mine h2")).to_be_in_viewport()
    tablet.context.close()


@pytest.mark.parametrize("game", ["29", "05"], ids=["scoring", "the end"])
def test_what_wants_the_whole_width_has_it_on_a_players_tablet(joined: Joined, tmp_path: Path, game: str) -> None:
    imported = playing.import_export(joined.table, game, tmp_path)
    joined.table.goto(f"{imported}/screens")
    code = joined.table.locator("#code-p1 .code").inner_text()
    joined.table.goto(joined.path)
    tablet = joined.device(TABLET)
    type_code(tablet, code)
    expect(tablet.locator("#mine")).to_be_visible()
    box = tablet.locator("#now").bounding_box()
    assert box is not None
    assert box["width"] > TABLET[0] * 0.9
    tablet.context.close()


def test_the_bar_of_a_larger_screen_leads_to_more_screens(joined: Joined) -> None:
    table = joined.table
    table.goto(joined.path)
    playing.at_the_table(table)
    expect(table.get_by_role("link", name="Your side")).to_have_count(0)
    link = table.locator("#top").get_by_role("link", name="More screens")
    expect(link).to_be_in_viewport()
    link.click()
    expect(table.locator("h1")).to_have_text("More screens")
    table.goto(joined.path)
    playing.at_the_table(table)


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
def test_a_combat_is_fought_from_a_players_own_device(joined: Joined, tmp_path: Path, size: tuple[int, int]) -> None:
    host, own = joined.table.context.new_page(), joined.device(size)
    path = re.sub(r"\?.*", "", playing.import_export(host, "11", tmp_path).removeprefix(joined.address))
    type_code(own, codes_of(host, path)["p1"])
    expect(own.locator("#table")).to_be_visible()
    own.goto(path)
    playing.at_the_table(own)
    expect(own.locator(".block.mine")).to_be_visible()
    for answer in own.locator("#answer .choices button, #answer .other-answers button, #go").all():
        expect(answer).to_be_visible()
    playing.tap_next(own)
    host.close()
    own.context.close()


def test_what_a_phone_enters_shows_on_the_table_and_on_the_spectators_screen(joined: Joined) -> None:
    phone, spectator = joined.device(), joined.device()
    type_code(phone, joined.codes["table"])
    playing.at_the_table(phone)
    type_code(spectator, joined.codes["spectator"])
    expect(spectator.locator("#watch")).to_be_visible()
    before = joined.table.locator("#headline").inner_text()
    phone.locator("#go").click()
    expect(phone.locator("#headline")).not_to_have_text(before)
    now = phone.locator("#headline").inner_text()
    expect(joined.table.locator("#headline")).to_have_text(now)
    expect(spectator.locator("#headline")).to_have_text(now)
    for device in (phone, spectator):
        device.context.close()


def test_a_spectators_posts_are_refused(joined: Joined) -> None:
    spectator = joined.device()
    type_code(spectator, joined.codes["spectator"])
    expect(spectator.locator("#watch")).to_be_visible()
    before = joined.table.locator("#headline").inner_text()
    for action in ("answer", "undo", "events/retreat", "correct", "delete"):
        posts = "path => fetch(path, {method: 'POST'}).then(answer => answer.status)"
        status = spectator.evaluate(posts, f"{joined.path}/{action}")
        assert status == 403, action
    assert spectator.locator("#watch :is(button, input, form)").count() == 0
    expect(joined.table.locator("#headline")).to_have_text(before)
    spectator.context.close()


def test_the_wall_is_read_from_afar_and_has_nothing_to_tap(joined: Joined) -> None:
    television = joined.device(WALL)
    type_code(television, joined.codes["spectator"])
    expect(television.locator("#watch")).to_be_visible()
    # What is as large as a television is offered its own view first.
    television.get_by_role("link", name="Wall view, for a television").click()
    expect(television.locator("#watch.on-wall #headline")).to_be_visible()
    assert television.locator("#watch :is(a, button, input, form, summary)").count() == 0
    small = television.evaluate(
        """least => [...document.querySelectorAll("#watch :is(p, h1, h2, li, span, b, small)")]
        .filter(one => one.offsetParent && one.textContent.trim() && parseFloat(getComputedStyle(one).fontSize) < least)
        .map(one => one.textContent.trim())""",
        AT_THREE_METRES - 6,
    )
    assert small == []
    assert television.evaluate("document.documentElement.scrollHeight <= innerHeight")
    # It follows by itself.
    before = television.locator("#headline").inner_text()
    joined.table.locator("#go").click()
    expect(television.locator("#headline")).not_to_have_text(before)
    television.context.close()


def test_the_wall_cuts_no_line_of_what_is_to_be_done(joined: Joined, tmp_path: Path) -> None:
    game = playing.import_export(joined.table, "20", tmp_path)
    television, longest = joined.browser.new_context(viewport={"width": 1280, "height": 720}).new_page(), 0
    for _ in range(6):
        playing.tap_next(joined.table)
        television.goto(f"{game}/wall")
        cut = television.evaluate(CUT)
        assert cut == []
        longest = max(longest, television.locator(".watch-do li").count())
    assert longest >= MANY_LINES
    television.context.close()
    joined.table.goto(joined.path)


@pytest.mark.parametrize("size", [WALL, (1280, 720), TABLET, (820, 1180)])
def test_the_wall_cuts_no_line_of_what_a_decision_rests_on(
    joined: Joined, tmp_path: Path, size: tuple[int, int]
) -> None:
    game = playing.import_export(joined.table, "20", tmp_path)
    for _ in range(6):
        if joined.table.locator(".now .facts").count():
            break
        playing.tap_next(joined.table)
    television = joined.browser.new_context(viewport={"width": size[0], "height": size[1]}).new_page()
    television.goto(f"{game}/wall")
    rests, map = television.locator(".watch-facts > li"), television.locator(".watch-map")
    assert rests.count() == MANY_LINES
    assert television.evaluate(CUT) == []
    assert all(television.evaluate(WITHIN, place) for place in range(MANY_LINES))
    expect(map).to_be_in_viewport()
    # However much it is, no line is cut: one without room is not there.
    television.evaluate(TWICE)
    assert television.evaluate(CUT) == []
    television.context.close()
    joined.table.goto(joined.path)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_wall_cuts_no_objective_that_is_scored(open_page: OpenPage, screens: Screens, language: str) -> None:
    page = open_page("", WALL, address=screens.address)
    playing.speak(page, language, screens.address)
    page.goto(screens.of("wall-scoring"))
    for _ in in_sizes(page, WALL, (1280, 720), TABLET):
        assert page.evaluate(CUT) == []
        points = page.locator(".watch-goals .sign i").first
        assert points.evaluate("one => one.offsetWidth === one.offsetHeight")
    # All that can lie open late in a game.
    page.evaluate(ALL_OPEN)
    for _ in in_sizes(page, WALL, (1280, 720), TABLET):
        assert page.evaluate(CUT) == []


def test_who_looks_on_sees_whole_lines_in_a_language_of_long_words(open_page: OpenPage, screens: Screens) -> None:
    page = open_page("", (1280, 720), address=screens.address)
    playing.speak(page, "de", screens.address)
    page.goto(screens.of("wall-moves"))
    assert page.evaluate(CUT) == []
    expect(page.locator(".watch-why")).to_be_in_viewport(ratio=1)
    # Of a longer reason there are as many lines as have room.
    page.locator(".watch-why").evaluate("one => { one.textContent = one.textContent.repeat(9); }")
    expect(page.locator(".watch-why")).to_be_in_viewport()
    assert page.evaluate(CUT) == []
    page.goto(screens.of("wall-fight"))
    assert page.locator(".watch-dice .die.hit").count() < page.locator(".watch-dice .die").count()
    assert page.evaluate(CUT) == []
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.goto(screens.of("watch"))
    assert page.locator(".watch-top p").evaluate("one => one.scrollWidth <= one.clientWidth")


def test_the_screen_says_whether_it_stays_awake(joined: Joined) -> None:
    joined.table.goto(f"{joined.path}?tab=more")
    line = joined.table.locator(".wakes").locator("visible=true")
    # On the machine itself the browser may keep it awake; a browser without a screen may refuse.
    expect(line).to_have_text(re.compile("stays awake|may go dark"))
    joined.table.get_by_role("button", name="Let this screen sleep").click()
    expect(joined.table.get_by_role("button", name="Keep this screen awake")).to_be_visible()
    expect(line).to_have_count(0)


COUNTED = """
window.lockRequests = [];
Object.defineProperty(navigator, "wakeLock", { value: {
  request: (kind) => {
    lockRequests.push(kind);
    return Promise.resolve(window.givenLock = { released: false });
  },
} });
window.turnTo = (shown) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => !shown });
  if (!shown) givenLock.released = true;
  document.dispatchEvent(new Event("visibilitychange"));
};
"""
"""A browser that keeps every screen awake that asks for it, and lets it go where the page is hidden, as browsers do."""


def test_the_screen_is_kept_awake_and_again_after_it_was_hidden(joined: Joined) -> None:
    screen = joined.table.context.new_page()
    screen.add_init_script(COUNTED)
    screen.goto(joined.path)
    playing.at_the_table(screen)
    keeps, lets = "Keep this screen awake", "Let this screen sleep"
    screen.goto(f"{joined.path}?tab=more")
    if screen.get_by_role("button", name=keeps).is_visible():
        screen.get_by_role("button", name=keeps).click()
    expect(screen.get_by_role("button", name=lets)).to_be_visible()
    expect(screen.locator("html[data-wakes=on]")).to_have_count(1)
    assert screen.evaluate("lockRequests") == ["screen"]
    screen.evaluate("turnTo(false)")
    assert screen.evaluate("lockRequests") == ["screen"]
    screen.evaluate("turnTo(true)")
    assert screen.evaluate("lockRequests") == ["screen", "screen"]
    # It is held already.
    screen.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert screen.evaluate("lockRequests") == ["screen", "screen"]
    screen.get_by_role("button", name=lets).click()
    expect(screen.get_by_role("button", name=keeps)).to_be_visible()
    assert screen.evaluate("lockRequests") == []
    screen.get_by_role("button", name=keeps).click()
    expect(screen.get_by_role("button", name=lets)).to_be_visible()
    screen.close()


def test_a_sound_at_a_step_of_the_hive_is_switched_on_where_somebody_wants_it(joined: Joined) -> None:
    table = joined.table
    assert table.locator("html[data-sound]").count() == 0
    table.goto(f"{joined.path}?tab=more")
    table.get_by_role("button", name="Sound at a new step of the Hive").click()
    expect(table.locator("html[data-sound]")).to_have_count(1)
    table.goto(joined.path)
    playing.at_the_table(table)
    for _ in range(80):
        if table.locator("html[data-sounded]").count():
            return
        playing.tap_next(table)
    raise AssertionError("no step of the Hive was heard")


def test_a_screen_whose_codes_were_changed_says_so_at_once_and_takes_the_new_one(joined: Joined) -> None:
    phone = joined.device()
    type_code(phone, joined.codes["p2"])
    expect(phone.locator("#mine")).to_be_visible()
    joined.table.goto(f"{joined.path}/screens")
    joined.table.get_by_role("button", name="Change the codes").click()
    expect(phone.locator("h1")).to_have_text("The codes were changed")
    new = joined.table.locator("#code-p2 .code")
    expect(new).not_to_have_text(joined.codes["p2"])
    joined.codes = dict(zip(OPENS, joined.table.locator(".code").all_inner_texts(), strict=True))
    phone.get_by_role("textbox", name="Code").fill(joined.codes["p2"])
    phone.get_by_role("button", name="Join").click()
    expect(phone.locator("#mine")).to_be_visible()
    phone.context.close()


def test_without_https_the_screen_says_why_it_may_go_dark(joined: Joined, browser: Browser) -> None:
    phone = joined.device(LAPTOP)
    type_code(phone, joined.codes["table"])
    playing.at_the_table(phone)
    # A page of plain http that does not come from the machine itself, as a phone has it.
    phone.add_init_script("Object.defineProperty(window, 'isSecureContext', {value: false})")
    phone.reload()
    expect(phone.locator(".wakes").locator("visible=true")).to_contain_text("plain http")
    phone.context.close()
