"""The words on the page follow the numbers of the tables: with house rules they tell those."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from driving import settings
from hive.catalog.reading import load_tables
from hive.catalog.tables import Tables
from hive.engine.facts import correctables
from hive.fields import Number
from hive.model.game import Game
from hive.rules.action.turns import player_turn
from hive.rules.control.changing import planet_gained
from hive.rules.setup.new_game import new_game
from hive.rules.setup.set_up import checklist_numbers
from hive.steps import Ask

CHANGED = {
    "yield_standard": 3,
    "counters_combat": 2,
    "counters_points_threshold": 7,
    "start_cruisers_per_system": 2,
    "start_destroyers_per_system": 0,
    "first_objectives": 1,
}


@pytest.fixture
def game() -> Game:
    data: Any = copy.deepcopy(load_tables().model_dump())
    for name, value in CHANGED.items():
        data["figures"][name]["value"] = value
    return new_game(settings(), Tables.model_validate(data), "test")


def test_a_gained_planet_says_what_it_is_worth(game: Game) -> None:
    step = next(planet_gained(game))
    assert isinstance(step, Ask)
    assert step.choices[0].note == "worth 3 resources and 3 influence"


def test_a_fight_says_how_many_counters_it_brings(game: Game) -> None:
    step = next(player_turn(game, "p1"))
    assert isinstance(step, Ask)
    notes = {choice.value: choice.note for choice in step.choices}
    assert (notes["fought"], notes["fought_both"]) == ("2 aggression counters", "2 aggression counters each")


def test_the_checklist_names_the_ships_and_the_objectives(game: Game) -> None:
    numbers = checklist_numbers(game)
    assert [numbers[word] for word in ("cruisers", "destroyers", "objectives")] == [
        "2 cruisers",
        "0 destroyers",
        "1 public objective",
    ]


def test_the_corrections_name_the_points_that_bring_counters(game: Game) -> None:
    assert "Has had the counters for 7 points" in [row.label for row in correctables(game)]


def test_the_corrections_go_as_far_as_the_tables(game: Game) -> None:
    rows = {row.field: row.entered.maximum for row in correctables(game) if isinstance(row.entered, Number)}
    assert rows["deck.primary"] == len(game.tables.hive_mind.cards)
    assert rows["hive.spawning_planets.main"] >= max(len(tile.planets) for tile in game.tables.tiles.tiles)
