"""Neutral units belong to nobody: only an option brings them; then the table books them as it books all others."""

from __future__ import annotations

from typing import Any

import pytest

from driving import layout, settings
from fighting import BEGINS, battle
from hive.board import pieces
from hive.board.edits import apply_edits, editables
from hive.catalog.options import with_options
from hive.catalog.reading import load_options, load_rulebook, load_tables
from hive.engine.state import dump, load
from hive.fields import Misfit
from hive.model.game import Game
from hive.model.laws import broken_laws
from hive.rules.combat.survivors import repairs
from hive.rules.setup.new_game import new_game
from hive.steps import Ask
from hive.web.drawing.galaxy import map_view
from hive.web.drawing.words import Board, system_words


def game_with(*options: str) -> Game:
    chosen = settings()
    chosen.boxes, chosen.options = ["base", "pok", "te"], options
    tables = with_options(load_tables(), load_rulebook(), options, load_options()) if options else load_tables()
    return new_game(chosen, tables, "test", layout())


def fields_of(game: Game) -> list[str]:
    return [one.field for one in editables(game, "207") if "/neutral/" in one.field]


@pytest.mark.rule("33.neutral.counters")
def test_without_an_option_that_brings_them_there_are_none_to_be_booked() -> None:
    assert fields_of(game_with()) == []
    assert game_with().owners == ("p1", "p2", "hive")
    with pytest.raises(Misfit):
        apply_edits(game_with(), {"207/units/neutral/cruiser": 1})


@pytest.mark.rule("33.neutral.counters")
def test_the_table_books_them_within_one_set_of_plastic_and_they_hold_no_planet() -> None:
    game = game_with("thunders_edge")
    assert "207/units/neutral/cruiser" in fields_of(game)
    assert not any(field.startswith("207/command_token/neutral") for field in fields_of(game))
    apply_edits(game, {"207/units/neutral/war_sun": 2, "207/damaged/neutral/war_sun": 1})
    with pytest.raises(Misfit):
        apply_edits(game, {"207/units/neutral/war_sun": 3})
    planet = next(one for one in editables(game, "207") if one.group == "control")
    with pytest.raises(Misfit):
        apply_edits(game, {planet.field: "neutral"})
    assert broken_laws(game) == []
    pieces.set_units(game, "neutral", "flagship", 2, "207")
    assert len(broken_laws(game)) == 1


@pytest.mark.rule("33.neutral.counters")
def test_the_state_keeps_them_and_the_map_and_its_list_show_them() -> None:
    game = game_with("thunders_edge")
    apply_edits(game, {"207/units/neutral/cruiser": 2, "207/units/p1/fighter": 1})
    kept: Any = load(dump(game), game.tables)
    assert kept.galaxy.systems["207"].units["neutral"] == {"cruiser": 2}
    drawn = next(one for one in map_view(game, game.tables).hexes if one.position == "207")
    assert [(chip.seat, chip.where) for chip in drawn.chips] == [("p1", "space"), ("neutral", "space")]
    assert ("neutral", "The neutral side") in map_view(game, game.tables).sides
    words = system_words(Board(pieces.galaxy_of(game), game.tables, game), "207")
    assert "the neutral side has 2 cruisers in space" in words.standing


@pytest.mark.rule("33.neutral.counters", "1.scope.unchanged-rules")
def test_the_status_phase_repairs_them_as_well_and_says_so_once() -> None:
    game = game_with("thunders_edge")
    apply_edits(game, {"207/units/neutral/war_sun": 2, "207/damaged/neutral/war_sun": 1})
    assert [line.text for line in repairs(game)] == ["Repair all damaged units."]
    assert repairs(game) == []


@pytest.mark.reading("M13")
@pytest.mark.rule("1.scope.unchanged-rules")
def test_players_do_not_retreat_to_where_they_are() -> None:
    driven = battle(h207={"cruiser": 1}, a207={"cruiser": 1})
    driven.game.tables = game_with("thunders_edge").tables
    pieces.set_units(driven.game, "neutral", "destroyer", 1, "310")
    driven.run(["fight", (BEGINS, {"retreat_p1": 1}), "on", "309"])
    (where,) = [step for step in driven.steps if isinstance(step, Ask) and step.key == "retreat"]
    assert [choice.value for choice in where.choices] == ["309", "311", "gone"]
