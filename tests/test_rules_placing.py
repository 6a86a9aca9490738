"""Where the Hive puts its units when a galaxy is tracked. Rules: pages 8, 12 and 28."""

from __future__ import annotations

from typing import Any

import pytest

from hive.board import pieces
from hive.model.game import Game, RevealedObjective
from hive.naming import system_label
from hive.rules.abilities import board
from hive.rules.placing.production import produce_ship, strategy_phase_production
from hive.rules.status import clean_up
from hive.steps import Ask, Card, Tell
from placing import game_with, lines, placed, run, there
from whole_board import TILES

CRUISER_TO_MAIN = Card(standard_ship="cruiser", advanced_ship="dreadnought", spawning_system="main")


def funds(game: Game, resources: int = 20) -> Game:
    game.hive.bank.resources = resources
    return game


def produced(game: Game, *answers: Any, card: Card = CRUISER_TO_MAIN) -> tuple[Any, list[Ask]]:
    return run(game, produce_ship(game, set()), answers, [card])


# --- production


@pytest.mark.rule("8.where", "8.standard.ship")
def test_the_left_ship_goes_to_the_system_on_the_card() -> None:
    game = funds(game_with())
    value, (asked,) = produced(game)
    assert there(game, "310") == {"cruiser": 1}
    assert (value.ship, value.at, value.kind) == ("cruiser", "main", "standard")
    assert asked.text == "Place 1 cruiser in Tren'lak/Quinarra, tile 13 (main spawning system)"
    assert lines(asked) == [
        "No player ships in Tren'lak/Quinarra, tile 13 (main spawning system).",
        "The Hive holds Tren'lak and Quinarra.",
    ]
    assert asked.systems == ("310",)
    assert (asked.key, asked.rule) == ("production_site", "8.standard.ship")
    assert game.hive.bank.resources == 18


@pytest.mark.reading("Q46")
@pytest.mark.rule("8.advanced.two-present", "8.advanced.location")
def test_two_left_ships_in_and_next_to_it_make_it_the_right_ship() -> None:
    game = funds(game_with(h310={"cruiser": 1}, h207={"cruiser": 1}, h208={"carrier": 1}, h205={"dreadnought": 1}))
    value, (asked,) = produced(game)
    # 209 has the carrier next to it and 205 a dreadnought in it; 310 has no capacity ship near.
    assert (value.ship, value.at, value.kind) == ("dreadnought", "main", "advanced")
    assert (asked.key, asked.rule) == ("fewest_capacity_ships", "8.advanced.location")
    assert asked.why is not None
    assert "2 cruisers in and next to Tren'lak/Quinarra, tile 13 (main spawning system)" in asked.why.line
    counted = {row.label.partition(",")[0]: row.decided for row in asked.why.rows if row.rule == "8.advanced.location"}
    assert counted == {"Primor": False, "Hope's End": False, "Tren'lak/Quinarra": True}
    assert asked.systems == ("310",)


@pytest.mark.rule("8.advanced.two-present")
def test_a_left_ship_two_systems_away_does_not_count() -> None:
    game = funds(game_with(h310={"cruiser": 1}, h206={"cruiser": 1}))
    value, _ = produced(game)
    assert value.kind == "standard"


@pytest.mark.rule("8.where", "8.advanced.cannot-produce", "8.advanced.location")
def test_player_ships_close_a_system_also_for_the_right_ship() -> None:
    game = funds(game_with(a310={"destroyer": 1}, h209={"carrier": 2}, h205={"carrier": 1}))
    value, (asked,) = produced(game)
    assert (value.ship, value.at) == ("dreadnought", "aux2")
    assert "Ships of Ada in Tren'lak/Quinarra, tile 13 (main spawning system)." in lines(asked)


@pytest.mark.rule("8.where")
def test_player_ground_forces_do_not_close_a_system() -> None:
    game = funds(game_with())
    pieces.put(game, "p1", "infantry", 1, "310", "Quinarra")
    value, _ = produced(game)
    assert (value.at, value.kind) == ("main", "standard")


@pytest.mark.rule("8.where", "8.advanced.cannot-produce")
def test_a_system_without_a_hive_planet_does_not_produce() -> None:
    game = funds(game_with(h209={"carrier": 1}))
    for planet in ("Tren'lak", "Quinarra"):
        pieces.set_control(game, "310", planet, None)
    value, _ = produced(game)
    assert (value.ship, value.at) == ("dreadnought", "aux2")


@pytest.mark.rule("8.advanced.counts-as-spawning", "8.advanced.location")
def test_mecatol_rex_and_homes_can_produce_the_right_ship() -> None:
    near = {"carrier": 1}
    game = funds(game_with(a310={"cruiser": 1}, h209=near, h205=near))
    pieces.set_control(game, "000", "Mecatol Rex", "hive")
    pieces.put(game, "hive", "carrier", 1, "101")
    pieces.set_control(game, "304", "Jord", "hive")
    value, _ = produced(game)
    assert value.at == "home_p2"
    assert there(game, "304") == {"dreadnought": 1}


@pytest.mark.rule("8.advanced.location")
def test_equal_numbers_of_capacity_ships_go_by_positive_priority() -> None:
    # 209 (Hope's End: influence 0) and 205 (Primor: influence 1) are even in ships, strength and planets.
    game = funds(game_with(h310={"cruiser": 2, "carrier": 1}))
    value, (asked,) = produced(game)
    assert value.at == "aux2"
    assert asked.why is not None
    assert [row.rule for row in asked.why.rows][-1] == "5.2.block.highest-influence"


def test_player_ships_that_the_board_does_not_know_close_the_system() -> None:
    game = funds(game_with(h209={"carrier": 1}))
    value, asked = produced(game, "players.310")
    assert (value.ship, value.at) == ("dreadnought", "aux2")
    assert lines(asked[2])[0] == "Player ships in Tren'lak/Quinarra, tile 13 (main spawning system)."
    assert there(game, "310") == {}
    assert "310" in pieces.galaxy_of(game).touched


@pytest.mark.rule("8.where", "8.advanced.cannot-produce")
def test_player_ships_that_the_table_tells_of_are_asked_for_and_stay_on_the_board() -> None:
    game = funds(game_with(h209={"carrier": 1}))
    value, asked = produced(game, "players.310", lambda: pieces.put(game, "p1", "cruiser", 2, "310"))
    assert [one.key for one in asked] == ["production_site", "ships_came", "fewest_capacity_ships"]
    assert (asked[1].systems, [choice.value for choice in asked[1].choices]) == (("310",), ["later"])
    assert value.at == "aux2"
    assert lines(asked[2])[0] == "Ships of Ada in Tren'lak/Quinarra, tile 13 (main spawning system)."
    assert there(game, "310", seat="p1") == {"cruiser": 2}


@pytest.mark.rule("8.where")
def test_player_ships_are_asked_for_until_they_stand_where_the_table_has_said() -> None:
    game = funds(game_with(h209={"carrier": 1}, a301={"cruiser": 2}))
    _, asked = produced(game, "players.310", lambda: pieces.take(game, "p1", "cruiser", 2, "301"), "later")
    assert [one.key for one in asked] == ["production_site", "ships_came", "ships_came", "fewest_capacity_ships"]


def test_a_mended_board_decides_anew() -> None:
    game = funds(game_with(a310={"cruiser": 1}))
    value, asked = produced(game, lambda: pieces.take(game, "p1", "cruiser", 1, "310"))
    assert (value.ship, value.at, value.kind) == ("cruiser", "main", "standard")
    assert len(asked) == 2


@pytest.mark.rule("8.where")
def test_production_ends_where_no_system_can_take_a_ship() -> None:
    game = funds(game_with(a310={"cruiser": 1}, a209={"cruiser": 1}, b205={"cruiser": 1}))
    value, (asked,) = produced(game)
    assert value is None
    assert lines(asked) == [
        "Ships of Ben in Primor, tile 65 (AUX 2).",
        "Ships of Ada in Hope's End, tile 66 (AUX 1).",
        "Ships of Ada in Tren'lak/Quinarra, tile 13 (main spawning system).",
    ]
    assert game.hive.bank.resources == 20


@pytest.mark.rule("8.standard.fallback")
def test_the_substitute_goes_to_the_same_system() -> None:
    game = funds(game_with(), resources=1)
    value, _ = produced(game)
    assert (value.ship, value.at) == ("destroyer", "main")


@pytest.mark.rule("8.advanced.location")
def test_systems_that_are_even_in_everything_are_the_tables_choice() -> None:
    game = funds(game_with({**TILES, "209": "65"}, h310={"cruiser": 2, "carrier": 1}))
    value, (asked,) = produced(game, "209")
    assert [choice.value for choice in asked.choices] == ["205", "209", "players.205", "players.209"]
    assert value.at == "aux1"
    assert there(game, "209") == {"dreadnought": 1}


# --- warfare


def with_tokens(game: Game, *positions: str) -> Game:
    for position in positions:
        pieces.put_command_token(game, "hive", position)
    return game


@pytest.mark.rule("12.warfare.remove", "12.warfare.gain")
def test_tokens_leave_by_negative_priority() -> None:
    # Spawning system last; most ship strength first; fewer planets first.
    game = with_tokens(game_with(h101={"carrier": 1}), "310", "101", "102", "103")
    tactic = game.hive.tokens.tactic
    outcome, (asked,) = run(game, board.warfare_primary(game, 2))
    assert lines(asked)[2:] == ["Vefut II, tile 20: no units of players."]
    assert outcome.confirmed
    assert pieces.command_tokens(pieces.galaxy_of(game), "hive") == ["103", "310"]
    assert (game.hive.tokens.tactic, game.hive.tokens.board) == (tactic + 2, 2)
    assert [item.rule for item in outcome.items] == ["12.warfare.remove", "12.warfare.remove", "12.warfare.gain"]


@pytest.mark.rule("12.warfare.remove")
def test_tokens_that_tie_are_the_tables_choice() -> None:
    game = with_tokens(game_with(), "302", "306", "308")
    _, (asked,) = run(game, board.warfare_primary(game, 1), ["306"])
    assert [choice.value for choice in asked.choices] == ["302", "306", "308"]
    assert pieces.command_tokens(pieces.galaxy_of(game), "hive") == ["302", "308"]


@pytest.mark.rule("12.warfare.remove")
@pytest.mark.parametrize(("number", "asks"), [(1, 1), (2, 0), (3, 1), (4, 0), (5, 0)])
def test_tokens_that_tie_leave_together_where_all_of_them_leave(number: int, asks: int) -> None:
    """Two systems are even, then two more; the table chooses only where one of two stays."""
    game = with_tokens(game_with(h302={"cruiser": 1}, h306={"cruiser": 1}), "302", "306", "308", "312", "310")
    outcome, asked = run(game, board.warfare_primary(game, number))
    if number == 5:
        left = ["302", "306", "308", "310", "312"]
        assert [item.text.partition("out of ")[2] for item in outcome.items[:5]] == [
            f"{system_label(game, position)}." for position in left
        ]
    assert [one.key for one in asked if one.key == "tied_places"] == ["tied_places"] * asks
    left = ["302", "306", "308", "312", "310"][number:]
    assert pieces.command_tokens(pieces.galaxy_of(game), "hive") == sorted(left)


@pytest.mark.rule("12.warfare.ship-location", "12.warfare.ship-instead")
def test_free_ships_go_where_hive_ships_are_fewest_counted_anew() -> None:
    game = game_with(h310={"cruiser": 2}, h205={"cruiser": 1})
    outcome, (asked,) = run(game, board.warfare_primary(game, 3))
    # 209 with none; then 209 and 205 with one each, of which 209 is weaker; then 205.
    assert there(game, "209") == {"destroyer": 2}
    assert there(game, "205") == {"cruiser": 1, "destroyer": 1}
    assert asked.text == "Place 3 destroyers"
    assert lines(asked)[0] == "1 destroyer in Hope's End, tile 66 (AUX 1)."
    assert outcome.confirmed


@pytest.mark.rule("12.warfare.ship-location")
def test_fewest_ships_come_before_the_least_strength() -> None:
    game = game_with(h310={"dreadnought": 1}, h205={"destroyer": 2}, h209={"destroyer": 3})
    run(game, board.warfare_secondary(game))
    assert there(game, "310") == {"dreadnought": 1, "destroyer": 1}


@pytest.mark.rule("12.warfare.ship-location", "1.scope.most-helpful")
def test_the_table_chooses_between_systems_that_are_even_for_a_free_ship() -> None:
    game = game_with({**TILES, "209": "65"}, h310={"cruiser": 1})
    _, (tied, _) = run(game, board.warfare_secondary(game), ["209"])
    assert tied.text == "Place 1 destroyer: which place helps the Hive most?"
    assert [choice.value for choice in tied.choices] == ["205", "209"]
    assert there(game, "209") == {"destroyer": 1}


@pytest.mark.rule("12.warfare.ship-condition")
def test_a_free_ship_without_a_place_is_not_placed() -> None:
    game = game_with(a310={"cruiser": 1}, a209={"cruiser": 1}, b205={"cruiser": 1})
    _, (asked,) = run(game, board.warfare_secondary(game))
    assert asked.text == "No ship finds a place"
    assert game.hive.units["destroyer"] == 0


@pytest.mark.rule("12.warfare.ship-condition")
def test_free_ships_keep_off_player_ships_and_foreign_systems() -> None:
    game = game_with(h310={"cruiser": 2}, h205={"cruiser": 1}, a209={"fighter": 1})
    _, (asked,) = run(game, board.warfare_secondary(game))
    assert there(game, "205") == {"cruiser": 1, "destroyer": 1}
    assert "Ships of Ada in Hope's End, tile 66 (AUX 1)." in lines(asked)


def test_the_table_says_that_players_are_there() -> None:
    game = game_with(h310={"cruiser": 2}, h205={"cruiser": 1})
    _, asked = run(game, board.warfare_secondary(game), ["players.209", "later"])
    assert [one.key for one in asked] == ["place_ships", "ships_came", "place_ships"]
    assert there(game, "209") == {}
    assert there(game, "205") == {"cruiser": 1, "destroyer": 1}


def test_fewer_ships_can_be_placed_than_the_board_allows() -> None:
    game = game_with()
    run(game, board.warfare_primary(game, 2), ["1"])
    assert game.hive.units["destroyer"] == 1


@pytest.mark.rule("12.warfare.ship-instead")
def test_ships_that_turn_up_elsewhere_are_no_free_ships() -> None:
    """The table finds the Hive's last destroyers on the board while it is told where to place them."""
    game = game_with()
    pieces.put(game, "hive", "destroyer", 6, "303")
    _, asked = run(game, board.warfare_primary(game, 2), [lambda: pieces.put(game, "hive", "destroyer", 1, "303")])
    assert [one.text for one in asked] == ["Place 2 destroyers", "Place 1 destroyer and 1 cruiser"]
    assert (game.hive.units["destroyer"], game.hive.units["cruiser"]) == (8, 1)


# --- construction


@pytest.mark.rule("12.construction.placement", "12.construction.one-per-planet")
def test_structures_go_one_by_one_where_they_are_fewest() -> None:
    game = game_with()
    pieces.put(game, "hive", "pds", 1, "310", "Quinarra")
    pieces.set_control(game, "210", "Lodor", "hive")
    # No structure: 209, 205 and 210; spawning systems first, of these 205 by influence.
    outcome, (asked,) = run(game, board.construction_primary(game, 2))
    assert placed(asked) == ["1 PDS on Primor, tile 65 (AUX 2).", "1 PDS on Hope's End, tile 66 (AUX 1)."]
    assert there(game, "205", "Primor") == {"pds": 1}
    assert there(game, "209", "Hope's End") == {"pds": 1}
    assert outcome.confirmed


@pytest.mark.rule("12.construction.placement")
def test_fewest_structures_come_before_spawning_systems() -> None:
    game = game_with()
    for position, planet in (("310", "Quinarra"), ("209", "Hope's End"), ("205", "Primor")):
        pieces.put(game, "hive", "mech", 1, position, planet)
    pieces.set_control(game, "210", "Lodor", "hive")
    run(game, board.construction_primary(game, 1))
    assert there(game, "210", "Lodor") == {"pds": 1}


@pytest.mark.rule("12.construction.placement", "5.2.planets")
def test_within_a_system_the_planet_list_decides() -> None:
    game = game_with()
    for position, planet in (("209", "Hope's End"), ("205", "Primor")):
        pieces.put(game, "hive", "pds", 1, position, planet)
    run(game, board.construction_primary(game, 1))
    assert there(game, "310", "Quinarra") == {"pds": 1}


@pytest.mark.rule("12.construction.one-per-planet")
def test_no_planet_gets_a_second_structure() -> None:
    game = game_with()
    _, (asked,) = run(game, board.construction_primary(game, 6))
    assert game.hive.units["pds"] == 4
    assert len(placed(asked)) == 4
    again, asked_again = run(game, board.construction_primary(game, 1))
    assert asked_again == []
    assert [item.rule for item in again.items] == ["12.construction.one-per-planet"]


@pytest.mark.rule("12.construction.objective-location")
def test_an_objective_about_planets_outside_the_home_system_comes_first() -> None:
    game = game_with()
    for position, planet in (("204", "Quann"), ("210", "Lodor"), ("307", "Qucen'n"), ("307", "Rarron")):
        pieces.set_control(game, position, planet, "hive")
    for position, planet in (("209", "Hope's End"), ("205", "Primor"), ("204", "Quann"), ("307", "Rarron")):
        pieces.put(game, "hive", "mech" if position in ("204", "307") else "pds", 1, position, planet)
    pieces.put(game, "hive", "pds", 1, "310", "Tren'lak")
    pieces.put(game, "hive", "pds", 1, "210", "Lodor")
    pieces.take(game, "hive", "pds", 1, "205", "Primor")
    game.objectives = [RevealedObjective("Protect the Border")]
    # Outside its home the Hive has structures on 4 planets of 5; Primor completes the objective, and nothing after it.
    _, (asked,) = run(game, board.construction_primary(game, 2))
    assert placed(asked) == ["1 PDS on Primor, tile 65 (AUX 2).", "1 PDS on Quinarra, tile 13 (main spawning system)."]
    assert asked.items[0].note.startswith("for Protect the Border")
    assert "Protect" not in asked.items[1].note


@pytest.mark.reading("Q92")
@pytest.mark.rule("12.construction.objective-location")
def test_that_objective_comes_before_fewest_structures() -> None:
    game = game_with()
    for position, planet in (("209", "Hope's End"), ("205", "Primor")):
        pieces.put(game, "hive", "pds", 1, position, planet)
    for planet in ("Qucen'n", "Rarron"):
        pieces.set_control(game, "307", planet, "hive")
    pieces.put(game, "hive", "mech", 1, "307", "Rarron")
    game.objectives = [RevealedObjective("Protect the Border")]
    run(game, board.construction_primary(game, 1))
    assert there(game, "307", "Qucen'n") == {"pds": 1}


def test_fewer_structures_can_be_built_than_the_board_allows() -> None:
    game = game_with()
    outcome, _ = run(game, board.construction_primary(game, 3), ["1"])
    assert game.hive.units["pds"] == 1
    assert [item.text for item in outcome.items] == ["Built 1 PDS on Quinarra, tile 13 (main spawning system)."]


@pytest.mark.reading("Q50")
@pytest.mark.rule("12.construction.mechs")
def test_mechs_follow_when_no_pds_is_left() -> None:
    game = game_with()
    pieces.put(game, "hive", "pds", 8, "303", "Mehar Xull")
    _, (asked,) = run(game, board.construction_primary(game, 2))
    assert asked.text == "Build 1 PDS and 1 mech"
    assert (game.hive.units["pds"], game.hive.units["mech"]) == (9, 1)


def test_a_mended_board_finds_other_planets() -> None:
    game = game_with()
    _, asked = run(
        game, board.construction_primary(game, 1), [lambda: pieces.put(game, "hive", "pds", 1, "310", "Quinarra")]
    )
    assert placed(asked[0]) == ["1 PDS on Quinarra, tile 13 (main spawning system)."]
    assert placed(asked[1]) == ["1 PDS on Primor, tile 65 (AUX 2)."]
    assert there(game, "205", "Primor") == {"pds": 1}


@pytest.mark.rule("12.construction.primary")
def test_structures_that_turn_up_elsewhere_are_not_built() -> None:
    game = game_with()
    pieces.put(game, "hive", "pds", 8, "303", "Mehar Xull")
    _, asked = run(game, board.construction_primary(game, 2), [lambda: pieces.put(game, "hive", "pds", 1, "301")])
    assert [one.text for one in asked] == ["Build 1 PDS and 1 mech", "Build 1 mech"]
    assert {str(one.shown.heading) for one in asked} == {"The Hive plays Construction"}
    assert (game.hive.units["pds"], game.hive.units["mech"]) == (9, 1)


@pytest.mark.rule("12.construction.secondary")
def test_nothing_is_built_once_the_last_structure_turns_up_elsewhere() -> None:
    game = game_with()
    last = game.tables.units.by_key["mech"].plastic or 0
    outcome, asked = run(
        game, board.construction_secondary(game), [lambda: pieces.put(game, "hive", "mech", last, "303", "Mehar Xull")]
    )
    assert [one.shown.heading for one in asked] == ["Construction: the Hive joins in"]
    assert game.hive.units["mech"] == last
    assert [item.text for item in outcome.items] == ["No mech is left in the Hive's reinforcements."]


@pytest.mark.rule("8.phase.repeat")
def test_production_that_ends_for_want_of_plastic_says_so() -> None:
    game = funds(game_with())
    game.hive.bank.influence = 8
    for ship in game.tables.units.larger_ships:
        pieces.set_units(game, "hive", ship.key, ship.plastic or 0, "310")
    (told,) = [step for step in strategy_phase_production(game) if isinstance(step, Tell)]
    assert told.why is not None and str(told.why.line) == "No ship is left in the Hive's reinforcements."


# --- diplomacy


@pytest.mark.rule("12.diplomacy.primary", "12.diplomacy.infantry", "12.diplomacy.to-stockpile")
def test_the_planets_with_the_fewest_infantry_are_readied() -> None:
    game = game_with()
    for position, planet, number in (
        ("310", "Quinarra", 4),
        ("310", "Tren'lak", 1),
        ("209", "Hope's End", 2),
        ("205", "Primor", 3),
    ):
        pieces.put(game, "hive", "infantry", number, position, planet)
    outcome, asked = run(game, board.diplomacy_primary(game, 2))
    assert asked == []
    assert there(game, "310", "Tren'lak") == {"infantry": 4}
    assert there(game, "209", "Hope's End") == {"infantry": 4}
    assert there(game, "205", "Primor") == {"infantry": 3}
    assert (game.hive.stockpile.resources, game.hive.stockpile.influence) == (4, 4)
    assert "Put 3 infantry on Tren'lak, tile 13 (main spawning system)." in [item.text for item in outcome.items]


@pytest.mark.rule("36.conventions.no-yield")
@pytest.mark.parametrize(("marked", "gain"), [("Tren'lak", 2), ("Primor", 4)])
def test_a_readied_planet_whose_card_is_purged_gives_nothing(marked: str, gain: int) -> None:
    game = game_with()
    pieces.put(game, "hive", "infantry", 4, "310", "Quinarra")
    pieces.put(game, "hive", "infantry", 4, "205", "Primor")
    pieces.set_barren(game, "205" if marked == "Primor" else "310", marked)
    run(game, board.diplomacy_primary(game, 2))
    assert (game.hive.stockpile.resources, game.hive.stockpile.influence) == (gain, gain)
    assert there(game, "310", "Tren'lak") == {"infantry": 4}


@pytest.mark.reading("Q96")
@pytest.mark.rule("12.diplomacy.primary", "5.2.planets")
def test_equal_infantry_goes_by_the_planet_list() -> None:
    game = game_with()
    pieces.set_control(game, "000", "Mecatol Rex", "hive")
    run(game, board.diplomacy_secondary(game))
    assert there(game, "000", "Mecatol Rex") == {"infantry": 4}


@pytest.mark.rule("12.diplomacy.primary", "1.scope.most-helpful")
@pytest.mark.parametrize(("number", "chosen"), [(1, ["205"]), (1, ["209"]), (2, [])])
def test_planets_that_are_even_are_the_tables_choice_but_for_all_of_them(number: int, chosen: list[str]) -> None:
    game = game_with({**TILES, "209": "65"})
    for planet in ("Quinarra", "Tren'lak"):
        pieces.put(game, "hive", "infantry", 4, "310", planet)
    planets = {at: next(iter(pieces.galaxy_of(game).systems[at].planets)) for at in ("205", "209")}
    answers = [f"{at}/{planets[at]}" for at in chosen] or ["right"]
    _, asked = run(game, board.diplomacy_primary(game, number), answers)
    assert [one.key for one in asked] == (["tied_places"] if chosen else ["facts"]), "nobody has seen both of them"
    assert [at for at, planet in planets.items() if there(game, at, planet)] == (chosen or ["205", "209"])


def test_infantry_beyond_the_refill_stays() -> None:
    game = game_with()
    for position, planet in (("310", "Quinarra"), ("310", "Tren'lak"), ("209", "Hope's End"), ("205", "Primor")):
        pieces.put(game, "hive", "infantry", 6, position, planet)
    run(game, board.diplomacy_primary(game, 5))
    assert there(game, "205", "Primor") == {"infantry": 6}


@pytest.mark.rule("12.diplomacy.lock", "12.diplomacy.lock-rex")
def test_the_lock_names_the_systems() -> None:
    game = game_with(h310={"carrier": 1}, h209={"cruiser": 3})
    pieces.set_control(game, "000", "Mecatol Rex", "hive")
    card = game.strategy_cards[game.tables.strategy_cards.number_of["diplomacy"]]
    card.owner, card.exhausted = "hive", True
    assert board.lock(game)[0].text == "You may not activate Primor, tile 65 (AUX 2) or Hope's End, tile 66 (AUX 1)."


# --- the status phase


@pytest.mark.rule("28.4.tokens")
def test_all_command_tokens_leave_the_board() -> None:
    game = with_tokens(game_with(), "101", "310")
    pieces.put_command_token(game, "p1", "101")
    tokens = game.hive.tokens
    before = tokens.tactic + tokens.strategy
    found, _ = run(game, clean_up(game))
    assert tokens.board == 0
    assert tokens.tactic + tokens.strategy == before + 2
    assert pieces.command_tokens(pieces.galaxy_of(game), "p1") == []
    assert "Take the Hive's 2 command tokens off the board." in [item.text for item in found]


@pytest.mark.rule("28.5.spawning-infantry")
def test_infantry_is_refilled_on_spawning_system_planets_alone() -> None:
    game = game_with()
    pieces.put(game, "hive", "infantry", 3, "310", "Quinarra")
    pieces.set_control(game, "204", "Quann", "hive")
    pieces.set_control(game, "000", "Mecatol Rex", "hive")
    run(game, clean_up(game))
    assert there(game, "310", "Quinarra") == {"infantry": 4}
    assert there(game, "000", "Mecatol Rex") == {"infantry": 4}
    assert there(game, "204", "Quann") == {}
    assert there(game, "304", "Jord") == {}


def test_damage_of_all_sides_is_repaired() -> None:
    game = game_with(h310={"dreadnought": 2}, a316={"dreadnought": 1})
    pieces.damage(game, "hive", "dreadnought", 2, "310")
    pieces.damage(game, "p1", "dreadnought", 1, "316")
    run(game, clean_up(game))
    assert pieces.damaged_at(pieces.galaxy_of(game), "hive", "310") == {}
    assert pieces.damaged_at(pieces.galaxy_of(game), "p1", "316") == {}
    assert there(game, "310") == {"dreadnought": 2}
