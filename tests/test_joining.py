"""Edits of one system, one after another: one line of the log, one undo, and the same game when the log is replayed."""

from __future__ import annotations

import pytest

from driving import expected_answer, layout, settings
from hive.engine.errors import Refused
from hive.engine.state import dump
from hive.games.present import Present
from hive.games.service import Games, Stale
from hive.model.galaxy import System
from hive.store import Store


@pytest.fixture
def games(store: Store) -> Games:
    return Games(store)


@pytest.fixture
def present(games: Games) -> Present:
    return games.present(games.create("Galaxy", settings(), seed="test", layout=layout()))


def mended(games: Games, present: Present, changes: dict[str, int | str]) -> Present:
    return games.board(present.id, present.position, changes)


def system(present: Present, position: str = "302") -> System:
    galaxy = present.session.game.galaxy
    assert galaxy is not None
    return galaxy.systems[position]


def test_taps_on_one_system_are_one_line_and_one_undo(games: Games, present: Present) -> None:
    lines = len(present.lines)
    once = mended(games, present, {"302/units/p1/cruiser": 1})
    twice = mended(games, once, {"302/units/p1/cruiser": 2})
    third = mended(games, twice, {"302/units/p2/carrier": 1})
    assert len(third.lines) == lines + 1
    assert str(third.undo).endswith("Ada's cruisers 0 to 2 and Ben's carriers 0 to 1")
    assert system(third).units == {"p1": {"cruiser": 2}, "p2": {"carrier": 1}}
    back = games.undo(third.id, third.position)
    assert system(back).units == {} and len(back.lines) == lines
    again = games.redo(back.id, back.position)
    assert system(again).units == system(third).units


def test_the_joined_line_is_replayed_and_exported_as_played(games: Games, store: Store, present: Present) -> None:
    now = mended(games, mended(games, present, {"302/units/p1/cruiser": 1}), {"302/units/p1/fighter": 2})
    games.forget(now.id)
    assert dump(games.present(now.id).session.game) == dump(now.session.game)
    copy = games.present(games.import_game(store.export_game(now.id)))
    assert dump(copy.session.game) == dump(now.session.game)
    assert [line["said"] for line in copy.lines] == [line["said"] for line in now.lines]


def test_a_tap_that_takes_the_one_before_back_leaves_no_line(games: Games, present: Present) -> None:
    once = mended(games, present, {"302/units/p1/cruiser": 1})
    back = mended(games, once, {"302/units/p1/cruiser": 0})
    assert len(back.lines) == len(present.lines)
    assert dump(back.session.game) == dump(present.session.game)


def test_another_system_or_anything_between_begins_a_line_of_its_own(games: Games, present: Present) -> None:
    lines = len(present.lines)
    now = mended(games, mended(games, present, {"302/units/p1/cruiser": 1}), {"303/units/p1/cruiser": 1})
    assert len(now.lines) == lines + 2
    step = now.session.pending
    assert step is not None
    answered = games.answer(now.id, now.position, step.key, expected_answer(now.session.game, step))
    now = mended(games, answered, {"303/units/p1/cruiser": 2})
    assert len(now.lines) == lines + 4
    undone = games.undo(now.id, now.position)
    now = mended(games, undone, {"303/units/p1/cruiser": 3})
    assert len(now.lines) == lines + 4


def test_edits_of_two_systems_at_once_stand_for_themselves(games: Games, present: Present) -> None:
    lines = len(present.lines)
    moved = mended(games, present, {"302/units/p1/cruiser": 1, "303/units/p1/cruiser": 1})
    now = mended(games, moved, {"302/units/p1/cruiser": 2})
    assert len(now.lines) == lines + 2


def test_a_tap_that_is_refused_leaves_the_line_as_it_was(games: Games, present: Present) -> None:
    once = mended(games, present, {"302/units/p1/cruiser": 1})
    with pytest.raises(Refused, match="whole number"):
        mended(games, once, {"302/units/p1/cruiser": 99})
    with pytest.raises(Refused, match="is called"):
        mended(games, once, {"302/nonsense": 1})
    with pytest.raises(Stale):
        mended(games, present, {"302/units/p1/cruiser": 2})
    now = games.present(once.id)
    assert now.position == once.position and system(now).units == {"p1": {"cruiser": 1}}


def test_taps_of_two_players_on_one_system_are_a_line_each(games: Games, present: Present) -> None:
    once = games.board(present.id, present.position, {"302/units/p1/cruiser": 1}, by="p1")
    same = games.board(once.id, once.position, {"302/units/p1/cruiser": 2}, by="p1")
    other = games.board(same.id, same.position, {"302/units/p1/cruiser": 3}, by="p2")
    assert [line["by"] for line in other.lines[:2]] == ["p2", "p1"]
    assert len(other.lines) == len(present.lines) + 2
