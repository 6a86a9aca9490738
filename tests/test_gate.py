"""The gate: who may do what, from which names, and what every answer carries."""

from __future__ import annotations

import json
import re
import socket
import time
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from guests import PHONE, Guest
from hive.store import CODE_LENGTH, LETTERS, OPENS, Opens, told_code
from hive.web.devices import hosts_of, is_loopback, is_ours
from hive.web.gate import AT_ONCE, HEADERS, MOST, NEEDS, SECONDS, Need, Tries
from hive.web.screens import TRIES
from serving import TOKEN, Table, app_in

READS = {"GET", "HEAD", "OPTIONS"}


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(app_in(tmp_path))


def addresses(app: Flask, game_id: str, needs: set[Need]) -> list[tuple[str, str]]:
    """Every address of the app that needs one of these, as method and path, for one game."""
    values = {"game_id": game_id, "at": "000", "line": 1, "number": 1, "name": "combat", "kind": "txt", "slot": "1"}
    found = []
    for rule in app.url_map.iter_rules():
        if NEEDS.get(rule.endpoint) in needs:
            path = re.sub(r"<(?:\w+:)?(\w+)>", lambda part: str(values.get(part[1], "x")), rule.rule)
            found += [(method, path) for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}]
    return found


# --- each address is classified


def test_every_address_of_the_app_says_what_it_needs(table: Table) -> None:
    assert {rule.endpoint for rule in table.app.url_map.iter_rules()} == set(NEEDS)


def test_what_needs_a_code_names_its_game(table: Table) -> None:
    for rule in table.app.url_map.iter_rules():
        of_a_game = rule.rule.startswith("/games/<game_id>")
        need = NEEDS[rule.endpoint]
        assert of_a_game or need in (Need.NOTHING, Need.BEGIN, Need.HOST), rule.rule
        assert not of_a_game or need is not Need.NOTHING, rule.rule


def test_what_can_be_watched_is_never_posted(table: Table) -> None:
    for rule in table.app.url_map.iter_rules():
        if NEEDS[rule.endpoint] is Need.WATCH:
            assert (rule.methods or set()) <= READS, rule.rule


def test_a_page_that_nobody_classified_is_refused(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    app.add_url_rule("/forgotten", "forgotten", lambda: "secret")
    assert Guest(app).get("/forgotten").status_code == 403


# --- guests


@pytest.mark.parametrize("need", [Need.WATCH, Need.PLAY, Need.TABLE])
def test_without_a_code_nothing_of_a_game_is_seen_or_done(table: Table, need: Need) -> None:
    game_id, guest = table.begin(), Guest(table.app)
    before = table.games.store.export_game(game_id)
    for method, path in addresses(table.app, game_id, {need}):
        response = guest.client.open(path, method=method)
        assert response.status_code == 403, (method, path)
        assert "does not have the code" in response.get_data(as_text=True)
    assert table.games.store.export_game(game_id) == before


# A game's own address, of which there are more below; and others that name a game.
OF_A_GAME = ("", "/nothing", "/answer", "/delete", "/stream", "/position", "/wall", "/story/1", "/export.json")
NAMING_ONE = (
    *("/paper?game={game}", "/paper/deck?game={game}", "/paper/reference?game={game}", "/rules?back={game}"),
    *("/tables?back={game}", "/rules/S1-02?back={game}", "/doings?back={game}", "/join/nothing?game={game}"),
)


def test_no_address_tells_a_guest_whether_there_is_a_game(table: Table) -> None:
    game_id, guest = table.begin(), Guest(table.app)
    for path in (*(f"/games/{{game}}{tail}" for tail in OF_A_GAME), *NAMING_ONE):
        there, nowhere = guest.get(path.format(game=game_id)), guest.get(path.format(game="nowhere1"))
        assert there.status_code == nowhere.status_code, path
        # A token of a form has the second in it.
        pages = [TOKEN.sub("", one.get_data(as_text=True)) for one in (there, nowhere)]
        assert pages[0].replace(game_id, "nowhere1") == pages[1], path
    assert game_id not in guest.page("/")


def test_a_players_phone_does_not_see_the_code_of_the_table(table: Table) -> None:
    game_id = table.begin()
    codes = {opens: told_code(code) for opens, code in table.games.store.codes(game_id).items()}
    page = Guest(table.app).join(game_id, "p1").page(f"/games/{game_id}/screens")
    assert codes["table"] not in page
    assert all(codes[opens] in page for opens in ("p1", "p2", "spectator"))
    assert codes["table"] in Guest(table.app).join(game_id, "table").page(f"/games/{game_id}/screens")


@pytest.mark.parametrize("opens", OPENS)
def test_guests_neither_begin_nor_delete_nor_import(table: Table, opens: Opens) -> None:
    game_id = table.begin()
    guest = Guest(table.app).join(game_id, opens)
    before = [row.id for row in table.games.store.games()]
    file = (BytesIO(json.dumps(table.games.store.export_game(game_id)).encode()), "game.json")
    for method, path in [*addresses(table.app, game_id, {Need.HOST, Need.BEGIN}), ("GET", "/backup.sqlite")]:
        assert guest.client.open(path, method=method).status_code == 403, (method, path)
    for path, fields in {
        f"/games/{game_id}/delete": {"sure": "yes"},
        f"/games/{game_id}/copy": {"name": "Mine"},
        "/example": {},
        "/import": {"file": file},
        "/copies": {"name": "Ours"},
        "/new": {"p1_name": "Eve", "p2_name": "Mal"},
    }.items():
        assert guest.post(path, **fields).status_code == 403, path
    assert [row.id for row in table.games.store.games()] == before


@pytest.mark.parametrize("opens", OPENS)
def test_a_rematch_is_for_those_who_play(table: Table, opens: Opens) -> None:
    game_id = table.begin()
    guest = Guest(table.app).join(game_id, opens)
    answer = guest.post(f"/games/{game_id}/rematch")
    if opens == "spectator":
        assert answer.status_code == 403
        assert [row.id for row in table.games.store.games()] == [game_id]
    else:
        guest.get(answer.headers["Location"])
        again = table.games.rematch_of(game_id)
        # Whoever has begun it stays who they are: a player's phone does not become the table.
        code = told_code(table.games.store.codes(again)["table"])
        assert (code in guest.page(f"/games/{again}/screens")) == (opens == "table")


def test_a_guest_sees_the_games_whose_codes_it_has(table: Table) -> None:
    theirs, other = table.begin(), table.begin()
    guest = Guest(table.app).join(theirs, "p1")
    page = guest.page("/")
    assert f"/games/{theirs}" in page
    assert other not in page
    assert guest.get(f"/games/{other}").status_code == 403
    # A player's phone goes on with that player's side.
    assert f'href="/games/{theirs}?tab=players"' in page
    # The host sees both.
    assert other in table.client.get("/").get_data(as_text=True)


def test_what_a_guest_may_not_do_is_not_offered(table: Table) -> None:
    guest = Guest(table.app).join(table.begin(), "table")
    page = guest.page("/")
    assert 'action="/join"' in page
    for offer in ("/new", "/example", "/import", "/copies"):
        assert f'"{offer}"' not in page
    menu = guest.page(f"/games/{table.games.store.games()[0].id}/menu")
    assert "/delete" not in menu
    assert "/copy" not in menu
    assert "/rename" in menu


@pytest.mark.parametrize("opens", ["table", "p1", "p2"])
def test_who_has_a_players_code_plays(table: Table, opens: Opens) -> None:
    game_id = table.begin()
    guest = Guest(table.app).join(game_id, opens)
    step = table.games.present(game_id).session.pending
    assert step is not None
    before = table.position(game_id)
    answered = guest.post(f"/games/{game_id}/answer", position=before, key=step.key, value="done")
    assert answered.status_code == 303
    assert table.position(game_id) == before + 1


# --- spectators


def test_a_spectator_changes_nothing(table: Table) -> None:
    game_id = table.begin()
    guest = Guest(table.app).join(game_id, "spectator")
    before = table.games.store.export_game(game_id)
    posts = addresses(table.app, game_id, {Need.PLAY, Need.TABLE, Need.HOST, Need.BEGIN})
    for method, path in posts:
        if path.startswith("/games/"):
            response = guest.client.open(path, method=method, data={"position": table.position(game_id)})
            assert response.status_code == 403, (method, path)
            assert "spectator" in response.get_data(as_text=True)
    assert table.games.store.export_game(game_id) == before


def test_a_spectators_refused_tap_is_said_in_place_of_the_page(table: Table) -> None:
    game_id = table.begin()
    guest = Guest(table.app).join(game_id, "spectator")
    refused = guest.post(f"/games/{game_id}/undo", htmx=True, position=1)
    assert refused.status_code == 403
    assert refused.headers["HX-Retarget"] == "body"
    assert "Nothing was changed." in refused.get_data(as_text=True)


def test_a_spectator_has_nothing_to_tap(table: Table) -> None:
    game_id = table.begin()
    table.until(game_id, "player_turn")
    guest = Guest(table.app).join(game_id, "spectator")
    assert guest.get(f"/games/{game_id}").headers["Location"] == f"/games/{game_id}/watch"
    for path in ("watch", "wall", "story", "threats", "units", "played", "sheet"):
        page = guest.page(f"/games/{game_id}/{path}")
        assert "<form" not in page.replace('method="get"', "").replace("<form  ", "") or 'method="post"' not in page, (
            path
        )
        assert "hx-post" not in page, path
        assert "csrf_token" not in page, path


def test_the_wall_names_the_hive_while_its_own_pick_is_shown(table: Table) -> None:
    game_id = table.begin()
    table.until(game_id, "hive_picks")
    for path in ("watch", "wall", "sheet"):
        page = Guest(table.app).join(game_id, "spectator").page(f"/games/{game_id}/{path}")
        words = re.sub(r"<[^>]+>", "", page)
        assert "The Hive picks" in words, path
        assert not re.search(r"(Ada|Ben) picks", words), path


def test_what_only_looks_follows_without_scripts_too(table: Table) -> None:
    game_id = table.begin()
    guest = Guest(table.app).join(game_id, "spectator")
    asks = '<noscript><meta http-equiv="refresh"'
    assert all(asks in guest.page(f"/games/{game_id}/{path}").split("</head>")[0] for path in ("watch", "wall"))
    assert asks not in table.client.get(f"/games/{game_id}").get_data(as_text=True)


def test_the_wall_has_nothing_to_tap_at_all(table: Table) -> None:
    game_id = table.begin()
    page = Guest(table.app).join(game_id, "spectator").page(f"/games/{game_id}/wall")
    assert (
        re.findall(
            r"<(?:button|a|input|select|form)\b(?! class=\"away\")", page.split('id="watch"')[1].split("<dialog")[0]
        )
        == []
    )


def test_a_spectators_screen_follows(table: Table) -> None:
    game_id = table.begin()
    guest = Guest(table.app).join(game_id, "spectator")
    position = table.position(game_id)
    since = f"/games/{game_id}/watch/since?position={position}&kind=watch"
    assert guest.get(since).status_code == 204
    table.until(game_id, "player_turn")
    followed = guest.page(since)
    assert f"position={table.position(game_id)}" in followed
    assert "<html" not in followed


# --- codes


@pytest.mark.parametrize("opens", ["table", "p1"])
def test_who_plays_and_follows_a_spectators_link_plays_on(table: Table, opens: Opens) -> None:
    game_id = table.begin()
    player = Guest(table.app).join(game_id, opens)
    watched = player.get(f"/join/{table.games.store.codes(game_id)['spectator']}")
    assert watched.headers["Location"] == f"/games/{game_id}/watch"
    assert player.get(f"/games/{game_id}/watch").status_code == 200
    assert player.post(f"/games/{game_id}/undo", position=table.position(game_id)).status_code != 403
    assert player.get(f"/games/{game_id}/menu").status_code == 200


def test_a_code_is_typed_as_well(table: Table) -> None:
    game_id = table.begin()
    code = table.games.store.codes(game_id)["p2"]
    guest = Guest(table.app)
    joined = guest.post("/join", code=told_code(code).lower())
    assert joined.headers["Location"] == f"/games/{game_id}?tab=players"
    assert guest.get(f"/games/{game_id}").status_code == 200


def test_a_mistyped_code_stands_there_to_be_mended(table: Table) -> None:
    refused = Guest(table.app).post("/join", code='abcde "fghj')
    assert refused.status_code == 404
    assert 'value="abcde &#34;fghj"' in refused.get_data(as_text=True)


def test_changed_codes_put_devices_out(table: Table) -> None:
    game_id = table.begin()
    phone, tablet = Guest(table.app).join(game_id, "p1"), Guest(table.app).join(game_id, "table")
    assert tablet.post(f"/games/{game_id}/screens").status_code == 303
    out = phone.get(f"/games/{game_id}")
    assert out.status_code == 403
    # It says what has happened, and takes the new code at once.
    page = out.get_data(as_text=True)
    assert "The codes were changed</h1>" in page
    assert 'action="/join"' in page
    assert "codes were changed" not in Guest(table.app).get(f"/games/{game_id}").get_data(as_text=True)
    assert game_id not in phone.page("/")
    assert tablet.get(f"/games/{game_id}").status_code == 200


def test_only_the_table_changes_codes(table: Table) -> None:
    game_id = table.begin()
    phone = Guest(table.app).join(game_id, "p1")
    codes = table.games.store.codes(game_id)
    assert phone.post(f"/games/{game_id}/screens").status_code == 403
    assert table.games.store.codes(game_id) == codes
    assert table.post(f"/games/{game_id}/screens").status_code == 303
    assert table.games.store.codes(game_id) != codes


def test_a_cookie_that_somebody_made_up_opens_nothing(table: Table) -> None:
    game_id = table.begin()
    guest = Guest(table.app)
    other = Guest(app_in(Path(table.app.instance_path) / "other", SECRET_KEY="another"))
    stolen = other.app.session_interface.get_signing_serializer(other.app)
    assert stolen is not None
    codes = table.games.store.codes(game_id)
    guest.client.set_cookie("session", stolen.dumps({"codes": {game_id: codes["table"]}}))
    assert guest.get(f"/games/{game_id}").status_code == 403


def test_wrong_codes_are_slowed_down_and_right_ones_are_not(table: Table) -> None:
    """A convention has one address: who types another table's code wrongly keeps nobody out."""
    guest = Guest(table.app)
    wrong = [guest.get(f"/join/AAAAAAAAA{number}") for number in range(AT_ONCE + 2)]
    assert [one.status_code for one in wrong] == [404] * AT_ONCE + [429] * 2
    assert "Too many wrong codes" in wrong[-1].get_data(as_text=True)
    assert 0 < int(wrong[-1].headers["Retry-After"]) <= SECONDS
    code = table.games.store.codes(table.begin())["p1"]
    assert Guest(table.app).get(f"/join/{code}").status_code == 303
    assert guest.get("/join/AAAAAAAAAA").status_code == 429


def test_who_guesses_codes_is_told_nothing_any_more(table: Table) -> None:
    table.app.extensions[TRIES] = Tries(at_once=1, most=3)
    guest, code = Guest(table.app), table.games.store.codes(table.begin())["p1"]
    assert [guest.get(f"/join/AAAAAAAAA{number}").status_code for number in range(3)] == [404, 429, 429]
    refused = guest.get(f"/join/{code}")
    assert refused.status_code == 429
    assert 0 < int(refused.headers["Retry-After"]) <= SECONDS
    assert Guest(table.app, "192.168.7.24").get(f"/join/{code}").status_code == 303


def test_guessing_finds_no_code_in_many_years() -> None:
    guesses_a_year = MOST * 365 * 24 * 3600 / SECONDS
    codes_of_ten_thousand_games = 10_000 * len(OPENS)
    assert len(LETTERS) ** CODE_LENGTH / codes_of_ten_thousand_games / guesses_a_year > 30


def test_a_wrong_code_is_forgotten_after_a_while() -> None:
    tries = Tries(at_once=1, most=2, seconds=1)
    assert [tries.wrong(PHONE) for _ in range(2)] == [0, 1]
    assert tries.closed(PHONE) == 1
    end = time.monotonic() + 30
    while tries.closed(PHONE):
        assert time.monotonic() < end
    assert tries.wrong(PHONE) == 0


def test_a_household_is_one_address() -> None:
    tries = Tries(most=AT_ONCE)
    for number in range(AT_ONCE):
        tries.wrong(f"2001:db8:1:2::{number:x}")
    assert 0 < tries.closed("2001:db8:1:2:ffff::1") <= SECONDS
    assert tries.closed("2001:db8:1:3::1") == 0
    for _ in range(AT_ONCE):
        tries.wrong("::ffff:203.0.113.7")
    assert tries.closed("203.0.113.7") > 0
    assert tries.closed("::ffff:203.0.113.8") == 0


# --- the host


@pytest.mark.parametrize(
    "header",
    [
        *("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via", "X-Forwarded-Proto"),
        *("X-Original-Host", "X-Client-IP", "X-Cluster-Client-Ip", "X-Request-Id", "X-Envoy-External-Address"),
        *("Client-IP", "Fastly-Client-IP", "WL-Proxy-Client-IP", "CF-Ray", "CDN-Loop", "Tailscale-User-Login"),
    ],
)
def test_what_came_through_another_program_is_not_the_host(table: Table, header: str) -> None:
    game_id = table.begin()
    assert table.client.get(f"/games/{game_id}").status_code == 200
    assert table.client.get(f"/games/{game_id}", headers={header: "127.0.0.1"}).status_code == 403


@pytest.mark.parametrize(
    "header", ["Sec-Fetch-Site", "X-CSRFToken", "X-Requested-With", "HX-Request", "DNT", "If-Range"]
)
def test_what_browsers_and_pages_send_leaves_the_host_the_host(table: Table, header: str) -> None:
    game_id = table.begin()
    assert table.client.get(f"/games/{game_id}", headers={header: "none"}).status_code == 200


@pytest.mark.parametrize(
    ("host", "protocol", "own"),
    [
        *[(host, "HTTP/1.1", True) for host in ("localhost:8000", "127.0.0.1:8000", "[::1]:8000")],
        # A proxy that says nothing of itself passes on the name under which it is known, or speaks as proxies do.
        *[(host, "HTTP/1.1", False) for host in ("hive.example.org", "hive.local", "192.168.7.2:8000")],
        ("127.0.0.1:8000", "HTTP/1.0", False),
    ],
)
def test_a_proxy_that_names_nobody_makes_nobody_the_host(tmp_path: Path, host: str, protocol: str, own: bool) -> None:
    table = Table(app_in(tmp_path, HOSTS="hive.example.org,192.168.7.2"))
    game_id = table.begin()
    asked = {"headers": {"Host": host}, "environ_overrides": {"SERVER_PROTOCOL": protocol}}
    assert table.client.get(f"/games/{game_id}", **asked).status_code == (200 if own else 403)
    assert ('action="/import"' in table.client.get("/", **asked).get_data(as_text=True)) is own
    assert ('action="/join"' in table.client.get("/", **asked).get_data(as_text=True)) is not own


def test_on_a_public_address_nobody_is_the_host(tmp_path: Path) -> None:
    table = Table(app_in(tmp_path, PUBLIC=True))
    game_id = table.begin()
    assert table.client.get(f"/games/{game_id}").status_code == 403
    assert table.post("/import").status_code == 403
    assert table.post(f"/games/{game_id}/delete", sure="yes").status_code == 403


def test_on_a_public_address_whoever_begins_a_game_has_it_open(tmp_path: Path) -> None:
    app = app_in(tmp_path, PUBLIC=True)
    one, other = Table(app), Table(app)
    began = one.post("/example")
    path = began.headers["Location"]
    assert one.client.get(path).status_code == 200
    assert path in one.client.get("/").get_data(as_text=True)
    assert other.client.get(path).status_code == 403


@pytest.mark.parametrize(
    ("address", "own"),
    [
        *[(own, True) for own in ("127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1")],
        *[(other, False) for other in ("192.168.7.23", "::ffff:192.168.7.23", "", None, "unix:")],
    ],
)
def test_only_this_machine_is_the_host(address: str | None, own: bool) -> None:
    assert is_loopback(address) is own


# --- other hosts, other origins


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "localhost.evil.example", "127.0.0.1.nip.io:8000", "192.0.2.77", "[2001:db8::1]"),
        *("0.0.0.0:8000", "", "local", "evil.local.example", "localhost:x", "[::1", "224.0.0.1"),
    ],
)
def test_a_foreign_host_is_not_served(table: Table, host: str) -> None:
    game_id = table.begin()
    for path in ("/", f"/games/{game_id}", "/static/style.css"):
        refused = table.client.get(path, headers={"Host": host})
        assert refused.status_code == 421, path
        assert "HIVE_HOSTS" in refused.get_data(as_text=True)
    position = table.position(game_id)
    data = {"csrf_token": table.token, "position": position}
    assert table.client.post(f"/games/{game_id}/undo", data=data, headers={"Host": host}).status_code == 421
    assert table.position(game_id) == position


@pytest.mark.parametrize(
    "host",
    [
        *("localhost", "localhost:8000", "LOCALHOST.", "127.0.0.1:9", "[::1]:8000", "[::1]", "hive.local:8000"),
        *(socket.gethostname(), f"{socket.gethostname()}:80"),
    ],
)
def test_our_own_names_are_served(table: Table, host: str) -> None:
    assert table.client.get("/", headers={"Host": host}).status_code == 200


def test_more_names_of_ours_are_listed() -> None:
    listed = hosts_of("hive.example.org, *.club.example:443 ,")
    assert is_ours("hive.example.org", listed)
    assert is_ours("HIVE.example.org:8443", listed)
    assert is_ours("friday.club.example", listed)
    assert not is_ours("club.example", listed)
    assert not is_ours("evil-hive.example.org", listed)
    assert not is_ours("notclub.example", listed)


def test_the_app_reads_its_other_names_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HIVE_HOSTS", "hive.example.org")
    client = app_in(tmp_path).test_client()
    assert client.get("/", headers={"Host": "hive.example.org"}).status_code == 200
    assert client.get("/", headers={"Host": "hive.example.com"}).status_code == 421


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "http://localhost:8001"},
        {"Origin": "null"},
        {"Origin": "http://["},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site", "Origin": "http://localhost"},
    ],
)
def test_a_post_of_another_page_is_refused(table: Table, headers: dict[str, str]) -> None:
    game_id = table.begin()
    table.until(game_id, "player_turn")
    position = table.position(game_id)
    data = {"csrf_token": table.token, "position": position}
    assert table.client.post(f"/games/{game_id}/undo", data=data, headers=headers).status_code == 403
    assert table.position(game_id) == position


def test_a_post_of_our_own_page_is_taken(table: Table) -> None:
    headers = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    assert table.client.post("/theme", data={"csrf_token": table.token}, headers=headers).status_code == 303


def test_a_post_without_the_forms_token_is_refused(table: Table) -> None:
    assert table.client.post("/theme").status_code == 400


# --- headers and cookies


@pytest.mark.parametrize("path", ["/", "/new", "/nowhere", "/static/none.css", "/games/nowhere1"])
def test_every_answer_keeps_browsers_from_misuse(table: Table, path: str) -> None:
    with table.client.get(path) as response:
        headers = response.headers
    for name, value in HEADERS.items():
        assert headers[name] == value, name
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize("path", ["/static/style.css", "/htmx.min.js", "/scripts.js"])
def test_a_file_says_only_what_counts_for_one(table: Table, path: str) -> None:
    with table.client.get(path) as response:
        said = {name.lower() for name, _ in response.headers}
    assert said & set(HEADERS) == {"x-content-type-options", "cross-origin-resource-policy"}


def cookies_of(app: Flask, base: str) -> list[str]:
    client = app.test_client()
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/new", base_url=base).get_data(as_text=True))
    assert token is not None
    answers = [client.get("/new?lang=en", base_url=base)]
    for path, fields in {"/theme": {}, "/text": {"text": "large"}, "/example": {}}.items():
        data: dict[str, Any] = {"csrf_token": token[1], **fields}
        answers.append(client.post(path, data=data, base_url=base, headers={"Referer": base}))
    answers.append(client.get(answers[-1].headers["Location"], base_url=base))
    found = [cookie for answer in answers for cookie in answer.headers.getlist("Set-Cookie")]
    assert len({cookie.partition("=")[0] for cookie in found}) >= 3
    return found


def test_no_cookie_is_read_by_a_script_or_sent_from_elsewhere(table: Table) -> None:
    for cookie in cookies_of(table.app, "http://localhost"):
        said = cookie.lower().split("; ")
        assert {"httponly", "samesite=lax"} <= set(said)
        assert len(said) == len(set(said)), "what it says already is not said again"
        assert "secure" not in said


def test_by_https_no_cookie_travels_without_it(table: Table) -> None:
    for cookie in cookies_of(table.app, "https://localhost"):
        assert "secure" in cookie.lower().split("; ")


def test_screens_that_are_refused_all_at_once_keep_the_token_of_their_form(table: Table) -> None:
    game_id = table.begin()
    wall = Guest(table.app).join(game_id, "spectator")
    table.games.change_codes(game_id)
    pages = [wall.get(f"/games/{game_id}/{part}") for part in ("watch", "stream", "since?position=1")]
    assert [page.status_code for page in pages] == [403, 403, 403]
    assert not any("Set-Cookie" in page.headers for page in pages)


def test_a_code_whose_form_is_too_old_can_be_typed_once_more(table: Table) -> None:
    refused = Guest(table.app).client.post("/join", data={"code": "whatever", "csrf_token": "old"})
    assert refused.status_code == 400
    assert 'action="/join"' in refused.get_data(as_text=True)
