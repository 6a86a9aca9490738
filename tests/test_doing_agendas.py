"""What players own and do to agendas: the one that is revealed is replaced, or the Hive does not vote on it."""

from __future__ import annotations

from typing import Any

import pytest

from driving import expected_answer, fresh_game
from hive import keys
from hive.engine.entries import Answer, Event
from hive.engine.errors import Refused
from hive.engine.session import Session
from hive.model.game import PlayerSetup
from hive.steps import Ask


def revealed(speaker: str = "right") -> Session:
    """An agenda phase in which Mutiny has been revealed."""
    game = fresh_game()
    game.settings.p1 = PlayerSetup("Ada", "Xxcha Kingdom", "blue")
    game.speaker = game.right if speaker == "right" else "hive"
    game.phase, game.stage, game.agenda_unlocked = "agenda", "", True
    session = Session(game)
    session.settle()
    answer(session, "Mutiny")
    return session


def answer(session: Session, value: Any) -> None:
    assert session.pending is not None
    session.apply(Answer(session.pending.key, value))


def choices(session: Session) -> set[str]:
    assert isinstance(session.pending, Ask)
    return {choice.value for choice in session.pending.choices}


@pytest.mark.rule("1.scope.unchanged-rules")
@pytest.mark.parametrize("name", ["veto", "quash", "political_favor"])
def test_another_agenda_is_revealed_where_somebody_says_so(name: str) -> None:
    session = revealed()
    while session.pending is not None and session.pending.key != keys.VOTED:
        answer(session, expected_answer(session.game, session.pending))
    session.apply(Event(f"used.{name}", {"who": "p1"} if name == "veto" else {}))
    assert session.pending is not None and session.pending.key == keys.AGENDA
    assert "Mutiny" not in choices(session) and "Mutiny" in session.game.agendas
    assert not session.game.effects and session.game.stage in ("", "0")


@pytest.mark.rule("1.scope.unchanged-rules")
def test_players_who_have_not_voted_yet_do_not_vote_on_it_nor_does_the_hive() -> None:
    session = revealed("hive")
    assert session.pending is not None and session.pending.key == keys.HIVE_VOTES
    drawn = session.game.deck.in_use
    session.apply(Event("used.quash", {}))
    assert session.pending.key == keys.AGENDA and session.game.deck.in_use == drawn


@pytest.mark.rule("1.scope.unchanged-rules")
def test_an_agenda_that_nobody_replaces_is_voted_on() -> None:
    session = revealed()
    while session.pending is not None and session.pending.key != keys.VOTED:
        answer(session, expected_answer(session.game, session.pending))
    answer(session, "against")
    while session.pending is not None and session.pending.key != keys.AGENDA:
        answer(session, expected_answer(session.game, session.pending))
    assert session.game.stage == "1"


@pytest.mark.rule("1.scope.unchanged-rules")
def test_outside_the_agenda_phase_there_is_nothing_to_replace() -> None:
    session = revealed()
    session.game.phase = "action"
    with pytest.raises(Refused, match="No agenda is voted on now"):
        session.apply(Event("used.quash", {}))
