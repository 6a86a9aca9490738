"""The board of a game: what stands there, every way to change it, and the counts that follow from it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from driving import fitting, fresh_game, fresh_session, layout
from hive.board import pieces
from hive.board.edits import apply_edits, editables, words_of_edits
from hive.board.movement import chart
from hive.effects import NOTHING
from hive.engine.entries import Board
from hive.engine.errors import Refused
from hive.engine.state import dump, load
from hive.fields import Misfit
from hive.model.galaxy import counts_of
from hive.model.game import Game
from hive.model.laws import broken_laws


def tracked_game() -> Game:
    return fresh_game(galaxy=layout())


def units(game: Game, seat: Any, position: str, planet: str | None = None) -> dict[str, int]:
    return pieces.units_at(pieces.galaxy_of(game), seat, position, planet)


@pytest.mark.rule("2.hive.start-main", "2.hive.start-auxiliary")
def test_the_hive_begins_in_its_three_spawning_systems() -> None:
    game = tracked_game()
    galaxy = pieces.galaxy_of(game)
    assert units(game, "hive", galaxy.spawning["main"]) == {"cruiser": 1, "destroyer": 1}
    for system in ("aux1", "aux2"):
        position = galaxy.spawning[system]  # type: ignore[index]
        assert units(game, "hive", position) == {"cruiser": 1, "destroyer": 1, "carrier": 1}
        (planet,) = galaxy.systems[position].planets
        assert units(game, "hive", position, planet) == {"infantry": 4}
    for planet in galaxy.systems[galaxy.spawning["main"]].planets:
        assert units(game, "hive", galaxy.spawning["main"], planet) == {"infantry": 4}
    assert broken_laws(game) == []


@pytest.mark.rule("32.expert.starting-carrier")
def test_an_expert_hive_has_a_carrier_in_its_main_spawning_system_as_well() -> None:
    game = fresh_game("expert", galaxy=layout())
    assert units(game, "hive", pieces.galaxy_of(game).spawning["main"])["carrier"] == 1


def test_the_players_control_their_homes_and_have_a_dock_there() -> None:
    game = tracked_game()
    galaxy = pieces.galaxy_of(game)
    for seat, home in (("p1", "home_p1"), ("p2", "home_p2")):
        planets = galaxy.systems[galaxy.spawning[home]].planets  # type: ignore[index]
        assert {planet.control for planet in planets.values()} == {seat}
        assert sum(planet.units.get(seat, {}).get("space_dock", 0) for planet in planets.values()) == 1  # type: ignore[call-overload]


def test_a_game_with_a_galaxy_is_plain_data() -> None:
    game = tracked_game()
    assert load(dump(game), game.tables) == game


def test_units_taken_off_the_board_are_damaged_ones_first() -> None:
    game = tracked_game()
    pieces.put(game, "hive", "dreadnought", 2, "101")
    pieces.damage(game, "hive", "dreadnought", 1, "101")
    assert pieces.take(game, "hive", "dreadnought", 1, "101") == 1
    assert units(game, "hive", "101") == {"dreadnought": 1}
    assert pieces.damaged_at(pieces.galaxy_of(game), "hive", "101") == {}
    assert game.hive.units["dreadnought"] == 1


def test_an_undamaged_ship_moves_before_a_damaged_one() -> None:
    game = tracked_game()
    pieces.put(game, "hive", "dreadnought", 2, "101")
    pieces.damage(game, "hive", "dreadnought", 1, "101")
    pieces.move(game, "hive", "dreadnought", "101", "102")
    galaxy = pieces.galaxy_of(game)
    assert pieces.damaged_at(galaxy, "hive", "101") == {"dreadnought": 1}
    assert pieces.damaged_at(galaxy, "hive", "102") == {}
    pieces.move(game, "hive", "dreadnought", "101", "102")
    assert pieces.damaged_at(galaxy, "hive", "102") == {"dreadnought": 1}
    assert units(game, "hive", "101") == {}


def test_a_token_brings_its_planet_and_takes_it_away_again() -> None:
    game = tracked_game()
    mirage = next(token for token in game.tables.tiles.tokens if token.planet)
    assert mirage.planet is not None
    apply_edits(game, {f"302/token/{mirage.token}": "yes"})
    assert mirage.planet.name in pieces.galaxy_of(game).systems["302"].planets
    apply_edits(game, {f"302/token/{mirage.token}": "no"})
    assert mirage.planet.name not in pieces.galaxy_of(game).systems["302"].planets


def offered(game: Game, position: str, group: str) -> set[str]:
    return {one.field.rpartition("/")[2] for one in editables(game, position) if one.group == group}


def test_every_unit_can_be_set_where_it_can_stand_up_to_the_plastic_of_its_side() -> None:
    game = tracked_game()
    planet = next(iter(pieces.galaxy_of(game).systems["101"].planets))
    most = {
        one.field.removeprefix("101/"): one.entered.maximum for one in editables(game, "101") if one.group == "units"
    }
    on_planet = f"planet/{planet}/units"
    assert (most[f"{on_planet}/hive/mech"], most[f"{on_planet}/p1/mech"]) == (6, 4)
    assert (most[f"{on_planet}/hive/pds"], most[f"{on_planet}/p1/pds"]) == (9, 6)
    assert most["units/p1/space_dock"] == most[f"{on_planet}/p1/space_dock"] == 3
    assert "units/hive/infantry" in most
    assert not {
        "units/p1/pds",
        f"{on_planet}/p1/cruiser",
        f"{on_planet}/hive/space_dock",
        "units/hive/space_dock",
    } & set(most)


def test_a_field_says_where_it_counts_and_who_is_in_control_now() -> None:
    game = tracked_game()
    home = pieces.galaxy_of(game).spawning["main"]
    fields = {one.field.removeprefix(f"{home}/"): one for one in editables(game, home)}
    planet = next(iter(pieces.galaxy_of(game).systems[home].planets))
    assert (fields["units/hive/cruiser"].planet, fields[f"planet/{planet}/units/hive/pds"].planet) == ("", planet)
    assert fields[f"planet/{planet}/control"].value == "hive"
    pieces.set_control(game, home, planet, None)
    control = next(one for one in editables(game, home) if one.field == f"{home}/planet/{planet}/control")
    assert control.value == "nobody"


def test_only_what_lies_in_the_boxes_on_the_table_or_there_already_can_be_laid() -> None:
    game = tracked_game()
    planet = next(iter(pieces.galaxy_of(game).systems["101"].planets))
    assert {"rich_world", "terraform"} <= offered(game, "101", "attachments")
    assert {"ion_storm", "creuss_alpha"} <= offered(game, "101", "tokens")
    assert "nano_forge" not in offered(game, "101", "attachments")
    assert "ingress" not in offered(game, "101", "tokens")
    game.settings.boxes = ["base", "pok", "codex", "te"]
    assert "nano_forge" in offered(game, "101", "attachments")
    assert "ingress" in offered(game, "101", "tokens")
    apply_edits(game, {f"101/planet/{planet}/attachment/nano_forge": 1, "101/token/ingress": "yes"})
    game.settings.boxes = ["base", "pok"]
    assert "nano_forge" in offered(game, "101", "attachments")
    assert "ingress" in offered(game, "101", "tokens")


def test_control_command_tokens_and_frontier_tokens_can_be_set() -> None:
    game = tracked_game()
    planet = next(iter(pieces.galaxy_of(game).systems["101"].planets))
    apply_edits(game, {f"101/planet/{planet}/control": "hive", "101/command_token/hive": 1, "302/frontier": 0})
    assert game.hive.standard_planets == 1
    assert game.hive.tokens.board == 1
    assert not pieces.galaxy_of(game).systems["302"].frontier
    assert pieces.galaxy_of(game).touched == ["101", "302"]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({}, "Nothing was changed."),
        ({"999/frontier": 1}, "The galaxy has no system “999”. Choose one on the map."),
        ({"101/units/p3/cruiser": 1}, "is called “101/units/p3/cruiser”"),
        ({"101/units/p1/cruiser": 9}, "Ada's cruisers: enter a whole number from 0 to 8."),
        ({"101/units/p1/cruiser": "many"}, "Ada's cruisers: enter a whole number from 0 to 8."),
        ({"101/token/ion_storm": "gamma"}, "choose one of No, Alpha or Beta."),
    ],
)
def test_a_change_that_cannot_be_made_is_told_and_changes_nothing(changes: dict[str, Any], sentence: str) -> None:
    game = tracked_game()
    before = dump(game)
    with pytest.raises(Misfit) as error:
        apply_edits(game, {"101/units/p1/carrier": 1, **changes} if changes else changes)
    assert sentence in str(error.value)
    assert dump(game) == before


def test_more_plastic_than_a_player_has_is_refused() -> None:
    session = fresh_session(galaxy=layout())
    # Two more stand at home from the first moment.
    session.apply(Board({"101/units/p1/carrier": 2}))
    with pytest.raises(Refused, match=r"Ada has 4 carriers in all, not 5\."):
        session.apply(Board({"102/units/p1/carrier": 1}))


def test_captured_plastic_of_the_hive_cannot_stand_on_the_board_too() -> None:
    session = fresh_session(galaxy=layout())
    session.game.hive.captured = {"flagship": 1}
    words = r"The Hive has 1 flagship in all, 1 of them captured: no more than 0 can stand on the board\."
    with pytest.raises(Refused, match=words):
        session.apply(Board({"101/units/hive/flagship": 1}))


def test_without_a_galaxy_there_is_no_board_to_mend() -> None:
    with pytest.raises(Refused, match="without a galaxy"):
        fresh_session().apply(Board({"101/frontier": 1}))


def test_the_log_says_what_was_mended() -> None:
    words = words_of_edits(tracked_game(), {"101/units/p1/cruiser": 2})
    assert words.endswith("Ada's cruisers 0 to 2")
    both = words_of_edits(tracked_game(), {"101/units/p1/cruiser": 2, "101/frontier": 1})
    assert both == f"{words} and frontier token 0 to 1"
    assert words_of_edits(tracked_game(), {"101/nonsense": 2}) == "The board corrected"


def test_only_the_last_entry_leaves_its_mark() -> None:
    session = fresh_session(galaxy=layout())
    session.apply(Board({"101/units/p1/cruiser": 1}))
    session.apply(Board({"102/units/p1/cruiser": 1}))
    assert session.game.galaxy is not None
    assert session.game.galaxy.touched == ["102"]


@given(
    st.lists(
        st.tuples(st.sampled_from(["101", "205", "310", "000"]), st.integers(0, 500), st.integers(0, 3)), max_size=12
    )
)
def test_the_hives_counts_are_those_of_the_board_whatever_is_mended(edits: list[tuple[str, int, int]]) -> None:
    game = tracked_game()
    for position, pick, number in edits:
        fields = editables(game, position)
        one = fields[pick % len(fields)]
        apply_edits(game, {one.field: fitting(one.entered, number)})
    galaxy = pieces.galaxy_of(game)
    counts = counts_of(galaxy, game.tables)
    assert game.hive.units == counts.units
    assert game.hive.standard_planets == counts.standard_planets
    assert game.hive.tokens.board == counts.command_tokens
    assert all(
        number <= place.units[seat][unit]
        for place in (*galaxy.systems.values(), *(p for s in galaxy.systems.values() for p in s.planets.values()))
        for seat, damaged in place.damaged.items()
        for unit, number in damaged.items()
    )


# --- tiles that are exchanged in the middle of a game


@pytest.mark.rule("1.scope.unchanged-rules")
def test_the_supernova_of_the_muaat_takes_planets_and_ships_of_all_others() -> None:
    game = tracked_game()
    game.settings.p2.faction = "Embers of Muaat"
    (planet, *_) = pieces.galaxy_of(game).systems["101"].planets
    pieces.set_control(game, "101", planet, "hive")
    pieces.put(game, "hive", "infantry", 2, "101", planet)
    pieces.put(game, "hive", "cruiser", 1, "101")
    pieces.put(game, "p2", "war_sun", 1, "101")
    before = game.hive.standard_planets
    apply_edits(game, {"101/tile": "81"})
    system = pieces.galaxy_of(game).systems["101"]
    assert (system.tile, system.planets, system.units) == ("81", {}, {"p2": {"war_sun": 1}})
    assert game.hive.standard_planets == before - 1
    assert "101" in chart(pieces.galaxy_of(game), game.tables, effects=NOTHING).closed
    assert broken_laws(game) == []


@pytest.mark.rule("1.scope.unchanged-rules")
def test_two_systems_change_places_with_all_that_lies_in_them() -> None:
    game = tracked_game()
    galaxy = pieces.galaxy_of(game)
    home, tiles = galaxy.spawning["aux1"], {"205": galaxy.systems["205"].tile, "101": galaxy.systems["101"].tile}
    units_there = units(game, "hive", home)
    apply_edits(game, {f"{home}/place": "101"})
    assert (galaxy.systems["101"].position, galaxy.systems[home].position) == ("101", home)
    assert (galaxy.spawning["aux1"], units(game, "hive", "101")) == ("101", units_there)
    assert galaxy.systems[home].tile == tiles["101"]
    assert broken_laws(game) == []


@pytest.mark.rule("1.scope.unchanged-rules")
def test_a_planet_can_be_destroyed_and_put_back() -> None:
    game = tracked_game()
    (planet, *_) = pieces.galaxy_of(game).systems["101"].planets
    pieces.set_control(game, "101", planet, "hive")
    apply_edits(game, {f"101/planet/{planet}/destroyed": "1", f"101/planet/{planet}/units/p1/infantry": "1"})
    assert planet not in pieces.galaxy_of(game).systems["101"].planets
    assert broken_laws(game) == []
    apply_edits(game, {f"101/planet/{planet}/destroyed": "0"})
    assert pieces.galaxy_of(game).systems["101"].planets[planet].control is None
    assert load(dump(game), game.tables) == game


def test_a_home_is_not_replaced_and_what_lies_beside_the_map_stays_there() -> None:
    game = tracked_game()
    assert offered(game, pieces.galaxy_of(game).spawning["main"], "exchanges") == {"place", "destroyed"}
    assert offered(game, "nexus", "exchanges") == {"destroyed"}
    with pytest.raises(Misfit):
        apply_edits(game, {"101/place": "nexus"})
