"""Support in an active system, the Hive's dice, and what leaves the board: on a whole board, rule by rule."""

from __future__ import annotations

import pytest

from driving import fresh_game
from hive.board import pieces
from hive.catalog.tables import Level, Seat
from hive.model.game import Game
from hive.model.laws import broken_laws
from hive.rules.board import survey_of
from hive.rules.combat.battle import Support, place_support, unit_support
from hive.rules.combat.fight import support_lines
from hive.rules.combat.survivors import cleanup, repairs
from hive.rules.combat.units import Rolled, RollLine, hive_roll, rolled_lines, to_roll
from hive.rules.deck import roll
from hive.steps import Card
from whole_board import galaxy

HERE = "207"
ONE_ICON = [Card(action="red_star", choice=True), Card(action="blue_arrow", choice=True, icons=1)]
TWO_ICONS = [ONE_ICON[0], Card(action="blue_arrow", choice=True, icons=2)]


def game_of(level: Level = "standard", **ships: dict[str, int]) -> Game:
    game = fresh_game(level)
    game.galaxy = galaxy(**ships)
    pieces.recount(game)
    return game


def supported(game: Game, cards: list[Card], active: Seat = "hive") -> Support:
    return unit_support(game, survey_of(game), HERE, cards, active)


# --- support


@pytest.mark.rule(
    "21.units.condition",
    "21.units.per-capacity-ship",
    "21.units.icons",
    "21.units.aggression",
    "21.units.placement",
)
def test_example_21_two_capacity_ships_and_three_counters_bring_seven_of_each() -> None:
    game = game_of(h207={"carrier": 1, "dreadnought": 1, "cruiser": 2}, a207={"cruiser": 1}, b207={"cruiser": 1})
    game.players["p1"].counters, game.players["p2"].counters = 1, 2
    support = supported(game, TWO_ICONS)
    assert (support.fighters, support.infantry) == (7, 7)
    assert support.items[0].text == "Put 7 fighters and 7 infantry into space."
    place_support(game, HERE, support)
    assert pieces.units_at(pieces.galaxy_of(game), "hive", HERE)["fighter"] == 7
    assert pieces.units_at(pieces.galaxy_of(game), "hive", HERE)["infantry"] == 7
    assert broken_laws(game) == []


@pytest.mark.rule("21.units.icons", "21.units.aggression")
@pytest.mark.parametrize(("counters", "number"), [((1, 0), 4), ((2, 0), 4), ((2, 1), 5)])
def test_icons_count_unless_the_counters_of_the_players_there_are_higher(
    counters: tuple[int, int], number: int
) -> None:
    game = game_of(h207={"carrier": 1}, a207={"cruiser": 1}, b207={"cruiser": 1})
    game.players["p1"].counters, game.players["p2"].counters = counters
    assert supported(game, TWO_ICONS).fighters == number


@pytest.mark.rule("21.units.aggression")
def test_a_player_without_units_there_counts_only_when_active() -> None:
    game = game_of(h207={"carrier": 1})
    game.players["p1"].counters = game.players["p2"].counters = 3
    assert supported(game, ONE_ICON).fighters == 3
    assert supported(game, ONE_ICON, active="p2").fighters == 5


@pytest.mark.rule("21.units.condition")
def test_without_a_capacity_ship_no_unit_comes() -> None:
    game = game_of(h207={"cruiser": 4}, h206={"carrier": 1}, a207={"cruiser": 1})
    assert supported(game, TWO_ICONS).fighters == 0
    place_support(game, HERE, supported(game, TWO_ICONS))
    assert pieces.units_at(pieces.galaxy_of(game), "hive", HERE) == {"cruiser": 4}


@pytest.mark.rule("13.technology.cruiser-ii", "21.units.condition")
def test_an_upgraded_cruiser_is_no_capacity_ship() -> None:
    game = game_of(h207={"cruiser": 4})
    game.hive.upgrades = ["Cruiser II"]
    assert supported(game, TWO_ICONS).infantry == 0


@pytest.mark.rule("32.easy.capacity-support", "32.expert.capacity-support", "21.units.per-capacity-ship")
@pytest.mark.parametrize(("level", "number"), [("easy", 4), ("standard", 6), ("expert", 8)])
def test_the_level_says_what_a_capacity_ship_brings(level: Level, number: int) -> None:
    assert supported(game_of(level, h207={"carrier": 2}), TWO_ICONS).fighters == number


@pytest.mark.reading("Q30")
@pytest.mark.rule("21.units.icons")
def test_a_support_card_alone_is_the_first_and_its_icons_do_not_count() -> None:
    game = game_of(h207={"carrier": 1})
    assert supported(game, [Card(action="red_star", choice=True, icons=3)]).fighters == 2


@pytest.mark.rule("21.units.per-capacity-ship", "21.units.icons")
@pytest.mark.parametrize(("cards", "besides"), [(ONE_ICON, 1), (ONE_ICON[:1], 0)])
def test_without_a_galaxy_a_single_support_card_still_brings_what_capacity_ships_do(
    cards: list[Card], besides: int
) -> None:
    text = f"The Hive adds fighters and infantry: 2 of each for every carrying ship, {besides} of each besides."
    assert text in [line.text for line in support_lines(fresh_game(), cards)]


@pytest.mark.reading("Q117")
@pytest.mark.rule("3.1.depleted")
def test_without_a_galaxy_and_a_card_no_support_is_told() -> None:
    assert support_lines(fresh_game(), []) == []


# --- dice


@pytest.mark.rule("1.setup.faction")
def test_unrelenting_and_the_flagship_help_combat_rolls_strongest_unit_first() -> None:
    lines = hive_roll(game_of(), "space_combat", {"fighter": 2, "cruiser": 1, "flagship": 1})
    assert lines == [
        RollLine("flagship", 1, 2, 5, ("Unrelenting +1",)),
        RollLine("cruiser", 1, 1, 5, ("Unrelenting +1", "flagship +1")),
        RollLine("fighter", 2, 2, 7, ("Unrelenting +1", "flagship +1")),
    ]


@pytest.mark.rule("1.setup.faction", "1.setup.mech-double-nature")
def test_on_the_ground_infantry_and_mechs_roll_with_unrelenting() -> None:
    lines = hive_roll(game_of(), "ground_combat", {"infantry": 3, "mech": 1, "pds": 1})
    assert [(line.unit, line.dice, line.hit) for line in lines] == [("mech", 1, 5), ("infantry", 3, 7)]


@pytest.mark.rule("13.technology.printed", "13.technology.fighter-ii", "13.technology.cruiser-ii")
def test_upgrades_change_the_dice() -> None:
    game = game_of()
    game.hive.upgrades = ["Fighter II", "Cruiser II", "Destroyer II", "PDS II", "Infantry II", "Exotrireme II"]
    ships = {"fighter": 1, "cruiser": 1, "destroyer": 1, "dreadnought": 1}
    assert [line.hit for line in hive_roll(game, "space_combat", ships)] == [4, 5, 7, 7]
    barrage = hive_roll(game, "anti_fighter_barrage", ships)
    assert barrage == [RollLine("destroyer", 1, 3, 6, ("Destroyer II",))]
    assert [line.hit for line in hive_roll(game, "space_cannon", {"pds": 2})] == [5]


@pytest.mark.rule("13.technology.infantry-ii", "13.technology.exotrireme-ii")
def test_infantry_ii_hits_on_seven_before_unrelenting_and_exotrireme_ii_bombards_as_before() -> None:
    game = game_of()
    game.hive.upgrades = ["Infantry II", "Exotrireme II"]
    assert hive_roll(game, "ground_combat", {"infantry": 1}) == [
        RollLine("infantry", 1, 1, 6, ("Infantry II", "Unrelenting +1"))
    ]
    assert hive_roll(game, "bombardment", {"dreadnought": 2, "cruiser": 1}) == [RollLine("dreadnought", 2, 4, 4)]


@pytest.mark.rule("1.scope.unchanged-rules")
def test_abilities_are_no_combat_rolls_and_get_no_bonus() -> None:
    game = game_of()
    units = {"pds": 1, "destroyer": 1, "dreadnought": 1, "war_sun": 1, "flagship": 1}
    assert [line.hit for line in hive_roll(game, "space_cannon", units)] == [6]
    assert [(line.dice, line.hit) for line in hive_roll(game, "anti_fighter_barrage", units)] == [(2, 9)]
    assert [(line.dice, line.hit) for line in hive_roll(game, "bombardment", units)] == [(3, 3), (2, 4)]


def test_the_app_shows_every_die_and_counts_the_hits() -> None:
    game = game_of()
    lines = hive_roll(game, "space_combat", {"cruiser": 2, "fighter": 1})
    assert to_roll(game, "space_combat", lines)[0].text == "2 cruisers, 2 dice, hit from 6."
    rolled = [Rolled(line, tuple(roll(game, line.dice))) for line in lines]
    assert [len(one.dice) for one in rolled] == [2, 1] and game.rolls == 3
    hits = sum(die >= 6 for die in rolled[0].dice) + sum(die >= 8 for die in rolled[1].dice)
    words = rolled_lines(game, "space_combat", rolled)
    assert ", ".join(map(str, rolled[0].dice)) in words[1].text
    assert words[0].text.startswith(f"The players take {hits} hit")


def test_single_units_with_the_same_modifiers_share_a_line() -> None:
    game = game_of()
    lines = hive_roll(game, "space_combat", {"fighter": 2, "destroyer": 1, "cruiser": 1})
    told = to_roll(game, "space_combat", lines)
    assert [line.text for line in told] == [
        "1 cruiser, hit from 6; 1 destroyer, hit from 8.",
        "2 fighters, 2 dice, hit from 8.",
    ]
    assert told[0].note == "1 die each; Unrelenting +1 counted"
    rolled = [Rolled(lines[0], (7,)), Rolled(lines[1], (3,)), Rolled(lines[2], (8, 9))]
    assert [line.text for line in rolled_lines(game, "space_combat", rolled)] == [
        "The players take 3 hits.",
        "1 cruiser, hit from 6: 7; 1 destroyer, hit from 8: 3 (1 hit).",
        "2 fighters, 2 dice, hit from 8: 8, 9 (2 hits).",
    ]


# --- what leaves the board


@pytest.mark.rule("21.cleanup.fighters")
def test_all_hive_fighters_leave_and_no_others() -> None:
    game = game_of(h207={"fighter": 3, "carrier": 1}, h101={"fighter": 1}, a101={"fighter": 2})
    lines = cleanup(game)
    found = pieces.galaxy_of(game)
    assert [line.text.split(" in ")[0] for line in lines] == ["Remove 1 fighter", "Remove 3 fighters"]
    assert pieces.units_at(found, "hive", HERE) == {"carrier": 1}
    assert pieces.units_at(found, "p1", "101") == {"fighter": 2}
    assert set(found.touched) == {"101", "207"}


@pytest.mark.reading("Q32")
@pytest.mark.rule("21.cleanup.infantry")
@pytest.mark.parametrize(("infantry", "left"), [(3, 3), (4, 4), (5, 4), (9, 4)])
def test_a_hive_planet_keeps_at_most_four_infantry_and_all_its_mechs(infantry: int, left: int) -> None:
    game = game_of()
    pieces.put(game, "hive", "infantry", infantry, "209", "Hope's End")
    pieces.put(game, "hive", "mech", 2, "209", "Hope's End")
    cleanup(game)
    assert pieces.units_at(pieces.galaxy_of(game), "hive", "209", "Hope's End") == {"infantry": left, "mech": 2}
    assert broken_laws(game) == []


@pytest.mark.reading("Q116")
@pytest.mark.rule("21.cleanup.infantry")
def test_infantry_in_space_leaves() -> None:
    game = game_of(h207={"carrier": 1, "infantry": 2})
    assert cleanup(game)[0].text.startswith("Remove 2 infantry in space in Tar'mann, tile 22")
    assert pieces.units_at(pieces.galaxy_of(game), "hive", HERE) == {"carrier": 1}


def test_without_a_galaxy_nothing_is_cleaned_up_or_repaired() -> None:
    game = fresh_game()
    repairs(game)
    assert cleanup(game) == []


@pytest.mark.rule("1.scope.unchanged-rules")
def test_all_damage_is_repaired() -> None:
    game = game_of(h207={"dreadnought": 2}, a101={"dreadnought": 1})
    pieces.damage(game, "hive", "dreadnought", 1, HERE)
    pieces.damage(game, "p1", "dreadnought", 1, "101")
    repairs(game)
    found = pieces.galaxy_of(game)
    assert not pieces.damaged_at(found, "hive", HERE) and not pieces.damaged_at(found, "p1", "101")
