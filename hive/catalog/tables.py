"""What stands in the tables of decks/: one model per file, frozen and checked.

Every model refuses unknown fields and wrong types. How a file is read, and how an error names its file, line and
field, is told in :mod:`hive.catalog.reading`.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

Seat = Literal["hive", "p1", "p2"]
Box = Literal["base", "pok", "codex", "te"]
Colour = Literal["blue", "green", "red", "yellow"]
ActionSymbol = Literal["blue_arrow", "yellow_arrow", "red_star", "green_compass"]
SpawningSystem = Literal["main", "aux1", "aux2", "home_p1", "home_p2", "mecatol_rex"]
Ship = Literal["fighter", "destroyer", "cruiser", "carrier", "dreadnought", "flagship", "war_sun"]
Unit = Literal[
    "fighter", "destroyer", "cruiser", "carrier", "dreadnought", "flagship", "war_sun", "infantry", "mech", "pds"
]
ItemType = Literal["resources", "influence", "trade_goods", "command_tokens"]
Note = Literal["alliance", "faction", "support_for_the_throne", "political_secret", "trade_agreement", "ceasefire"]
Level = Literal["easy", "standard", "expert"]

Count = Annotated[int, Field(ge=0, le=1000)]
Name = Annotated[str, Field(min_length=1, max_length=80)]
Text = Annotated[str, Field(min_length=1, max_length=2000)]
RuleId = Annotated[str, Field(pattern=r"^[0-9a-z][0-9a-z.-]{1,79}$")]


class Frozen(BaseModel):
    """The common base: frozen, strict, no unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)


# --- hive_mind.yaml


class HiveMindCard(Frozen):
    """A card of the Hive Mind deck with its nine fields (Q07)."""

    id: Annotated[int, Field(ge=1, le=999)]
    action: ActionSymbol
    choice: bool
    icons: Annotated[int, Field(ge=1, le=5)]
    initiative: Annotated[list[Annotated[int, Field(ge=1, le=8)]], Field(min_length=1, max_length=2)]
    standard_ship: Ship
    advanced_ship: Ship
    spawning_system: Literal["main", "aux1", "aux2"]
    technology: Colour
    promissory_note: Note

    @model_validator(mode="after")
    def _odd_and_even(self) -> HiveMindCard:
        # The first strategy card goes by the odd number of a pair, the second by the even one (6.dual.*).
        if len(self.initiative) == 2 and sum(self.initiative) % 2 == 0:
            first, second = self.initiative
            raise ValueError(f"a pair of initiative numbers is an odd and an even one, not {first} and {second}")
        return self


class HiveMindDeck(Frozen):
    """decks/hive_mind.yaml: exactly 36 cards."""

    table: Literal["hive_mind"]
    name: Name
    note: Text
    cards: Annotated[list[HiveMindCard], Field(min_length=36, max_length=36)]

    @cached_property
    def by_id(self) -> dict[int, HiveMindCard]:
        """The cards by their id."""
        return {card.id: card for card in self.cards}


# --- strategy_cards.yaml


class StrategyCard(Frozen):
    """A strategy card: its initiative number, its key in rules and scenarios, its name, and what icons count for."""

    number: Annotated[int, Field(ge=1, le=8)]
    key: Literal["leadership", "diplomacy", "politics", "construction", "trade", "warfare", "technology", "imperial"]
    name: Name
    variable_benefit: Text


class StrategyCards(Frozen):
    """decks/strategy_cards.yaml: the eight strategy cards."""

    table: Literal["strategy_cards"]
    cards: Annotated[list[StrategyCard], Field(min_length=8, max_length=8)]

    @cached_property
    def by_number(self) -> dict[int, StrategyCard]:
        """The cards by their initiative number."""
        return {card.number: card for card in self.cards}

    @cached_property
    def number_of(self) -> dict[str, int]:
        """The initiative number of each key."""
        return {card.key: card.number for card in self.cards}


# --- criteria.yaml

CriterionTest = Literal[
    "controls_mecatol_rex",
    "completed_objectives_at_least",
    "command_tokens_below",
    "speaker_left_of_hive",
    "deficient",
    "structure_objective_incomplete",
    "technology_objective_incomplete",
    "influence_at_least",
    "influence_below",
    "hive_not_speaker",
    "structures_below",
    "upgrades_below",
]


class Criterion(Frozen):
    """One line of the strategy card criteria: which card, which test, the test's number or item types, its words."""

    card: Literal["leadership", "diplomacy", "politics", "construction", "trade", "warfare", "technology", "imperial"]
    test: CriterionTest
    number: Count | None = None
    items: list[ItemType] = []
    rule: RuleId
    say: Text

    @model_validator(mode="after")
    def _complete(self) -> Criterion:
        needs_number = self.test.endswith(("_at_least", "_below"))
        if needs_number and self.number is None:
            raise ValueError(f"the test '{self.test}' needs a 'number'")
        if not needs_number and self.number is not None:
            raise ValueError(f"the test '{self.test}' takes no 'number'")
        if (self.test == "deficient") != bool(self.items):
            raise ValueError("'items' goes with the test 'deficient', and only with it")
        return self


class Criteria(Frozen):
    """decks/criteria.yaml: critical, objective and standard criteria in the order in which they are tested."""

    table: Literal["criteria"]
    critical: list[Criterion]
    objective: list[Criterion]
    standard: list[Criterion]


# --- priorities.yaml

SystemBlock = Literal[
    "completes_objective",
    "spawning_system",
    "lowest_total_ship_strength",
    "most_planets",
    "highest_total_influence",
    "highest_total_resources",
    "wormhole_alpha_to_epsilon",
    "not_serving_objective",
    "not_spawning_system",
    "highest_total_ship_strength",
    "fewest_planets",
    "lowest_total_influence",
    "lowest_total_resources",
    "no_wormhole_then_epsilon_to_alpha",
    "spawning_system_planet",
    "highest_influence",
    "highest_resources",
    "not_spawning_system_planet",
    "lowest_influence",
    "lowest_resources",
]


class PriorityBlock(Frozen):
    """One block of a priority diagram: what it keeps, its rule, its words."""

    keep: SystemBlock
    rule: RuleId
    say: Text


class PriorityDiagram(Frozen):
    """A priority diagram, best block first."""

    rule: RuleId
    default_of_ours: bool
    blocks: Annotated[list[PriorityBlock], Field(min_length=1)]


class Priorities(Frozen):
    """decks/priorities.yaml: the diagrams for systems and for planets."""

    table: Literal["priorities"]
    positive: PriorityDiagram
    negative: PriorityDiagram
    positive_planet: PriorityDiagram
    negative_planet: PriorityDiagram


# --- damage.yaml


class DamageBlock(Frozen):
    """One block of a damage diagram: a unit sustains damage, or a unit is destroyed."""

    action: Literal["sustain", "destroy"]
    unit: Unit


class DamageDiagram(Frozen):
    """A damage diagram, first block first."""

    rule: RuleId
    default_of_ours: bool
    blocks: Annotated[list[DamageBlock], Field(min_length=1)]


class Damage(Frozen):
    """decks/damage.yaml: who takes hits in space and on the ground."""

    table: Literal["damage"]
    space: DamageDiagram
    ground: DamageDiagram


# --- difficulty.yaml


class Difficulty(Frozen):
    """All numbers that a difficulty level changes, each with its rule in ``rules`` under the same name."""

    name: Name
    primary_cards: Annotated[int, Field(ge=1, le=36)]
    secondary_cards: Annotated[int, Field(ge=0, le=35)]
    rounds_without_criteria: Count
    counter_maximum: Annotated[int, Field(ge=1, le=10)]
    units_per_capacity_ship: Count
    status_secrets: Count
    status_action_cards: Count
    status_command_tokens: Count
    starting_carriers: list[Literal["main", "aux1", "aux2"]]
    rules: dict[str, RuleId]

    @model_validator(mode="after")
    def _whole_deck(self) -> Difficulty:
        if self.primary_cards + self.secondary_cards != 36:
            total = self.primary_cards + self.secondary_cards
            raise ValueError(f"primary_cards and secondary_cards must make 36 together, not {total}")
        return self


class DifficultyLevels(Frozen):
    """decks/difficulty.yaml: the three levels."""

    table: Literal["difficulty"]
    easy: Difficulty
    standard: Difficulty
    expert: Difficulty


# --- units.yaml


class CombatValue(Frozen):
    """The lowest die that hits, and how many dice are rolled."""

    hit: Annotated[int, Field(ge=1, le=10)]
    dice: Annotated[int, Field(ge=1, le=5)]


class UnitType(Frozen):
    """A unit of the Hive: printed values, and how many pieces of plastic there are (None: tokens, no limit)."""

    key: Unit
    name: Name
    plural: Name
    short: Annotated[str, Field(min_length=2, max_length=3)]
    category: Literal["ship", "ground_force", "structure"]
    also_structure: bool = False
    cost: Annotated[float, Field(ge=0, le=20)]
    plastic: Count | None
    capacity_ship: bool = False
    sustain_damage: bool = False
    needs_upgrade: Name | None = None
    combat: CombatValue | None = None
    rule: RuleId


class Units(Frozen):
    """decks/units.yaml: the units of the Hive, weakest ship first."""

    table: Literal["units"]
    units: list[UnitType]

    @cached_property
    def by_key(self) -> dict[str, UnitType]:
        """The units by their key."""
        return {unit.key: unit for unit in self.units}


# --- technologies.yaml


class Upgrade(Frozen):
    """A unit upgrade that the Hive can gain."""

    name: Name
    unit: Unit | None
    prerequisites: dict[Colour, Annotated[int, Field(ge=1, le=4)]]
    counts_for_objectives: bool = True
    effect: Text
    rule: RuleId


class Technologies(Frozen):
    """decks/technologies.yaml: levels of basic technology, and the unit upgrades."""

    table: Literal["technologies"]
    colours: Annotated[list[Colour], Field(min_length=4, max_length=4)]
    maximum_level: Annotated[int, Field(ge=1, le=6)]
    upgrades: list[Upgrade]

    @cached_property
    def by_name(self) -> dict[str, Upgrade]:
        """The upgrades by their name."""
        return {upgrade.name: upgrade for upgrade in self.upgrades}


# --- objectives.yaml


class Objective(Frozen):
    """A public objective. What is not about tokens, technologies or structures is judged by the board or the table."""

    name: Name
    stage: Literal[1, 2]
    points: Annotated[int, Field(ge=1, le=3)]
    box: Box
    group: Literal["spend", "structure", "technology", "control", "presence"]
    spend: dict[ItemType, Annotated[int, Field(ge=1, le=30)]] = {}
    structures: Count | None = None
    outside_home_system: bool = False
    colours: Count | None = None
    technologies_per_colour: Count | None = None
    unit_upgrades: Count | None = None
    planets_outside_home_systems: Count | None = None
    flagship_or_war_sun_anywhere: bool = False
    purged: bool = False
    wants: Text


class Objectives(Frozen):
    """decks/objectives.yaml: the public objectives."""

    table: Literal["objectives"]
    objectives: list[Objective]

    @cached_property
    def by_name(self) -> dict[str, Objective]:
        """The objectives by their name."""
        return {objective.name: objective for objective in self.objectives}


# --- figures.yaml


class Figure(Frozen):
    """A number of the rulebook and the rule that it stands in."""

    value: Count
    rule: RuleId


class Figures(Frozen):
    """decks/figures.yaml: the rulebook's numbers that no difficulty level changes."""

    table: Literal["figures"]
    start_resources: Figure
    start_influence: Figure
    start_tactic_tokens: Figure
    start_strategy_tokens: Figure
    start_counters: Figure
    start_secrets: Figure
    start_action_cards: Figure
    start_infantry_per_planet: Figure
    command_token_supply: Figure
    yield_spawning: Figure
    yield_standard: Figure
    infantry_refill: Figure
    transfer_divisor: Figure
    influence_per_produced_ship: Figure
    advanced_ship_threshold: Figure
    leadership_primary_influence: Figure
    leadership_secondary_influence: Figure
    diplomacy_secondary_planets: Figure
    politics_secondary_cards: Figure
    construction_secondary_mechs: Figure
    trade_primary_goods: Figure
    trade_secondary_commodities: Figure
    conversion_commodities: Figure
    conversion_trade_goods: Figure
    warfare_secondary_ships: Figure
    technology_secondary_technologies: Figure
    imperial_rex_points: Figure
    imperial_secondary_secrets: Figure
    secret_attempt_minimum: Figure
    secret_points: Figure
    secondary_cost: Figure
    mecatol_rex_influence: Figure
    counters_combat: Figure
    counters_mecatol_rex: Figure
    counters_six_points: Figure
    counters_points_threshold: Figure
    support_cards: Figure
    hive_victory: Figure
    player_victory: Figure
    ally_victory: Figure
    strategy_cards_each: Figure
    first_objectives: Figure


# --- factions.yaml


class Faction(Frozen):
    """A faction that a player can play."""

    name: Name
    short: Name
    box: Box


class PlasticColour(Frozen):
    """A colour of plastic that a player can have, and the box it comes in."""

    key: Annotated[str, Field(pattern=r"^[a-z]{3,12}$")]
    box: Box


class Factions(Frozen):
    """decks/factions.yaml: factions and colours of the players."""

    table: Literal["factions"]
    factions: list[Faction]
    colours: list[PlasticColour]


# --- setup.yaml

SETUP_WORDS = (
    "starting_carriers",
    "primary_cards",
    "secondary_cards",
    "resources",
    "influence",
    "tactic",
    "strategy",
    "counters",
    "secrets",
    "left_player",
    "right_player",
    "infantry",
)


class SetupItem(Frozen):
    """One line of the set-up checklist.

    ``text`` may name SETUP_WORDS in braces, filled in with ``str.format`` for the table's choices; nothing else may
    stand in braces.
    """

    text: Text
    rule: RuleId

    @field_validator("text")
    @classmethod
    def _known_words(cls, text: str) -> str:
        for word in re.findall(r"\{([^{}]*)\}", text):
            if word not in SETUP_WORDS:
                raise ValueError(f"nothing is called '{{{word}}}'. Choose one of: {', '.join(SETUP_WORDS)}")
        if re.search(r"[{}]", re.sub(r"\{[a-z_]+\}", "", text)):
            raise ValueError("a brace has no partner")
        return text


class SetupGroup(Frozen):
    """One page of the checklist."""

    title: Name
    rule: RuleId
    items: Annotated[list[SetupItem], Field(min_length=1)]


class SetUp(Frozen):
    """decks/setup.yaml: the set-up of pages 1 and 2 as a checklist."""

    table: Literal["setup"]
    groups: Annotated[list[SetupGroup], Field(min_length=1)]


# --- rulebook.yaml


class Rule(Frozen):
    """An entry of the rule ledger."""

    id: RuleId
    page: Annotated[int, Field(ge=1, le=38)] | None
    section: Name
    gist: Text
    support: Literal["automate", "ask", "tell", "remind"]
    inputs: list[str]
    modes: list[str | dict[str, str]]


class Rulebook(Frozen):
    """decks/rulebook.yaml: the rule ledger."""

    table: Literal["rulebook"]
    rules: list[Rule]

    @cached_property
    def by_id(self) -> dict[str, Rule]:
        """The rules by their id."""
        return {rule.id: rule for rule in self.rules}


class Tables(Frozen):
    """All tables of a game. The rulebook is not among them: it explains, and decides nothing."""

    hive_mind: HiveMindDeck
    strategy_cards: StrategyCards
    criteria: Criteria
    priorities: Priorities
    damage: Damage
    difficulty: DifficultyLevels
    units: Units
    technologies: Technologies
    objectives: Objectives
    figures: Figures
    factions: Factions
    setup: SetUp

    def level(self, level: Level) -> Difficulty:
        """The numbers of a difficulty level."""
        levels = {"easy": self.difficulty.easy, "standard": self.difficulty.standard}
        return levels.get(level, self.difficulty.expert)
