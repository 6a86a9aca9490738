"""Why the Hive does what it does: what was tested, what came of it, and what decided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hive.words import Words


@dataclass(frozen=True)
class Row:
    """One criterion or block of a decision: what was tested, what came of it, and whether it decided."""

    label: Words
    result: Words
    rule: str
    decided: bool = False


CellHow = Literal["stays", "falls", "decides"]
CELL_HOW: dict[str, CellHow] = {"stays": "stays", "falls": "falls", "decides": "decides"}
"""How a candidate came through a block."""


@dataclass(frozen=True)
class Cell:
    """How much a candidate was worth to a block, and whether it stayed with that; ``decides``: that chose it."""

    words: Words
    how: CellHow


@dataclass(frozen=True)
class Weighed:
    """A block through which candidates went: a cell for each, None for those that had fallen out before.

    ``left`` is how many were left after it, those without a column included.
    """

    label: Words
    rule: str
    left: int
    cells: tuple[Cell | None, ...]


@dataclass(frozen=True)
class Compared:
    """A decision as a table: a column for each candidate, the chosen one first, and a row for each block.

    ``others`` is how many more candidates there were, who fell out before those that have a column. ``keys`` are those
    of the candidates that have one (:class:`Rival`); a log does not keep them.
    """

    columns: tuple[Words, ...]
    rows: tuple[Weighed, ...]
    others: int = 0
    keys: tuple[str, ...] = ()


@dataclass(frozen=True)
class Rival:
    """A candidate of a decision, and in one sentence where it fell out; ``chosen``: it did not.

    ``key`` tells the candidates of a decision apart: the position of a system, the number of a card, a name.
    """

    key: str
    label: Words
    words: Words
    rule: str
    chosen: bool = False


@dataclass(frozen=True)
class Why:
    """The reason for a step: one line with the numbers that decided, and every row of the decision.

    ``compared``: the candidates that were weighed, beside one another; ``rivals``: where each of them fell out, the
    chosen one among them. ``more``: what else was decided for the same step, each with a reason of its own.
    """

    line: Words
    rows: tuple[Row, ...] = ()
    compared: Compared | None = None
    rivals: tuple[Rival, ...] = ()
    more: tuple[Why, ...] = ()

    @property
    def decisions(self) -> tuple[Why, ...]:
        """The decisions whose candidates can be asked about."""
        return tuple(one for one in (self, *self.more) if one.rivals)
