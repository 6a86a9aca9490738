"""A planet of the Hive that leaves the map in the middle of a game is lost, and its worth discarded. Rules: page 4."""

from __future__ import annotations

import pytest

from driving import fresh_game, layout
from hive import keys
from hive.board import pieces
from hive.engine.entries import Answer, Board
from hive.engine.errors import Refused
from hive.engine.session import Session
from hive.model.game import Game
from hive.steps import Ask


@pytest.fixture
def game() -> Game:
    game = fresh_game(galaxy=layout())
    game.phase, game.active = "action", "p1"
    game.settings.p2.faction = "Embers of Muaat"
    game.hive.bank.resources = game.hive.bank.influence = 6
    game.hive.stockpile.resources = 1
    return game


def planets(game: Game, position: str) -> list[str]:
    return list(pieces.galaxy_of(game).systems[position].planets)


def two_planets(game: Game) -> str:
    """Where two planets of no spawning system lie, both of them the Hive's from now on."""
    galaxy = pieces.galaxy_of(game)
    found = next(
        position
        for position, system in galaxy.systems.items()
        if len(system.planets) == 2 and position not in galaxy.spawning.values()
    )
    for planet in galaxy.systems[found].planets:
        pieces.set_control(game, found, planet, "hive")
    return found


def mended(game: Game, changes: dict[str, int | str], *sources: str) -> Session:
    """A session on Ada's turn in which a sheet is changed, and where from what is lost is discarded."""
    session = Session(game)
    session.settle()
    session.apply(Board(changes))
    for source in sources:
        assert isinstance(session.pending, Ask) and session.pending.key == keys.DISCARD_SOURCE
        session.apply(Answer(keys.DISCARD_SOURCE, source))
    assert session.pending is not None and session.pending.key == keys.PLAYER_TURN
    return session


@pytest.mark.rule("4.2.loss-trigger", "4.2.loss-standard")
def test_each_planet_under_another_tile_costs_its_worth(game: Game) -> None:
    mended(game, {f"{two_planets(game)}/tile": "81"}, "bank", "bank")
    assert (game.hive.bank.resources, game.hive.bank.influence) == (4, 4)


@pytest.mark.rule("4.2.loss-trigger", "4.2.loss-spawning")
def test_a_destroyed_planet_of_a_spawning_system_costs_two_of_each(game: Game) -> None:
    home = pieces.galaxy_of(game).spawning["aux1"]
    session = mended(game, {f"{home}/planet/{planets(game, home)[0]}/destroyed": 1}, "bank")
    assert (game.hive.bank.resources, game.hive.bank.influence) == (4, 4)
    assert "The Hive loses" in " ".join(str(told.step) for told in session.news)


@pytest.mark.rule("4.2.loss-trigger")
def test_a_planet_of_others_a_system_that_moves_and_one_put_back_cost_nothing(game: Game) -> None:
    position = two_planets(game)
    one, other = planets(game, position)
    pieces.set_control(game, position, one, "p1")
    mended(game, {f"{position}/planet/{one}/destroyed": 1})
    mended(game, {f"{position}/planet/{one}/destroyed": 0})
    mended(game, {f"{position}/place": "000"})
    session = Session(game)
    session.settle()
    session.apply(Board({f"000/planet/{other}/control": "nobody"}))
    session.apply(Answer(keys.PLANETS_SET, "mended"))
    assert (game.hive.bank.resources, game.hive.bank.influence) == (6, 6)


@pytest.mark.rule("4.2.loss-trigger")
def test_before_the_game_has_begun_nothing_is_lost(game: Game) -> None:
    game.phase = "setup"
    position = two_planets(game)
    session = Session(game)
    session.settle()
    session.apply(Board({f"{position}/tile": "81"}))
    assert session.pending is not None and session.pending.key != keys.DISCARD_SOURCE


@pytest.mark.rule("4.2.loss-source")
def test_a_log_that_answered_where_from_plays_on_where_only_one_place_is_left(game: Game) -> None:
    game.hive.stockpile.resources = 0
    session = mended(game, {f"{two_planets(game)}/tile": "81"})
    step = session.pending
    session.apply(Answer(keys.DISCARD_SOURCE, "bank"))
    assert session.pending == step and (game.hive.bank.resources, game.hive.bank.influence) == (4, 4)
    with pytest.raises(Refused):
        session.apply(Answer(keys.DISCARD_SOURCE, "stockpile"))
