"""The set-up of pages 1 and 32: what a scenario cannot say, because it gives the deck itself."""

from __future__ import annotations

import re
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from driving import fresh_game, layout
from hive.board.layout import Layout, home_tiles, lay_out
from hive.catalog.reading import load_tables
from hive.catalog.tables import Kind, Level
from hive.model.game import CommandTokens, Game, PlayerSetup, Settings, Stockpile
from hive.model.laws import broken_laws
from hive.rules.objectives.scoring import hidden_objectives
from hive.rules.setup.new_game import new_game
from hive.rules.setup.set_up import board_lines, checklist_numbers, set_up
from hive.steps import Item, Tell


def checklist(level: Level = "standard", galaxy: Layout | None = None) -> list[Item]:
    """All items of the set-up, its questions left out."""
    return items_in(fresh_game(level, galaxy=galaxy))


def items_in(game: Game) -> list[Item]:
    """All items of the set-up of a game, its questions left out."""
    items: list[Item] = []
    for step in set_up(game):
        if not isinstance(step, Tell):
            break
        items.extend(step.items)
    return items


def text_of(rule: str, level: Level = "standard") -> str:
    return " ".join(item.text for item in checklist(level) if item.rule == rule)


DECKS = [
    pytest.param("easy", 18, 18, marks=pytest.mark.rule("32.easy.deck")),
    pytest.param("standard", 24, 12, marks=pytest.mark.rule("1.setup.deck")),
    pytest.param("expert", 30, 6, marks=pytest.mark.rule("32.expert.deck")),
]


@pytest.mark.parametrize(("level", "primary", "secondary"), DECKS)
def test_a_new_game_has_its_36_cards_in_two_decks_and_none_discarded(
    level: Level, primary: int, secondary: int
) -> None:
    deck = fresh_game(level).deck
    assert (len(deck.primary), len(deck.secondary)) == (primary, secondary)
    assert (deck.in_use, deck.discard) == ([], [])
    assert sorted(deck.cards) == list(range(1, 37))


@pytest.mark.parametrize(("level", "primary", "secondary"), DECKS)
def test_who_owns_the_printed_deck_hears_how_to_deal_it(level: Level, primary: int, secondary: int) -> None:
    rule = "1.setup.deck" if level == "standard" else f"32.{level}.deck"
    assert f"a primary deck of {primary} and a secondary deck of {secondary}" in text_of(rule, level)


@pytest.mark.rule("1.setup.deck")
def test_the_deck_is_shuffled_and_each_game_has_an_order_of_its_own() -> None:
    orders = [fresh_game(seed=seed).deck.cards for seed in ("one", "two", "one")]
    assert orders[0] != sorted(orders[0])
    assert orders[0] != orders[1]
    assert orders[0] == orders[2]


CARRIERS = [
    pytest.param(
        "easy",
        "32.easy.starting-carrier",
        "the main spawning system",
        marks=pytest.mark.rule("32.easy.starting-carrier"),
    ),
    pytest.param("standard", "2.hive.start-auxiliary", "AUX 1 and AUX 2"),
    pytest.param(
        "expert",
        "32.expert.starting-carrier",
        "the main spawning system, AUX 1 and AUX 2",
        marks=pytest.mark.rule("32.expert.starting-carrier"),
    ),
]


@pytest.mark.parametrize(("level", "rule", "where"), CARRIERS)
def test_the_checklist_says_where_the_carriers_start_and_cites_the_level(level: Level, rule: str, where: str) -> None:
    assert f"Add 1 carrier in each of these: {where}." in text_of(rule, level)
    assert checklist_numbers(fresh_game(level))["starting_carriers"] == where


@pytest.mark.rule("1.setup.stockpile")
def test_the_stockpile_starts_empty_in_a_space_of_its_own() -> None:
    assert fresh_game().hive.stockpile == Stockpile(resources=0, influence=0, trade_goods=0, command_tokens=0)
    assert text_of("1.setup.stockpile") == "Keep a space free for its stockpile."


@pytest.mark.rule("1.setup.no-fleet-tokens")
def test_the_fleet_pool_never_holds_command_tokens_of_the_hive() -> None:
    assert {field.name for field in fields(CommandTokens)} == {"tactic", "strategy", "board", "captured"}
    assert text_of("1.setup.no-fleet-tokens") == "Leave its fleet pool without command tokens, now and later."


@pytest.mark.rule("1.setup.aggression-counters", "14.counter.meaning")
def test_the_counters_are_control_tokens_of_each_player_in_the_fleet_pool() -> None:
    text = text_of("1.setup.aggression-counters")
    assert "control tokens of each player in its fleet pool, as aggression counters: 1 of each" in text


SHOWN = [
    pytest.param("1.scope.expansion", "Prophecy of Kings", marks=pytest.mark.rule("1.scope.expansion")),
    pytest.param("1.scope.alliance", "Ada and Ben are allies", marks=pytest.mark.rule("1.scope.alliance")),
    pytest.param("1.scope.player-term", "and not the Hive", marks=pytest.mark.rule("1.scope.player-term")),
    pytest.param("1.scope.unchanged-rules", "as usual", marks=pytest.mark.rule("1.scope.unchanged-rules")),
    pytest.param("1.setup.speaker", "Give the Hive the Speaker token", marks=pytest.mark.rule("1.setup.speaker")),
    pytest.param(
        "1.setup.bank",
        "8 infantry tokens for resources, 8 fighter tokens for influence",
        marks=pytest.mark.rule("1.setup.bank"),
    ),
    pytest.param(
        "1.setup.command-tokens",
        "3 command tokens in its tactic pool and 2 in its strategy pool",
        marks=pytest.mark.rule("1.setup.command-tokens"),
    ),
    pytest.param(
        "1.setup.secret-objective", "face down and unseen: 1", marks=pytest.mark.rule("1.setup.secret-objective")
    ),
    pytest.param(
        "2.board.ion-card",
        "Ion Storm card out of the frontier deck and lay it face up",
        marks=pytest.mark.rule("2.board.ion-card"),
    ),
    pytest.param(
        "2.hive.components",
        "the red pieces and cards and everything of Sardakk N'orr in the Hive's play area",
        marks=pytest.mark.rule("2.hive.components"),
    ),
    pytest.param("3.1.discard-closed", "Nobody looks through them", marks=pytest.mark.rule("3.1.discard-closed")),
]


@pytest.mark.parametrize(("rule", "words"), SHOWN)
def test_the_set_up_shows_the_rule_with_the_numbers_of_this_game(rule: str, words: str) -> None:
    assert words in text_of(rule)


@pytest.mark.rule("1.setup.purge-objectives")
def test_a_purged_objective_cannot_be_revealed() -> None:
    names = {objective.name for objective in hidden_objectives(fresh_game())}
    assert not names & {"Explore Deep Space", "Raise a Fleet", "Command an Armada", "Patrol Vast Territories"}
    assert {"Build Defenses", "Become a Legend"} <= names


# --- With a galaxy

LAYOUT = layout()
CREUSS = lay_out(load_tables(), ("base", "pok"), {"p1": "17", "p2": "16"}, "test")
LAID: list[tuple[str, list[Kind]]] = [
    ("2.board.rex-and-main", ["REX", "MS"]),
    ("2.board.player-homes", ["PL1", "PL2"]),
    ("2.board.auxiliary", ["AS1", "AS2"]),
    ("2.board.wormhole-planets", ["WH1"]),
    ("2.board.ion-system", ["ION"]),
    ("2.board.wormhole-basic", ["WH2"]),
    ("2.board.empty-space", ["ES"]),
    ("2.board.anomalies", ["AN1"]),
    ("2.board.anomaly-planet", ["AN2"]),
    ("2.board.blue-backed", ["X"]),
]


def items_of(rule: str, galaxy: Layout = LAYOUT, level: Level = "standard") -> list[Item]:
    return [item for item in checklist(level, galaxy) if item.rule == rule]


@pytest.mark.rule(*(rule for rule, _ in LAID))
@pytest.mark.parametrize(("rule", "kinds"), LAID)
def test_a_known_galaxy_is_laid_out_tile_by_tile(rule: str, kinds: list[Kind]) -> None:
    (item,) = items_of(rule)
    slots = [slot for kind in kinds for slot in load_tables().galaxy.template.kinds[kind]]
    shown = {slot: tile for tile, slot in re.findall(r"(\w+) at (\d{3})", item.note)}
    assert shown == {slot: LAYOUT.tiles[slot] for slot in slots}


def test_a_known_galaxy_leaves_nothing_to_draw_or_to_count() -> None:
    texts = " ".join(item.text for item in checklist(galaxy=LAYOUT) if item.rule.startswith("2.board."))
    for word in ("at random", "Draw ", "Count ", "exchange"):
        assert word not in texts
        assert word in " ".join(item.text for item in checklist() if item.rule.startswith("2.board."))


@pytest.mark.rule("2.board.ion-token")
def test_the_known_side_of_the_ion_storm_is_told() -> None:
    (item,) = items_of("2.board.ion-token")
    assert f"into ION, {LAYOUT.ion_side} up." in item.text and "printed wormhole, which is ignored" in item.text
    assert "a random side up" in text_of("2.board.ion-token")


@pytest.mark.rule("2.board.player-homes")
def test_whose_home_it_is_stands_beside_its_tile_also_at_a_gate() -> None:
    for galaxy, tile in ((LAYOUT, "1"), (CREUSS, "17")):
        (item,) = items_of("2.board.player-homes", galaxy)
        assert f"{tile} at {galaxy.homes['p1']} (Ada)" in item.note
        assert f"16 at {galaxy.homes['p2']} (Ben)" in item.note


@pytest.mark.rule("2.hive.start-main")
def test_the_starting_units_of_the_main_spawning_system_are_listed_where_it_lies() -> None:
    (item,) = items_of("2.hive.start-main")
    assert item.note == (
        "Tren'lak/Quinarra, tile 13 (main spawning system): 1 cruiser, 1 destroyer, "
        "4 infantry on Tren'lak and 4 infantry on Quinarra."
    )


@pytest.mark.rule("2.hive.start-auxiliary")
def test_the_starting_units_of_both_auxiliary_systems_are_listed_where_they_lie() -> None:
    item = items_of("2.hive.start-auxiliary")[0]
    planets = {"65": "Primor", "66": "Hope's End"}
    for slot, name in (("209", "AUX 1"), ("205", "AUX 2")):
        tile = LAYOUT.tiles[slot]
        units = f"1 cruiser, 1 destroyer, 1 carrier and 4 infantry on {planets[tile]}."
        assert f"{planets[tile]}, tile {tile} ({name}): {units}" in item.note


@pytest.mark.rule("32.expert.starting-carrier")
def test_the_carriers_of_the_level_are_among_the_listed_units() -> None:
    assert "1 carrier" in items_of("2.hive.start-main", level="expert")[0].note
    assert "1 carrier" not in items_of("2.hive.start-main")[0].note


FLEETS = {
    "Clan of Saar": ({"carrier": 2, "cruiser": 1, "fighter": 2, "space_dock": 1}, {"Lisis II": {"infantry": 4}}),
    "Emirates of Hacan": (
        {"carrier": 2, "cruiser": 1, "fighter": 2},
        {"Arretze": {"infantry": 1, "space_dock": 1}, "Hercant": {"infantry": 2}, "Kamdorn": {"infantry": 1}},
    ),
    "Ghosts of Creuss": (
        {"carrier": 1, "destroyer": 2, "fighter": 2},
        {"Creuss": {"infantry": 4, "space_dock": 1}},
    ),
    "Council Keleres": (
        {"carrier": 2, "cruiser": 1, "fighter": 2},
        {"Moll Primus": {"infantry": 2, "space_dock": 1}},
    ),
    "": ({}, {"Jord": {"space_dock": 1}}),
}


@pytest.mark.rule("1.scope.unchanged-rules")
@pytest.mark.parametrize("faction", FLEETS)
def test_a_players_fleet_stands_at_home_from_the_first_moment(faction: str) -> None:
    tables = load_tables()
    settings = Settings(PlayerSetup("Ada", faction, "blue"), PlayerSetup("Ben", "Winnu", "green"))
    home = home_tiles(tables, settings.boxes, faction)[0] if faction else "1"
    game = new_game(settings, tables, "x", lay_out(tables, settings.boxes, {"p1": home, "p2": "7"}, "x"))
    assert game.galaxy is not None
    system = game.galaxy.systems[game.galaxy.spawning["home_p1"]]
    on_planets = {name: state.units["p1"] for name, state in system.planets.items() if state.units.get("p1")}
    assert (system.units.get("p1", {}), on_planets) == FLEETS[faction]
    assert broken_laws(game) == []


@pytest.mark.rule("1.scope.unchanged-rules")
def test_the_checklist_says_what_stands_in_the_players_homes() -> None:
    tables = load_tables()
    settings = Settings(PlayerSetup("Ada", "Federation of Sol", "blue"), PlayerSetup("Ben", "Winnu", "green"))
    game = new_game(settings, tables, "x", lay_out(tables, settings.boxes, {"p1": "1", "p2": "7"}, "x"))
    told = [item for item in items_in(game) if "both players' factions" in item.text]
    fleet = "2 carriers, 1 destroyer, 3 fighters, 5 infantry on Jord and 1 space dock on Jord."
    assert len(told) == 1 and f"Jord, tile 1 (Ada's home system): {fleet}" in told[0].note
    assert (
        "Winnu, tile 7 (Ben's home system): 1 carrier, 1 cruiser, 2 fighters, 2 infantry on Winnu, 1 PDS on Winnu"
        in told[0].note
    )


# The nexus turns over as soon as the Hive's units stand in it.
TILES = sorted(tile.tile for tile in load_tables().tiles.tiles if tile.role != "wormhole_nexus")


@given(st.permutations(TILES))
def test_a_galaxy_that_fits_nowhere_begins_all_the_same(order: list[str]) -> None:
    """The table may go on regardless of all misfits, with any tile in any place."""
    galaxy = replace(LAYOUT, tiles=dict(zip(LAYOUT.tiles, order, strict=False)))
    game = fresh_game(galaxy=galaxy)
    assert broken_laws(game) == []
    laid = {placed.slot: placed.tile for line in board_lines(game) for placed in line.placed}
    assert laid == galaxy.tiles
