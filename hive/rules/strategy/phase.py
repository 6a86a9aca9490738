"""The strategy phase: transfer, picks, production. Rules: pages 6 and 8."""

from __future__ import annotations

from hive import keys
from hive.catalog.tables import Seat
from hive.model.game import Game, Player
from hive.naming import items
from hive.reasons import Why
from hive.rules.action.turns import FIRST_TURN, initiative_order, initiative_words
from hive.rules.area.funds import gain_trade_goods
from hive.rules.criteria.criteria import transfer
from hive.rules.criteria.selection import Selection, available_cards, select_strategy_card
from hive.rules.moments.calling import moment
from hive.rules.moments.kinds import StrategyPhaseBegins
from hive.rules.objectives.confirming import forget
from hive.rules.objectives.public import rule_of_the_first_rounds, scoring_established
from hive.rules.placing.production import strategy_phase_production
from hive.steps import Ask, Choice, Item, Procedure, Shown, Tell, asked
from hive.words import Name, say


def begin(game: Game) -> Procedure[list[Item]]:
    """Transfer deficient items, and start the picks. Rules: 6.transfer.start, 6.transfer.not-first-round."""
    yield from moment(game, StrategyPhaseBegins())
    lines = transfer(game)
    if scoring_established(game):
        text = (
            say("[The Hive] moves deficient items into its stockpile.")
            if lines
            else say("[The Hive] moves nothing into its stockpile.")
        )
        yield Tell(text, "6.transfer.start", key=keys.TRANSFER, items=tuple(lines))
    else:
        rule = rule_of_the_first_rounds(game, "6.transfer.not-first-round")
        yield Tell(say("No transfer into the stockpile in round {round}.", round=game.round), rule, key=keys.TRANSFER)
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
    with_goods = (
        (Item(say("[The Hive] takes {goods} from the card.", goods=items(goods, "trade_goods")), rule="4.1.funds"),)
        if goods
        else ()
    )
    yield Tell(
        text=say("[The Hive] takes {card}", card=Name(game.card_name(selection.number))),
        rule="6.critical.before-each" if selection.by == "critical" else "6.selection.draw",
        key=keys.HIVE_PICKS,
        confirm="done",
        why=selection.why,
        items=with_goods,
        shown=Shown(say("Strategy card")),
    )
    return selection


def player_picks(game: Game, seat: Player) -> Procedure[int]:
    """A player takes a strategy card, in one tap."""
    answer = yield from asked(
        Ask(
            key=keys.PLAYER_PICKS,
            text=say("{who} takes a strategy card", who=game.name(seat)),
            choices=tuple(_card_choice(game, number) for number in available_cards(game)),
            rule="1.scope.unchanged-rules",
            opens=True,
            shown=Shown(say("Strategy card"), expects=False, layout="cards"),
        )
    )
    take_card(game, seat, int(answer))
    return int(answer)


def _card_choice(game: Game, number: int) -> Choice:
    goods = game.strategy_cards[number].trade_goods
    return Choice(
        str(number),
        say("{number} {card}", number=number, card=Name(game.card_name(number))),
        say("with {goods}", goods=items(goods, "trade_goods")) if goods else "",
    )


def end(game: Game) -> Procedure[None]:
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
