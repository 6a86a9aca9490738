"""Tables of diagrams and numbers: priority, damage, difficulty, and what no level changes."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import Field, model_validator

from hive.catalog.tables.base import Count, Frozen, Name, RuleId, Table, Text, Unit

# What a block of a diagram can keep: of systems and planets, of systems alone, of planets alone.
CommonBlock = Literal["completes_objective", "not_serving_objective"]
SystemBlock = Literal[
    "spawning_system",
    "not_spawning_system",
    "lowest_total_ship_strength",
    "highest_total_ship_strength",
    "most_planets",
    "fewest_planets",
    "highest_total_influence",
    "lowest_total_influence",
    "highest_total_resources",
    "lowest_total_resources",
    "wormhole_alpha_to_epsilon",
    "no_wormhole_then_epsilon_to_alpha",
]
PlanetBlock = Literal[
    "spawning_system_planet",
    "not_spawning_system_planet",
    "highest_influence",
    "lowest_influence",
    "highest_resources",
    "lowest_resources",
]
DiagramName = Literal["positive", "negative", "positive_planet", "negative_planet"]


class PriorityBlock(Frozen):
    """One block of a priority diagram: what it keeps, its rule, its words."""

    keep: Literal[CommonBlock, SystemBlock, PlanetBlock]
    rule: RuleId
    say: Text


class PriorityDiagram(Frozen):
    """A priority diagram, best block first."""

    rule: RuleId
    default_of_ours: bool
    blocks: Annotated[list[PriorityBlock], Field(min_length=1)]


class Priorities(Table):
    """decks/priorities.yaml: the diagrams for systems and for planets."""

    table: Literal["priorities"]
    positive: PriorityDiagram
    negative: PriorityDiagram
    positive_planet: PriorityDiagram
    negative_planet: PriorityDiagram

    def of(self, name: DiagramName) -> PriorityDiagram:
        """The diagram of a name."""
        diagram: PriorityDiagram = getattr(self, name)
        return diagram

    @staticmethod
    def ranks_planets(name: DiagramName) -> bool:
        """Whether a diagram ranks planets, not systems."""
        return name in ("positive_planet", "negative_planet")

    def takes(self, name: DiagramName, block: str) -> bool:
        """Whether a block can stand in a diagram: some rank systems alone, some planets alone."""
        return block in get_args(CommonBlock) or (block in get_args(PlanetBlock)) == self.ranks_planets(name)


class DamageBlock(Frozen):
    """One block of a damage diagram: a unit sustains damage, or a unit is destroyed."""

    action: Literal["sustain", "destroy"]
    unit: Unit


class DamageDiagram(Frozen):
    """A damage diagram, first block first."""

    rule: RuleId
    default_of_ours: bool
    blocks: Annotated[list[DamageBlock], Field(min_length=1)]


class Damage(Table):
    """decks/damage.yaml: who takes hits in space and on the ground."""

    table: Literal["damage"]
    space: DamageDiagram
    ground: DamageDiagram


# --- tables of numbers: what a difficulty level changes, and what it does not


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


class DifficultyLevels(Table):
    """decks/difficulty.yaml: the three levels."""

    table: Literal["difficulty"]
    easy: Difficulty
    standard: Difficulty
    expert: Difficulty


class Figure(Frozen):
    """A number of the rulebook and the rule that it stands in."""

    value: Count
    rule: RuleId


class AtLeastOne(Figure):
    """A number of which there is always one."""

    value: Annotated[int, Field(ge=1)]


class Flag(Figure):
    """What holds or not: 1 or 0."""

    value: Annotated[int, Field(ge=0, le=1)]


class Figures(Table):
    """decks/figures.yaml: the rulebook's numbers that no difficulty level changes.

    What a house copy of the file leaves out stays as we have it.
    """

    table: Literal["figures"]
    start_resources: Figure
    start_influence: Figure
    start_stockpile_resources: Figure
    start_stockpile_influence: Figure
    start_stockpile_trade_goods: Figure
    start_stockpile_command_tokens: Figure
    start_tactic_tokens: Figure
    start_strategy_tokens: Figure
    start_counters: Figure
    start_secrets: Figure
    start_action_cards: Figure
    start_planets_main: Figure
    start_planets_auxiliary: Figure
    start_cruisers_per_system: Figure
    start_destroyers_per_system: Figure
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
    station_trade_goods: Figure
    conversion_commodities: Figure
    conversion_trade_goods: Figure
    conversion_all: Figure
    warfare_secondary_ships: Figure
    technology_secondary_technologies: Figure
    imperial_rex_points: Figure
    imperial_secondary_secrets: Figure
    secret_attempt_minimum: Figure
    secret_points: Figure
    secondary_cost: Figure
    mecatol_rex_influence: Figure
    full_defence_ships: Figure
    counters_combat: Figure
    counters_mecatol_rex: Figure
    counters_six_points: Figure
    counters_points_threshold: Figure
    fleet_removal_tokens: Figure
    support_cards: Figure
    gravity_rift_highest_loss: Figure
    spawning_move_bonus: Figure
    nebula_defence: Figure
    rift_leap: Figure
    rift_leap_loss: Figure
    bombardment_destroys: Figure
    mercenaries_maximum: Figure
    ships_fall: Flag
    leaders_exchanged: Flag
    commanders_unlocked: Flag
    slow_fighters_fight: Flag
    stratagem_per_player: Figure
    stratagem_both_effects: Figure
    zealous_stratagems: Figure
    zealous_secrets: Figure
    zealous_points: Figure
    atomics_tokens: Figure
    war_point_commodities: Figure
    war_points: Figure
    start_points: Figure
    monument_points: Figure
    monuments_of_players: Figure
    monument_commodities: Figure
    monument_commodity_points: Figure
    start_flagships: Figure
    start_neighbour_infantry: Figure
    start_technologies: Figure
    countermeasure_cards: Figure
    countermeasure_draws: Figure
    custodians_points: Figure
    planet_infantry_maximum: Figure
    fragments_alike: Figure
    fragments_each: Figure
    fragments_mixed: Figure
    relics_that_score: Figure
    relic_points: Figure
    attachment_trade_goods: Figure
    frontier_commodities: Figure
    hazardous_infantry: Figure
    industrial_action_cards: Figure
    transaction_counter_limit: Figure
    transaction_point_limit: Figure
    hacan_cards_per_good: Figure
    pillage_trade_goods: Figure
    captured_worth_divisor: Figure
    arms_asset_cards: Figure
    arms_tactic_tokens: Figure
    arms_strategy_tokens: Figure
    arms_mechs: Figure
    arms_technologies: Figure
    arms_ships: Figure
    support_points: Figure
    attrition_cards: Figure
    maneuver_secrets: Figure
    hive_victory: Figure
    player_victory: Figure
    ally_victory: Figure
    strategy_cards_each: Figure
    agendas_each_round: Figure
    tyrant_secrets: Figure
    hero_technologies: Figure
    influence_per_card: Figure
    unpicked_trade_goods: Figure
    first_objectives: Figure
    objectives_stage_one: Figure
    objectives_stage_two: Figure
    hive_votes_last: Flag
    status_objectives: AtLeastOne
    points_wait: Figure
