"""Paper, and the second evening: what a table reads when it comes back, and the sheets that it prints."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from html import unescape
from pathlib import Path

import pytest

from driving import layout, settings
from hive.games.present import Present
from hive.naming import system_name
from hive.web.paper import ACROSS, CARD, DOWN, PAPERS, Paper
from hive.web.table.page import PAUSE, returning
from serving import Table, app_in

SEEN = re.compile(r'id="returning"')


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(app_in(tmp_path))


def begun(table: Table) -> str:
    """A game on a galaxy in its first action phase."""
    game_id = table.games.create("Test", settings(), seed="test", layout=layout())
    table.until(game_id, "player_turn")
    return game_id


def aged(present: Present, by: timedelta) -> Present:
    """The same with lines that were made so long ago."""
    made = (datetime.now(UTC) - by).isoformat()
    return replace(present, lines=tuple({**line, "made_at": made} for line in present.lines))


def test_four_lines_say_where_a_table_was_after_a_pause(table: Table) -> None:
    present = table.games.present(begun(table))
    with table.app.test_request_context():
        assert returning(present) is None
        told = returning(aged(present, PAUSE))
        assert told is not None
        assert "".join(piece.text for piece in told.turn).endswith("turn")
        assert told.last and told.next
        assert "influence" in told.has
        assert returning(aged(present, PAUSE - timedelta(minutes=1))) is None


def test_nobody_is_told_while_a_game_is_set_up_or_when_its_time_cannot_be_read(table: Table) -> None:
    fresh = table.games.present(table.begin())
    late = table.games.present(begun(table))
    with table.app.test_request_context():
        assert returning(aged(fresh, 2 * PAUSE)) is None
        assert returning(replace(late, lines=({**late.lines[0], "made_at": "yesterday"},))) is None


def test_a_device_is_told_once_and_no_more_after_the_next_tap(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id = begun(table)
    monkeypatch.setattr("hive.web.table.page.PAUSE", timedelta(0))
    first = table.client.get(f"/games/{game_id}").get_data(as_text=True)
    assert SEEN.search(first)
    assert f"/games/{game_id}/sheet" in first
    assert not SEEN.search(table.client.get(f"/games/{game_id}").get_data(as_text=True))
    table.client.delete_cookie("seen", path=f"/games/{game_id}")
    swapped = table.client.get(f"/games/{game_id}", headers={"HX-Request": "true"}).get_data(as_text=True)
    assert not SEEN.search(swapped), "a tab is a tap"


def test_the_sheet_names_what_stands_on_the_table(table: Table) -> None:
    game_id = begun(table)
    present = table.games.present(game_id)
    table.games.board(game_id, present.position, {"101/units/p1/cruiser": "2", "101/command_token/p2": "1"})
    page = table.client.get(f"/games/{game_id}/sheet").get_data(as_text=True)
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", page))
    assert "Ada has 2 cruisers in space" in text
    assert "command token of Ben" in text
    assert "Frontier tokens at" in text
    game = table.games.present(game_id).session.game
    for number, card in game.strategy_cards.items():
        assert f"{number} {game.card_name(number)}: " in text, card
    assert f"primary{len(game.deck.primary)}" in text.replace(" ", "")


def test_the_sheet_names_the_slices_of_the_expedition_and_where_monuments_stand(table: Table) -> None:
    chosen = replace(settings(), boxes=["base", "pok", "te"], options=("thunders_edge", "monuments_to_the_ages"))
    game_id = table.games.create("Test", chosen, seed="test", layout=layout())
    table.until(game_id, "player_turn")
    game = table.games.present(game_id).session.game
    page = table.client.get(f"/games/{game_id}/sheet").get_data(as_text=True)
    text = unescape(re.sub(r"<[^>]+>", "", page.replace("</li>", "\n")))
    assert all(row.name in text for row in game.tables.setup.expedition)
    standing = [f"a monument of the Hive at {system_name(game, system)}" for system in game.event_cards.monuments]
    assert standing and re.findall("a monument of .+", text) == standing


def test_without_a_galaxy_the_sheet_counts_the_plastic_and_there_is_no_layout(table: Table) -> None:
    game_id = table.begin()
    table.until(game_id, "player_turn")
    page = table.client.get(f"/games/{game_id}/sheet").get_data(as_text=True)
    assert "played without a galaxy" in page and 'class="galaxy"' not in page
    answer = table.client.get(f"/games/{game_id}/layout")
    assert answer.status_code == 404 and "nothing to lay out" in answer.get_data(as_text=True)


def test_the_layout_lists_each_tile_of_the_galaxy_once(table: Table) -> None:
    game_id = begun(table)
    page = table.client.get(f"/games/{game_id}/layout").get_data(as_text=True)
    galaxy = table.games.present(game_id).session.game.galaxy
    assert galaxy is not None
    ticked = re.findall(r'class="to-take">([^<]+)<', page)
    assert sorted(ticked) == sorted(system.tile for system in galaxy.systems.values())


def test_the_deck_is_printed_as_its_table_has_it(table: Table) -> None:
    page = table.client.get("/paper/deck").get_data(as_text=True)
    assert page.count('class="hm"') == 36
    assert "Card 1: high, 1 faction icon, initiative 7, green check, destroyer to AUX 2, war sun, blue" in page
    assert table.client.get("/paper/deck?backs=yes").get_data(as_text=True).count('class="hm back"') == 36


@pytest.mark.parametrize("one", PAPERS.values(), ids=lambda one: one.key)
def test_nine_cards_and_their_marks_lie_within_the_leaf(one: Paper) -> None:
    assert one.left * 2 + ACROSS * CARD[0] == pytest.approx(one.width, abs=0.1)
    assert one.top * 2 + DOWN * CARD[1] == pytest.approx(one.height, abs=0.1)
    starts = [tuple(map(float, pair.split())) for pair in re.findall(r"M([\d.]+ [\d.]+)", one.marks)]
    assert len(starts) == 2 * (ACROSS + 1) + 2 * (DOWN + 1)
    assert all(1 <= x <= one.width - 1 and 1 <= y <= one.height - 1 for x, y in starts)


def test_the_reference_and_the_list_of_papers_open_with_a_game_and_without(table: Table) -> None:
    game_id = begun(table)
    for path in (
        "/paper",
        f"/paper?game={game_id}",
        "/paper/reference?paper=letter",
        f"/paper/reference?game={game_id}",
    ):
        assert table.client.get(path).status_code == 200, path
    assert f"/games/{game_id}/sheet" in table.client.get(f"/paper?game={game_id}").get_data(as_text=True)
    assert "/sheet" not in table.client.get("/paper?game=none").get_data(as_text=True)
