"""Dangerous Wilds on a tracked galaxy: a hazardous planet that nobody controlled brings the Hive an upgrade."""

from __future__ import annotations

import pytest

from driving import fresh_game, layout
from hive.board import pieces
from hive.board.survey import Survey
from hive.rules.control.taking import uncontrolled
from hive.rules.galactic.small_events import missing, within_reach


@pytest.mark.rule("36.wilds.ignore", "36.wilds.upgrade")
def test_only_a_hazardous_planet_counts_by_its_resources() -> None:
    game = fresh_game(galaxy=layout())
    galaxy = pieces.galaxy_of(game)
    survey = Survey(galaxy, game.tables)
    places = [(at, name) for at, system in galaxy.systems.items() for name in system.planets]
    for place in places:
        planet, taken = survey.planet(*place), uncontrolled(survey, place)
        assert taken.hazardous == (planet.resources if "hazardous" in planet.traits else None)
    assert {uncontrolled(survey, place).hazardous for place in places} > {None}


@pytest.mark.rule("36.wilds.upgrade", "36.wilds.ignore", "36.wilds.basic")
def test_the_strongest_upgrade_within_reach_is_that_of_the_dearest_unit() -> None:
    game = fresh_game()
    assert within_reach(game, 1) == []
    reached = {number: [one.name for one in within_reach(game, number)] for number in (2, 3, 4)}
    assert all(missing(game, one) <= number for number in reached for one in within_reach(game, number))
    assert reached[4] == ["War Sun"]
    game.hive.upgrades = ["War Sun"]
    assert [one.name for one in within_reach(game, 4)] != ["War Sun"]
