"""The story of a game: what is kept of its rounds, the plots, and the walk through its log."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from driving import answers_to, fresh_game, layout, settings
from hive.board import pieces
from hive.engine.errors import Refused
from hive.engine.state import dump
from hive.rules.status import begin_round, record_of
from hive.store import Entry
from hive.web.story import HiveTurn, Told, chapters, lines_of
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


def log_of(table: Table, game_id: str) -> list[Entry]:
    return table.games.lines(game_id, None, 1000)[::-1]


def test_the_log_is_told_by_rounds_phases_and_turns(table: Table) -> None:
    game_id = played(table, 3)
    game = table.games.present(game_id).session.game
    walked = lines_of(game, log_of(table, game_id))
    assert [one.round for one in walked] == sorted(one.round for one in walked)
    assert {one.round for one in walked} >= {1, 2}
    first = chapters(game, [one for one in walked if one.round == 1], current=0)
    assert [one.phase for one in first][:2] == ["setup", "strategy"]
    assert {one.phase for one in first} == {"setup", "strategy", "action", "status"}
    turns = [one.turn for one in first if one.phase == "action"]
    assert turns == sorted(set(turns)) and len(turns) >= 2


def test_a_turn_of_the_hive_keeps_its_cards_its_reason_and_its_moves(table: Table) -> None:
    game_id = played(table, 2)
    game = table.games.present(game_id).session.game
    told = [part for one in chapters(game, lines_of(game, log_of(table, game_id)), 0) for part in one.parts]
    turns = [part for part in told if isinstance(part, HiveTurn)]
    assert turns and all(turn.headline for turn in turns)
    assert any(turn.cards and turn.why and turn.moves for turn in turns)
    seats = {part.seat for part in told if isinstance(part, Told)}
    assert seats >= {"hive", "p1", "p2"}


def test_what_is_corrected_in_the_middle_of_the_hives_turn_belongs_to_it(table: Table) -> None:
    game_id = table.games.create("Test", settings(), seed="test", layout=layout())
    table.until(game_id, "hive_turn")
    table.games.answer(game_id, table.position(game_id), "hive_turn", "draw")
    table.games.correct(game_id, table.position(game_id), "hive.trade_goods", 3)
    inside = table.position(game_id)
    table.until(game_id, "player_turn")
    game = table.games.present(game_id).session.game
    placed = {one.position: one for one in lines_of(game, log_of(table, game_id))}
    assert placed[inside].of_hives_turn
    assert not placed[1].of_hives_turn


@pytest.mark.parametrize(("typed", "line"), [("0", 1), ("5", 6), ("99999", None), ("none", 1), ("", 1)])
def test_the_slider_leads_to_a_line_that_there_is(table: Table, typed: str, line: int | None) -> None:
    game_id = played(table)
    answer = table.client.get(f"/games/{game_id}/story/at?at={typed}")
    assert answer.status_code == 303
    expected = line or log_of(table, game_id)[-1].position
    assert answer.headers["Location"].endswith(f"/story/{expected}")


def test_the_walk_has_a_dot_for_each_turn_and_marks_the_line_that_is_looked_at(table: Table) -> None:
    game_id = played(table, 3)
    page = table.client.get(f"/games/{game_id}/story/at?at=40", follow_redirects=True).get_data(as_text=True)
    assert page.count('id="here"') <= 1
    assert '<i class="hive" style="left' in page and '<i class="p1" style="left' in page
    assert page.count("<span>Round</span>") == 2, "the third begins with the next line"


def test_a_line_of_earlier_rules_is_told_in_its_words_without_a_map(table: Table) -> None:
    game_id = table.import_kept("05")
    lines = [entry.position for entry in log_of(table, game_id)]
    unplayed = next(line for line in lines[20::20] if not plays(table, game_id, line))
    page = table.client.get(f"/games/{game_id}/story/{unplayed}").get_data(as_text=True)
    assert "The rules have changed since then" in page and 'id="here"' in page
    assert 'class="galaxy"' not in page
    # What is known of the line stands where the map would be, not below the whole round.
    assert '<div class="tale with-map">' in page and '<section class="this-line">' in page
    at_first = table.client.get(f"/games/{game_id}/story/{lines[0]}").get_data(as_text=True)
    assert "The rules have changed since then" not in at_first


def plays(table: Table, game_id: str, line: int) -> bool:
    """Whether these rules still lead to a line."""
    try:
        table.games.at(game_id, line)
    except Refused:
        return False
    return True
