"""What decided in a way through a diagram or through sieves: in one sentence by name and number, and as a table.

The blocks of a diagram are sieves, and so are the criteria of strategy cards, technologies, upgrades and production.

Rules: 5.2, 5.3, 6, 8.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Generic, TypeVar

from hive.board.adjacency import WORMHOLES
from hive.catalog.reading import load_terms
from hive.model.game import Game
from hive.rules.diagrams.systems import ABOUT_OBJECTIVES, NO_OBJECTIVE, Passed, Rank, Sieved, Walk, Worth
from hive.rules.objectives.public import unscored
from hive.steps import Ask, Cell, Compared, Procedure, Rival, Row, Shown, Weighed, Why, which_of
from hive.words import Figure, Name, Strong, Words, count, listed, printed, say

Way = TypeVar("Way")
Value = TypeVar("Value", bound=str)


def block_words(game: Game, block: Passed) -> Words:
    """What a block says, with the name of the objective that decided there. Rules: 5.2.objective-first, Q88."""
    words = printed(block.say, {})
    named = objective_of_rank(game, block.objective)
    return say("{block}: {objective}", block=words, objective=Name(named)) if named else words


def objective_of_rank(game: Game, rank: Rank) -> str:
    """The name of the objective that a rank stands for; empty for none. Its age counts from the newest (Q03)."""
    return "" if rank == NO_OBJECTIVE else game.objectives[-1 - rank[1]].name


def told_blocks(game: Game, walk: Walk[Way]) -> list[Sieved[Way]]:
    """The blocks of a walk that have something to tell: those about objectives only where one is open."""
    return [block for block in walk.blocks if unscored(game) or block.keep not in ABOUT_OBJECTIVES]


def most_helpful(
    key: str, text: Words, left: Mapping[Value, Words], detail: Words = "", heading: Words = "", on: Sequence[str] = ()
) -> Procedure[Value]:
    """What of all that the rules leave helps the Hive most: the table says it. Rule: 1.scope.most-helpful.

    ``on``: the systems that the question is about, which the table may mend meanwhile.
    """
    shown = Shown(heading, expects=False)
    ask = Ask(key, text, (), "1.scope.most-helpful", detail, anew=bool(on), systems=tuple(on), shown=shown)
    return which_of(ask, left)


# --- candidates that go through sieves: what decided between them as a table, and where each fell out


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


def holding(
    label: Words,
    rule: str,
    among: Sequence[Candidate],
    marks: Mapping[Candidate, Mark],
    stays: Callable[[Candidate], bool],
) -> Sieve[Candidate]:
    """A sieve that keeps those of the candidates for which something holds."""
    return Sieve(label, rule, {one: marks[one] for one in among}, tuple(one for one in among if stays(one)))


def yes_or_no(
    label: Words, rule: str, among: Sequence[Candidate], kept: Collection[Candidate], told: Words
) -> Sieve[Candidate]:
    """A sieve that keeps some of the candidates, and says of each whether it is one."""
    marks = {one: Mark(say("yes") if one in kept else say("no"), told) for one in among}
    return holding(label, rule, among, marks, kept.__contains__)


def why_of_sieves(
    line: Words,
    sieves: Sequence[Sieve[Candidate]],
    chosen: Candidate,
    label: Label[Candidate],
    rows: Sequence[Row] = (),
) -> Why:
    """The reason of a choice: its line, the table of all candidates, and where each of them fell out."""
    candidates = tuple(sieves[0].marks) if sieves else ()
    rivals = (_rival(line, sieves, chosen, one, label) for one in candidates if len(candidates) > 1)
    return Why(line, tuple(rows), table_of(sieves, chosen, label), tuple(rivals))


def table_of(
    sieves: Sequence[Sieve[Candidate]], chosen: Candidate, label: Label[Candidate], most: int | None = None
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
    return Compared(tuple(map(label, columns)), rows, len(order) - len(columns), tuple(map(str, columns)))


def _deciding(sieves: Sequence[Sieve[Candidate]]) -> Sieve[Candidate] | None:
    """The last sieve in which somebody fell."""
    return next((sieve for sieve in reversed(sieves) if len(sieve.left) < len(sieve.marks)), None)


def _cell(sieve: Sieve[Candidate], one: Candidate, deciding: bool) -> Cell | None:
    if one not in sieve.marks:
        return None
    if sieve.drops(one):
        return Cell(sieve.marks[one].words, "falls")
    return Cell(sieve.marks[one].words, "decides" if deciding else "stays")


def _rival(
    line: Words, sieves: Sequence[Sieve[Candidate]], chosen: Candidate, one: Candidate, label: Label[Candidate]
) -> Rival:
    """A candidate, and where it fell out."""
    key, named, against = str(one), label(one), label(chosen)
    if one == chosen:
        deciding = _deciding(sieves)
        return Rival(key, named, line, deciding.rule if deciding else "1.scope.most-helpful", chosen=True)
    sieve = next((sieve for sieve in sieves if sieve.drops(one)), None)
    if sieve is None:
        tied = say("{one} ties with {chosen} to the last: the table chose.", one=named, chosen=against)
        return Rival(key, named, tied, "1.scope.most-helpful")
    mark, best = sieve.marks[one], sieve.marks.get(chosen)
    told = mark.told or say(
        "{block!c}: {mine}; {chosen} has {theirs}.",
        block=sieve.label,
        mine=Strong(mark.words),
        chosen=against,
        theirs=Strong(best.words if best else ""),
    )
    return Rival(key, named, told, mark.rule or sieve.rule)


# --- what decided in a way through a diagram: in one sentence by name and number, and as a table


COMPLETES = "completes_objective"
# So many candidates have a column, and so many ties are named.
MOST_COLUMNS, MOST_TIES = 4, 2


@dataclass(frozen=True)
class Telling(Generic[Candidate]):
    """A way through a diagram as it is told; ``label`` says how the table calls a candidate."""

    game: Game
    found: Walk[Candidate]
    label: Label[Candidate]

    def decided(self, chosen: Candidate) -> Words:
        """Why a candidate was chosen, in a clause: the last block that decided, the runner-up, and both values.

        Where the blocks do not lead to it alone, it says who chose; empty where there was no other.
        Rules: 5.2.block-order, 5.3.block-order.
        """
        left = self.found.left
        if chosen not in left:
            return say("the table chose it")
        if len(left) > 1:
            others = listed([self.label(one) for one in left if one != chosen])
            tied = say("{chosen} ties with {others} to the last block", chosen=self.label(chosen), others=others)
            return say("{tied}: the table chose", tied=tied)
        return self._set_apart(self.found.deciding[-1], chosen) if self.found.deciding else ""

    def fell(self, chosen: Candidate, other: Candidate) -> Words:
        """By which block a candidate fell out, against the chosen one, and by what numbers."""
        block = next(block for block in self.found.blocks if other in block.worth and other not in block.left)
        return self._against(block, chosen if chosen in block.left else block.left[0], other)

    def table(self, chosen: Candidate) -> Compared | None:
        """The blocks that were walked through, up to the one that decided; None where nothing was compared."""
        return table_of(self.sieves(chosen), chosen, self.label, MOST_COLUMNS)

    def sieves(self, chosen: Candidate) -> list[Sieve[Candidate]]:
        """The blocks that have something to tell, up to the one that left a single candidate."""
        told = takewhile(lambda block: len(block.worth) > 1, told_blocks(self.game, self.found))
        return [
            Sieve(
                block_words(self.game, block),
                block.rule,
                {one: self._mark(block, chosen, one) for one in block.worth},
                block.left,
            )
            for block in told
        ]

    def _mark(self, block: Sieved[Candidate], chosen: Candidate, one: Candidate) -> Mark:
        """What a candidate was worth to a block, and how it fell there if it did."""
        words = _cell_words(block, block.worth[one])
        return Mark(words) if one in block.left else Mark(words, full(self.fell(chosen, one)))

    def _set_apart(self, block: Sieved[Candidate], chosen: Candidate) -> Words:
        """The objective that the chosen one completes, and what set it apart from the best of those that fell."""
        runner_up = max((one for one in block.worth if one not in block.left), key=block.worth.__getitem__)
        reason = self._against(block, chosen, runner_up)
        completed = objective_of_rank(self.game, self._completed(chosen))
        if not completed or block.keep == COMPLETES:
            return reason
        return say("it completes {objective}; {reason}", objective=Strong(Name(completed)), reason=reason)

    def _completed(self, one: Candidate) -> Rank:
        """The rank of the objective that a candidate completes."""
        worths = [block.worth for block in self.found.blocks if block.keep == COMPLETES]
        points, age = next((worth[one] for worth in worths if one in worth), NO_OBJECTIVE)
        return int(points), int(age)

    def _against(self, block: Sieved[Candidate], winner: Candidate, loser: Candidate) -> Words:
        """What set one candidate above another in a block, by the numbers of both."""
        one, other = self.label(winner), self.label(loser)
        if block.keep == COMPLETES:
            return self._better_objective(winner, loser)
        if block.keep in load_terms().decides:
            return printed(load_terms().decides[block.keep].apart, {"one": Strong(one), "other": other})
        mine, theirs = block.worth[winner], block.worth[loser]
        if block.keep not in load_terms().counts:
            return _by_wormholes(block.keep, mine, theirs, one, other)
        more = Strong(printed(load_terms().counts[block.keep].more, {}))
        ties = listed(self._ties(block, loser))
        figures = Strong(say("{mine} to {theirs}", mine=_figure(mine), theirs=_figure(theirs)))
        if not ties:
            return say("{one} has {more} than {other}, {figures}", one=one, more=more, other=other, figures=figures)
        return say(
            "{one} ties {other} on {ties} and has {more}, {figures}",
            one=one,
            other=other,
            ties=ties,
            more=more,
            figures=figures,
        )

    def _better_objective(self, winner: Candidate, loser: Candidate) -> Words:
        best, less = self._completed(winner), self._completed(loser)
        one, other = self.label(winner), self.label(loser)
        objective = Strong(Name(objective_of_rank(self.game, best)))
        if less == NO_OBJECTIVE:
            return say("{one} completes {objective}, {other} completes none", one=one, objective=objective, other=other)
        another = Name(objective_of_rank(self.game, less))
        if best[0] == less[0]:
            return say(
                "{one} completes {objective}, which is older than {another} of {other}",
                one=one,
                objective=objective,
                another=another,
                other=other,
            )
        return say(
            "{one} completes {objective} for {points}, {other} {another} for {fewer}",
            one=one,
            objective=objective,
            points=count(best[0], "point"),
            other=other,
            another=another,
            fewer=say("{number}", number=less[0]),
        )

    def _ties(self, block: Sieved[Candidate], loser: Candidate) -> list[Words]:
        """What two candidates tie on before the block that parts them, as far as it counts anything there."""
        before = takewhile(lambda one: one is not block, self.found.blocks)
        terms = load_terms().counts
        counted = [one for one in before if one.keep in terms and any(one.worth[loser])]
        ties: list[Words] = [printed(terms[one.keep].tie, {}) for one in counted]
        return ties[-MOST_TIES:]


def full(clause: Words) -> Words:
    """A clause as a sentence."""
    return say("{clause!c}.", clause=clause)


def _by_wormholes(keep: str, mine: Worth, theirs: Worth, one: Words, other: Words) -> Words:
    kind = Name(next(kind for kind, a, b in zip(WORMHOLES, mine, theirs, strict=True) if a != b))
    wormhole = Strong(say("wormhole {kind}", kind=kind))
    if keep == "wormhole_alpha_to_epsilon":
        return say("{one} has {wormhole}, {other} has none", one=one, wormhole=wormhole, other=other)
    return say("{one} has no {wormhole}, {other} has one", one=one, wormhole=wormhole, other=other)


def _figure(worth: Worth) -> Words:
    return Figure(abs(worth[0]))


# --- the table


def _cell_words(block: Sieved[Candidate], worth: Worth) -> Words:
    if block.keep == COMPLETES:
        return say("{points} VP", points=int(worth[0])) if any(worth) else say("no")
    if block.keep in load_terms().counts:
        return _figure(worth)
    if (term := load_terms().decides.get(block.keep)) is not None:
        holds, fails = printed(term.holds, {}), printed(term.fails, {})
        return holds if worth[0] else fails
    there = block.keep == "wormhole_alpha_to_epsilon"
    kinds = [Name(kind) for kind, has in zip(WORMHOLES, worth, strict=True) if bool(has) == there]
    return listed(kinds, "/") if kinds else say("none")
