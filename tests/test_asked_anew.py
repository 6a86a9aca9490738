"""Questions that rest on the board are asked anew when the table mends it, and only then."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from driving import fresh_game
from hive.board import pieces
from hive.engine.entries import Answer, Board, Event
from hive.engine.session import Frame, Session
from hive.model.game import RevealedObjective
from hive.rules.objectives.scoring import imperial_scores
from hive.steps import AGAIN, Ask, Choice, Procedure
from whole_board import galaxy


def question(key: str) -> Ask:
    return Ask(key, f"{key}?", (Choice("yes", "Yes"),), "1.scope.most-helpful", anew=True)


def asking(told: list[Any], *keys: str) -> Procedure[None]:
    for key in keys:
        answer = AGAIN
        while answer == AGAIN:
            answer = yield question(key)
            told.append((key, answer))


def session_with(*procedures: Procedure[None]) -> Session:
    """A session with these procedures on their way, the last one on top."""
    game = fresh_game()
    game.galaxy = galaxy()
    pieces.recount(game)
    return Session(game, [Frame(procedure, next(procedure)) for procedure in procedures])


def answer(session: Session, key: str) -> None:
    session.apply(Answer(key, "yes"))


def mend(session: Session) -> None:
    session.apply(Board({"303/units/p1/cruiser": 1}))


def test_a_log_plays_on_without_what_earlier_versions_did_not_ask() -> None:
    told: list[Any] = []
    session = session_with(asking(told, "ships_came", "next"))
    session.stack[0].waiting = replace(question("ships_came"), choices=(Choice("later", "Go on"),))
    answer(session, "next")
    assert told == [("ships_came", "later"), ("next", "yes")]


def test_an_event_goes_on_from_one_such_question_to_the_next() -> None:
    told: list[Any] = []
    session = session_with(asking([], "course"), asking(told, "first", "second"))
    answer(session, "first")
    assert told == [("first", "yes")]
    assert session.pending == question("second")


def test_a_mended_board_has_the_question_of_an_event_asked_anew() -> None:
    told: list[Any] = []
    session = session_with(asking([], "course"), asking(told, "first"))
    mend(session)
    assert told == [("first", AGAIN)]


def test_the_question_below_an_event_is_asked_anew_once_the_event_is_over() -> None:
    told: list[Any] = []
    session = session_with(asking(told, "course"), asking([], "first", "second"))
    answer(session, "first")
    assert told == []
    answer(session, "second")
    assert told == [("course", AGAIN)]
    assert session.pending == question("course")


@pytest.mark.rule("28.1.public")
def test_what_players_score_is_asked_anew_once_an_objective_is_gone() -> None:
    game = fresh_game()
    game.phase, game.stage, game.round = "status", "score", 1
    game.objectives = [RevealedObjective("Sway the Council", []), RevealedObjective("Amass Wealth", [])]
    session = Session(game)
    session.settle()
    while session.pending is not None and session.pending.key != "players_score":
        session.apply(Answer(session.pending.key, "done"))
    asked = session.pending
    assert isinstance(asked, Ask) and "p1.Amass Wealth" in [choice.value for choice in asked.choices]
    session.apply(Event("withdrawn", {"objective": "Amass Wealth"}))
    asked = session.pending
    assert isinstance(asked, Ask) and asked.key == "players_score"
    assert [choice.value for choice in asked.choices] == [
        "done",
        "p1.Sway the Council",
        "p1.secret",
        "p2.Sway the Council",
        "p2.secret",
    ]


def scoring(*objectives: str) -> Session:
    """The status phase, where it asks both players what they score."""
    game = fresh_game()
    game.phase, game.stage, game.round = "status", "score", 1
    game.objectives = [RevealedObjective(name, []) for name in objectives]
    session = Session(game)
    session.settle()
    while session.pending is not None and session.pending.key != "players_score":
        session.apply(Answer(session.pending.key, "done"))
    return session


def offered(session: Session) -> list[str]:
    asked = session.pending
    assert isinstance(asked, Ask) and asked.key == "players_score"
    return [choice.value for choice in asked.choices]


@pytest.mark.rule("1.scope.unchanged-rules")
def test_an_objective_told_while_the_scoring_is_asked_is_the_one_of_this_phase() -> None:
    session = scoring("Sway the Council", "Amass Wealth")
    session.apply(Event("scored", {"who": "p1", "objective": "Amass Wealth"}))
    assert offered(session) == ["done", "p1.secret", "p2.Sway the Council", "p2.Amass Wealth", "p2.secret"]
    session.apply(Event("scored", {"who": "p2", "objective": "secret"}))
    assert offered(session) == ["done", "p1.secret", "p2.Sway the Council", "p2.Amass Wealth"]
    session.apply(Event("unscored", {"who": "p1", "objective": "Amass Wealth"}))
    assert offered(session)[1:3] == ["p1.Sway the Council", "p1.Amass Wealth"]


@pytest.mark.rule("1.scope.unchanged-rules")
def test_an_objective_told_while_imperial_is_asked_is_the_one_of_imperial() -> None:
    game = fresh_game()
    game.objectives = [RevealedObjective("Sway the Council", []), RevealedObjective("Amass Wealth", [])]
    course = imperial_scores(game, "p1")
    session = Session(game, [Frame(course, next(course))])
    session.apply(Event("scored", {"who": "p1", "objective": "Amass Wealth"}))
    asked = session.pending
    assert asked is None or asked.key != "imperial_scores" or "p1.Sway the Council" not in str(asked)


@pytest.mark.rule("1.scope.unchanged-rules")
def test_an_objective_told_while_the_hive_scores_is_not_scored_twice_in_the_phase() -> None:
    """In the second round the Hive scores before the players, whose initiative is higher."""
    game = fresh_game()
    game.phase, game.stage, game.round = "status", "score", 2
    game.strategy_cards[1].owner = "hive"
    game.objectives = [RevealedObjective("Sway the Council", []), RevealedObjective("Amass Wealth", [])]
    session = Session(game)
    session.settle()
    assert session.pending is not None and session.pending.key == "hive_scores"
    session.apply(Event("scored", {"who": "p1", "objective": "Amass Wealth"}))
    session.apply(Answer("hive_scores", "done"))
    assert offered(session)[1:] == ["p1.secret", "p2.Sway the Council", "p2.Amass Wealth", "p2.secret"]


@pytest.mark.rule("1.scope.unchanged-rules")
def test_a_log_that_ended_the_scoring_plays_on_where_nothing_is_left_to_score() -> None:
    session = scoring("Amass Wealth")
    for who in ("p1", "p2"):
        for objective in ("Amass Wealth", "secret"):
            session.apply(Event("scored", {"who": who, "objective": objective}))
    step = session.pending
    session.apply(Answer("players_score", "done"))
    assert step is not None and step.key != "players_score" and session.pending == step


@pytest.mark.rule("28.1.public", "28.1.secret.attempt")
@pytest.mark.parametrize("told", ["Amass Wealth", "secret"])
def test_what_is_told_of_the_hive_in_the_status_phase_is_what_it_scores_in_it(told: str) -> None:
    game = fresh_game()
    game.phase, game.stage, game.round = "status", "score", 2
    game.strategy_cards[1].owner = "p1"
    game.objectives = [RevealedObjective(name, []) for name in ("Sway the Council", "Amass Wealth")]
    for item in ("resources", "influence", "trade_goods"):
        game.hive.stockpile.add(item, 20)
    game.hive.secrets = 5
    session = Session(game)
    session.settle()
    session.apply(Event("scored", {"who": "hive", "objective": told}))
    session.apply(Answer("players_score", "done"))
    asked = session.pending
    if told == "secret":
        assert asked is not None and asked.key == "hive_scores" and game.hive.victory_points == 2
    else:
        assert asked is not None and asked.key == "secret_phase" and game.hive.victory_points == 1
