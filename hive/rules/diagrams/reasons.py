"""What the table reads of a way through a diagram: its blocks, and the objective that decided. Rules: 5.2, 5.3."""

from __future__ import annotations

from typing import TypeVar

from hive.model.game import Game
from hive.rules.diagrams.systems import ABOUT_OBJECTIVES, NO_OBJECTIVE, Passed, Rank, Sieved, Walk
from hive.rules.objectives.public import unscored
from hive.words import Name, Words, printed, say

Candidate = TypeVar("Candidate")


def block_words(game: Game, block: Passed) -> Words:
    """What a block says, with the name of the objective that decided there. Rules: 5.2.objective-first, Q88."""
    words = printed(block.say, {})
    named = objective_of_rank(game, block.objective)
    return say("{block}: {objective}", block=words, objective=Name(named)) if named else words


def objective_of_rank(game: Game, rank: Rank) -> str:
    """The name of the objective that a rank stands for; empty for none. Its age counts from the newest (Q03)."""
    return "" if rank == NO_OBJECTIVE else game.objectives[-1 - rank[1]].name


def told_blocks(game: Game, walk: Walk[Candidate]) -> list[Sieved[Candidate]]:
    """The blocks of a walk that have something to tell: those about objectives only where one is open."""
    return [block for block in walk.blocks if unscored(game) or block.keep not in ABOUT_OBJECTIVES]
