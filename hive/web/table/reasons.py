"""The reason for a step as the pages show it: rows of a list, and the blocks of a priority diagram as a chain."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from hive.model.game import Game
from hive.steps import Compared, Row, Why
from hive.words import Words


@dataclass(frozen=True)
class Part:
    """Rows of a reason that belong together. ``chain``: they are blocks, each leaving fewer than the one before.

    ``decided`` holds the rows that decided; of a chain that is the last block that left fewer.
    """

    rows: tuple[Row, ...]
    chain: bool
    decided: tuple[Row, ...]


@dataclass(frozen=True)
class Reason:
    """One line with the numbers that decided, the rows of the decision part by part, and its candidates.

    ``decision`` is its number among those of the step whose candidates can be asked about; None for no such one.
    """

    line: Words
    parts: tuple[Part, ...] = ()
    compared: Compared | None = None
    decision: int | None = None
    more: tuple[Reason, ...] = ()

    @property
    def many(self) -> bool:
        """Whether the rows are too many to stand with their rules in words."""
        return sum(len(part.rows) for part in self.parts) > FEW


FEW = 7


def reason_of(game: Game, why: Why | None) -> Reason | None:
    """A reason for the pages."""
    if why is None:
        return None
    return _reason(_block_rules(game), why, why.decisions)


def _reason(blocks: frozenset[str], why: Why, decisions: tuple[Why, ...]) -> Reason:
    rows = tuple(row for row in why.rows if not _tabled(row, why.compared, blocks))
    runs = groupby(rows, lambda row: row.rule in blocks)
    return Reason(
        why.line,
        tuple(_part(some, of_blocks) for of_blocks, some in runs),
        why.compared,
        next((number for number, one in enumerate(decisions) if one is why), None),
        tuple(_reason(blocks, one, decisions) for one in why.more),
    )


def _tabled(row: Row, table: Compared | None, blocks: frozenset[str]) -> bool:
    """Whether a row need not be told once more, as it stands in the table: of a block, or of a candidate."""
    if table is None:
        return False
    return row.rule in blocks or row.rule in {one.rule for one in table.rows} or row.label in table.columns


def _part(rows: Iterable[Row], of_blocks: bool) -> Part:
    found = tuple(rows)
    decided = tuple(row for row in found if row.decided)
    chain = of_blocks and len(found) > 1
    return Part(found, chain, decided[-1:] if chain else decided)


def _block_rules(game: Game) -> frozenset[str]:
    priorities = game.tables.priorities
    diagrams = (priorities.positive, priorities.negative, priorities.positive_planet, priorities.negative_planet)
    return frozenset(block.rule for diagram in diagrams for block in diagram.blocks)
