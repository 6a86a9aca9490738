"""Mecatol Rex set on its sheet: the table is asked whether it was taken. Rules: pages 14 and 21."""

from __future__ import annotations

import pytest

from driving import fresh_game, layout
from hive import keys
from hive.engine.entries import Answer, Board
from hive.engine.session import Session
from hive.model.game import Game
from hive.steps import Ask

REX = "000/planet/Mecatol Rex/control"


def mended(game: Game, value: str, answer: str = "") -> Session:
    """A session on Ada's turn in which the sheet of Mecatol Rex names who controls it, and what is said about it."""
    session = Session(game)
    session.settle()
    session.apply(Board({REX: value}))
    if answer:
        session.apply(Answer(keys.REX_SET, answer))
    return session


@pytest.fixture
def game() -> Game:
    game = fresh_game(galaxy=layout())
    game.phase, game.active = "action", "p1"
    return game


@pytest.mark.rule("14.gain.mecatol-rex", "28.6.deck-agenda")
def test_taken_brings_counters_a_point_and_the_agenda_phase(game: Game) -> None:
    mended(game, "p1", "taken")
    assert (game.players["p1"].counters, game.players["p1"].victory_points) == (3, 1)
    assert game.agenda_unlocked and game.custodians == "p1"


@pytest.mark.rule("14.gain.mecatol-rex")
def test_a_map_that_was_wrong_brings_nothing_else(game: Game) -> None:
    session = mended(game, "p1", "mended")
    assert (game.players["p1"].counters, game.players["p1"].victory_points) == (1, 0)
    assert not game.agenda_unlocked and game.galaxy is not None
    assert game.galaxy.systems["000"].planets["Mecatol Rex"].control == "p1"
    assert session.pending is not None and session.pending.key == keys.PLAYER_TURN


@pytest.mark.rule("4.2.loss-trigger")
def test_taken_from_the_hive_costs_its_worth(game: Game) -> None:
    game.agenda_unlocked, game.custodians = True, "hive"
    mended(game, "hive")
    session = mended(game, "p2", "taken")
    assert isinstance(session.pending, Ask) and session.pending.key == keys.DISCARD_SOURCE
    session.apply(Answer(keys.DISCARD_SOURCE, "bank"))
    assert game.players["p2"].counters == 3 and game.custodians == "hive"


@pytest.mark.rule("21.invasion.custodians")
def test_the_hive_takes_the_custodians_as_well(game: Game) -> None:
    mended(game, "hive", "taken")
    assert game.hive.victory_points == 1 and game.custodians == "hive" and game.agenda_unlocked


def test_what_the_ally_hands_over_and_what_nobody_controls_is_not_asked_about(game: Game) -> None:
    mended(game, "p1", "taken")
    for value in ("p2", "nobody"):
        session = mended(game, value)
        assert isinstance(session.pending, Ask) and session.pending.key == keys.PLAYER_TURN
