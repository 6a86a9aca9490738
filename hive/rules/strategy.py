"""The strategy phase: transfer, picks by the criteria, production.

Rules: pages 6 and 8.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hive import keys
from hive.catalog.tables import Criterion, Seat
from hive.model.game import Game, Player
from hive.naming import BY_WORDS, CRITERIA, items
from hive.rules.action.turns import FIRST_TURN, initiative_order, initiative_words
from hive.rules.area import gain_trade_goods
from hive.rules.criteria import By, Trials, card_label, criteria_established, gone_words, is_available, judge, transfer
from hive.rules.deck import discard_used, draw
from hive.rules.moments import StrategyPhaseBegins, moment
from hive.rules.objectives.confirming import forget
from hive.rules.objectives.public import rule_of_the_first_rounds, scoring_established
from hive.rules.placing.production import strategy_phase_production
from hive.steps import Choice, Confirmed, Item, Procedure, Row, Shown, Tell, Why, question
from hive.words import Name, Strong, Words, listed, say


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
            return _selected(game, number, "critical", trials, verdict.because)
    return None


def _by_number(game: Game, first: int, trials: Trials) -> Procedure[Selection]:
    trials.order = evaluation_order(first, list(game.strategy_cards))
    if criteria_established(game):
        cycles: tuple[tuple[By, list[Criterion]], ...] = (
            ("objective", game.tables.criteria.objective),
            ("standard", game.tables.criteria.standard),
        )
        for by, criteria in cycles:
            selection = yield from _cycle(game, by, criteria, trials)
            if selection is not None:
                return selection
    return _first_available(game, trials)


def _cycle(game: Game, by: By, criteria: list[Criterion], trials: Trials) -> Procedure[Selection | None]:
    """One cycle of evaluation. Rules: 6.objective.cycle, 6.standard.cycle."""
    numbers = game.tables.strategy_cards.number_of
    by_number = {numbers[criterion.card]: criterion for criterion in criteria}
    available = available_cards(game)
    rule = "6.objective.cycle" if by == "objective" else "6.standard.cycle"
    before: Words = ""
    trials.reaches(by)
    for number in trials.order:
        trials.evaluated.append(number)
        criterion = by_number.get(number)
        if number not in available:
            gone = say("{by}: {because}", by=BY_WORDS[by], because=gone_words(game, number))
            trials.rows.append(Row(card_label(game, number), gone, rule))
        elif criterion is None:
            trials.rows.append(Row(card_label(game, number), say("{by}: no criterion", by=BY_WORDS[by]), rule))
        else:
            verdict = yield from judge(game, criterion)
            trials.tries(by, number, criterion, verdict)
            result = say("{by}: {because}", by=BY_WORDS[by], because=verdict.because)
            trials.rows.append(Row(card_label(game, number), result, criterion.rule, verdict.met))
            if verdict.met:
                return _selected(game, number, by, trials, verdict.because, before)
            card = Name(game.card_name(number))
            before = say("{card} came before it, but: {because}.", card=card, because=verdict.because)
    return None


def _first_available(game: Game, trials: Trials) -> Selection:
    """Rules: 6.fallback.first-available, 6.first-round.no-criteria."""
    rule, because = "6.fallback.first-available", say("no criterion is met")
    if not criteria_established(game):
        rule = rule_of_the_first_rounds(game, "6.first-round.no-criteria")
        because = say("no criteria in round {round}", round=game.round)
    available = available_cards(game)
    for number in trials.order:
        trials.evaluated.append(number)
        if number in available:
            trials.rows.append(Row(card_label(game, number), say("the first still free"), rule, True))
            free = say("from card {order} on, {number} was the first still free", order=trials.order[0], number=number)
            free = say("card {number} was still free", number=number) if number == trials.order[0] else free
            because = say("{because}; {free}", because=because, free=free)
            return _selected(game, number, "first available", trials, because, rule=rule)
        trials.rows.append(Row(card_label(game, number), gone_words(game, number), rule))
    raise ValueError("no strategy card is left to select")


def _table_selects(game: Game) -> Procedure[Selection]:
    """Without a card the Hive Mind cannot decide, so the table does. Rule: 1.scope.most-helpful."""
    while True:
        answer = yield from question(
            keys.STRATEGY_CARD,
            choices=(Choice(str(number), card_label(game, number)) for number in available_cards(game)),
        )
        # The table may have given the card to somebody by hand meanwhile.
        if int(answer) in available_cards(game):
            because = say("the Hive Mind deck is depleted")
            return _selected(game, int(answer), "the table", Trials(game), because)


def _selected(
    game: Game, number: int, by: By, trials: Trials, because: Words, before: Words = "", rule: str = "6.selection.draw"
) -> Selection:
    """``before`` tells of the card that was tested last before it, and was not taken; ``rule`` is the last resort's."""
    card, decided = Name(game.card_name(number)), Strong(because)
    line: Words = say("{because!c}, so it wants {card} ({by}).", because=decided, card=card, by=CRITERIA.get(by, ""))
    if by not in ("critical", "objective", "standard"):
        line = say("{card}: {because}.", card=card, because=decided)
    line = listed([line, before], " ") if before else line
    return Selection(number, by, tuple(trials.evaluated), trials.why(by, number, line, rule))


# --- the strategy phase: transfer, picks, production


def begin_strategy_phase(game: Game) -> Procedure[list[Item]]:
    """Transfer deficient items, and start the picks. Rules: 6.transfer.start, 6.transfer.not-first-round."""
    yield from moment(game, StrategyPhaseBegins())
    lines = transfer(game)
    text, rule = say("[The Hive] puts nothing aside (stockpile)."), "6.transfer.start"
    if not scoring_established(game):
        text = say("[The Hive] puts nothing aside in round {round} (stockpile).", round=game.round)
        rule = rule_of_the_first_rounds(game, "6.transfer.not-first-round")
    elif lines:
        text = say("[The Hive] puts aside what it still lacks (stockpile).")
    yield Tell(text, rule, key=keys.TRANSFER, items=tuple(lines))
    game.stage = "pick"
    return lines


def pick_order(game: Game) -> list[Seat]:
    """The order of all picks: clockwise from the Speaker, as often as each side takes cards (Q42)."""
    seats = list(game.seats)
    start = seats.index(game.speaker)
    return [*seats[start:], *seats[:start]] * game.tables.figures.strategy_cards_each.value


def next_picker(game: Game) -> Seat | None:
    """Who picks next; None when every side has its cards, or no card is left."""
    order = pick_order(game) if available_cards(game) else []
    for position, seat in enumerate(order):
        if order[: position + 1].count(seat) > len(game.cards_of(seat)):
            return seat
    return None


def take_card(game: Game, seat: Seat, number: int) -> int:
    """A side takes a strategy card with the trade goods on it; return how many. Rule: 4.1.funds."""
    card = game.strategy_cards[number]
    goods, card.trade_goods = card.trade_goods, 0
    card.owner, card.taken_with = seat, goods
    if seat == "hive":
        gain_trade_goods(game, goods)
    return goods


def hive_picks(game: Game) -> Procedure[Selection]:
    """The Hive takes its first or second strategy card. Rule: 6.critical.before-each."""
    nth = len(game.cards_of("hive")) + 1
    selection = yield from select_strategy_card(game, nth)
    goods = take_card(game, "hive", selection.number)
    taken = say("[The Hive] takes {goods} from the card.", goods=items(goods, "trade_goods"))
    yield Confirmed(
        text=say("[The Hive] takes {card}", card=Name(game.card_name(selection.number))),
        rule="6.critical.before-each" if selection.by == "critical" else "6.selection.draw",
        key=keys.HIVE_PICKS,
        why=selection.why,
        items=(Item(taken, rule="4.1.funds"),) if goods else (),
        shown=Shown(say("Strategy card")),
    )
    return selection


def player_picks(game: Game, seat: Player) -> Procedure[int]:
    """A player takes a strategy card, in one tap."""
    answer = yield from question(
        keys.PLAYER_PICKS,
        who=game.name(seat),
        choices=(_card_choice(game, number) for number in available_cards(game)),
    )
    take_card(game, seat, int(answer))
    return int(answer)


def _card_choice(game: Game, number: int) -> Choice:
    goods = game.strategy_cards[number].trade_goods
    note: Words = say("with {what}", what=items(goods, "trade_goods")) if goods else ""
    return Choice(str(number), say("{number} {card}", number=number, card=Name(game.card_name(number))), note)


def end_strategy_phase(game: Game) -> Procedure[None]:
    """Trade goods onto the cards that nobody took (Q42), ship production, and on to the action phase.

    Rule: 6.end.production.
    """
    left = available_cards(game)
    goods = game.tables.figures.unpicked_trade_goods.value
    for number in left:
        game.strategy_cards[number].trade_goods += goods
    if left:
        each = items(goods, "trade_goods")
        cards = [Name(game.card_name(number)) for number in left]
        lines = tuple(Item(say("{goods} onto {card}.", goods=each, card=card)) for card in cards)
        text = say("Put {goods} on each card left", goods=each)
        yield Tell(text, "1.scope.unchanged-rules", key=keys.UNPICKED, items=lines)
    yield from strategy_phase_production(game)
    game.phase = "action"
    game.stage = FIRST_TURN
    forget(game)
    game.active = initiative_order(game)[0]
    why = Why(initiative_words(game))
    yield Tell(
        say("The action phase begins: {who} is first.", who=game.name(game.active)), "1.scope.unchanged-rules", why=why
    )
