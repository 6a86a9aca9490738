"""The criteria of strategy cards, and what the stockpile asks for.

Rules: 4.2, page 6, 11.secondary.objective.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from hive.catalog.tables import Criterion, ItemType, Objective
from hive.catalog.tables.effects import CardClosed
from hive.effects import effects
from hive.model.game import ITEM_TYPES, Game
from hive.naming import CRITERIA, items
from hive.rules.area import owned, structures, take_tokens_evenly, tokens_in_pools
from hive.rules.diagrams.deciding import Mark, Sieve, why_of_sieves
from hive.rules.objectives.confirming import TAKES_IMPERIAL, rex_confirmed
from hive.rules.objectives.on_board import lacking
from hive.rules.objectives.public import (
    completes_at_least,
    home_lacks,
    is_completed,
    scoring_established,
    structure_objective_incomplete,
    unscored,
)
from hive.steps import Item, Procedure, Row, Why
from hive.words import Name, Words, count, listed, say


@dataclass(frozen=True)
class Deficit:
    """A deficient item: what the stockpile holds of it, and what the reference objective asks for."""

    item: ItemType
    have: int
    need: int
    objective: Objective

    @property
    def words(self) -> Words:
        """The deficit with its numbers."""
        return say(
            "{number} of {need} for {objective}",
            number=self.have,
            need=items(self.need, self.item),
            objective=Name(self.objective.name),
        )


def reference_objective(game: Game, item: ItemType) -> Objective | None:
    """The objective that an item type is saved for; each type has its own (Q37). Rule: 4.2.reference-objective."""
    return next((objective for objective in unscored(game) if objective.spend.get(item)), None)


def deficit(game: Game, item: ItemType) -> Deficit | None:
    """What the stockpile lacks of an item type, or None; trade goods in the funds do not count (Q39).

    Rule: 4.2.deficient.
    """
    objective = reference_objective(game, item)
    if objective is None:
        return None
    have, need = game.hive.stockpile.of(item), objective.spend[item]
    return Deficit(item, have, need, objective) if have < need else None


def transfer(game: Game) -> list[Item]:
    """Move tokens of every deficient type into the stockpile; return one line for each type that moved.

    Rules: 4.2.transfer, 4.2.transfer-half, 4.2.transfer-no-excess, 4.2.transfer-command-tokens,
    6.transfer.not-first-round.
    """
    if not scoring_established(game):
        return []
    lines = []
    for lack in filter(None, [deficit(game, item) for item in ITEM_TYPES]):
        number = transfer_size(game, lack)
        if number:
            _move(game, lack.item, number)
            have, name = lack.have + number, Name(lack.objective.name)
            note = say("{number} of {need} for {objective}", number=have, need=lack.need, objective=name)
            lines.append(Item(say("{goods} to the stockpile", goods=items(number, lack.item)), note, "4.2.transfer"))
    return lines


def transfer_size(game: Game, lack: Deficit) -> int:
    """How many tokens one transfer moves: at most half of the whole requirement, rounded up (Q38)."""
    half = -(-lack.need // game.tables.figures.transfer_divisor.value)
    return min(owned(game, lack.item, stockpile=False), half, lack.need - lack.have)


def _move(game: Game, item: ItemType, number: int) -> None:
    hive = game.hive
    if item == "resources":
        hive.bank.resources -= number
    elif item == "influence":
        hive.bank.influence -= number
    elif item == "trade_goods":
        hive.trade_goods -= number
    else:
        take_tokens_evenly(game, number)
    hive.stockpile.add(item, number)


# --- the tests that decks/criteria.yaml names


@dataclass(frozen=True)
class Verdict:
    """Whether a criterion is met, and the numbers that decided it; ``figure`` is what a table has of them."""

    met: bool
    because: Words
    figure: Words = ""

    @property
    def short(self) -> Words:
        """What stands in a table: the number, or whether it is met."""
        return self.figure or (say("yes") if self.met else say("no"))


def criteria_established(game: Game) -> bool:
    """Whether strategy card criteria count in this round (Q41).

    Rules: 6.first-round.no-criteria, 11.secondary.first-round, 32.easy.first-two-rounds, 32.expert.from-the-start.
    """
    return scoring_established(game)


def judge(game: Game, criterion: Criterion) -> Procedure[Verdict]:
    """Test one criterion, asking the board where the tracked numbers do not settle it."""
    if criterion.test == "completed_objectives_at_least":
        return (yield from _completed_objectives(game, criterion))
    if criterion.test == "controls_mecatol_rex":
        yield from rex_confirmed(game, TAKES_IMPERIAL)
    if criterion.test == "structure_objective_incomplete":
        return (yield from _structure_objective(game, criterion))
    return KNOWN_TESTS[criterion.test](game, criterion)


def _number(criterion: Criterion) -> int:
    assert criterion.number is not None, "the table checks that the test has its number"
    return criterion.number


Test = Callable[[Game, Criterion], Verdict]


def _counted(have: Callable[[Game], int], things: Callable[[int], Words], at_least: bool = False) -> Test:
    """Whether the Hive has fewer of something than the criterion asks, or ``at_least`` so many; and that in words."""

    def verdict(game: Game, criterion: Criterion) -> Verdict:
        now, number = have(game), _number(criterion)
        has = say("it has {things} already", things=things(now))
        if now < number:
            has = say("it has {have} of {things}", have=now, things=things(number))
        if at_least:
            return Verdict(now >= number, has, say("{number} of {all}", number=now, all=number))
        return Verdict(now < number, has, say("{have}, asks under {number}", have=now, number=number))

    return verdict


def _influence(at_least: bool) -> Test:
    def words(number: int) -> Words:
        return say("{number} influence in its bank", number=number)

    return _counted(lambda game: game.hive.bank.influence, words, at_least)


def _controls_mecatol_rex(game: Game, _: Criterion) -> Verdict:
    if game.hive.spawning_planets.get("mecatol_rex", 0) > 0:
        return Verdict(True, say("[the Hive] controls Mecatol Rex"))
    return Verdict(False, say("[the Hive] does not control Mecatol Rex"))


def _completed_objectives(game: Game, criterion: Criterion) -> Procedure[Verdict]:
    number = _number(criterion)
    met = yield from completes_at_least(game, number, criterion.rule)
    lacking = home_lacks(game)
    if lacking:
        return Verdict(False, say("[the Hive] completes no public objective: {reason}", reason=lacking))
    if met:
        return Verdict(True, say("at least {number} completed public objectives", number=number))
    return Verdict(False, say("fewer than {number} completed public objectives", number=number))


def _deficient(game: Game, criterion: Criterion) -> Verdict:
    lacks = [lack for lack in (deficit(game, item) for item in criterion.items) if lack]
    return Verdict(bool(lacks), listed([lack.words for lack in lacks]) if lacks else say("it lacks nothing"))


def _structure_objective(game: Game, criterion: Criterion) -> Procedure[Verdict]:
    wanted = [objective for objective in unscored(game) if objective.group == "structure"]
    if not wanted:
        return Verdict(False, say("no structure objective is open"))
    known = [(objective, is_completed(game, objective)) for objective in wanted]
    missed = [objective for objective, met in known if met is False]
    if missed:
        return Verdict(True, lacking(game, missed[0]))
    doubtful = [objective.name for objective, met in known if met is None]
    if not doubtful:
        return Verdict(False, say("every structure objective is complete"))
    met = yield from structure_objective_incomplete(game, doubtful, criterion.rule)
    names = listed([Name(name) for name in doubtful])
    return Verdict(met, say("{names} not complete", names=names) if met else say("{names} complete", names=names))


def _technology_objective(game: Game, _: Criterion) -> Verdict:
    wanted = incomplete_technology_objectives(game)
    if wanted:
        return Verdict(True, say("{names} not complete", names=listed([Name(objective.name) for objective in wanted])))
    return Verdict(False, say("no technology objective is incomplete"))


def incomplete_technology_objectives(game: Game) -> list[Objective]:
    """The open technology objectives that the Hive does not meet now (Q43)."""
    return [one for one in unscored(game) if one.group == "technology" and not is_completed(game, one)]


def _speaker(fits: Callable[[Game], bool]) -> Test:
    return lambda game, _: Verdict(fits(game), say("{who} is the Speaker", who=game.name(game.speaker)))


KNOWN_TESTS: dict[str, Test] = {
    "controls_mecatol_rex": _controls_mecatol_rex,
    "command_tokens_below": _counted(
        tokens_in_pools, lambda number: say("{tokens} in its pools", tokens=count(number, "command token"))
    ),
    "speaker_left_of_hive": _speaker(lambda game: game.speaker == game.settings.left),
    "deficient": _deficient,
    "technology_objective_incomplete": _technology_objective,
    "influence_at_least": _influence(at_least=True),
    "influence_below": _influence(at_least=False),
    "hive_not_speaker": _speaker(lambda game: game.speaker != "hive"),
    "structures_below": _counted(structures, lambda number: count(number, "structure")),
    "upgrades_below": _counted(lambda game: len(game.hive.upgrades), lambda number: count(number, "upgrade")),
}


# --- what strategy cards were tried by, so that each can say where it fell out


By = Literal["critical", "objective", "standard", "first available", "the table"]
_RULES: dict[By, str] = {
    "critical": "6.critical.before-each",
    "objective": "6.objective.cycle",
    "standard": "6.standard.cycle",
}


class Trials:
    """The way to a strategy card: the rows that tell of it, the order of evaluation, and what each card was tried by.

    ``order`` is that of the initiative numbers, as far as a card was drawn for it; ``evaluated`` are those that were
    come to in it, each time; ``tried`` has an entry for each kind of criterion that was reached, with the criteria of
    each card in it.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rows: list[Row] = []
        self.order: Sequence[int] = sorted(game.strategy_cards)
        self.evaluated: list[int] = []
        self.tried: dict[By, dict[int, list[tuple[Criterion, Verdict]]]] = {}

    def reaches(self, by: By) -> None:
        """A kind of criterion is reached."""
        self.tried[by] = {}

    def tries(self, by: By, number: int, criterion: Criterion, verdict: Verdict) -> None:
        """A card is tried by its criterion."""
        self.tried[by].setdefault(number, []).append((criterion, verdict))

    def why(self, by: By, chosen: int, line: Words, rule: str) -> Why:
        """The reason for a card: it, and where each of the others fell out. ``rule`` is that of the last resort."""
        sieves = [self._free(), *(self._sieve(kind, chosen, kind == by) for kind in self.tried)]
        if by == "first available":
            sieves.append(self._in_order(chosen, rule))
        return why_of_sieves(line, sieves, chosen, partial(card_label, self.game), self.rows)

    def _available(self) -> tuple[int, ...]:
        return tuple(number for number in self.order if is_available(self.game, number))

    def _free(self) -> Sieve[int]:
        """Who has taken a card already. Rule: 6.objective.cycle."""
        marks = {number: Mark(say("nobody")) for number in self.order}
        for number in self.order:
            if number not in self._available():
                marks[number] = self._gone(number)
        return Sieve(say("taken by"), "6.objective.cycle", marks, self._available())

    def _gone(self, number: int) -> Mark:
        owner = self.game.strategy_cards[number].owner
        if owner is None:
            source = Name(closing(self.game)[number])
            return Mark(source, say("{source} keeps it from [the Hive].", source=source))
        return Mark(self.game.name(owner), say("{owner!c} has taken it already.", owner=self.game.name(owner)))

    def _sieve(self, by: By, chosen: int, decides: bool) -> Sieve[int]:
        """What cards were tried by; where nobody met it, nobody fell. Rule: 6.objective.cycle."""
        available = self._available()
        marks = {number: self._mark(by, number, chosen) for number in available}
        return Sieve(CRITERIA[by], _RULES[by], marks, (chosen,) if decides else available)

    def _mark(self, by: By, number: int, chosen: int) -> Mark:
        tried, kind = self.tried[by].get(number, []), CRITERIA[by]
        if tried:
            criterion, verdict = tried[-1]
            reasons = listed([verdict.because for _, verdict in tried])
            told = say("Its {criterion} is not met: {because}.", criterion=kind, because=reasons)
            return Mark(verdict.short, told, criterion.rule)
        if not self._has(by, number):
            return Mark(say("none"), say("It has no {criterion}, and {card} meets its own.", **self._and(kind, chosen)))
        told = say("{card} came before it and meets its {criterion}.", **self._and(kind, chosen))
        return Mark(say("not reached"), told)

    def _and(self, kind: Words, chosen: int) -> dict[str, Words]:
        return {"criterion": kind, "card": Name(self.game.card_name(chosen))}

    def _has(self, by: By, number: int) -> bool:
        """Whether a card has a criterion of a kind."""
        criteria = self.game.tables.criteria
        kinds = {"critical": criteria.critical, "objective": criteria.objective, "standard": criteria.standard}
        key = self.game.tables.strategy_cards.by_number[number].key
        return any(criterion.card == key for criterion in kinds[by])

    def _in_order(self, chosen: int, rule: str) -> Sieve[int]:
        """The first card that is available. Rules: 6.fallback.first-available, 6.first-round.no-criteria."""
        card, first = Name(self.game.card_name(chosen)), self.order[0]
        told = say("From card {order} on {card} was the first still free.", card=card, order=first)
        places = {one: say("{number}.", number=self.order.index(one) + 1) for one in self._available()}
        marks = {one: Mark(place, told) for one, place in places.items()}
        return Sieve(say("place in the order from {number} on", number=first), rule, marks, (chosen,))


def card_label(game: Game, number: int) -> Words:
    """A strategy card with its number."""
    return say("({number}) {card}", number=number, card=Name(game.card_name(number)))


def closing(game: Game) -> dict[int, str]:
    """The strategy cards that an effect closes, each with its source. Rule: 1.scope.unchanged-rules."""
    return {one.effect.card: one.source for one in effects(game).of(CardClosed)}


def is_available(game: Game, number: int) -> bool:
    """Whether nobody has taken a strategy card, and no effect closes it."""
    return game.strategy_cards[number].owner is None and number not in closing(game)


def gone_words(game: Game, number: int) -> Words:
    """Who has taken a strategy card, or what keeps it from the Hive."""
    owner = game.strategy_cards[number].owner
    if owner is None:
        return say("{source} keeps it from [the Hive]", source=Name(closing(game)[number]))
    return say("taken by {owner}", owner=game.name(owner))
