"""What strategy cards were tried by, so that each can say where it fell out. Rules: page 6."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from hive.catalog.tables import Criterion
from hive.catalog.tables.laws import CardClosed
from hive.effects import effects
from hive.model.game import Game
from hive.reasons import Row, Why
from hive.rules.criteria.criteria import Verdict
from hive.rules.diagrams.sieves import Mark, Naming, Sieve, why_of_sieves
from hive.words import Name, Words, listed, say

By = Literal["critical", "objective", "standard", "first available", "the table"]
_KINDS: dict[By, Words] = {
    "critical": say("critical criterion"),
    "objective": say("objective criterion"),
    "standard": say("standard criterion"),
}
_RULES: dict[By, str] = {
    "critical": "6.critical.before-each",
    "objective": "6.objective.cycle",
    "standard": "6.standard.cycle",
}


class Trials:
    """The way to a strategy card: the rows that tell of it, the order of evaluation, and what each card was tried by.

    ``order`` is that of the initiative numbers, as far as a card was drawn for it; ``tried`` has an entry for each kind
    of criterion that was reached, with the criteria of each card in it.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rows: list[Row] = []
        self.order: Sequence[int] = sorted(game.strategy_cards)
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
        return why_of_sieves(line, sieves, chosen, Naming(self._label, str), self.rows)

    def _label(self, number: int) -> Words:
        return card_label(self.game, number)

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
        return Sieve(_KINDS[by], _RULES[by], marks, (chosen,) if decides else available)

    def _mark(self, by: By, number: int, chosen: int) -> Mark:
        tried, kind = self.tried[by].get(number, []), _KINDS[by]
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
        told = say(
            "{card} is the first available card from {order} on.",
            card=Name(self.game.card_name(chosen)),
            order=self.order[0],
        )
        places = {
            number: Mark(say("{number}.", number=self.order.index(number) + 1), told) for number in self._available()
        }
        return Sieve(say("place in the order from {number} on", number=self.order[0]), rule, places, (chosen,))


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
