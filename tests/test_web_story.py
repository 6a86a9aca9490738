"""The story of a game: what is kept of its rounds, the plots, and the walk through its log."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from driving import answers_to, fresh_game, layout, settings
from hive.board import pieces
from hive.engine.errors import Refused
from hive.engine.state import dump
from hive.rules.status.phase import begin_round
from hive.rules.status.story import record_of
from serving import Table, app_in


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(app_in(tmp_path))


def played(table: Table, rounds: int = 2) -> str:
    """A game on a galaxy, played until a round begins."""
    game_id = table.games.create("Test", settings(), seed="test", layout=layout())
    for _ in range(400):
        present = table.games.present(game_id)
        step = present.session.pending
        if step is None or present.session.game.round >= rounds:
            break
        # Players use their strategy cards and pass; another objective is revealed each time.
        nth = len(present.session.game.objectives) if step.key == "reveal" else step.key == "player_turn"
        table.games.answer(game_id, present.position, step.key, answers_to(present.session.game, step)[nth])
    return game_id


def test_a_round_that_is_over_keeps_how_it_ended() -> None:
    game = fresh_game(galaxy=layout())
    game.hive.victory_points, game.players["p2"].victory_points = 2, 3
    game.drawn = {"definition": 4}
    pieces.put(game, "p1", "cruiser", 1, "101")
    before = record_of(game)
    begin_round(game)
    assert game.story == [before]
    assert before.points == {"hive": 2, "p1": 0, "p2": 3}
    assert before.drawn == {"definition": 4} and game.drawn == {}
    assert before.fleet == {"destroyer": 3, "cruiser": 3, "carrier": 2}
    assert "101" in before.systems["p1"] and "310" in before.systems["hive"]


def test_drawn_cards_are_counted_by_their_purpose(table: Table) -> None:
    game = table.games.present(played(table)).session.game
    assert sum(game.story[0].drawn.values()) > 0
    assert set(game.story[0].drawn) >= {"selection", "definition"}


def test_the_story_shows_plots_cards_and_a_map_for_each_round(table: Table) -> None:
    game_id = played(table, 3)
    page = table.client.get(f"/games/{game_id}/story").get_data(as_text=True)
    for title in ("Victory points", "The Hive&#39;s funds", "The Hive&#39;s fleet", "Hive Mind cards drawn"):
        assert title in page
    assert page.count("<polyline") >= 7
    assert page.count("<li><b>Round ") == 3


def test_the_story_of_a_game_without_a_galaxy_has_no_maps(table: Table) -> None:
    page = table.client.get(f"/games/{table.begin()}/story").get_data(as_text=True)
    assert "Victory points" in page and "Systems held" not in page


def test_a_walk_goes_line_by_line_and_changes_nothing(table: Table) -> None:
    game_id = played(table)
    before = table.games.present(game_id)
    line, seen = 1, 0
    while line:
        response = table.client.get(f"/games/{game_id}/story/{line}")
        assert response.status_code == 200
        found = re.search(r'story/(\d+)" rel="next"', response.get_data(as_text=True))
        line, seen = (int(found.group(1)) if found else 0), seen + 1
    after = table.games.present(game_id)
    assert seen == before.position == after.position
    assert dump(after.session.game) == dump(before.session.game)


def test_a_walk_shows_the_game_as_it_stood(table: Table) -> None:
    game_id = played(table)
    assert table.games.at(game_id, 1).present.session.game.phase == "setup"
    then = table.games.at(game_id, table.position(game_id))
    assert then.after is None and then.before == then.last - 1
    assert dump(then.present.session.game) == dump(table.games.present(game_id).session.game)


@pytest.mark.parametrize("line", [0, 9999])
def test_a_line_that_is_not_there_is_told(table: Table, line: int) -> None:
    response = table.client.get(f"/games/{table.begin()}/story/{line}")
    assert response.status_code == 404
    assert "not part of the game" in response.get_data(as_text=True)


def test_a_line_that_was_undone_is_no_part_of_the_story(table: Table) -> None:
    game_id = table.begin()
    present = table.games.present(game_id)
    step = present.session.pending
    assert step is not None
    present = table.games.answer(game_id, present.position, step.key, "done")
    undone = present.position
    table.games.undo(game_id, present.position)
    with pytest.raises(Refused, match="not part of the game"):
        table.games.at(game_id, undone)
