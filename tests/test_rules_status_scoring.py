"""What the table is told while the sides score in the status phase: in which order, and what was scored. Rule: 28.1."""

from __future__ import annotations

import pytest

from driving import fresh_game
from hive.catalog.tables import Seat
from hive.engine.entries import Answer
from hive.engine.session import Session
from hive.model.game import Game
from hive.steps import Ask


def scoring(p1: int, p2: int, hive: int = 4) -> Game:
    """A game at the beginning of its status phase, by the numbers of the strategy cards."""
    game = fresh_game()
    game.phase, game.stage, game.round = "status", "score", 2
    owners: dict[int, Seat] = {p1: "p1", p2: "p2", hive: "hive"}
    for number, owner in owners.items():
        game.strategy_cards[number].owner = owner
    return game


def question(session: Session) -> Ask:
    step = session.pending
    assert isinstance(step, Ask)
    return step


def asked_of(game: Game) -> Session:
    session = Session(game)
    session.settle()
    return session


@pytest.mark.parametrize(
    ("p1", "p2", "told"),
    [
        (3, 2, "In order of initiative: now Ben and Ada, then the Hive."),
        (5, 6, "In order of initiative: first the Hive (done), now Ada and Ben."),
        (1, 5, "In order of initiative: now Ada, then the Hive, then Ben."),
    ],
)
def test_the_question_what_players_score_says_in_which_order_the_sides_do(p1: int, p2: int, told: str) -> None:
    session = asked_of(scoring(p1, p2))
    while session.pending is not None and session.pending.key != "players_score":
        session.apply(Answer(session.pending.key, "done"))
    assert str(question(session).detail) == told


def test_who_scores_last_sees_that_the_others_are_done() -> None:
    session = asked_of(scoring(1, 5))
    session.apply(Answer("players_score", "done"))
    session.apply(Answer("hive_scores", "done"))
    assert str(question(session).detail) == "In order of initiative: first Ada and the Hive (done), now Ben."


def test_the_order_is_still_told_once_somebody_has_scored() -> None:
    session = asked_of(scoring(1, 2))
    before = question(session).detail
    session.apply(Answer("players_score", "p1.secret"))
    assert question(session).key == "players_score"
    assert question(session).detail == before != ""
