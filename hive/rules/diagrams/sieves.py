"""Candidates that go through sieves: what decided between them as a table, and where each fell out. Rules: 5.2, 6, 8.

The blocks of a diagram are sieves, and so are the criteria of strategy cards, technologies, upgrades and production.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from hive.reasons import Cell, Compared, Rival, Row, Weighed, Why
from hive.words import Strong, Words, say

Candidate = TypeVar("Candidate", bound=Hashable)
Label = Callable[[Candidate], Words]


@dataclass(frozen=True)
class Mark:
    """What a candidate was worth to a sieve, as a table has it; ``told`` says as a sentence how it fell out there.

    ``rule`` is its own where it is not that of the sieve.
    """

    words: Words
    told: Words = ""
    rule: str = ""


@dataclass(frozen=True)
class Sieve(Generic[Candidate]):
    """One criterion or block: a mark for each candidate that had been left before it, and who was left after it."""

    label: Words
    rule: str
    marks: Mapping[Candidate, Mark]
    left: tuple[Candidate, ...]

    def drops(self, one: Candidate) -> bool:
        """Whether a candidate fell out here."""
        return one in self.marks and one not in self.left


@dataclass(frozen=True)
class Naming(Generic[Candidate]):
    """How candidates are called: their words, and the key by which one of them is asked about."""

    label: Label[Candidate]
    key: Callable[[Candidate], str]


def holding(
    label: Words,
    rule: str,
    among: Sequence[Candidate],
    marks: Mapping[Candidate, Mark],
    stays: Callable[[Candidate], bool],
) -> Sieve[Candidate]:
    """A sieve that keeps those of the candidates for which something holds."""
    return Sieve(label, rule, {one: marks[one] for one in among}, tuple(one for one in among if stays(one)))


def why_of_sieves(
    line: Words,
    sieves: Sequence[Sieve[Candidate]],
    chosen: Candidate,
    naming: Naming[Candidate],
    rows: Sequence[Row] = (),
) -> Why:
    """The reason of a choice: its line, the table of all candidates, and where each of them fell out."""
    return Why(line, tuple(rows), table_of(sieves, chosen, naming), rivals_of(line, sieves, chosen, naming))


def table_of(
    sieves: Sequence[Sieve[Candidate]], chosen: Candidate, naming: Naming[Candidate], most: int | None = None
) -> Compared | None:
    """The candidates beside one another, those who fell last first; None where nothing was compared.

    ``most``: no more columns than these.
    """
    candidates = tuple(sieves[0].marks) if sieves else ()
    if len(candidates) < 2 or chosen not in candidates:
        return None
    fell = {one: number for number, sieve in enumerate(sieves) for one in sieve.marks if sieve.drops(one)}
    order = sorted(candidates, key=lambda one: (one != chosen, -fell.get(one, len(sieves))))
    columns, deciding = order[:most], _deciding(sieves)
    rows = tuple(
        Weighed(
            sieve.label, sieve.rule, len(sieve.left), tuple(_cell(sieve, one, sieve is deciding) for one in columns)
        )
        for sieve in sieves
    )
    others = len(order) - len(columns)
    return Compared(tuple(map(naming.label, columns)), rows, others, tuple(map(naming.key, columns)))


def _deciding(sieves: Sequence[Sieve[Candidate]]) -> Sieve[Candidate] | None:
    """The last sieve in which somebody fell."""
    return next((sieve for sieve in reversed(sieves) if len(sieve.left) < len(sieve.marks)), None)


def _cell(sieve: Sieve[Candidate], one: Candidate, deciding: bool) -> Cell | None:
    if one not in sieve.marks:
        return None
    if sieve.drops(one):
        return Cell(sieve.marks[one].words, "falls")
    return Cell(sieve.marks[one].words, "decides" if deciding else "stays")


def rivals_of(
    line: Words, sieves: Sequence[Sieve[Candidate]], chosen: Candidate, naming: Naming[Candidate]
) -> tuple[Rival, ...]:
    """Each candidate, and where it fell out; none where there was no choice."""
    candidates = tuple(sieves[0].marks) if sieves else ()
    return tuple(_rival(line, sieves, chosen, one, naming) for one in candidates) if len(candidates) > 1 else ()


def _rival(
    line: Words, sieves: Sequence[Sieve[Candidate]], chosen: Candidate, one: Candidate, naming: Naming[Candidate]
) -> Rival:
    key, label, against = naming.key(one), naming.label(one), naming.label(chosen)
    if one == chosen:
        deciding = _deciding(sieves)
        return Rival(key, label, line, deciding.rule if deciding else "1.scope.most-helpful", chosen=True)
    sieve = next((sieve for sieve in sieves if sieve.drops(one)), None)
    if sieve is None:
        tied = say("{one} ties with {chosen} to the last: the table chose.", one=label, chosen=against)
        return Rival(key, label, tied, "1.scope.most-helpful")
    mark, best = sieve.marks[one], sieve.marks.get(chosen)
    told = mark.told or say(
        "{block!c}: {mine}; {chosen} has {theirs}.",
        block=sieve.label,
        mine=Strong(mark.words),
        chosen=against,
        theirs=Strong(best.words if best else ""),
    )
    return Rival(key, label, told, mark.rule or sieve.rule)
