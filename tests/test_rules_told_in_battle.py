"""Hits on the Hive that the table tells as an event while a battle goes on. Rules: 14.gain.combat, Q107."""

from __future__ import annotations

import pytest

from hive.board import pieces
from hive.engine.entries import Board
from hive.engine.session import Session
from hive.rules.combat.units import ground_forces
from placing import answer, happen, session_with, there

PLANET = "Hope's End"
FIELD = f"209/planet/{PLANET}/units/hive/infantry"


def landed(way: str = "dice") -> Session:
    """A player has landed where 2 infantry of the Hive stand, and the first round of the combat is open."""
    session = session_with(a209={"cruiser": 1, "infantry": 3})
    pieces.put(session.game, "hive", "infantry", 2, "209", PLANET)
    session.game.players["p1"].counters = 0
    answer(session, "activate")
    assert answer(session, "209").key == "invasion"
    answer(session, {"choice": "invade", f"p1.{PLANET}": 1, f"p2.{PLANET}": 0})
    answer(session, {"choice": way, "bombardment_hits": 0})
    return session


def after(session: Session) -> int:
    """The player's counters once the turn is over."""
    answer(session, "bank")
    assert session.game.active == "p2" and not ground_forces(session.game, there(session.game, "209", PLANET))
    return session.game.players["p1"].counters


@pytest.mark.rule("14.gain.combat")
@pytest.mark.parametrize(("way", "key"), [("dice", "ground_combat_round"), ("by_hand", "ground_combat_result")])
def test_hits_told_as_an_event_in_the_first_round_are_hits_of_a_combat(way: str, key: str) -> None:
    session = landed(way)
    assert session.pending is not None and session.pending.key == key
    happen(session, "hits_ground", where=f"209/{PLANET}", hits=2)
    answer(session, "done")
    assert after(session) == 1


@pytest.mark.rule("14.gain.combat")
@pytest.mark.reading("Q107")
def test_infantry_that_the_map_loses_in_the_first_round_was_in_no_combat() -> None:
    session = landed()
    session.apply(Board({FIELD: 0}))
    assert after(session) == 0


@pytest.mark.rule("14.gain.combat")
@pytest.mark.reading("Q107")
def test_hits_told_as_an_event_before_the_first_round_leave_no_combat() -> None:
    session = session_with(a209={"cruiser": 1, "infantry": 3})
    pieces.put(session.game, "hive", "infantry", 2, "209", PLANET)
    session.game.players["p1"].counters = 0
    answer(session, "activate")
    answer(session, "209")
    answer(session, {"choice": "invade", f"p1.{PLANET}": 1, f"p2.{PLANET}": 0})
    happen(session, "hits_ground", where=f"209/{PLANET}", hits=2)
    answer(session, "done")
    assert after(session) == 0
