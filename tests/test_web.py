"""The pages: every form with and without htmx, and every bad input with its sentence and status."""

from __future__ import annotations

import gzip
import io
import json
import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from jinja2 import UndefinedError

from hive.catalog.checking import DECKS
from hive.catalog.documents import TableError
from hive.engine.state import dump
from hive.web.factory import HTMX_FILE
from serving import Table, app_in
from storing import driver_of


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(app_in(tmp_path))


def text(response: Any) -> str:
    found: str = response.get_data(as_text=True)
    return found


def state(table: Table, game_id: str) -> dict[str, Any]:
    return dump(table.games.present(game_id).session.game)


# --- the lobby


def test_the_first_page_offers_a_new_game_and_the_example(table: Table) -> None:
    page = text(table.client.get("/"))
    assert "New game" in page
    assert "example" in page.lower()


def test_the_last_game_is_the_way_on_where_there_is_one(table: Table) -> None:
    assert 'id="continue"' not in text(table.client.get("/"))
    table.begin()
    last = table.begin()
    page = text(table.client.get("/"))
    assert f'<a class="go" id="continue" href="/games/{last}"' in page and page.count('class="go"') == 1


def test_an_empty_first_page_says_in_two_sentences_what_this_is_and_what_to_do(table: Table) -> None:
    page = text(table.client.get("/"))
    lead = re.search(r"<p>(.*?)</p>", page, re.S)
    assert lead is not None and lead.group(1).count(".") == 2
    assert "opponent of two players" in lead.group(1) and "begin a new game" in lead.group(1)
    assert '<a class="go" href="/new">' in page
    table.begin()
    assert "opponent of two players" not in text(table.client.get("/"))


def test_the_last_game_shows_its_galaxy_and_older_ones_are_folded_away(table: Table) -> None:
    ids = [table.begin() for _ in range(7)]
    page = text(table.client.get("/"))
    assert '<svg class="thumb"' not in page, "a game without a galaxy has none"
    assert "2 older games" in page.partition("<details>")[2]
    assert all(f'href="/games/{one}/menu"' in page for one in ids)
    table.post("/example")
    page = text(table.client.get("/"))
    assert page.partition('<svg class="thumb"')[2].partition("</svg>")[0].count("<polygon") >= 37
    assert re.search("Round 2 · Action phase.*turn", page)


def test_among_many_games_one_searches_and_turns_pages(table: Table) -> None:
    for name in ("Friday", "Sunday"):
        game_id = table.begin()
        table.post(f"/games/{game_id}/rename", name=f"{name} Äpfel")
    assert 'role="search"' not in text(table.client.get("/")), "two games are seen at a glance"
    for _ in range(20):
        table.post("/new", p1_name="Özge", p2_name="Ben", galaxy="none")
    first, second = text(table.client.get("/")), text(table.client.get("/?page=2"))
    assert 'role="search"' in first and "Page 1 of 2" in first and "22 games" in first
    assert "Friday" in second and "Sunday" in second and "Newer games" in second and 'id="continue"' not in second
    found = text(table.client.get("/?search=ÄPFEL+fri"))
    assert "Friday" in found and "Sunday" not in found and 'value="ÄPFEL fri"' in found
    assert text(table.client.get("/?search=özge")).count('/menu"') == 20
    assert "Nothing has these words." in text(table.client.get("/?search=100%25"))
    assert "Page 1 of 2" in text(table.client.get("/?page=999999999")), "a page that there is not is the first"
    assert table.client.get("/?page=-1&search=%00").status_code == 200


def test_the_example_game_stands_in_its_second_round(table: Table) -> None:
    response = table.post("/example")
    assert response.status_code == 303
    game = table.games.present(response.location.rsplit("/", 1)[1]).session.game
    assert (game.round, game.phase) == (2, "action")
    assert "Round 2" in text(table.client.get(response.location))


def test_a_table_that_only_types_two_names_can_start(table: Table) -> None:
    response = table.post("/new", p1_name="Ada", p2_name="Ben", galaxy="none")
    assert response.status_code == 303
    page = text(table.client.get(response.location))
    assert "Ada" in page and "Ben" in page


def test_all_choices_of_a_new_game_are_kept(table: Table) -> None:
    response = table.post(
        "/new",
        name="Friday",
        p1_name="Ada",
        p2_name="Ben",
        p1_faction="Federation of Sol",
        p2_faction="Winnu",
        p1_colour="purple",
        p2_colour="yellow",
        left="p2",
        difficulty="expert",
        draws="table",
        boxes=["pok", "codex", "te"],
        galaxy="none",
    )
    game = table.games.present(response.location.rsplit("/", 1)[1]).session.game
    chosen = game.settings
    assert (chosen.p1.faction, chosen.p2.colour, chosen.left) == ("Federation of Sol", "yellow", "p2")
    assert (chosen.difficulty, chosen.draws, chosen.boxes) == ("expert", "table", ["base", "codex", "pok", "te"])
    assert len(game.deck.primary) == 30


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"p1_name": "x" * 10_000}, "At most 24 characters"),
        ({"p1_name": "Ada", "p2_name": "ada"}, "different names"),
        ({"p1_colour": "green", "p2_colour": "green"}, "different colours"),
        ({"p1_faction": "Borg"}, "Choose one of the options"),
        ({"difficulty": "impossible"}, "Choose one of the options"),
        ({"boxes": "shoe"}, "Tick the boxes"),
        ({"p1_name": "a\x00b"}, "characters that can be shown"),
        ({"name": "n" * 101}, "At most 100 characters"),
    ],
)
def test_a_wrong_new_game_says_what_to_do_and_begins_nothing(
    table: Table, fields: dict[str, str], sentence: str
) -> None:
    response = table.post("/new", **fields)
    assert response.status_code == 422
    assert sentence in text(response)
    assert table.games.store.games() == []


@pytest.mark.parametrize("unknown", ["{{ wrong }}", "{{ longest.wrong }}", "{% if wrong %}{% endif %}"])
def test_a_name_that_no_template_knows_fails(table: Table, unknown: str) -> None:
    with pytest.raises(UndefinedError, match="wrong"):
        table.app.jinja_env.from_string(unknown).render()


def test_names_are_never_run_as_markup(table: Table) -> None:
    response = table.post("/new", p1_name="<script>alert(1)", p2_name="<b>Ben</b>", galaxy="none")
    page = text(table.client.get(response.location))
    assert "<script>alert" not in page and "<b>Ben" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_a_game_can_be_renamed_copied_and_deleted_after_asking_twice(table: Table) -> None:
    game_id = table.begin()
    assert table.post(f"/games/{game_id}/rename", name="Evening two").status_code == 303
    assert table.post(f"/games/{game_id}/copy", name="Evening two, copy").status_code == 303
    assert {row.name for row in table.games.store.games()} == {"Evening two", "Evening two, copy"}
    assert table.post(f"/games/{game_id}/delete").status_code == 200
    assert len(table.games.store.games()) == 2
    assert table.post(f"/games/{game_id}/delete", sure="yes").status_code == 303
    assert [row.name for row in table.games.store.games()] == ["Evening two, copy"]


@pytest.mark.parametrize("name", ["", " ", "x" * 10_000])
def test_a_game_is_not_given_a_name_that_cannot_be_shown(table: Table, name: str) -> None:
    game_id = table.begin()
    assert table.post(f"/games/{game_id}/rename", name=name).status_code == 422
    assert [row.name for row in table.games.store.games()] == ["Test"]


def test_an_exported_file_can_be_imported(table: Table) -> None:
    game_id = table.begin()
    table.until(game_id, "player_turn")
    response = table.client.get(f"/games/{game_id}/export.json")
    assert "attachment" in response.headers["Content-Disposition"]
    imported = table.post("/import", file=(io.BytesIO(response.data), "game.json"))
    assert imported.status_code == 303
    assert state(table, imported.location.rsplit("/", 1)[1]) == state(table, game_id)


@pytest.mark.parametrize(
    "content", [b"", b"nonsense", b"[]", b"{}", b"\xff\xfe", b"[" * 100_000, b'{"format": "other"}', b"null", b"1e999"]
)
def test_a_file_that_is_no_game_is_refused(table: Table, content: bytes) -> None:
    response = table.post("/import", file=(io.BytesIO(content), "game.json"))
    assert response.status_code == 422
    assert "cannot be imported" in text(response)
    assert table.games.store.games() == []


def test_an_import_needs_a_file(table: Table) -> None:
    assert table.post("/import").status_code == 422


# --- the table


def test_a_step_is_answered_with_and_without_htmx(table: Table) -> None:
    game_id = table.begin()
    table.until(game_id, "player_turn")
    fields = {"key": "player_turn", "value": "done"}
    plain = table.post(f"/games/{game_id}/answer", position=table.position(game_id), **fields)
    assert plain.status_code == 303
    swapped = table.post(f"/games/{game_id}/answer", position=table.position(game_id), htmx=True, **fields)
    assert swapped.status_code == 200
    assert text(swapped).lstrip().startswith('<div id="table"')
    assert "<html" not in text(swapped)


def test_the_page_varies_by_what_asks_for_it_and_a_history_restore_gets_all_of_it(table: Table) -> None:
    game_id = table.begin()
    page = table.client.get(f"/games/{game_id}")
    assert "HX-Request" in page.headers["Vary"]
    headers = {"HX-Request": "true", "HX-History-Restore-Request": "true"}
    assert "<html" in text(table.client.get(f"/games/{game_id}", headers=headers))


@pytest.mark.parametrize("htmx", [False, True])
def test_a_stale_post_changes_nothing_and_shows_the_present(table: Table, htmx: bool) -> None:
    game_id = table.begin()
    table.until(game_id, "player_turn")
    old = table.position(game_id)
    table.post(f"/games/{game_id}/answer", position=old, key="player_turn", value="done")
    before = state(table, game_id)
    for path, fields in (
        ("answer", {"key": "player_turn", "value": "done"}),
        ("correct", {"field": "hive.trade_goods", "value": "9"}),
        ("events/realign", {}),
        ("undo", {}),
        ("redo", {}),
    ):
        response = table.post(f"/games/{game_id}/{path}", htmx=htmx, position=old, **fields)
        assert response.status_code == 409
        assert "the game has gone on" in text(response)
    assert state(table, game_id) == before
    assert table.position(game_id) == old + 1


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("answer", {"key": "player_turn", "value": "fly"}),
        ("answer", {"key": "weather", "value": "done"}),
        ("answer", {}),
        ("answer", {"card.action": "blue_arrow", "key": "player_turn"}),
        ("correct", {"field": "hive.trade_goods", "value": "-3"}),
        ("correct", {"field": "hive.trade_goods", "value": "9" * 5000}),
        ("correct", {"field": "game.seed", "value": "1"}),
        ("events/combat", {"who": "everybody"}),
        ("events/hits_space", {"hits": "many"}),
        ("events/rain", {}),
        ("redo", {}),
    ],
)
def test_a_wrong_entry_is_told_in_one_sentence_and_changes_nothing(
    table: Table, path: str, fields: dict[str, str]
) -> None:
    game_id = table.begin()
    table.until(game_id, "player_turn")
    before, position = state(table, game_id), table.position(game_id)
    response = table.client.post(
        f"/games/{game_id}/{path}", data={"csrf_token": table.token, "position": str(position), **fields}
    )
    assert response.status_code == 422
    assert "Traceback" not in text(response)
    assert (state(table, game_id), table.position(game_id)) == (before, position)


@pytest.mark.parametrize("position", ["", "x", "-1", "99999999999999999999", "1.5"])
def test_a_position_that_is_none_counts_as_stale(table: Table, position: str) -> None:
    game_id = table.begin()
    response = table.post(f"/games/{game_id}/answer", position=position, key="set_up", value="done")
    assert response.status_code == 409


def test_events_and_corrections_are_pages_of_their_own(table: Table) -> None:
    game_id = table.begin()
    table.until(game_id, "player_turn")
    events = re.sub("<[^>]+>", "", text(table.client.get(f"/games/{game_id}/events")))
    assert "Combat with the Hive ended" in events
    assert "Trade goods" in text(table.client.get(f"/games/{game_id}/corrections"))
    table.post(f"/games/{game_id}/correct", position=table.position(game_id), field="hive.trade_goods", value="7")
    table.post(f"/games/{game_id}/events/combat", position=table.position(game_id), who="both")
    game = table.games.present(game_id).session.game
    assert game.hive.trade_goods == 7
    assert [player.counters for player in game.players.values()] == [2, 2]


def test_the_printed_deck_is_asked_field_by_field(table: Table) -> None:
    game_id = table.begin(draws="table")
    table.until(game_id, "draw.definition")
    page = text(table.client.get(f"/games/{game_id}"))
    assert 'name="card.action"' in page and 'name="card.icons"' in page
    assert 'name="card.technology"' not in page
    table.post(
        f"/games/{game_id}/answer",
        position=table.position(game_id),
        key="draw.definition",
        card__action="red_star",
        card__icons="2",
    )
    step = table.games.present(game_id).session.pending
    assert step is not None and step.key == "has_target.engage"


def test_the_log_goes_back_page_by_page_and_undo_reaches_any_line(table: Table) -> None:
    game_id = table.begin()
    table.until(game_id, "player_turn")
    for _ in range(70):
        present = table.games.present(game_id)
        table.games.correct(game_id, present.position, "hive.trade_goods", str(present.position % 9))
    newest = text(table.client.get(f"/games/{game_id}/log"))
    assert "before=" in newest
    line = table.games.lines(game_id, None)[-1].position
    response = table.post(f"/games/{game_id}/undo", position=table.position(game_id), to=line)
    assert response.status_code == 303
    assert table.games.present(game_id).redo != ""


def test_the_rules_can_be_searched_and_opened(table: Table) -> None:
    assert "12.trade.conversion" in text(table.client.get("/rules?q=commodities"))
    assert table.client.get("/rules/12.trade.conversion").status_code == 200
    assert table.client.get("/rules/99.nothing").status_code == 404


def test_htmx_comes_from_its_package_and_no_page_needs_the_internet(table: Table) -> None:
    game_id = table.begin()
    marked = re.search(r'"(/htmx\.min\.js\?v=\w+)"', text(table.client.get(f"/games/{game_id}")))
    assert marked is not None
    asks = {"Accept-Encoding": "gzip, zstd"}
    script = table.client.get(marked[1], headers=asks)
    assert script.status_code == 200 and script.cache_control.max_age
    assert gzip.decompress(script.data) == HTMX_FILE.read_bytes()
    assert table.client.get(marked[1], headers={**asks, "If-None-Match": script.headers["ETag"]}).status_code == 304
    for path in ("/", "/new", f"/games/{game_id}", "/rules"):
        page = text(table.client.get(path))
        assert 'src="http' not in page and 'href="http' not in page


# --- trouble


def test_posts_without_the_token_are_refused(table: Table) -> None:
    game_id = table.begin()
    before = table.position(game_id)
    for path in ("/new", "/example", f"/games/{game_id}/answer", f"/games/{game_id}/delete"):
        response = table.client.post(path, data={"position": str(before), "sure": "yes"})
        assert response.status_code == 400
        assert "does not come from this app" in text(response)
    assert table.position(game_id) == before
    assert len(table.games.store.games()) == 1


@pytest.mark.parametrize("path", ["/games/nothing", "/games/nothing/log", "/games/../../etc/passwd", "/nowhere"])
def test_what_is_not_there_is_told_so(table: Table, path: str) -> None:
    response = table.client.get(path)
    assert response.status_code == 404
    assert "Traceback" not in text(response)


def test_an_unknown_line_is_told_so(table: Table) -> None:
    game_id = table.begin()
    table.until(game_id, "player_turn")
    assert table.client.get(f"/games/{game_id}/log?before=999").status_code == 404
    response = table.post(f"/games/{game_id}/undo", position=table.position(game_id), to=999)
    assert response.status_code == 404


def test_a_form_that_is_too_large_is_refused(table: Table) -> None:
    response = table.post("/new", p1_name="x" * 1_000_000)
    assert response.status_code == 413


def test_a_locked_file_is_told_so_and_loses_nothing(tmp_path: Path) -> None:
    table = Table(app_in(tmp_path))
    game_id = table.begin()
    position = table.position(game_id)
    table.games.store._busy_timeout = 0.05
    table.games.store.close()
    other = sqlite3.connect(tmp_path / "games.sqlite", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    response = table.post(f"/games/{game_id}/answer", position=position, key="set_up", value="done")
    assert response.status_code == 503
    assert "held by another program" in text(response)
    other.execute("ROLLBACK")
    other.close()
    assert table.position(game_id) == position


def test_a_file_of_a_newer_version_is_told_so(tmp_path: Path) -> None:
    Table(app_in(tmp_path)).begin()
    connection = sqlite3.connect(tmp_path / "games.sqlite")
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    response = app_in(tmp_path).test_client().get("/")
    assert response.status_code == 503
    assert "newer version" in text(response)


def test_a_file_that_is_no_database_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite").write_bytes(b"this is not a database" * 100)
    response = app_in(tmp_path).test_client().get("/")
    assert response.status_code == 500
    assert "Traceback" not in text(response)


def test_a_full_disk_is_told_so_and_loses_nothing(table: Table) -> None:
    game_id = table.begin()
    position = table.position(game_id)
    connection = driver_of(table.games.store)
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {pages}")
    statuses = []
    for _ in range(40):
        now = table.position(game_id)
        statuses.append(table.post(f"/games/{game_id}/events/realign", position=now).status_code)
    assert 507 in statuses
    assert table.position(game_id) == position + statuses.count(303)


def test_broken_house_tables_are_told_with_file_and_line(tmp_path: Path) -> None:
    house = tmp_path / "decks"
    house.mkdir()
    (house / "damage.yaml").write_text("table: damage\nspace: nothing\n")
    table = app_in(tmp_path, HOUSE_TABLES=str(house)).test_client()
    response = table.get("/new")
    assert response.status_code == 422
    assert "damage.yaml:2" in text(response)


def test_no_game_begins_with_house_tables_that_break_its_laws(tmp_path: Path) -> None:
    house = tmp_path / "decks"
    house.mkdir()
    cruisers = "start_cruisers_per_system: {value: "
    figures = (DECKS / "figures.yaml").read_text(encoding="utf-8")
    (house / "figures.yaml").write_text(figures.replace(f"{cruisers}1", f"{cruisers}3"), encoding="utf-8")
    table = Table(app_in(tmp_path, HOUSE_TABLES=str(house)))
    with pytest.raises(TableError, match="The Hive has 8 cruisers in all, not 9"):
        table.begin()
    answer = table.post("/example")
    assert table.games.store.games() == []
    assert (answer.status_code, "8 cruisers in all, not 9" in text(answer)) == (422, True)


def test_a_mistake_of_the_app_leaves_the_game_as_it_was(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id = table.begin()
    before = state(table, game_id)

    def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("a mistake")

    monkeypatch.setattr("hive.engine.session.reply_to", broken)
    response = table.post(f"/games/{game_id}/answer", position=table.position(game_id), key="set_up", value="done")
    assert response.status_code == 500
    assert "Your game is as it was" in text(response)
    monkeypatch.undo()
    assert state(table, game_id) == before


def test_an_export_is_plain_json_with_all_that_is_needed(table: Table) -> None:
    document = json.loads(table.client.get(f"/games/{table.begin()}/export.json").data)
    assert {"tables", "entries", "name"} <= set(document)


def test_what_is_our_default_is_shown_to_be_checked(table: Table) -> None:
    page = text(table.client.get("/tables"))
    assert "Check against your copy" in page
    assert page.count("our default") >= 6
    assert "Fighter is destroyed" in page


def test_dark_is_the_default_and_light_is_kept_on_this_device(table: Table) -> None:
    assert 'data-theme="dark"' in text(table.client.get("/"))
    assert table.post("/theme").status_code == 303
    assert 'data-theme="light"' in text(table.client.get("/"))
    table.post("/theme")
    assert 'data-theme="dark"' in text(table.client.get("/"))
    response = table.client.post(
        "/theme", data={"csrf_token": table.token}, headers={"Referer": "http://evil.example/x"}
    )
    assert response.location == "/"


@pytest.mark.parametrize(
    "address", ["http://[::1", "http://[x]/", "//", "http://\u2100/", "\x00", "http:// /", "?", "%"]
)
@pytest.mark.parametrize("choice", ["/theme", "/text", "/keys"])
def test_a_referer_that_is_no_address_leads_to_the_games(table: Table, choice: str, address: str) -> None:
    response = table.client.post(choice, data={"csrf_token": table.token}, headers={"Referer": address})
    assert (response.status_code, response.location) == (303, "/")


def test_keys_of_one_character_are_switched_off_on_this_device(table: Table) -> None:
    assert "data-no-short-keys" not in text(table.client.get("/"))
    table.post("/keys")
    assert "data-no-short-keys" in text(table.client.get("/"))
    table.post("/keys")
    assert "data-no-short-keys" not in text(table.client.get("/"))


def test_a_size_of_the_text_that_there_is_not_is_the_normal_one(table: Table) -> None:
    table.post("/text", text="huge")
    assert 'data-text="normal"' in text(table.client.get("/"))
    table.client.set_cookie("text", '"><script>')
    assert 'data-text="normal"' in text(table.client.get("/"))


# --- what a newcomer's evening showed


def test_an_idle_screen_is_told_nothing_until_the_game_has_gone_on(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = table.begin()
    table.until(game_id, "player_turn")
    position = table.position(game_id)
    with monkeypatch.context() as patched:
        patched.setattr(table.games, "present", lambda *_: pytest.fail("an idle screen costs more than the head"))
        idle = table.client.get(f"/games/{game_id}/since?position={position}&tab=hive")
    assert (idle.status_code, idle.data) == (204, b"")
    table.post(f"/games/{game_id}/answer", position=position, key="player_turn", value="done")
    fresh = table.client.get(f"/games/{game_id}/since?position={position}&tab=hive")
    assert fresh.status_code == 200
    assert fresh.headers["Cache-Control"] == "no-store"
    assert text(fresh).lstrip().startswith('<div id="table"')
    assert 'class="table tab-hive"' in text(fresh)
    assert f"position={position + 1}" in text(fresh)
    assert table.client.get("/games/nothing/since?position=1").status_code == 404


@pytest.mark.parametrize("path", ["answer", "correct", "undo", "redo", "rename"])
def test_the_address_of_a_refused_form_opened_again_is_the_table(table: Table, path: str) -> None:
    game_id = table.begin()
    response = table.client.get(f"/games/{game_id}/{path}")
    assert (response.status_code, response.location) == (303, f"/games/{game_id}")
    assert table.client.get(f"/games/nothing/{path}").status_code == 405
    assert table.client.put(f"/games/{game_id}/{path}").status_code == 405


def test_the_address_of_a_refused_event_opened_again_is_its_form(table: Table) -> None:
    game_id = table.begin()
    response = table.client.get(f"/games/{game_id}/events/combat")
    assert (response.status_code, response.location) == (303, f"/games/{game_id}/events#combat")
    assert table.client.get("/games/nothing/events/combat").status_code == 404


def test_a_message_under_a_game_leads_back_to_it_and_to_all_games(table: Table) -> None:
    game_id = table.begin()
    for path in ("nowhere", "log?before=999"):
        page = text(table.client.get(f"/games/{game_id}/{path}"))
        assert f'href="/games/{game_id}"' in page and 'href="/"' in page
    for path in ("/games/nothing", "/games/nothing/nowhere", "/nowhere"):
        page = text(table.client.get(path))
        assert 'href="/games/' not in page and 'href="/"' in page


@pytest.mark.parametrize(
    ("points", "goals"),
    [((0, 0), (10, 10)), ((9, 3), (10, 10)), ((10, 3), (10, 8)), ((7, 10), (8, 10)), ((4, 12), (8, 10))],
)
def test_both_players_go_for_ten_points_until_one_has_them(
    table: Table, points: tuple[int, int], goals: tuple[int, int]
) -> None:
    game_id = table.begin()
    table.until(game_id, "player_turn")
    for seat, number in zip(("p1", "p2"), points, strict=True):
        table.games.correct(game_id, table.position(game_id), f"players.{seat}.victory_points", str(number))
    page = text(table.client.get(f"/games/{game_id}"))
    for number, goal in zip(points, goals, strict=True):
        assert f'aria-label="{number} of {goal} victory points"' in page


def test_the_stockpile_is_shown_whenever_it_holds_anything(table: Table) -> None:
    game_id = table.begin()
    table.until(game_id, "player_turn")
    assert 'class="stock"' not in text(table.client.get(f"/games/{game_id}"))
    table.games.correct(game_id, table.position(game_id), "hive.stockpile.resources", "5")
    page = text(table.client.get(f"/games/{game_id}"))
    stock = page[page.index('class="stock"') : page.index("</p>", page.index('class="stock"'))]
    assert [stock.count(f"{label}</small>") for label in ("Resources", "Influence", "Trade goods", "tokens")] == [1] * 4
    assert "<b>5</b>" in stock
    assert "3 of 3 resources" in page and "5 of 3" not in page


def test_a_renamed_game_and_a_copy_are_gone_on_with(table: Table) -> None:
    game_id = table.begin()
    assert table.post(f"/games/{game_id}/rename", name="Evening two").location == f"/games/{game_id}"
    copied = table.post(f"/games/{game_id}/copy", name="A copy").location
    assert copied.startswith("/games/") and copied != f"/games/{game_id}"
    assert "A copy" in text(table.client.get(copied))


def test_a_rule_opened_from_a_game_leads_back_to_it(table: Table) -> None:
    game_id = table.begin()
    table.until(game_id, "hive_picks")
    page = text(table.client.get(f"/games/{game_id}"))
    link = re.search(rf'href="(/rules/[^"]+\?back={game_id})"', page)
    assert link is not None
    for path in (link.group(1), f"/rules?back={game_id}", f"/tables?back={game_id}"):
        assert f'href="/games/{game_id}"' in text(table.client.get(path))
    for path in ("/rules/12.trade.conversion", "/rules", "/tables"):
        for back in ("nothing", "", "//evil.example", "%00", "x" * 5000):
            assert "/games/" not in text(table.client.get(f"{path}?back={back}"))


def test_a_search_without_a_result_says_so(table: Table) -> None:
    assert 'Nothing is found for “<span translate="no">zzzz</span>”' in text(table.client.get("/rules?q=zzzz"))
    assert "Nothing is found" not in text(table.client.get("/rules?q=trade"))


def test_undo_to_a_line_says_that_the_line_stays(table: Table) -> None:
    game_id = table.begin()
    table.until(game_id, "player_turn")
    assert "This line stays; what came after it is taken back." in text(table.client.get(f"/games/{game_id}/log"))


def test_undo_stays_on_the_tab_that_is_shown(table: Table) -> None:
    game_id = table.begin()
    table.until(game_id, "player_turn")
    shown = text(table.client.get(f"/games/{game_id}?tab=players"))
    bar = shown[shown.index('class="back"') :].partition("</form>")[0]
    carried = dict(re.findall(r'name="(\w+)" value="([^"]*)"', bar))
    answer = table.post(f"/games/{game_id}/undo", htmx=True, **carried)
    assert answer.headers["HX-Replace-Url"] == f"/games/{game_id}?tab=players"
