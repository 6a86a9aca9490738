"""How the Hive selects a strategy card. Rules: page 6."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hive import keys
from hive.catalog.tables import Criterion
from hive.model.game import Game
from hive.reasons import Row, Why
from hive.rules.criteria.criteria import By, Trials, card_label, criteria_established, gone_words, is_available, judge
from hive.rules.deck.hive_mind import discard_used, draw
from hive.rules.objectives.public import rule_of_the_first_rounds
from hive.steps import Ask, Choice, Procedure, Shown, asked
from hive.words import Name, Strong, Words, listed, say

_BY: dict[By, Words] = {
    "critical": say("critical"),
    "objective": say("objective"),
    "standard": say("standard"),
    "first available": say("first available"),
    "the table": say("the table"),
}


@dataclass(frozen=True)
class Selection:
    """The strategy card that the Hive selects, by which criteria, and the numbers evaluated on the way."""

    number: int
    by: By
    evaluated: tuple[int, ...]
    why: Why


def available_cards(game: Game) -> list[int]:
    """The initiative numbers of the strategy cards that nobody has taken, and that no effect closes."""
    return sorted(number for number in game.strategy_cards if is_available(game, number))


def select_strategy_card(game: Game, nth: int) -> Procedure[Selection]:
    """Select the Hive's first or second strategy card of the round.

    Rules: 6.critical.before-each, 6.selection.draw, 6.first-round.no-criteria.
    """
    trials = Trials(game)
    if criteria_established(game):
        critical = yield from _critical(game, trials)
        if critical is not None:
            return critical
    card = yield from draw(game, "selection", ("initiative",), "6.selection.draw")
    if card is None or card.initiative is None:
        return (yield from _table_selects(game))
    first = first_number(card.initiative, nth)
    selection = yield from _by_number(game, first, trials)
    discard_used(game)
    return selection


def first_number(initiative: Sequence[int], nth: int) -> int:
    """The number of a selection card that is evaluated first. Rules: 6.dual.first-odd, 6.dual.second-even."""
    if len(initiative) == 1:
        return initiative[0]
    wanted = 1 if nth == 1 else 0
    return next((number for number in initiative if number % 2 == wanted), initiative[0])


def evaluation_order(first: int, numbers: Sequence[int]) -> list[int]:
    """All initiative numbers in ascending order from the first on, 1 following 8. Rule: 6.objective.cycle."""
    ascending = sorted(numbers)
    start = ascending.index(first)
    return [*ascending[start:], *ascending[:start]]


def _critical(game: Game, trials: Trials) -> Procedure[Selection | None]:
    numbers = game.tables.strategy_cards.number_of
    available = available_cards(game)
    trials.reaches("critical")
    for criterion in game.tables.criteria.critical:
        number = numbers[criterion.card]
        if number not in available:
            trials.rows.append(Row(card_label(game, number), say("taken"), criterion.rule))
            continue
        verdict = yield from judge(game, criterion)
        trials.tries("critical", number, criterion, verdict)
        trials.rows.append(Row(card_label(game, number), verdict.because, criterion.rule, verdict.met))
        if verdict.met:
            return _selected(game, number, "critical", [], trials, verdict.because)
    return None


def _by_number(game: Game, first: int, trials: Trials) -> Procedure[Selection]:
    order = trials.order = evaluation_order(first, list(game.strategy_cards))
    evaluated: list[int] = []
    if criteria_established(game):
        cycles: tuple[tuple[By, list[Criterion]], ...] = (
            ("objective", game.tables.criteria.objective),
            ("standard", game.tables.criteria.standard),
        )
        for by, criteria in cycles:
            selection = yield from _cycle(game, by, criteria, order, evaluated, trials)
            if selection is not None:
                return selection
    return _first_available(game, order, evaluated, trials)


def _cycle(
    game: Game, by: By, criteria: list[Criterion], order: list[int], evaluated: list[int], trials: Trials
) -> Procedure[Selection | None]:
    """One cycle of evaluation. Rules: 6.objective.cycle, 6.standard.cycle."""
    numbers = game.tables.strategy_cards.number_of
    by_number = {numbers[criterion.card]: criterion for criterion in criteria}
    available = available_cards(game)
    rule = "6.objective.cycle" if by == "objective" else "6.standard.cycle"
    before: Words = ""
    trials.reaches(by)
    for number in order:
        evaluated.append(number)
        criterion = by_number.get(number)
        if number not in available:
            gone = say("{by}: {because}", by=_BY[by], because=gone_words(game, number))
            trials.rows.append(Row(card_label(game, number), gone, rule))
        elif criterion is None:
            trials.rows.append(Row(card_label(game, number), say("{by}: no criterion", by=_BY[by]), rule))
        else:
            verdict = yield from judge(game, criterion)
            trials.tries(by, number, criterion, verdict)
            result = say("{by}: {because}", by=_BY[by], because=verdict.because)
            trials.rows.append(Row(card_label(game, number), result, criterion.rule, verdict.met))
            if verdict.met:
                return _selected(game, number, by, evaluated, trials, verdict.because, before)
            before = say(
                "{card} came before it, but: {because}.",
                card=Name(game.card_name(number)),
                because=verdict.because,
            )
    return None


def _first_available(game: Game, order: list[int], evaluated: list[int], trials: Trials) -> Selection:
    """Rules: 6.fallback.first-available, 6.first-round.no-criteria."""
    established = criteria_established(game)
    without = rule_of_the_first_rounds(game, "6.first-round.no-criteria")
    rule = "6.fallback.first-available" if established else without
    available = available_cards(game)
    for number in order:
        evaluated.append(number)
        if number in available:
            trials.rows.append(Row(card_label(game, number), say("the first available card"), rule, True))
            because = (
                say("no criterion is met") if established else say("no criteria in round {round}", round=game.round)
            )
            because = say("{because}; first available from {order} on", because=because, order=order[0])
            return _selected(game, number, "first available", evaluated, trials, because, rule=rule)
        trials.rows.append(Row(card_label(game, number), gone_words(game, number), rule))
    raise ValueError("no strategy card is left to select")


def _table_selects(game: Game) -> Procedure[Selection]:
    """Without a card the Hive Mind cannot decide, so the table does. Rule: 1.scope.most-helpful."""
    while True:
        answer = yield from asked(
            Ask(
                key=keys.STRATEGY_CARD,
                text=say("Which strategy card helps [the Hive] most?"),
                choices=tuple(Choice(str(number), card_label(game, number)) for number in available_cards(game)),
                rule="1.scope.most-helpful",
                detail=say("The Hive Mind deck is depleted."),
                shown=Shown(expects=False, layout="cards"),
            )
        )
        # The table may have given the card to somebody by hand meanwhile.
        if int(answer) in available_cards(game):
            because = say("the Hive Mind deck is depleted")
            return _selected(game, int(answer), "the table", [], Trials(game), because)


def _selected(
    game: Game,
    number: int,
    by: By,
    evaluated: list[int],
    trials: Trials,
    because: Words,
    before: Words = "",
    rule: str = "6.selection.draw",
) -> Selection:
    """``before`` tells of the card that was tested last before it, and was not taken; ``rule`` is the last resort's."""
    line: Words = say(
        "{card}, {by}: {because}.", card=Name(game.card_name(number)), by=_BY[by], because=Strong(because)
    )
    line = listed([line, before], " ") if before else line
    return Selection(number, by, tuple(evaluated), trials.why(by, number, line, rule))
