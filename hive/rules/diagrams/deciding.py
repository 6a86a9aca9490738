"""What decided in a way through a diagram or through sieves: in one sentence by name and number, and as a table.

The blocks of a diagram are sieves, and so are the criteria of strategy cards, technologies, upgrades and production.

Rules: 5.2, 5.3, 6, 8.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from hive.board.adjacency import WORMHOLES
from hive.model.game import Game
from hive.rules.diagrams.systems import ABOUT_OBJECTIVES, NO_OBJECTIVE, Passed, Rank, Sieved, Walk, Worth
from hive.rules.objectives.public import unscored
from hive.steps import Cell, Compared, Rival, Row, Weighed, Why
from hive.words import Name, Strong, Words, count, listed, printed, say

Way = TypeVar("Way")


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


# --- what decided in a way through a diagram: in one sentence by name and number, and as a table


COMPLETES = "completes_objective"
# So many candidates have a column, and so many ties are named.
MOST_COLUMNS, MOST_TIES = 4, 2


@dataclass(frozen=True)
class _Measured:
    """A block that counts something: what more of it is called, and what candidates tie on."""

    more: Words
    tie: Words


_COUNTED: dict[str, _Measured] = {
    "lowest_total_ship_strength": _Measured(say("less ship strength"), say("ship strength")),
    "highest_total_ship_strength": _Measured(say("more ship strength"), say("ship strength")),
    "most_planets": _Measured(say("more planets"), say("planets")),
    "fewest_planets": _Measured(say("fewer planets"), say("planets")),
    "highest_total_influence": _Measured(say("more influence"), say("influence")),
    "lowest_total_influence": _Measured(say("less influence"), say("influence")),
    "highest_total_resources": _Measured(say("more resources"), say("resources")),
    "lowest_total_resources": _Measured(say("fewer resources"), say("resources")),
    "highest_influence": _Measured(say("more influence"), say("influence")),
    "lowest_influence": _Measured(say("less influence"), say("influence")),
    "highest_resources": _Measured(say("more resources"), say("resources")),
    "lowest_resources": _Measured(say("fewer resources"), say("resources")),
}
_YES_NO: dict[str, Callable[[Words, Words], Words]] = {
    "not_serving_objective": lambda one, other: say(
        "{one} serves no public objective, {other} does", one=one, other=other
    ),
    "spawning_system": lambda one, other: say(
        "{one} counts as a spawning system, {other} does not", one=one, other=other
    ),
    "not_spawning_system": lambda one, other: say(
        "{one} does not count as a spawning system, {other} does", one=one, other=other
    ),
    "spawning_system_planet": lambda one, other: say(
        "{one} lies in a spawning system, {other} does not", one=one, other=other
    ),
    "not_spawning_system_planet": lambda one, other: say(
        "{one} lies in no spawning system, {other} does", one=one, other=other
    ),
}
# What stands in a table where such a block holds, and where it does not.
_IN_TABLE: dict[str, tuple[Words, Words]] = {
    "not_serving_objective": (say("none"), say("serves one")),
    "spawning_system": (say("yes"), say("no")),
    "not_spawning_system": (say("no"), say("yes")),
    "spawning_system_planet": (say("yes"), say("no")),
    "not_spawning_system_planet": (say("no"), say("yes")),
}


def decided_by(game: Game, found: Walk[Candidate], chosen: Candidate, label: Label[Candidate]) -> Words:
    """Why a candidate was chosen, in a clause: the last block that decided, the runner-up, and both values.

    Where the blocks do not lead to it alone, it says who chose; empty where there was no other.
    Rules: 5.2.block-order, 5.3.block-order.
    """
    fell = _last_fall(found)
    if chosen not in found.left:
        return say("the table chose it")
    if len(found.left) > 1:
        others = listed([label(one) for one in found.left if one != chosen])
        tied = say("{chosen} ties with {others} to the last block", chosen=label(chosen), others=others)
        return say("{tied}: the table chose", tied=tied)
    return _told(game, found, fell, chosen, label) if fell else ""


def fell_by(game: Game, found: Walk[Candidate], chosen: Candidate, other: Candidate, label: Label[Candidate]) -> Words:
    """By which block a candidate fell out, against the chosen one, and by what numbers."""
    block = next(block for block in found.blocks if other in block.worth and other not in block.left)
    against = chosen if chosen in block.left else block.left[0]
    return _against(game, found, _Fall(block, other), against, label)


def full(clause: Words) -> Words:
    """A clause as a sentence."""
    return say("{clause!c}.", clause=clause)


def compared(
    game: Game, found: Walk[Candidate], chosen: Candidate, label: Label[Candidate], key: Callable[[Candidate], str]
) -> Compared | None:
    """The blocks that were walked through as a table, up to the one that decided; None where nothing was compared."""
    if chosen not in found.candidates:
        return None
    return table_of(sieves_of(game, found, chosen, label), chosen, Naming(label, key), MOST_COLUMNS)


def sieves_of(game: Game, found: Walk[Candidate], chosen: Candidate, label: Label[Candidate]) -> list[Sieve[Candidate]]:
    """The blocks that were walked through, up to the one that decided: what each candidate was worth to each."""
    return [
        Sieve(
            block_words(game, block),
            block.rule,
            {one: _mark(game, found, block, chosen, one, label) for one in block.worth},
            block.left,
        )
        for block in _blocks_told(game, found)
    ]


def _mark(
    game: Game,
    found: Walk[Candidate],
    block: Sieved[Candidate],
    chosen: Candidate,
    one: Candidate,
    label: Label[Candidate],
) -> Mark:
    words = _cell_words(block, block.worth[one])
    if one in block.left:
        return Mark(words)
    return Mark(words, full(fell_by(game, found, chosen, one, label)))


# --- who fell where


@dataclass(frozen=True)
class _Fall(Generic[Candidate]):
    """A block, and the candidate that fell out there."""

    block: Sieved[Candidate]
    other: Candidate


def _last_fall(found: Walk[Candidate]) -> _Fall[Candidate] | None:
    """The last block that decided, and the best of those that fell there: the runner-up."""
    if not found.deciding:
        return None
    block = found.deciding[-1]
    fallen = [one for one in block.worth if one not in block.left]
    return _Fall(block, max(fallen, key=block.worth.__getitem__))


def _blocks_told(game: Game, found: Walk[Candidate]) -> list[Sieved[Candidate]]:
    """The blocks that have something to tell, up to the one that left a single candidate."""
    told: list[Sieved[Candidate]] = []
    for block in told_blocks(game, found):
        if len(block.worth) < 2:
            break
        told.append(block)
    return told


# --- the sentence


def _told(
    game: Game, found: Walk[Candidate], fall: _Fall[Candidate], chosen: Candidate, label: Label[Candidate]
) -> Words:
    """The objective that the chosen one completes, and what set it apart from the runner-up."""
    reason = _against(game, found, fall, chosen, label)
    completed = objective_of_rank(game, _completed(found, chosen))
    if not completed or fall.block.keep == COMPLETES:
        return reason
    return say("it completes {objective}; {reason}", objective=Strong(Name(completed)), reason=reason)


def _completed(found: Walk[Candidate], one: Candidate) -> Rank:
    """The rank of the objective that a candidate completes."""
    worths: list[Mapping[Candidate, Worth]] = [block.worth for block in found.blocks if block.keep == COMPLETES]
    points, age = next((worth[one] for worth in worths if one in worth), NO_OBJECTIVE)
    return int(points), int(age)


def _against(
    game: Game, found: Walk[Candidate], fall: _Fall[Candidate], winner: Candidate, label: Label[Candidate]
) -> Words:
    """What set one candidate above another in a block, by the numbers of both."""
    block, one, other = fall.block, label(winner), label(fall.other)
    if block.keep == COMPLETES:
        return _better_objective(game, found, fall, winner, label)
    if block.keep in _YES_NO:
        return _YES_NO[block.keep](Strong(one), other)
    mine, theirs = block.worth[winner], block.worth[fall.other]
    if block.keep not in _COUNTED:
        return _by_wormholes(block.keep, mine, theirs, one, other)
    more, ties = _COUNTED[block.keep].more, listed(_ties(found, fall))
    figures = Strong(say("{mine} to {theirs}", mine=_figure(mine), theirs=_figure(theirs)))
    if not ties:
        return say("{one} has {more} than {other}, {figures}", one=one, more=Strong(more), other=other, figures=figures)
    return say(
        "{one} ties {other} on {ties} and has {more}, {figures}",
        one=one,
        other=other,
        ties=ties,
        more=Strong(more),
        figures=figures,
    )


def _better_objective(
    game: Game, found: Walk[Candidate], fall: _Fall[Candidate], winner: Candidate, label: Label[Candidate]
) -> Words:
    best, less = _completed(found, winner), _completed(found, fall.other)
    one, other = label(winner), label(fall.other)
    objective = Strong(Name(objective_of_rank(game, best)))
    if less == NO_OBJECTIVE:
        return say("{one} completes {objective}, {other} completes none", one=one, objective=objective, other=other)
    another = Name(objective_of_rank(game, less))
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


def _ties(found: Walk[Candidate], fall: _Fall[Candidate]) -> list[Words]:
    """What two candidates tie on before the block that parts them, as far as it counts anything there."""
    before = found.blocks[: found.blocks.index(fall.block)]
    counted = [block for block in before if block.keep in _COUNTED and any(block.worth[fall.other])]
    return [_COUNTED[block.keep].tie for block in counted][-MOST_TIES:]


def _by_wormholes(keep: str, mine: Worth, theirs: Worth, one: Words, other: Words) -> Words:
    kind = Name(next(kind for kind, a, b in zip(WORMHOLES, mine, theirs, strict=True) if a != b))
    if keep == "wormhole_alpha_to_epsilon":
        return say("{one} has {wormhole}, {other} has none", one=one, wormhole=_wormhole(kind), other=other)
    return say("{one} has no {wormhole}, {other} has one", one=one, wormhole=_wormhole(kind), other=other)


def _wormhole(kind: Words) -> Words:
    return Strong(say("wormhole {kind}", kind=kind))


def _figure(worth: Worth) -> Words:
    return Name(f"{abs(worth[0]):g}")


# --- the table


def _cell_words(block: Sieved[Candidate], worth: Worth) -> Words:
    if block.keep == COMPLETES:
        return say("{points} VP", points=int(worth[0])) if any(worth) else say("no")
    if block.keep in _COUNTED:
        return _figure(worth)
    if block.keep in _YES_NO:
        holds, fails = _IN_TABLE[block.keep]
        return holds if worth[0] else fails
    there = block.keep == "wormhole_alpha_to_epsilon"
    kinds = [Name(kind) for kind, has in zip(WORMHOLES, worth, strict=True) if bool(has) == there]
    return listed(kinds, "/") if kinds else say("none")
