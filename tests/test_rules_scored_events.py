"""What the table enters of scores and planets: each objective once, secrets as well, and "No". Rules: 28.1, page 31."""

from __future__ import annotations

import pytest

from driving import fresh_session, layout
from hive.board import pieces
from hive.engine.entries import Answer, Event
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


@pytest.mark.rule("31.control.exchange-planets")
@pytest.mark.parametrize(("said", "owner"), [("no", "p1"), ("done", "p2")])
def test_a_planet_is_handed_over_only_if_both_agree(said: str, owner: str) -> None:
    session = fresh_session(galaxy=layout())
    pieces.set_control(session.game, "000", "Mecatol Rex", "p1")
    pieces.put(session.game, "p2", "infantry", 1, "000", "Mecatol Rex")
    session.apply(Event("exchange_planets", {"planet": "000/Mecatol Rex"}))
    session.apply(Answer("exchange_planets", said))
    assert pieces.galaxy_of(session.game).systems["000"].planets["Mecatol Rex"].control == owner
