"""More screens on one table: their codes, a player's own side, and what the table is told of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from bench.pictures.playing import play
from bench.pictures.screens import LATE, Screen
from driving import layout, settings
from guests import Guest
from hive import keys
from hive.steps import Ask
from hive.store import OPENS, Opens, told_code
from hive.web.screens import lan_text, qr_text
from hive.web.steps import Action, scene_of
from serving import Table, app_in, told_at_start, without_spans

LAN_NAME = "hive.local:8000"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(app_in(tmp_path, LAN=True))


def test_the_page_of_more_screens_has_a_picture_and_a_code_for_each(table: Table) -> None:
    game_id = table.begin()
    guest, at = Guest(table.app), {"base_url": f"http://{LAN_NAME}"}
    guest.client.get(f"/join/{table.games.store.codes(game_id)['table']}", **at)
    page = guest.client.get(f"/games/{game_id}/screens", **at).get_data(as_text=True)
    for opens in OPENS:
        code = table.games.store.codes(game_id)[opens]
        assert told_code(code) in page
        assert f"http://{LAN_NAME}/join/{code}" in page
    assert page.count("<svg") >= len(OPENS)
    assert "The table" in page
    assert "A spectator" in page


def test_from_the_machine_itself_the_codes_lead_to_its_address_on_the_network(table: Table) -> None:
    game_id = table.begin()
    page = table.client.get(f"/games/{game_id}/screens", headers={"Host": "localhost:8123"}).get_data(as_text=True)
    code = table.games.store.codes(game_id)["p1"]
    found = re.search(rf'href="http://([^/"]+):8123/join/{code}"', page)
    assert found is not None
    assert found[1] not in ("localhost", "127.0.0.1")


def test_where_no_other_device_can_come_the_page_says_how_it_could(tmp_path: Path) -> None:
    table = Table(app_in(tmp_path, LAN=False))
    page = without_spans(table.client.get(f"/games/{table.begin()}/screens").get_data(as_text=True))
    assert "LAN=1 make play" in page
    assert 'class="qr"' not in page


def test_the_table_finds_more_screens_under_more_and_at_the_end_of_set_up(table: Table) -> None:
    game_id = table.begin()
    to = f"/games/{game_id}/screens"
    assert "more-phones" not in table.client.get(f"/games/{game_id}").get_data(as_text=True)
    assert to in table.client.get(f"/games/{game_id}?tab=more").get_data(as_text=True)
    table.until(game_id, "reveal")
    assert "more-phones" in table.client.get(f"/games/{game_id}").get_data(as_text=True)
    table.until(game_id, "player_turn")
    assert "more-phones" not in table.client.get(f"/games/{game_id}").get_data(as_text=True)


@pytest.mark.parametrize(("opens", "name", "other"), [("p1", "Ada", "Ben"), ("p2", "Ben", "Ada")])
def test_a_players_phone_opens_on_that_players_side(table: Table, opens: Opens, name: str, other: str) -> None:
    game_id = table.games.create("Test", settings(), seed="test", layout=layout())
    table.until(game_id, "player_turn")
    guest = Guest(table.app)
    code = table.games.store.codes(game_id)[opens]
    page = guest.page(guest.get(f"/join/{code}").headers["Location"])
    assert 'class="table tab-players' in page
    own = page.split('id="mine"')[1].split("</section>")[0]
    assert f'translate="no">{name}</span>' in own
    assert other not in own
    assert "We scored" in own
    assert f'value="scored.{opens}.' in own
    active = table.games.present(game_id).session.game.active
    assert ("We moved" in own) is (active == opens)
    # Everything else is there as at the table.
    assert f'translate="no">{other}</span>' in page
    assert 'id="answer"' in page


def chosen(page: str, event: str) -> str | None:
    """Who is chosen beforehand in the form of an event."""
    form = page.split(f'<form id="{event}"')[1].split("</form>")[0]
    found = re.search(r'name="who" value="(\w+)" checked', form)
    return found and found[1]


@pytest.mark.parametrize(("opens", "who"), [("p1", "p1"), ("p2", "p2"), ("table", None)])
def test_what_happened_to_whoever_holds_the_phone_is_entered_for_that_player(
    table: Table, opens: Opens, who: str | None
) -> None:
    game_id = table.begin()
    table.until(game_id, "player_turn")
    guest = Guest(table.app).join(game_id, opens)
    assert chosen(guest.page(f"/games/{game_id}/events"), "points") == who


@pytest.mark.parametrize(("opens", "claims"), [("table", True), ("p1", True), ("p2", False), ("spectator", False)])
def test_a_slice_of_the_expedition_is_not_claimed_from_the_phone_of_another_player(
    table: Table, opens: Opens, claims: bool
) -> None:
    game_id = table.games.create("Test", replace(settings(), options=("thunders_edge",)), seed="test", layout=layout())
    table.until(game_id, "player_turn")
    game = table.games.present(game_id).session.game
    guest = Guest(table.app).join(game_id, "p2" if (opens, game.active) == ("p1", "p2") else opens)
    page = guest.get(f"/games/{game_id}", **{"HX-Request": "true"}).get_data(as_text=True)
    assert (game.active, 'form="joins"' in page) == ("p1", claims)


def test_who_opens_the_app_to_the_network_reads_what_that_means_and_gets_its_picture() -> None:
    address = "http://192.168.7.2:8000/"
    told = lan_text(address, "utf-8")
    assert address in told
    assert "only the games whose code they have" in told
    assert qr_text(address) in told
    # A terminal that has no such signs gets the words alone.
    assert lan_text(address, "cp1252") == lan_text(address, None) == told.split("\n\n")[0]


@pytest.mark.parametrize("lan", [True, False])
def test_the_program_says_that_it_is_open_to_the_network_only_where_it_is(tmp_path: Path, lan: bool) -> None:
    told = told_at_start(tmp_path, LAN="1" if lan else "")
    assert told.startswith("The Hive Wars companion is at http://127.0.0.1:")
    found = re.search(r"On the local network: (\S+)\n", told)
    assert (found is not None) is lan
    assert ("only the games whose code they have" in told) is lan
    assert any(sign in told for sign in "▀▄█") is lan
    if found is not None:
        assert told.rstrip().endswith(lan_text(found[1], "utf-8").rstrip())


def test_the_table_itself_has_no_side_of_its_own(table: Table) -> None:
    game_id = table.begin()
    assert 'id="mine"' not in table.client.get(f"/games/{game_id}").get_data(as_text=True)
    assert 'id="mine"' not in Guest(table.app).join(game_id, "table").page(f"/games/{game_id}")


def test_two_phones_are_not_shown_each_others_side(table: Table) -> None:
    game_id = table.begin()
    table.until(game_id, "player_turn")
    for opens in ("p1", "p2", "table"):
        page = Guest(table.app).join(game_id, opens).get(f"/games/{game_id}", **{"HX-Request": "true"})
        assert re.findall(r'id="mine" class="panel (\w+)box"', page.get_data(as_text=True)) == (
            [opens] if opens != "table" else []
        )


def own_form(page: str, path: str) -> tuple[str, dict[str, str]]:
    """Where the last form of a page posts to whose address begins so, and what it sends hidden."""
    form = [one for one in re.findall(r"<form .*?</form>", page, re.S) if f'action="{path}' in one][-1]
    sent = dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', form))
    sent.pop("csrf_token")
    return unescape(form.split('action="')[1].split('"')[0]), sent


def came_to(answer: TestResponse) -> str:
    """The address on which a screen stands after what it posted, with a script or without."""
    assert answer.status_code in (200, 303)
    return answer.headers["HX-Replace-Url"] if answer.status_code == 200 else answer.headers["Location"]


@pytest.fixture
def turn(table: Table) -> tuple[str, Guest]:
    """A game in which it is a player's turn, and the phone of that player, who has ships."""
    game_id = table.games.create("Test", settings(), seed="test", layout=layout())
    table.until(game_id, keys.PLAYER_TURN)
    assert table.games.present(game_id).session.game.active == "p1"
    return f"/games/{game_id}", Guest(table.app).join(game_id, "p1")


@pytest.mark.parametrize("htmx", [True, False])
def test_a_move_that_is_booked_or_undone_on_a_players_own_side_ends_there(turn: tuple[str, Guest], htmx: bool) -> None:
    path, phone = turn
    own = f"{path}?tab=players"
    begun = re.search(r'href="([^"]*do=moved[^"]*)"', phone.page(own).split('id="mine"')[1])
    assert begun is not None
    asks = phone.page(unescape(begun[1]))
    assert f'class="close" href="{own}"' in asks
    start = re.search(r'href="([^"]*[?]start=316[^"]*)"', asks)
    assert start is not None
    to = re.search(r'href="([^"]*[?]to=317[^"]*)"', phone.page(unescape(start[1])))
    assert to is not None
    ready = phone.page(unescape(to[1]))
    action, sent = own_form(ready, f"{path}/moved")
    assert came_to(phone.post(action, htmx=htmx, **sent, **{"unit.316/units/p1/carrier": "1"})) == own
    for way in ("undo", "redo"):
        action, sent = own_form(phone.page(own), f"{path}/{way}")
        assert came_to(phone.post(action, htmx=htmx, **sent)) == own


@pytest.mark.parametrize("htmx", [True, False])
def test_what_happened_is_entered_from_a_players_own_side_and_comes_back_to_it(
    turn: tuple[str, Guest], htmx: bool
) -> None:
    path, phone = turn
    own = f"{path}?tab=players"
    page = phone.page(own).split('id="mine"')[1]
    for link in (f"{path}/events?tab=players", f"{path}/used?tab=players", f"{path}/corrections?tab=players"):
        assert f'href="{link}' in page
        assert f'href="{own}"' in phone.page(link)
    action, sent = own_form(phone.page(f"{path}/events?tab=players"), f"{path}/events/points")
    assert came_to(phone.post(action, htmx=htmx, **sent, who="p1", change="gain")) == own
    # Entered from the first tab, or at the table, it ends where it did.
    action, sent = own_form(phone.page(f"{path}/events"), f"{path}/events/points")
    assert "tab=players" not in came_to(phone.post(action, htmx=htmx, **sent, who="p1", change="gain"))


@pytest.mark.parametrize("htmx", [True, False])
def test_what_a_player_is_asked_by_what_they_entered_stands_on_the_first_tab(
    turn: tuple[str, Guest], htmx: bool
) -> None:
    path, phone = turn
    action, sent = own_form(phone.page(f"{path}/events?tab=players"), f"{path}/events/diplomacy_rider")
    assert "tab=players" not in came_to(phone.post(action, htmx=htmx, **sent))
    # What was undone on the own side was not entered there: the step before it is asked once more.
    action, sent = own_form(phone.page(f"{path}?tab=players"), f"{path}/undo")
    assert "tab=players" not in came_to(phone.post(action, htmx=htmx, **sent))


def test_sound_is_off_and_the_screen_awake_until_a_device_says_otherwise(table: Table) -> None:
    path = f"/games/{table.begin()}"
    page = table.client.get(path).get_data(as_text=True)
    assert "data-sound" not in page.split("<head>")[0]
    assert "data-awake" in page.split("<head>")[0]
    table.post("/sound")
    table.post("/awake")
    changed = table.client.get(path).get_data(as_text=True).split("<head>")[0]
    assert "data-sound" in changed
    assert "data-awake" not in changed


def test_only_the_steps_of_the_hive_sound(table: Table) -> None:
    game_id = table.begin()
    for key, hive in (("player_turn", False), ("hive_turn", True)):
        table.until(game_id, key)
        for path in (f"/games/{game_id}", f"/games/{game_id}/watch"):
            assert ("data-hive-step" in table.client.get(path).get_data(as_text=True)) is hive, (key, path)


def test_the_wall_shows_the_systems_with_units_on_which_a_decision_rests_and_sums_up_the_empty_ones(
    table: Table,
) -> None:
    game_id = table.import_kept("20")
    table.until(game_id, keys.FACTS)
    for view in ("wall", "watch"):
        page = table.client.get(f"/games/{game_id}/{view}").get_data(as_text=True)
        now = without_spans(unescape(page.split('class="watch-now')[1].split("</main>")[0]))
        shown = ["Lodor, tile 26", "Ada holds Lodor", "Atlas, tile 64", "Qucen'n/Rarron", "players in 8 systems."]
        places = [now.find(words) for words in shown]
        assert -1 not in places, view
        assert places == sorted(places), view
        assert 'href="#u-carrier"' in now, view
        assert "Vefut II" not in now, view


def test_the_card_stands_turned_beside_the_question_that_its_deed_hangs_on(table: Table) -> None:
    game_id = table.import_kept("20")
    table.until(game_id, keys.FACTS)
    for address in (f"/games/{game_id}", f"/games/{game_id}/wall", f"/games/{game_id}?tab=now"):
        page = table.client.get(address).get_data(as_text=True)
        card = page.partition('<figure class="card turned"')[2].partition("</figure>")[0]
        assert "red star, 2 icons" in card, address
        below = "watch-facts" if address.endswith("wall") else 'id="go"'
        assert page.index("card turned") < page.index('id="headline"') < page.index(below), address


def test_while_a_player_moves_the_wall_tells_what_the_hive_did_and_could_strike(table: Table) -> None:
    game_id = table.import_kept("20")
    table.until(game_id, keys.TACTICAL_ACTION)
    step = table.games.present(game_id).session.pending
    assert isinstance(step, Ask) and step.why is not None
    table.until(game_id, keys.PLAYER_TURN)
    now = table.client.get(f"/games/{game_id}/wall").get_data(as_text=True).partition("</main>")[0]
    last = without_spans(unescape(now.partition('class="watch-turn"')[2]))
    assert "Its last turn" in last and str(step.text) in last and 'class="watch-why"' in last


def test_who_has_passed_strikes_nothing_more_in_this_round(table: Table) -> None:
    """On a phone and on the wall; before that both say what it could strike."""
    game_id = table.import_kept("20")
    table.until(game_id, keys.PLAYER_TURN)
    addresses = (f"/games/{game_id}", f"/games/{game_id}/wall")

    def said(address: str) -> str:
        return without_spans(table.client.get(address).get_data(as_text=True).partition("</main>")[0])

    assert all("could strike" in said(address) for address in addresses)
    table.until(game_id, keys.PASS)
    table.until(game_id, keys.PLAYER_TURN)
    assert table.games.present(game_id).session.game.hive.passed
    for address in addresses:
        assert "could strike" not in said(address) and "The Hive has passed" in said(address), address
    threats = said(f"/games/{game_id}/threats")
    assert "The Hive has passed: it attacks nothing more in this round." in threats
    assert "It can be attacked now" not in threats


def test_who_entered_something_on_a_phone_stands_in_the_log(table: Table) -> None:
    game_id = table.begin()
    path = f"/games/{game_id}"

    def answer(post: Callable[..., TestResponse]) -> None:
        step = table.games.present(game_id).session.pending
        assert step is not None
        post(f"{path}/answer", position=table.position(game_id), key=step.key, value="done")

    answer(table.post)
    answer(Guest(table.app).join(game_id, "table").post)
    assert "phone" not in without_spans(table.client.get(f"{path}/log").get_data(as_text=True))
    answer(Guest(table.app).join(game_id, "p2").post)
    log = without_spans(table.client.get(f"{path}/log").get_data(as_text=True))
    assert unescape(log).count("entered on Ben's phone") == 1
    assert [entry.made_by for entry in table.games.lines(game_id, None)] == ["p2", "table", "table", ""]


def test_every_way_to_enter_something_says_on_which_phone(table: Table) -> None:
    game_id = table.games.create("Test", settings(), seed="test", layout=layout())
    table.until(game_id, "player_turn")
    path, phone = f"/games/{game_id}", Guest(table.app).join(game_id, "p1")
    objective = table.games.present(game_id).session.game.objectives[0].name
    posts = {
        "correct": {"field": "hive.victory_points", "value": "3"},
        "marks": {"mark": f"scored.p1.{objective}"},
        "undo": {},
        "redo": {},
        "systems/000/tap": {"set": "000/units/p1/destroyer=1"},
    }
    for name, fields in posts.items():
        assert phone.post(f"{path}/{name}", position=table.position(game_id), **fields).status_code == 303, name
        assert table.games.lines(game_id, None, 1)[0].made_by == "p1", name
        assert table.games.store.export_game(game_id)["entries"][-1]["made_by"] == "p1", name


def test_the_wall_says_what_the_hive_does_beside_its_card_and_why(table: Table) -> None:
    screen = Screen("wall", "the wall", game=LATE, until=keys.TACTICAL_ACTION)
    shown = play(table.games, [screen])[screen.table]
    page = table.client.get(f"/games/{shown}/wall").get_data(as_text=True)
    scene = scene_of(table.games.present(shown))
    assert isinstance(scene, Action) and scene.turned is not None and str(scene.turned.spoken) in page
    assert scene.why is not None and 'class="watch-why"' in page
    assert page.count("<li>", page.index('class="watch-do'), page.index('class="watch-why"')) == len(scene.hands)


def test_the_wall_shows_each_objective_that_players_can_score(table: Table) -> None:
    game = table.import_kept("29")
    page = table.client.get(f"/games/{game}/wall").get_data(as_text=True)
    goals = page[page.index('class="watch-goals') : page.index("</ul>", page.index('class="watch-goals'))]
    assert all(one.name in goals for one in table.games.present(game).session.game.objectives)
    assert goals.count('class="sign"') == goals.count("<li") == 5 and 'id="o-technology"' in page
    assert goals.startswith('class="watch-goals has-many"') and " with-goals" in page
