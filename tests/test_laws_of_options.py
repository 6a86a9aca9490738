"""Laws with any options that may stand together: the game stays sound, and its log stays the truth."""

from __future__ import annotations

from dataclasses import replace
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from yaml import safe_dump

from day import times
from driving import play_on
from driving import settings as of_the_table
from hive.board import pieces
from hive.catalog.reading import load_tables
from hive.engine.session import replay
from hive.engine.state import dump
from hive.fields import OneOf
from hive.model.game import Game
from hive.model.laws import broken_laws
from hive.rules.events.doings import event_of
from hive.rules.galactic import war
from hive.rules.moments import HivesTurnBegins, moment
from hive.rules.setup.new_game import new_game
from hive.scenarios.running import read_scenario
from hive.scenarios.situation import situation
from hive.simulate.game import all_options, boxes_for, random_set

SETS = st.integers(0, 10**6).map(lambda seed: random_set(seed, all_options()))
NUMBERS = st.lists(st.integers(0, 10**6), max_size=60)


def game_with(options: tuple[str, ...]) -> Game:
    table = of_the_table()
    chosen = replace(table, options=options, boxes=[*boxes_for(options, tuple(table.boxes))])
    return new_game(chosen, load_tables(options=options), "test")


@settings(max_examples=times(16, 240))
@given(SETS, NUMBERS)
def test_any_options_keep_the_laws_and_replay_to_the_same_game(options: tuple[str, ...], numbers: list[int]) -> None:
    session, log = play_on(lambda: game_with(options), numbers)
    assert broken_laws(session.game) == []
    again = replay(game_with(options), log)
    assert (dump(again.game), again.pending) == (dump(session.game), session.pending)


@pytest.mark.rule("35.fighters.pink-ships", "35.fighters.pink-last")
def test_the_plastic_of_both_colours_is_finite_with_what_is_out_of_the_game() -> None:
    game = game_with(("age_of_fighters",))
    cruiser = game.tables.units.by_key["cruiser"]
    assert (cruiser.plastic, cruiser.pink) == (8, 4) and broken_laws(game) == []
    game.galaxy, game.hive.units["cruiser"], game.hive.fallen["cruiser"] = None, 3, 9
    assert broken_laws(game) == []
    game.hive.fallen["cruiser"] = 10
    assert len(broken_laws(game)) == 1


@pytest.mark.rule("35.void.maximum")
def test_at_most_four_larger_ships_of_the_hive_are_in_the_fracture() -> None:
    text = """
        title: In The Fracture
        given:
          boxes: [base, pok, te]
          options: [thunders_edge, call_of_the_void]
          galaxy: {empty: true, fracture: true, units: {fracture_1: {hive: {cruiser: 4, fighter: 3}}}}
        do: {realign: {}}
        expect: {}
    """
    scenario = read_scenario(dedent(text), "fracture.yaml")
    game = situation(scenario.document, scenario.file.given, "action", None)
    assert broken_laws(game) == []
    pieces.put(game, "hive", "cruiser", 1, "fracture_1")
    pieces.recount(game)
    assert broken_laws(game) == ["At most 4 non-fighter ships of the Hive can be in The Fracture, not 5."]


@pytest.mark.rule("33.expedition.when")
def test_there_are_no_more_slices_of_the_expedition_than_lie_there() -> None:
    game = game_with(("thunders_edge",))
    game.expedition = {number: "hive" for number in range(6)}
    assert broken_laws(game) == [] and game.unclaimed == []
    game.expedition[6] = "p1"
    assert broken_laws(game) == ["The expedition has 6 slices, each of which is claimed once."]


@pytest.mark.rule("33.expedition.when")
def test_only_slices_that_nobody_has_claimed_are_offered() -> None:
    game = game_with(("thunders_edge",))
    game.expedition = {0: "hive", 3: "p1"}
    event = event_of(game, "expedition")
    assert event is not None
    slices = next(field for field in event.fields(game) if field.name == "slice")
    assert isinstance(slices, OneOf) and [one.value for one in slices.choices] == ["1", "2", "4", "5"]


HOMES = ("Tren'lak", "Quinarra")
LYING = st.dictionaries(st.sampled_from(HOMES), st.integers(0, 20))


@pytest.mark.rule("37.war.distribution", "37.war.victory-point")
@given(LYING, st.sets(st.sampled_from(HOMES)), st.lists(st.integers(0, 40), max_size=6))
def test_special_commodities_lie_on_homes_become_points_or_go_with_a_planet(
    lying: dict[str, int], lost: set[str], taken: list[int]
) -> None:
    document = {
        "boxes": ["base", "pok", "te"],
        "options": ["total_war"],
        "galaxy": {"empty": True, "control": {"p1": sorted(lost)}},
    }
    scenario = read_scenario(
        safe_dump({"title": "War", "given": document, "do": {"realign": {}}, "expect": {}}), "war.yaml"
    )
    game = situation(scenario.document, scenario.file.given, "action", None)
    there, kept = game.event_cards.special_commodities, [name for name in HOMES if name not in lost]
    there.update(lying)
    for number in taken:
        on_homes, points = sum(there.get(name, 0) for name in kept), game.hive.victory_points
        lines = war.gain(game, number)
        assert war.held(game) == (on_homes + number if kept else 0) and {*there} <= {*kept}
        assert bool(lines) >= bool(number and kept) and broken_laws(game) == []
        for _ in moment(game, HivesTurnBegins()):
            pass
        won = game.hive.victory_points - points
        assert war.held(game) + 15 * won == (on_homes + number if kept else 0) and broken_laws(game) == []
