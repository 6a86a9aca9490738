"""What the table screen and the pages around it show, on a phone above all."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playing import OBJECTIVE, TURN, at_the_table, begin, correct, headline, tap_next, unfold_new
from playwright.sync_api import Page, Route, expect

from conftest import LAPTOP, PHONE, TABLET, OpenPage, in_sizes
from hive import keys
from hive.live.pages import REFUSED
from serving import app_in

READ_AND_ANSWERED = 20_000


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ({"hive": 10}, "The Hive wins with 10 victory points"),
        ({"players.p1": 10, "players.p2": 8}, "Ada and Ben win with 10 and 8 victory points"),
    ],
    ids=["hive", "players"],
)
def test_a_victory_is_announced_on_a_phone(open_page: OpenPage, points: dict[str, int], said: str) -> None:
    page = open_page("", PHONE)
    begin(page, until=TURN)
    game = page.url
    for side, number in points.items():
        correct(page, game, f"{side}.victory_points", number)
    page.goto(game)
    at_the_table(page)
    expect(page.locator("#headline")).to_have_text(said)
    crest = page.locator(".crest")
    assert crest.count() == ("hive" in points)
    if crest.count():
        colour = page.locator("#headline .hive, #headline [data-side=hive]").first
        expect(crest).to_have_css("fill", colour.evaluate("one => getComputedStyle(one).color"))


def test_a_number_not_set_yet_shows_it_and_is_not_left_behind_unasked(open_page: OpenPage) -> None:
    page = open_page("", PHONE, alone=True)
    begin(page)
    table = page.url
    page.goto(f"{table}/corrections")
    asked: list[str] = []
    page.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    resources = page.locator("#hive-bank-resources")
    resources.get_by_role("button", name="More").click()
    expect(resources).to_contain_text("not set yet")
    page.get_by_role("link", name="To the table", exact=True).click()
    expect(page).to_have_url(f"{table}/corrections")
    assert len(asked) == 1 and "Resources" in asked[0]

    goods = page.locator("#hive-trade-goods")
    goods.get_by_role("button", name="More").click()
    goods.get_by_role("button", name="Set").click()
    expect(goods.get_by_role("spinbutton")).to_have_attribute("value", "1")
    expect(goods.get_by_text("not set yet")).to_be_hidden()
    expect(resources.get_by_text("not set yet")).to_be_visible()

    resources.get_by_role("button", name="Set").click()
    expect(resources.get_by_text("not set yet")).to_be_hidden()
    page.get_by_role("link", name="To the table", exact=True).click()
    expect(page).to_have_url(table)
    assert len(asked) == 1


def test_an_idle_screen_follows_the_other_one_and_keeps_its_focus_meanwhile(open_page: OpenPage) -> None:
    page = open_page("", PHONE)
    begin(page, until=TURN)
    idle = open_page(f"{page.url}?tab=hive", PHONE)
    undo = idle.locator("#undo")
    undo.focus()
    tap_next(page)
    expect(idle.locator("#headline")).to_have_text(headline(page), timeout=10_000)
    expect(undo).to_be_focused()
    expect(idle.locator(".tabs [aria-current]")).to_have_text("Hive")


def test_a_screen_without_the_app_says_that_it_may_be_old_and_that_a_tap_was_not_answered(open_page: OpenPage) -> None:
    page = open_page("", PHONE)
    page.route("**/stream?*", lambda route: route.abort())
    begin(page)
    expect(page.locator("#alone")).to_be_hidden()
    page.route("**/position", lambda route: route.abort())
    expect(page.locator("#alone")).to_have_text("No connection: what you see may be old.")
    expect(page.locator("#offline")).to_be_hidden()
    # A tap that nobody answers says so, in the same place.
    page.route("**/answer", lambda route: route.abort())
    page.evaluate("document.querySelector('#go, #answer .choices button, #answer .found button').click()")
    expect(page.locator("#offline")).to_be_visible()
    expect(page.locator("#alone")).to_be_hidden()
    page.unroute("**/position")
    # It stays until it was read, and goes with the answer after that.
    expect(page.locator("#offline")).to_be_hidden(timeout=READ_AND_ANSWERED)


def test_a_tap_behind_an_entry_that_could_not_reach_the_games_says_so_and_leaves_the_table(
    open_page: OpenPage, tmp_path: Path
) -> None:
    page = open_page("", PHONE)
    begin(page)
    headline = page.locator("#headline").inner_text()
    page.route("**/answer", lambda route: route.abort())
    page.locator("#go").click()
    expect(page.locator("#offline")).to_be_visible()
    page.unroute("**/answer")
    refuses(page, tmp_path)
    page.locator("#go").click()
    expect(page.locator("#busy")).to_be_in_viewport()
    expect(page.locator("#busy")).to_contain_text("Nothing was changed; try again in a moment.")
    expect(page.locator("#offline")).to_be_hidden()
    expect(page.locator("#headline")).to_have_text(headline)
    page.unroute("**/answer")
    page.locator("#go").click()
    expect(page.locator("#headline")).not_to_have_text(headline)
    expect(page.locator("#busy")).to_be_hidden()


def refuses(page: Page, folder: Path) -> None:
    """The app answers a tap as it does behind an entry that could not reach the games."""
    app = app_in(folder)

    def refuse(route: Route) -> None:
        headers = {name: route.request.headers.get(name, "") for name in ("hx-request", "accept-language")}
        path = urlsplit(route.request.url).path
        answer = app.test_client().post(path, headers=headers, environ_overrides={REFUSED: True})
        route.fulfill(status=answer.status_code, headers=dict(answer.headers), body=answer.data)

    page.route("**/answer", refuse)


def test_without_a_script_such_a_tap_leads_to_a_page_and_back_to_the_game(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page("", PHONE, script=False)
    begin(page)
    refuses(page, tmp_path)
    headline = page.locator("#headline").inner_text()
    page.locator("#go").click()
    expect(page.locator("main")).to_contain_text("Nothing was changed; try again in a moment.")
    page.unroute("**/answer")
    page.get_by_role("link", name="Back to the table").click()
    expect(page.locator("#headline")).to_have_text(headline)


ITS_TOP_IS_SEEN = """part => {
  const box = part.getBoundingClientRect();
  return part.contains(document.elementFromPoint(box.left + box.width / 2, box.top + 3));
}"""


def test_a_link_to_an_event_shows_its_title_and_its_first_field(open_page: OpenPage) -> None:
    """All of them on a phone; where the page is wider, the first, one in the middle, and the last."""
    page = open_page("", PHONE)
    begin(page)
    game = page.url.split("?")[0]
    page.goto(f"{game}/events")
    names = page.locator(".events details > form:has(> .row)").evaluate_all("all => all.map(one => one.id)")
    wide = (names[0], names[len(names) // 2], names[-1])
    for name, size in [*((name, PHONE) for name in names), *((name, TABLET) for name in wide)]:
        page.goto("about:blank")
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.goto(f"{game}/events#{name}")
        opened = page.locator("details[open]", has=page.locator(f"form[id='{name}']"))
        for part in (opened.locator("summary"), opened.locator("form > .row").first):
            expect(part).to_be_in_viewport()
            assert part.evaluate(ITS_TOP_IS_SEEN), (name, size)


def test_a_printed_card_is_drawn_once_every_group_is_answered(open_page: OpenPage) -> None:
    page = open_page("", PHONE)
    begin(page, draws="table", shuffles="test")
    for _ in range(80):
        if page.locator(".field").count() > 1:
            break
        tap_next(page)
    drawn = page.get_by_role("button", name="Drawn")
    groups = page.locator(".field")
    expect(drawn).to_be_disabled()
    for number in range(groups.count()):
        expect(drawn).to_be_disabled()
        groups.nth(number).locator("label").first.click()
    expect(drawn).to_be_enabled()


def test_what_the_last_entry_brought_stands_above_the_card_to_be_drawn(open_page: OpenPage) -> None:
    page = open_page("", PHONE)
    begin(page, draws="table", shuffles="test")
    for _ in range(80):
        if page.locator(".field").count() and page.locator(".just").count():
            break
        tap_next(page)
    just, field = page.locator(".just").bounding_box(), page.locator(".field").first.bounding_box()
    assert just is not None and field is not None
    assert just["y"] + just["height"] <= field["y"]


def test_who_was_fought_stands_in_a_row_under_the_lines_of_a_tactical_action(open_page: OpenPage) -> None:
    page = open_page("", PHONE)
    begin(page, shuffles="test", until=(keys.TACTICAL_ACTION,))
    fights = page.locator(".fights button")
    expect(fights).to_have_count(3)
    expect(page.get_by_text("These end the action as well")).to_be_visible()
    tops = {box["y"] for box in (fights.nth(n).bounding_box() for n in range(3)) if box}
    assert len(tops) == 1
    above = page.evaluate(
        "document.querySelector('.hands').compareDocumentPosition(document.querySelector('.fights'))"
        " & Node.DOCUMENT_POSITION_FOLLOWING"
    )
    assert above
    cards = page.locator(".cards-beside").bounding_box()
    assert cards is not None and tops.pop() < cards["y"]
    for _ in in_sizes(page, LAPTOP, TABLET):
        expect(fights.last).to_be_in_viewport(ratio=1)


def test_who_sits_on_the_left_is_asked_by_name(open_page: OpenPage) -> None:
    page = open_page("/new", PHONE)
    unfold_new(page)
    left = page.get_by_role("group", name="Who sits on the Hive's left")
    expect(left).to_contain_text("Player 1")
    page.fill("input[name=p1_name]", "Ada")
    expect(left).to_contain_text("Ada")
    expect(left).not_to_contain_text("Player 1")
    page.fill("input[name=p1_name]", "")
    expect(left).to_contain_text("Player 1")


def test_a_search_that_finds_no_objective_says_so(open_page: OpenPage) -> None:
    page = open_page("", PHONE)
    begin(page, until=OBJECTIVE)
    nothing = page.get_by_text("Nothing has these words.")
    expect(nothing).to_be_hidden()
    page.get_by_role("searchbox").fill("zzzz")
    expect(nothing).to_be_visible()
    page.get_by_role("searchbox").fill("negotiate")
    expect(nothing).to_be_hidden()


def test_the_end_shows_its_points_and_leads_to_a_rematch(open_page: OpenPage) -> None:
    page = open_page("", PHONE)
    begin(page, until=TURN)
    game = page.url
    correct(page, game, "hive.victory_points", 10)
    page.goto(game)
    for size in in_sizes(page, LAPTOP, TABLET, PHONE):
        expect(page.locator("#headline")).to_be_in_viewport(ratio=1)
        expect(page.locator(".course")).to_be_in_viewport()
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator("#headline")).not_to_contain_text("wins")
    assert page.url != game


def test_what_happened_unfolds_under_the_finger(open_page: OpenPage) -> None:
    page = open_page("", PHONE)
    begin(page, shuffles="test", until=TURN)
    fold = page.locator(".besides .happens > summary", has_text="Something happened")
    was = fold.bounding_box()
    fold.click()
    now = fold.bounding_box()
    assert was is not None and now is not None
    assert now["y"] == was["y"] and now["x"] <= was["x"] and now["x"] + now["width"] >= was["x"] + was["width"]
