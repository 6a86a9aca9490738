"""What stands in decks/: the numbers of the rulebook, and the defaults that we took where its pictures are missing."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any, get_args

import pytest

from hive.catalog.checking import DECKS
from hive.catalog.copying import check_files
from hive.catalog.documents import EXPLAINING, MODELS, TableError
from hive.catalog.reading import load_events, load_notes, load_rulebook, load_tables, load_terms
from hive.catalog.tables import SETUP_WORDS, Level
from hive.catalog.tables.doings import Only, Spared
from hive.rules.diagrams.systems import MEASURES, PLANET_MEASURES
from hive.rules.events.kinds import PROCEDURES, all_events
from hive.rules.notes import KINDS

TABLES = load_tables()
FILES = [DECKS / f"{kind}.yaml" for kind in MODELS]


def test_the_tables_fit_their_models_and_each_other() -> None:
    assert check_files(FILES).messages == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_table_begins_with_what_it_is_for(path: Path) -> None:
    header, start, _ = path.read_text(encoding="utf-8").partition(f"\ntable: {path.stem}\n")
    assert start
    assert all(line == "" or line.startswith("# ") or line == "#" for line in header.splitlines())
    assert path.stem in EXPLAINING or "house rule" in header


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_table_can_be_read_on_a_narrow_screen(path: Path) -> None:
    assert [line for line in path.read_text(encoding="utf-8").splitlines() if len(line) > 120] == []


# --- The Hive Mind deck (Q07 to Q13)

FIELDS = [
    "action",
    "choice",
    "icons",
    "initiative",
    "standard_ship",
    "advanced_ship",
    "spawning_system",
    "technology",
    "promissory_note",
]
CARDS = [
    {field: tuple(value) if isinstance(value := getattr(card, field), list) else value for field in FIELDS}
    for card in TABLES.hive_mind.cards
]


def counted(*fields: str) -> Counter[Any]:
    """On how many cards each value, or each combination of values, stands."""
    return Counter(tuple(card[field] for field in fields) if len(fields) > 1 else card[fields[0]] for card in CARDS)


@pytest.mark.reading("Q08", "Q09", "Q10", "Q11", "Q12", "Q13")
@pytest.mark.parametrize(
    ("field", "counts"),
    [
        ("action", {"blue_arrow": 9, "yellow_arrow": 9, "red_star": 9, "green_compass": 9}),
        ("choice", {True: 18, False: 18}),
        ("icons", {1: 12, 2: 12, 3: 12}),
        ("initiative", {**{(number,): 3 for number in range(1, 9)}, (1, 2): 3, (3, 4): 3, (5, 6): 3, (7, 8): 3}),
        ("standard_ship", {"destroyer": 18, "cruiser": 18}),
        ("advanced_ship", {"carrier": 15, "dreadnought": 12, "flagship": 6, "war_sun": 3}),
        ("spawning_system", {"main": 12, "aux1": 12, "aux2": 12}),
        ("technology", {"blue": 9, "green": 9, "red": 9, "yellow": 9}),
        (
            "promissory_note",
            {
                "alliance": 6,
                "faction": 6,
                "support_for_the_throne": 6,
                "political_secret": 6,
                "trade_agreement": 6,
                "ceasefire": 6,
            },
        ),
    ],
)
def test_each_value_stands_on_as_many_cards_as_the_note_says(field: str, counts: dict[object, int]) -> None:
    assert counted(field) == counts


@pytest.mark.parametrize(("one", "other"), list(combinations(FIELDS, 2)), ids=lambda field: field)
def test_no_field_of_a_card_foretells_another(one: str, other: str) -> None:
    """Each pair of values is on as many cards as it would be on average by chance, give or take one."""
    both, ones, others = counted(one, other), counted(one), counted(other)
    for value, count in ones.items():
        for other_value, other_count in others.items():
            assert abs(both[value, other_value] - count * other_count / len(CARDS)) <= 1


@pytest.mark.reading("Q11")
@pytest.mark.parametrize(
    ("one", "other"),
    [("action", "icons"), ("choice", "icons"), ("advanced_ship", "spawning_system"), ("action", "spawning_system")],
)
def test_fields_that_are_read_together_are_spread_exactly(one: str, other: str) -> None:
    both, ones, others = counted(one, other), counted(one), counted(other)
    assert all(both[a, b] == ones[a] * others[b] / len(CARDS) for a in ones for b in others)


@pytest.mark.reading("Q09")
def test_the_green_check_is_on_about_half_the_cards_of_each_symbol() -> None:
    assert {count for (_, choice), count in counted("action", "choice").items() if choice} == {4, 5}


# --- Criteria, diagrams, levels


def test_the_strategy_cards_are_numbered_as_printed() -> None:
    assert [(card.number, card.name) for card in TABLES.strategy_cards.cards] == [
        (1, "Leadership"),
        (2, "Diplomacy"),
        (3, "Politics"),
        (4, "Construction"),
        (5, "Trade"),
        (6, "Warfare"),
        (7, "Technology"),
        (8, "Imperial"),
    ]
    assert all(card.key == card.name.lower() for card in TABLES.strategy_cards.cards)


def test_the_criteria_are_those_of_page_6() -> None:
    def short(group: str) -> list[tuple[object, ...]]:
        return [(row.card, row.test, row.number, *row.items) for row in getattr(TABLES.criteria, group)]

    assert short("critical") == [
        ("imperial", "controls_mecatol_rex", None),
        ("imperial", "completed_objectives_at_least", 2),
        ("leadership", "command_tokens_below", 4),
        ("politics", "speaker_left_of_hive", None),
    ]
    assert short("objective") == [
        ("leadership", "deficient", None, "command_tokens"),
        ("diplomacy", "deficient", None, "resources", "influence"),
        ("construction", "structure_objective_incomplete", None),
        ("trade", "deficient", None, "trade_goods"),
        ("technology", "technology_objective_incomplete", None),
    ]
    assert short("standard") == [
        ("diplomacy", "influence_at_least", 18),
        ("politics", "hive_not_speaker", None),
        ("construction", "structures_below", 8),
        ("warfare", "influence_below", 14),
        ("technology", "upgrades_below", 4),
    ]


def test_each_criterion_cites_the_rule_of_its_card() -> None:
    for group in ("critical", "objective", "standard"):
        for row in getattr(TABLES.criteria, group):
            assert row.rule.startswith(f"6.{group}.{row.card}")


@pytest.mark.reading("Q01", "Q02")
def test_the_diagrams_keep_the_order_of_our_defaults() -> None:
    def kept(name: str) -> list[str]:
        diagram = getattr(TABLES.priorities, name)
        assert diagram.default_of_ours
        return [block.keep for block in diagram.blocks]

    assert kept("positive") == [
        "completes_objective",
        "spawning_system",
        "lowest_total_ship_strength",
        "most_planets",
        "highest_total_influence",
        "highest_total_resources",
        "wormhole_alpha_to_epsilon",
    ]
    assert kept("negative") == [
        "not_serving_objective",
        "not_spawning_system",
        "highest_total_ship_strength",
        "fewest_planets",
        "lowest_total_influence",
        "lowest_total_resources",
        "no_wormhole_then_epsilon_to_alpha",
    ]
    assert kept("positive_planet") == [
        "completes_objective",
        "spawning_system_planet",
        "highest_influence",
        "highest_resources",
    ]
    assert kept("negative_planet") == [
        "not_serving_objective",
        "not_spawning_system_planet",
        "lowest_influence",
        "lowest_resources",
    ]


def test_what_sustains_damage_does_so_first_and_the_weakest_unit_goes_first() -> None:
    costs = {unit.key: unit.cost for unit in TABLES.units.units}
    for diagram in (TABLES.damage.space, TABLES.damage.ground):
        assert diagram.default_of_ours
        order = [(block.action == "destroy", costs[block.unit]) for block in diagram.blocks]
        assert order == sorted(order)
    assert [block.unit for block in TABLES.damage.space.blocks if block.action == "sustain"] == [
        "dreadnought",
        "flagship",
        "war_sun",
    ]


@pytest.mark.reading("Q77")
@pytest.mark.parametrize(
    ("level", "numbers", "carriers"),
    [
        ("easy", (18, 18, 2, 3, 1, 1, 1, 1), ["main"]),
        ("standard", (24, 12, 1, 4, 2, 2, 2, 2), ["aux1", "aux2"]),
        ("expert", (30, 6, 0, 5, 3, 3, 3, 3), ["main", "aux1", "aux2"]),
    ],
)
def test_the_levels_have_their_numbers(level: Level, numbers: tuple[int, ...], carriers: list[str]) -> None:
    found = TABLES.level(level)
    assert (
        found.primary_cards,
        found.secondary_cards,
        found.rounds_without_criteria,
        found.counter_maximum,
        found.units_per_capacity_ship,
        found.status_secrets,
        found.status_action_cards,
        found.status_command_tokens,
    ) == numbers
    assert found.starting_carriers == carriers
    if level != "standard":
        assert all(rule.startswith(f"32.{level}.") for rule in found.rules.values())


# --- Units, technologies, objectives


@pytest.mark.reading("Q31")
def test_the_units_have_their_cost_and_their_plastic() -> None:
    assert {unit.key: (unit.cost, unit.plastic) for unit in TABLES.units.units} == {
        "fighter": (0.5, None),
        "destroyer": (1, 8),
        "cruiser": (2, 8),
        "carrier": (3, 4),
        "dreadnought": (4, 5),
        "flagship": (8, 1),
        "war_sun": (12, 2),
        "infantry": (0.5, None),
        "mech": (2, 4 + 2),
        "pds": (0, 6 + 3),
        "space_dock": (0, 0),
    }


def test_each_player_has_the_plastic_of_one_colour() -> None:
    assert {unit.key: unit.players_plastic for unit in TABLES.units.units} == {
        "fighter": None,
        "destroyer": 8,
        "cruiser": 8,
        "carrier": 4,
        "dreadnought": 5,
        "flagship": 1,
        "war_sun": 2,
        "infantry": None,
        "mech": 4,
        "pds": 6,
        "space_dock": 3,
    }


def test_the_units_have_their_nature() -> None:
    units = TABLES.units.units
    assert [unit.key for unit in units if unit.category == "ship"] == [
        "fighter",
        "destroyer",
        "cruiser",
        "carrier",
        "dreadnought",
        "flagship",
        "war_sun",
    ]
    assert {unit.key for unit in units if unit.capacity_ship} == {"carrier", "dreadnought", "flagship", "war_sun"}
    assert {unit.key for unit in units if unit.sustain_damage} == {"dreadnought", "flagship", "war_sun", "mech"}
    structures = {unit.key for unit in units if unit.category == "structure" or unit.also_structure}
    assert structures == {"pds", "mech", "space_dock"}
    assert {unit.key: unit.needs_upgrade for unit in units if unit.needs_upgrade} == {"war_sun": "War Sun"}


@pytest.mark.rule("1.setup.faction")
def test_the_units_of_the_faction_fight_as_printed() -> None:
    """Exotrireme bombards with 2 dice at 4, C'morran N'orr lends +1, the Valkyrie Exoskeleton answers with a hit."""
    abilities = ("anti_fighter_barrage", "bombardment", "space_cannon")
    values = {
        (unit.key, ability): (value.hit, value.dice)
        for unit in TABLES.units.units
        for ability in abilities
        if (value := getattr(unit, ability)) is not None
    }
    assert values == {
        ("destroyer", "anti_fighter_barrage"): (9, 2),
        ("dreadnought", "bombardment"): (4, 2),
        ("war_sun", "bombardment"): (3, 3),
        ("pds", "space_cannon"): (6, 1),
    }
    units = TABLES.units.units
    assert {unit.key: unit.lends_combat for unit in units if unit.lends_combat} == {"flagship": 1}
    assert {unit.key: unit.hits_when_sustaining for unit in units if unit.hits_when_sustaining} == {"mech": 1}
    assert [unit.key for unit in units if unit.planetary_shield] == ["pds"]
    assert [unit.key for unit in units if unit.ignores_planetary_shield] == ["war_sun"]
    assert (TABLES.units.faction_ability.name, TABLES.units.faction_ability.combat_bonus) == ("Unrelenting", 1)


@pytest.mark.rule("13.technology.printed")
def test_the_upgrades_change_the_dice_that_they_change() -> None:
    changed = {
        (upgrade.name, ability): (value.hit, value.dice)
        for upgrade in TABLES.technologies.upgrades
        for ability in ("combat", "anti_fighter_barrage", "space_cannon")
        if (value := getattr(upgrade, ability)) is not None
    }
    assert changed == {
        ("Infantry II", "combat"): (7, 1),
        ("Fighter II", "combat"): (8, 1),
        ("Destroyer II", "combat"): (8, 1),
        ("Destroyer II", "anti_fighter_barrage"): (6, 3),
        ("Cruiser II", "combat"): (6, 1),
        ("PDS II", "space_cannon"): (5, 1),
    }
    upgrades = TABLES.technologies.upgrades
    assert [one.name for one in upgrades if one.space_cannon_reaches_neighbours] == ["PDS II"]
    assert [one.name for one in upgrades if one.answers_hits] == ["Valkyrie Particle Weave"]


def test_the_upgrades_have_their_prerequisites() -> None:
    assert {upgrade.name: (upgrade.unit, upgrade.prerequisites) for upgrade in TABLES.technologies.upgrades} == {
        "Infantry II": ("infantry", {"green": 2}),
        "Fighter II": ("fighter", {"green": 1, "blue": 1}),
        "Destroyer II": ("destroyer", {"red": 2}),
        "Carrier II": ("carrier", {"blue": 2}),
        "Cruiser II": ("cruiser", {"green": 1, "yellow": 1, "red": 1}),
        "Exotrireme II": ("dreadnought", {"blue": 2, "yellow": 1}),
        "PDS II": ("pds", {"red": 1, "yellow": 1}),
        "War Sun": ("war_sun", {"red": 3, "yellow": 1}),
        "Valkyrie Particle Weave": (None, {"red": 3}),
    }
    assert [upgrade.name for upgrade in TABLES.technologies.upgrades if not upgrade.counts_for_objectives] == [
        "Valkyrie Particle Weave"
    ]
    assert TABLES.technologies.maximum_level == 4


def test_there_are_20_objectives_of_each_stage() -> None:
    objectives = TABLES.objectives.objectives
    assert Counter((objective.stage, objective.points) for objective in objectives) == {(1, 1): 20, (2, 2): 20}
    assert Counter((objective.stage, objective.box) for objective in objectives) == {
        (1, "base"): 10,
        (1, "pok"): 10,
        (2, "base"): 10,
        (2, "pok"): 10,
    }


@pytest.mark.rule("1.setup.purge-objectives")
def test_four_objectives_are_purged() -> None:
    purged = {objective.name for objective in TABLES.objectives.objectives if objective.purged}
    assert purged == {"Explore Deep Space", "Raise a Fleet", "Command an Armada", "Patrol Vast Territories"}


def test_the_objectives_of_the_stockpile_ask_for_their_amounts() -> None:
    assert {objective.name: objective.spend for objective in TABLES.objectives.objectives if objective.spend} == {
        "Erect a Monument": {"resources": 8},
        "Found a Golden Age": {"resources": 16},
        "Sway the Council": {"influence": 8},
        "Manipulate Galactic Law": {"influence": 16},
        "Negotiate Trade Routes": {"trade_goods": 5},
        "Centralize Galactic Trade": {"trade_goods": 10},
        "Lead from the Front": {"command_tokens": 3},
        "Galvanize the People": {"command_tokens": 6},
        "Amass Wealth": {"resources": 3, "influence": 3, "trade_goods": 3},
        "Hold Vast Reserves": {"resources": 6, "influence": 6, "trade_goods": 6},
    }


def test_the_objectives_that_are_counted_have_their_numbers() -> None:
    objectives = TABLES.objectives.objectives
    structures = [one for one in objectives if one.group == "structure"]
    assert {one.name: (one.structures, one.outside_home_system) for one in structures} == {
        "Build Defenses": (4, False),
        "Construct Massive Cities": (7, False),
        "Improve Infrastructure": (3, True),
        "Protect the Border": (5, True),
    }
    technology = [one for one in objectives if one.group == "technology"]
    assert {one.name: (one.colours, one.technologies_per_colour, one.unit_upgrades) for one in technology} == {
        "Diversify Research": (2, 2, None),
        "Master the Sciences": (4, 2, None),
        "Develop Weaponry": (None, None, 2),
        "Revolutionize Warfare": (None, None, 3),
    }
    planets = {one.name: one.planets_outside_home_systems for one in objectives if one.planets_outside_home_systems}
    assert planets == {"Expand Borders": 6, "Subdue the Galaxy": 11}
    assert [one.name for one in objectives if one.flagship_or_war_sun_anywhere] == ["Engineer a Marvel"]


# --- Numbers, players, set-up


def test_the_figures_are_those_of_the_rulebook() -> None:
    assert {name: figure["value"] for name, figure in TABLES.figures.model_dump().items() if name != "table"} == {
        "start_resources": 8,
        "start_influence": 8,
        "start_stockpile_resources": 0,
        "start_stockpile_influence": 0,
        "start_stockpile_trade_goods": 0,
        "start_stockpile_command_tokens": 0,
        "start_tactic_tokens": 3,
        "start_strategy_tokens": 2,
        "start_counters": 1,
        "start_secrets": 1,
        "start_action_cards": 0,
        "start_planets_main": 2,
        "start_planets_auxiliary": 1,
        "start_cruisers_per_system": 1,
        "start_destroyers_per_system": 1,
        "start_infantry_per_planet": 4,
        "command_token_supply": 16,
        "first_objectives": 2,
        "objectives_stage_one": 5,
        "objectives_stage_two": 5,
        "yield_spawning": 2,
        "yield_standard": 1,
        "infantry_refill": 4,
        "transfer_divisor": 2,
        "strategy_cards_each": 2,
        "unpicked_trade_goods": 1,
        "influence_per_produced_ship": 4,
        "advanced_ship_threshold": 2,
        "secondary_cost": 1,
        "leadership_primary_influence": 4,
        "leadership_secondary_influence": 8,
        "diplomacy_secondary_planets": 1,
        "politics_secondary_cards": 1,
        "construction_secondary_mechs": 1,
        "trade_primary_goods": 3,
        "trade_secondary_commodities": 1,
        "conversion_commodities": 4,
        "conversion_trade_goods": 2,
        "conversion_all": 0,
        "warfare_secondary_ships": 1,
        "technology_secondary_technologies": 1,
        "imperial_rex_points": 1,
        "imperial_secondary_secrets": 1,
        "counters_combat": 1,
        "counters_six_points": 2,
        "counters_points_threshold": 6,
        "counters_mecatol_rex": 2,
        "fleet_removal_tokens": 1,
        "mecatol_rex_influence": 16,
        "full_defence_ships": 2,
        "support_cards": 2,
        "stratagem_per_player": 1,
        "stratagem_both_effects": 0,
        "zealous_stratagems": 1,
        "zealous_secrets": 0,
        "zealous_points": 1,
        "atomics_tokens": 0,
        "war_point_commodities": 0,
        "war_points": 1,
        "start_points": 0,
        "monument_points": 1,
        "monuments_of_players": 0,
        "monument_commodities": 3,
        "monument_commodity_points": 1,
        "start_flagships": 0,
        "start_neighbour_infantry": 0,
        "start_technologies": 0,
        "countermeasure_cards": 1,
        "countermeasure_draws": 0,
        "custodians_points": 1,
        "planet_infantry_maximum": 4,
        "fragments_alike": 4,
        "fragments_each": 2,
        "fragments_mixed": 0,
        "relics_that_score": 1,
        "relic_points": 1,
        "attachment_trade_goods": 1,
        "frontier_commodities": 1,
        "hazardous_infantry": 1,
        "industrial_action_cards": 1,
        "agendas_each_round": 2,
        "tyrant_secrets": 1,
        "hero_technologies": 2,
        "influence_per_card": 4,
        "gravity_rift_highest_loss": 3,
        "spawning_move_bonus": 0,
        "station_trade_goods": 0,
        "nebula_defence": 1,
        "rift_leap": 0,
        "rift_leap_loss": 5,
        "slow_fighters_fight": 1,
        "ships_fall": 0,
        "leaders_exchanged": 0,
        "commanders_unlocked": 0,
        "bombardment_destroys": 1,
        "mercenaries_maximum": 5,
        "transaction_counter_limit": 3,
        "transaction_point_limit": 6,
        "hacan_cards_per_good": 3,
        "pillage_trade_goods": 3,
        "captured_worth_divisor": 2,
        "arms_asset_cards": 2,
        "arms_tactic_tokens": 1,
        "arms_strategy_tokens": 1,
        "arms_mechs": 1,
        "arms_technologies": 1,
        "arms_ships": 1,
        "support_points": 1,
        "attrition_cards": 2,
        "maneuver_secrets": 2,
        "secret_attempt_minimum": 4,
        "secret_points": 1,
        "status_objectives": 1,
        "hive_votes_last": 0,
        "points_wait": 0,
        "hive_victory": 8,
        "player_victory": 10,
        "ally_victory": 8,
    }


def test_no_player_has_what_is_the_hives() -> None:
    factions, colours = TABLES.factions.factions, TABLES.factions.colours
    assert len(factions) == 30
    assert not any("N'orr" in faction.name for faction in factions)
    assert {colour.key for colour in colours} == {"black", "blue", "green", "purple", "yellow", "orange"}


SETUP_TEXTS = {item.rule: item.text for group in TABLES.setup.groups for item in group.items}


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        pytest.param(rule, words, marks=pytest.mark.rule(rule), id=rule)
        for rule, words in {
            "1.setup.purge-agendas": [
                "Checks and Balances",
                "Covert Legislation",
                "Representative Government",
                "Search Warrant",
            ],
            "1.setup.purge-objectives": [
                "Explore Deep Space",
                "Raise a Fleet",
                "Command an Armada",
                "Patrol Vast Territories",
            ],
            "1.setup.faction": ["Sardakk N'orr faction sheet", "red command sheet"],
            "1.setup.mech-card": ["mech card", "space dock"],
            "1.setup.aggression-counters": ["each player", "fleet pool", "{counters}"],
            "2.board.rex-and-main": ["Mecatol Rex", "REX", "Sardakk N'orr home", "MS"],
            "2.board.player-homes": ["home systems", "PL1 and PL2", "at random"],
            "2.board.auxiliary": ["two", "65, 66 and 97 to 100", "AS1 and AS2", "purge"],
            "2.board.wormhole-planets": ["25, 26, 64 and 102", "one alpha and one beta", "WH1"],
            "2.board.ion-system": ["one of those left", "ION", "purge"],
            "2.board.wormhole-basic": ["39 and 40", "WH2", "at random"],
            "2.board.empty-space": ["empty space", "ES"],
            "2.board.ion-token": ["ion storm token", "ION", "ignored"],
            "2.board.ion-card": ["Ion Storm card", "frontier deck", "face up"],
            "2.board.anomalies": ["AN1", "41 to 45, 79, 80, 113 and 114", "at random"],
            "2.board.wormholes-apart": ["same kind apart"],
            "2.board.anomaly-planet": ["one", "67, 68 and 115 to 117", "AN2"],
            "2.board.blue-backed": ["every X", "random", "blue-backed"],
            "2.hive.components": ["red", "Sardakk N'orr", "Hive's play area"],
        }.items()
    ],
)
def test_the_checklist_says_what_the_rule_demands(rule: str, words: list[str]) -> None:
    assert all(word in SETUP_TEXTS[rule] for word in words), SETUP_TEXTS[rule]


@pytest.mark.rule("2.hive.pink-units")
def test_the_pink_units_are_on_the_checklist_and_among_the_pieces() -> None:
    assert all(words in SETUP_TEXTS["2.hive.pink-units"] for words in ("12 infantry", "3 PDS", "2 mechs", "pink"))
    assert TABLES.units.by_key["pds"].plastic == 6 + 3
    assert TABLES.units.by_key["mech"].plastic == 4 + 2


def test_the_checklist_misses_no_step_of_pages_1_and_2() -> None:
    steps = {rule.id for rule in load_rulebook().rules if rule.id.startswith(("1.setup.", "2.board.", "2.hive."))}
    groups = {group.rule for group in TABLES.setup.groups}
    # That a mech counts twice is no step, but a rule to keep in mind.
    assert steps - set(SETUP_TEXTS) - groups == {"1.setup.mech-double-nature"}


def test_the_checklist_tells_the_numbers_of_this_game() -> None:
    options = (path.read_text(encoding="utf-8") for path in (DECKS / "options").glob("*.yaml"))
    texts = "".join([*SETUP_TEXTS.values(), *options])
    assert all(f"{{{word}}}" in texts for word in SETUP_WORDS)
    assert "Reveal {objectives} of stage I" in TABLES.setup.groups[-1].items[-1].text


def test_each_event_is_played_by_a_rule_and_for_factions_that_there_are() -> None:
    rows, factions = load_events().events, {faction.name for faction in TABLES.factions.factions}
    assert list(all_events()) == [row.event for row in rows]
    assert sorted(PROCEDURES) == sorted(all_events())
    assert {row.rule for row in rows} <= set(load_rulebook().by_id)
    assert {name for row in rows for name in row.factions} <= factions


def test_each_kind_of_promissory_note_has_a_row_and_rules_that_there_are() -> None:
    rows = load_notes().notes
    assert [row.note for row in rows] == list(KINDS)
    assert {rule for row in rows for rule in (row.received_rule, row.given_rule)} <= set(load_rulebook().by_id)


def test_each_word_of_a_doing_and_each_block_of_a_diagram_has_its_term() -> None:
    terms = load_terms()
    assert [one.term for one in terms.where] == list(get_args(Only))
    assert [one.term for one in terms.spared] == list(get_args(Spared))
    measured = {*MEASURES, *PLANET_MEASURES} - {"completes_objective"}
    told = {*terms.counts, *terms.decides}
    assert told <= measured and {one for one in measured - told if "wormhole" not in one} == set()


def test_the_rulebook_has_an_entry_for_each_rule() -> None:
    rules = load_rulebook().rules
    assert len(rules) == 566
    for rule in rules:
        page = rule.id.partition(".")[0]
        assert rule.page == (None if page == "omega" else int(page))


def test_a_faction_that_begins_with_what_there_is_not_is_refused(tmp_path: Path) -> None:
    ours = (DECKS / "factions.yaml").read_text(encoding="utf-8")
    for old, new, message in (
        ("after: Firmament", "after: Firmamentum", "no faction is called 'Firmamentum'. Did you mean 'Firmament'?"),
        ("{war_sun: 1,", "{war_moon: 1,", "no unit is called 'war_moon'"),
        ("Wren Terra: {infantry: 3}", "Wren Tera: {infantry: 3}", "no planet is called 'Wren Tera'"),
        ("Wren Terra: {infantry: 3}", "Wren Terra: {infantry: 4}", "4 of 'infantry' stand on planets, but there are 3"),
        ("Wren Terra: {infantry: 3}", "Wren Terra: {carrier: 1}", "ships stand in space, not on planets"),
    ):
        assert old in ours
        (tmp_path / "factions.yaml").write_text(ours.replace(old, new, 1), encoding="utf-8")
        with pytest.raises(TableError, match=re.escape(message)):
            load_tables(house=tmp_path)
