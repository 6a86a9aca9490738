"""Mecatol Rex or a planet of the Hive set on its sheet: was it taken? Rules: 4.2, pages 14 and 21."""

from __future__ import annotations

import pytest

from driving import fresh_game, layout
from hive import keys
from hive.board import pieces
from hive.engine.entries import Answer, Board
from hive.engine.session import Session
from hive.model.game import Game, Law
from hive.rules.control.taking import hive_takes, player_takes
from hive.steps import Ask, Procedure
from tracked_sides import tracked_board

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
    game.hive.stockpile.resources = 1
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


@pytest.mark.rule("14.gain.mecatol-rex")
def test_who_is_known_to_hold_it_gains_no_counters_once_more(game: Game) -> None:
    """In the middle of a battle the sheet may have said already what the battle brings in the end."""
    mended(game, "p1", "taken")
    planets = tracked_board(game)
    assert planets.mecatol_rex is not None
    run(player_takes(planets, planets.mecatol_rex, "p1"))
    assert (game.players["p1"].counters, game.players["p1"].victory_points) == (3, 1)


@pytest.mark.rule("29.elected-laws")
def test_the_hive_gains_a_planet_once(game: Game) -> None:
    game.laws = [Law("Minister of Exploration", "the Hive")]
    mended(game, "hive", "taken")
    planets = tracked_board(game)
    assert game.hive.trade_goods == 1 and planets.mecatol_rex is not None
    assert hive_takes(planets, planets.mecatol_rex) == []
    assert game.hive.trade_goods == 1


def run(procedure: Procedure[None]) -> None:
    assert not [step for step in procedure if isinstance(step, Ask)]


def lost(game: Game, value: str, *answers: tuple[str, str]) -> Session:
    """A session in which the sheets of the Hive's auxiliary systems name somebody else, and what is said about it."""
    systems = pieces.galaxy_of(game).systems
    where = [pieces.galaxy_of(game).spawning[one] for one in ("aux1", "aux2")]
    session = Session(game)
    session.settle()
    session.apply(Board({f"{one}/planet/{name}/control": value for one in where for name in systems[one].planets}))
    for key, answer in answers:
        session.apply(Answer(key, answer))
    return session


@pytest.mark.rule("4.2.loss-trigger", "4.2.loss-spawning")
@pytest.mark.parametrize("value", ["p1", "nobody"])
def test_planets_of_the_hive_set_to_somebody_else_cost_it_their_worth(game: Game, value: str) -> None:
    before = game.hive.bank.resources
    bank = (keys.DISCARD_SOURCE, "bank")
    session = lost(game, value, (keys.PLANETS_SET, "taken"), bank, bank)
    assert game.hive.bank.resources == before - 4
    assert game.hive.spawning_planets["aux1"] == game.hive.spawning_planets["aux2"] == 0
    assert session.pending is not None and session.pending.key == keys.PLAYER_TURN


@pytest.mark.rule("4.2.loss-trigger")
def test_planets_on_a_map_that_was_wrong_cost_nothing(game: Game) -> None:
    before = game.hive.bank.resources
    session = lost(game, "p2", (keys.PLANETS_SET, "mended"))
    assert game.hive.bank.resources == before and game.hive.spawning_planets["aux1"] == 0
    assert session.pending is not None and session.pending.key == keys.PLAYER_TURN


@pytest.mark.rule("4.2.loss-trigger", "14.gain.mecatol-rex")
def test_a_booked_move_that_takes_planets_needs_no_question(game: Game) -> None:
    where = pieces.galaxy_of(game).spawning["aux1"]
    control = {f"{where}/planet/{name}/control": "p1" for name in pieces.galaxy_of(game).systems[where].planets}
    session = Session(game)
    session.settle()
    session.apply(Board({**control, REX: "p1"}, moved="p1"))
    assert session.pending is not None and session.pending.key == keys.DISCARD_SOURCE
    session.apply(Answer(keys.DISCARD_SOURCE, "bank"))
    assert game.players["p1"].counters == 3 and session.pending.key == keys.PLAYER_TURN
