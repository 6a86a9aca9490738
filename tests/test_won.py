"""A game that is won in the middle of a procedure: its last step is told, although nobody confirms it any more."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from driving import answers_to, fresh_game, layout
from hive import keys
from hive.engine.entries import Answer, Correct, Event
from hive.engine.session import Frame, Session
from hive.model.game import Game, RevealedObjective
from hive.rules.abilities import area
from hive.rules.action.hive_turn import perform_strategic_action
from hive.rules.area import gain_points
from hive.rules.deck import HiveAction
from hive.steps import Ask, Procedure, Step, Tell, Why
from hive.words.kept import heard
from serving import Table, app_in


def quickest_answer(game: Game, step: Step) -> Any:
    """The answer to expect, but players play their strategy cards and pass, so that the round ends."""
    answers = answers_to(game, step)
    return next((one for one in answers if step.key == "player_turn" and one not in ("done", "activate")), answers[0])


def won(table: Table) -> str:
    """A game in which the Hive, one point short of its goal, scores for the last time."""
    game_id = table.begin()
    table.until(game_id, "player_turn")
    goal = table.games.house.tables().figures.hive_victory.value
    table.games.correct(game_id, table.position(game_id), "hive.victory_points", goal - 1)
    for _ in range(300):
        present = table.games.present(game_id)
        step = present.session.pending
        if step is None:
            return game_id
        table.games.answer(game_id, present.position, step.key, quickest_answer(present.session.game, step))
    raise AssertionError("the Hive never wins")


@pytest.mark.rule("28.1.win.hive")
def test_the_step_that_won_is_told_once_in_the_log_the_walk_and_at_the_end(tmp_path: Path) -> None:
    table = Table(app_in(tmp_path))
    game_id = won(table)
    present = table.games.present(game_id)
    assert present.session.game.winner == "hive" and present.words is not None
    *_, last, told = present.words["steps"]
    by_what = str(heard(told["text"]))
    assert by_what == f"The Hive wins with {present.session.game.hive.victory_points} victory points"
    shown = table.client.get(f"/games/{game_id}").get_data(as_text=True)
    assert unescape(re.sub(r"<[^>]+>", "", shown)).count(by_what) >= 1
    listed = table.client.get(f"/games/{game_id}/log").get_data(as_text=True)
    assert by_what in unescape(re.sub(r"<[^>]+>", "", listed))
    assert last["kind"] == "tell" and last["items"], last
    scored = str(heard(last["items"][0]["text"]))
    for page in ("", "/log", f"/story/{present.position}"):
        shown = table.client.get(f"/games/{game_id}{page}").get_data(as_text=True)
        assert scored in unescape(re.sub(r"<[^>]+>", "", shown)), page
    table.games.event(game_id, present.position, "speaker", {"who": "p2"})
    after = table.games.present(game_id)
    assert after.words is not None and last not in after.words["steps"]
    table.games.forget(game_id)
    assert table.games.present(game_id).session.told == after.session.told


@pytest.mark.rule("28.1.win.players")
def test_points_that_win_for_the_players_are_told_with_both_numbers(tmp_path: Path) -> None:
    table = Table(app_in(tmp_path))
    game_id = table.begin()
    table.until(game_id, "player_turn")
    for seat, points in (("p1", 10), ("p2", 8)):
        table.games.correct(game_id, table.position(game_id), f"players.{seat}.victory_points", points)
    words = table.games.present(game_id).words
    assert words is not None
    told = str(heard(words["steps"][-1]["text"]))
    assert told.endswith("win with 10 and 8 victory points"), told


def about_to_score(tracked: bool = False) -> Game:
    """The Hive is one point short, completes an objective, and holds enough secret ones to try one of them."""
    game = fresh_game(galaxy=layout() if tracked else None)
    game.phase, game.stage, game.round = "status", "score", 3
    game.objectives = [RevealedObjective("Amass Wealth")]
    game.hive.victory_points, game.hive.secrets = game.tables.figures.hive_victory.value - 1, 5
    for item in ("resources", "influence", "trade_goods"):
        game.hive.stockpile.add(item, 3)
    return game


@pytest.mark.rule("28.1.win.hive")
def test_what_won_is_told_where_a_secret_objective_would_be_tried_next() -> None:
    game = about_to_score()
    game.strategy_cards[1].owner = "p1"
    session = Session(game)
    session.settle()
    session.apply(Answer("players_score", "done"))
    assert game.winner == "hive" and game.hive.secrets == 5
    assert "The Hive scores Amass Wealth" in str([told.step for told in session.news])


@pytest.mark.rule("28.1.win.hive")
@pytest.mark.parametrize("tracked", [True, False])
def test_what_won_is_told_where_imperial_would_go_on(tracked: bool) -> None:
    game = about_to_score(tracked)
    game.phase, game.active = "action", "hive"
    last = [step for step in area.imperial_primary(game, 3) if isinstance(step, Ask)]
    assert game.winner == "hive" and last == [] and game.hive.secrets == 5


def wins_in_the_middle(game: Game) -> Procedure[None]:
    yield Tell("It begins.", "28.1.win.hive")
    gain_points(game, "hive", game.tables.figures.hive_victory.value)
    yield Tell("This won.", "28.1.win.hive")
    game.hive.action_cards += 1
    yield Tell("It runs on.", "28.1.win.hive")


def news(session: Session) -> list[str]:
    return [str(told.step.text) for told in session.news if isinstance(told.step, Tell)]


@pytest.mark.rule("28.1.win.hive")
def test_a_procedure_stands_still_once_it_has_won_and_goes_on_if_the_points_were_wrong() -> None:
    game = fresh_game()
    game.phase, game.active, game.hive.action_cards = "action", "p1", 0
    session = Session(game)
    session.settle()
    procedure = wins_in_the_middle(game)
    session.stack.append(Frame(procedure, next(procedure)))
    session.apply(Correct("hive.trade_goods", 1))
    assert [words for words in news(session) if not words.startswith("The Hive")] == ["It begins.", "This won."]
    assert (session.pending, game.hive.action_cards) == (None, 0)
    session.apply(Event("speaker", {"who": "p2"}))
    assert game.speaker == "p2" and "It runs on." not in news(session)
    session.apply(Correct("hive.victory_points", 0))
    assert game.winner is None and game.hive.action_cards == 1
    assert "This won." not in news(session) and "It runs on." in news(session)


@pytest.mark.rule("28.1.win.hive")
def test_no_secondary_is_offered_by_the_card_that_won() -> None:
    game = about_to_score()
    game.phase, game.active = "action", "hive"
    game.strategy_cards[8].owner = "hive"
    steps = [*perform_strategic_action(game, HiveAction("strategic_high", 8, 1, Why("")))]
    (told,) = [step for step in steps if isinstance(step, Tell) and step.key == keys.STRATEGIC_ACTION]
    assert game.winner == "hive"
    assert not [item for item in told.items if "secondary" in item.text], told.items
