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
