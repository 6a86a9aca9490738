"""What a side has scored, entered as an event: each objective once, and secrets as well. Rules: 28.1."""

from __future__ import annotations

import pytest

from driving import fresh_session
from hive.engine.entries import Event
from hive.engine.errors import Refused
from hive.engine.session import Session
from hive.model.game import NoteHeld, RevealedObjective


def scoring() -> Session:
    session = fresh_session()
    session.game.objectives = [RevealedObjective("Amass Wealth")]
    return session


@pytest.mark.rule("28.1.public")
@pytest.mark.parametrize("who", ["p1", "hive"])
def test_an_objective_that_was_scored_is_refused_and_not_logged_again(who: str) -> None:
    session = scoring()
    told = Event("scored", {"who": who, "objective": "Amass Wealth"})
    session.apply(told)
    before = session.game.hive.victory_points, session.game.players["p1"].victory_points
    with pytest.raises(Refused, match="has scored Amass Wealth already"):
        session.apply(told)
    with pytest.raises(Refused, match="has scored Amass Wealth already"):
        session.apply(Event("scored", told.args, forced=True))
    assert (session.game.hive.victory_points, session.game.players["p1"].victory_points) == before


@pytest.mark.rule("28.1.public")
def test_what_was_not_scored_cannot_be_taken_back() -> None:
    with pytest.raises(Refused, match="has not scored Amass Wealth"):
        scoring().apply(Event("unscored", {"who": "p2", "objective": "Amass Wealth"}))


@pytest.mark.rule("28.1.public", "27.received.support-return")
def test_a_player_scores_a_secret_as_an_event() -> None:
    session = scoring()
    session.game.hive.notes = [NoteHeld("support_for_the_throne", "p1")]
    session.game.hive.victory_points = 1
    for _ in range(2):
        session.apply(Event("scored", {"who": "p1", "objective": "secret"}))
    assert session.game.players["p1"].victory_points == 2
    assert (session.game.hive.notes, session.game.hive.victory_points) == ([], 0)


@pytest.mark.rule("28.1.secret.match")
def test_the_hive_scores_a_secret_as_an_event() -> None:
    session = scoring()
    session.game.objectives, session.game.hive.secrets = [], 3
    session.apply(Event("scored", {"who": "hive", "objective": "secret"}))
    hive = session.game.hive
    assert (hive.secrets, hive.scored_secrets, hive.victory_points) == (2, 1, 1)
