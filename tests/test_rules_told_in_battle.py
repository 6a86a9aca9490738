"""Hits on the Hive that the table tells as an event while a battle goes on. Rules: 14.gain.combat, Q107."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hive.board import pieces
from hive.engine.entries import Answer, Board
from hive.engine.narration import said as words_said
from hive.engine.session import Session
from hive.rules.combat.units import ground_forces
from hive.rules.options import VUIL_RAITH
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


@pytest.mark.rule("1.scope.unchanged-rules")
@pytest.mark.parametrize(("choice", "said"), [("none", "No invasion"), ("invade", "You invade, Ada lands on {}")])
def test_the_log_says_who_lands_only_where_somebody_invades(choice: str, said: str) -> None:
    session = session_with(a209={"cruiser": 1, "infantry": 3})
    pieces.put(session.game, "hive", "infantry", 2, "209", PLANET)
    answer(session, "activate")
    asked = answer(session, "209")
    value = {"choice": choice, f"p1.{PLANET}": 1, f"p2.{PLANET}": 0}
    told = str(words_said(session, Answer(asked.key, value)))
    assert told.endswith(f"? {said.format(PLANET)}")


def after(session: Session) -> int:
    """The player's counters once the turn is over."""
    answer(session, "so")
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


def in_space(way: str, faction: str) -> Session:
    """A player's cruiser fights a destroyer and a cruiser of the Hive."""
    session = session_with(a209={"cruiser": 1}, h209={"destroyer": 1, "cruiser": 1})
    session.game.settings = replace(session.game.settings, p1=replace(session.game.settings.p1, faction=faction))
    answer(session, "activate")
    assert answer(session, "209").key == "space_combat"
    answer(session, {"choice": way})
    while session.pending is not None and session.pending.key in ("stratagem", "round_begins"):
        answer(session, "on")
    return session


@pytest.mark.rule("30.transaction.vuil-raith")
@pytest.mark.parametrize("way", ["dice", "by_hand"])
@pytest.mark.parametrize(("faction", "captured"), [(VUIL_RAITH, {"destroyer": 1}), ("Arborec", {})])
def test_ships_that_fall_to_hits_told_are_captured(way: str, faction: str, captured: dict[str, int]) -> None:
    session = in_space(way, faction)
    happen(session, "hits_space", where="209", hits=1)
    asked = answer(session, "done")
    assert asked.key in ("space_combat_round", "space_combat_result")
    assert there(session.game, "209").get("destroyer", 0) == 0
    assert session.game.hive.captured == captured
    assert any(item.rule == "30.transaction.vuil-raith" for item in asked.items) == bool(captured)


@pytest.mark.rule("30.transaction.vuil-raith")
def test_a_ship_that_a_correction_takes_off_the_map_is_not_captured() -> None:
    session = in_space("dice", VUIL_RAITH)
    session.apply(Board({"209/units/hive/destroyer": 0}))
    assert session.game.hive.captured == {}


@pytest.mark.rule("30.transaction.vuil-raith")
def test_the_last_ship_is_captured_as_well() -> None:
    session = in_space("dice", VUIL_RAITH)
    happen(session, "hits_space", where="209", hits=2)
    answer(session, "done")
    assert session.game.hive.captured == {"destroyer": 1, "cruiser": 1}


@pytest.mark.rule("1.scope.unchanged-rules")
@pytest.mark.parametrize(("entered", "left"), [("round_begins", {}), ("space_combat_round", {"dreadnought": 1})])
def test_damage_entered_before_the_dice_of_a_round_is_of_the_round_before(entered: str, left: dict[str, int]) -> None:
    """Duranium Armor repairs, as a round ends, what was damaged in an earlier one."""
    session = session_with(h210={"cruiser": 3, "carrier": 1}, a210={"dreadnought": 2})
    session.game.owned = {"duranium_armor": ["p1"]}
    for given in ("activate", "210", "dice", "on"):
        answer(session, given)
    assert session.pending is not None and session.pending.key == "space_combat_round"
    answer(session, {"choice": "on", "hits": 0})
    for key in ("round_begins", "space_combat_round"):
        assert session.pending.key == key
        if key == entered:
            session.apply(Board({"210/damaged/p1/dreadnought": 1}))
        answer(session, {"choice": "on"})
    assert pieces.damaged_at(pieces.galaxy_of(session.game), "p1", "210") == left
