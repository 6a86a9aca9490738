"""Tables of diagrams: system and planet priority, and damage."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import Field

from hive.catalog.tables.base import Frozen, RuleId, Text, Unit

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


class Priorities(Frozen):
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


class Damage(Frozen):
    """decks/damage.yaml: who takes hits in space and on the ground."""

    table: Literal["damage"]
    space: DamageDiagram
    ground: DamageDiagram
