"""The priority diagrams, block by block. Rules: 5.2, 5.3, from decks/priorities.yaml.

Each block keeps only the best of the systems that the block before left. What is still tied after the last block is
for the table to decide (1.scope.most-helpful). Planets have diagrams of their own: :mod:`hive.rules.diagrams.planets`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from hive.board.adjacency import WORMHOLES
from hive.board.survey import Survey
from hive.catalog.tables import PriorityDiagram

# How an objective ranks that a system completes: its points, and how old it is (Q03, Q88). Higher is better.
Rank = tuple[int, int]
Serving = Mapping[str, Rank]
NO_OBJECTIVE: Rank = (0, 0)
# The blocks that go by objectives.
ABOUT_OBJECTIVES = ("completes_objective", "not_serving_objective")
# How much a candidate is worth to a block: numbers that are compared one after the other. Higher is better.
Worth = tuple[float, ...]


# What a diagram ranks: a system by its position, or a planet.
Candidate = TypeVar("Candidate")


@dataclass(frozen=True)
class Passed:
    """A block of a diagram that was walked through.

    ``objective`` is the rank of the objective that decided there: the best one completed, or the best one spared.
    """

    keep: str
    say: str
    rule: str
    objective: Rank


@dataclass(frozen=True)
class Sieved(Passed, Generic[Candidate]):
    """The same, who was left after it, and how much each of those was worth to it who had been left before."""

    left: tuple[Candidate, ...]
    worth: Mapping[Candidate, Worth]


@dataclass(frozen=True)
class Walk(Generic[Candidate]):
    """The way through a diagram: the candidates, who was left after each block, and who is left in the end."""

    candidates: tuple[Candidate, ...]
    blocks: tuple[Sieved[Candidate], ...]

    @property
    def left(self) -> tuple[Candidate, ...]:
        """Who is left after the last block."""
        return self.blocks[-1].left if self.blocks else self.candidates

    @property
    def deciding(self) -> list[Sieved[Candidate]]:
        """The blocks that split those who were left."""
        before = (self.candidates, *(block.left for block in self.blocks))
        return [block for block, left in zip(self.blocks, before, strict=False) if len(block.left) < len(left)]


Decision = Walk[str]


def walk(
    candidates: Sequence[Candidate],
    diagram: PriorityDiagram,
    measure: Callable[[str, Candidate], Worth],
    serving: Mapping[Candidate, Rank],
) -> Walk[Candidate]:
    """Walk candidates through a diagram. ``measure`` says how much a candidate is worth to a block; the most stay.

    ``serving`` ranks those that complete an objective (positive) or serve one (negative).

    Rules: 5.2.block-order, 5.3.block-order.
    """
    left = tuple(candidates)
    blocks = []
    for block in diagram.blocks:
        measured = [measure(block.keep, candidate) for candidate in left]
        best = max(measured, default=None)
        before = left
        left = tuple(candidate for candidate, worth in zip(left, measured, strict=True) if worth == best)
        decided = len(left) < len(before) and block.keep in ABOUT_OBJECTIVES
        objective = max((serving.get(one, NO_OBJECTIVE) for one in before), default=NO_OBJECTIVE) if decided else None
        worth = dict(zip(before, measured, strict=True))
        blocks.append(Sieved(block.keep, block.say, block.rule, objective or NO_OBJECTIVE, left, worth))
    return Walk(tuple(candidates), tuple(blocks))


def decide(survey: Survey, candidates: Sequence[str], diagram: PriorityDiagram, serving: Serving) -> Decision:
    """Walk candidates through a diagram of systems.

    ``serving`` ranks those systems that complete an objective (positive) or serve one (negative).
    Rules: 5.2.block-order, 5.3.block-order, 5.2.objective-first, 5.3.objective-avoid.
    """
    return walk(candidates, diagram, lambda keep, position: MEASURES[keep](survey, position, serving), serving)


def _wormholes(survey: Survey, position: str) -> tuple[bool, ...]:
    """The kinds are compared one after the other among all that are left (Q87). Rule: 17.wormhole.serial."""
    found = survey.ranks_as(position)
    return tuple(kind in found for kind in WORMHOLES)


def _without_wormholes(survey: Survey, position: str) -> tuple[bool, ...]:
    return tuple(not there for there in _wormholes(survey, position))


# What each block measures; the highest value stays.
MEASURES: dict[str, Callable[[Survey, str, Serving], Worth]] = {
    "completes_objective": lambda survey, position, serving: serving.get(position, NO_OBJECTIVE),
    "not_serving_objective": lambda survey, position, serving: (position not in serving,),
    "spawning_system": lambda survey, position, _: (position in survey.spawning,),
    "not_spawning_system": lambda survey, position, _: (position not in survey.spawning,),
    "lowest_total_ship_strength": lambda survey, position, _: (-survey.ship_strength(position),),
    "highest_total_ship_strength": lambda survey, position, _: (survey.ship_strength(position),),
    "most_planets": lambda survey, position, _: (len(survey.planets(position)),),
    "fewest_planets": lambda survey, position, _: (-len(survey.planets(position)),),
    "highest_total_influence": lambda survey, position, _: (survey.total_influence(position),),
    "lowest_total_influence": lambda survey, position, _: (-survey.total_influence(position),),
    "highest_total_resources": lambda survey, position, _: (survey.total_resources(position),),
    "lowest_total_resources": lambda survey, position, _: (-survey.total_resources(position),),
    "wormhole_alpha_to_epsilon": lambda survey, position, _: _wormholes(survey, position),
    "no_wormhole_then_epsilon_to_alpha": lambda survey, position, _: _without_wormholes(survey, position),
}
