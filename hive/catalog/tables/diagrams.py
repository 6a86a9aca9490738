"""Tables of diagrams: system and planet priority, and damage."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hive.catalog.tables.base import Frozen, RuleId, Text, Unit

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
