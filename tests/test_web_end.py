"""The end of a game on the table screen: who has won and by how much, the points as steps, figures, and a rematch."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

from driving import fresh_game, layout, settings
from guests import Guest
from hive.model.game import Game, RoundRecord
from hive.web.steps.scoring import end_of, short_of
from serving import Table, app_in, without_spans


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(app_in(tmp_path))


def over(table: Table, **points: int) -> str:
    """A game that is over as soon as all sides have their points."""
    game_id = table.games.create("The end", settings(), seed="test", layout=layout())
    table.until(game_id, "player_turn")
    for side, number in points.items():
        field = "hive" if side == "hive" else f"players.{side}"
        table.games.correct(game_id, table.position(game_id), f"{field}.victory_points", number)
    return game_id


def ended(**points: int) -> Game:
    game = fresh_game(galaxy=layout())
    game.story = [RoundRecord(1, {"hive": 1, "p1": 0, "p2": 2}, planets=5, systems={"hive": ["204"]})]
    game.story.append(RoundRecord(2, {"hive": 4, "p1": 2, "p2": 3}, planets=9, systems={"p1": ["204"]}))
    game.story.append(RoundRecord(3, {"hive": 4, "p1": 3, "p2": 3}, planets=7, systems={"hive": ["204"]}))
    game.round, game.winner = 4, "hive"
    game.hive.victory_points = points.get("hive", 8)
    game.players["p1"].victory_points, game.players["p2"].victory_points = points.get("p1", 6), points.get("p2", 5)
    return game


def test_points_go_up_in_steps_where_a_round_has_brought_them() -> None:
    hive = next(course for course in end_of(ended()).courses if course.seat == "hive")
    corners = [tuple(map(int, corner.split(","))) for corner in hive.line.split()]
    assert hive.points == 8 and len(corners) == 1 + 2 * 4
    assert all(one[0] == two[0] or one[1] == two[1] for one, two in itertools.pairwise(corners))
    assert corners[-1] == hive.end and corners[-1][1] == end_of(ended()).goal


def test_names_at_the_ends_are_apart_although_the_points_are_equal() -> None:
    labels = sorted(course.label for course in end_of(ended(p1=8, p2=8)).courses)
    assert all(two - one >= 20 for one, two in itertools.pairwise(labels))


def test_figures_tell_the_best_round_what_changed_hands_and_the_height_of_the_hive() -> None:
    told = [(figure.number, str(figure.words)) for figure in end_of(ended()).figures]
    assert told[0] == (4, "victory points for the Hive in round 4, the most of all")
    assert told[1][0] == 3 and "changed hands" in told[1][1]
    assert told[2][0] == 9 and "in round 2" in told[2][1]


@pytest.mark.rule("28.1.win.hive", "28.1.win.players")
@pytest.mark.parametrize(
    ("points", "winner", "said"),
    [
        ({"p1": 6, "p2": 5}, "hive", "Ada was 4 short, Ben 3."),
        ({"p1": 9, "p2": 8}, "hive", "Ada was 1 short; Ben had enough."),
        ({"hive": 3, "p1": 10, "p2": 8}, "players", "The Hive had 3 of 8 victory points."),
    ],
)
def test_the_losing_side_is_told_how_far_it_was(points: dict[str, int], winner: Any, said: str) -> None:
    game = ended(**points)
    game.winner = winner
    assert short_of(game) == said


def test_the_last_page_leads_to_the_story_the_export_and_a_rematch(table: Table) -> None:
    game_id = over(table, hive=8)
    page = table.client.get(f"/games/{game_id}").get_data(as_text=True)
    assert "The Hive wins with 8 victory points" in without_spans(page)
    assert f"/games/{game_id}/story" in page and f"/games/{game_id}/export.json" in page
    assert page.count('class="go"') == 1 and f'action="/games/{game_id}/rematch"' in page
    assert 'class="course"' in page


def test_a_rematch_has_the_same_table_and_other_cards(table: Table) -> None:
    game_id = over(table, hive=8)
    again = again_of(table, game_id)
    was, now = table.games.present(game_id), table.games.present(again)
    assert now.name == "The end, rematch" and now.session.game.round == 1 and now.session.game.winner is None
    assert now.session.game.settings == was.session.game.settings
    tiles = [{at: one.tile for at, one in game.galaxy.systems.items()} for game in _tracked(was, now)]
    assert tiles[0] == tiles[1]
    assert now.session.game.seed != was.session.game.seed
    third = table.games.present(table.games.rematch(again))
    assert third.name == "The end, rematch"


def _tracked(*presents: Any) -> list[Any]:
    return [present.session.game for present in presents]


def again_of(table: Table, game_id: str) -> str:
    """The id of the rematch to which a tap leads."""
    assert table.post(f"/games/{game_id}/rematch").headers["Location"] == f"/games/{game_id}/rematch"
    return table.client.get(f"/games/{game_id}/rematch").headers["Location"].rsplit("/", 1)[-1]


def test_a_game_has_one_rematch_whoever_taps_and_however_often(table: Table) -> None:
    game_id = over(table, hive=8)
    first = again_of(table, game_id)
    table.until(first, "player_turn")
    stands = table.position(first)
    ben = Guest(table.app).join(game_id, "p2")
    assert ben.post(f"/games/{game_id}/rematch").status_code == 303
    assert again_of(table, game_id) == first and table.position(first) == stands
    assert len(table.games.store.games()) == 2
    table.games.delete(first)
    assert again_of(table, game_id) == first and table.position(first) < stands


@pytest.mark.parametrize(
    ("opens", "way"), [("table", ""), ("p1", "?tab=players"), ("p2", "?tab=players"), ("spectator", "/watch")]
)
def test_each_screen_of_an_ended_game_comes_along_as_who_it_is(table: Table, opens: Any, way: str) -> None:
    game_id = over(table, hive=8)
    guest = Guest(table.app).join(game_id, opens)
    again = again_of(table, game_id)
    assert guest.get(f"/games/{again}").status_code == 403
    page = guest.page(f"/games/{game_id}/{'watch' if opens == 'spectator' else ''}".rstrip("/"))
    assert f'href="/games/{game_id}/rematch"' in page
    assert guest.get(f"/games/{game_id}/rematch").headers["Location"] == f"/games/{again}{way}"
    assert guest.get(f"/games/{game_id}/rematch?kind=wall").headers["Location"] == f"/games/{again}/wall"
    with guest.client.session_transaction() as session:
        assert session["codes"][again] == table.games.store.codes(again)[opens]


def test_a_screen_that_shows_the_end_hears_of_its_rematch_once(table: Table) -> None:
    game_id = over(table, hive=8)
    position = table.position(game_id)
    since = f"/games/{game_id}/since?position={position}"
    watch = f"/games/{game_id}/watch/since?position={position}"
    assert {table.client.get(path).status_code for path in (since, watch)} == {204}
    assert table.client.get(f"/games/{game_id}/position").text == str(position)
    again = again_of(table, game_id)
    for path in (since, watch):
        assert f'data-rematch="{again}"' in table.client.get(path).text
        assert table.client.get(f"{path}&rematch={again}").status_code == 204
    assert table.client.get(f"/games/{game_id}/position").text == "-1"
    assert "data: -1" in table.client.get(f"/games/{game_id}/stream").text
    assert table.client.get(f"/games/{game_id}/position?rematch={again}").text == str(position)


def test_without_a_rematch_the_way_to_it_leads_back(table: Table) -> None:
    game_id = over(table, hive=8)
    assert table.client.get(f"/games/{game_id}/rematch").headers["Location"] == f"/games/{game_id}"


def test_no_rematch_of_what_does_not_exist(table: Table) -> None:
    assert table.post("/games/nothing/rematch").status_code == 404


def test_more_points_than_a_side_needs_are_no_part_of_them(table: Table) -> None:
    page = table.client.get(f"/games/{over(table, hive=9)}").get_data(as_text=True)
    top = page[page.index('class="points"') : page.index("</header>")]
    assert "<b>9</b>" in top and "of 8" not in top and "of 10" in top
