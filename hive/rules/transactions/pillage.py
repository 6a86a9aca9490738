"""The Mentak pillage the Hive when goods come to it. Rules: page 30, Abilities."""

from __future__ import annotations

from hive import keys
from hive.model.game import Game
from hive.naming import by_now
from hive.rules.objectives.board import board_of
from hive.rules.options.factions import players_of
from hive.steps import Ask, Choice, Item, Procedure, Shown, Tell, asked
from hive.words import Words, count, listed, say

MENTAK = ("Mentak Coalition",)
NO, FUNDS, STOCKPILE, COMMODITIES = "no", "funds", "stockpile", "commodities"
RULE = "30.ability.mentak"


def offered(game: Game) -> Procedure[None]:
    """Ask whether the Mentak pillage the Hive, if goods have come to it and their ability allows it."""
    if comes_up(game):
        yield from asks(game)


def comes_up(game: Game) -> bool:
    """Whether the Mentak may pillage now; each gain is looked at once.

    A neighbor of theirs has gained trade goods or resolved a transaction, and has enough of them: the Hive in its funds
    and its stockpile together, as they may take from both. Rule: 30.ability.mentak.
    """
    came, game.hive.goods_came = game.hive.goods_came, False
    enough = trade_goods(game) >= game.tables.figures.pillage_trade_goods.value
    return came and enough and any(board_of(game).may_be_neighbor(seat) for seat in players_of(game, MENTAK))


def asks(game: Game) -> Procedure[None]:
    """Ask whether they do, and from where they take. Rule: 30.ability.mentak."""
    goods = count(trade_goods(game), "trade good")
    answer = yield from asked(
        Ask(
            key=keys.PILLAGE,
            text=say("Does {who} pillage [the Hive]?", who=mentak(game)),
            choices=(Choice(NO, say("No")), *sources(game)),
            rule=RULE,
            detail=say(
                "Goods have come to [the Hive]: it has {goods} in all. Only a neighbor is pillaged.", goods=goods
            ),
            shown=Shown(say("Pillage"), expects=False),
        )
    )
    if answer != NO:
        yield from pillage(game, answer)


def pillage(game: Game, source: str) -> Procedure[None]:
    """A trade good of the Hive goes to the Mentak, from where they like, or a commodity. Rule: 30.ability.mentak."""
    who, number = mentak(game), 1
    if source == COMMODITIES:
        game.hive.commodities -= number
        goods, left = count(number, "commodity", "commodities"), game.hive.commodities
        text = say("{who} takes {goods} from [the Hive].", who=who, goods=goods)
    else:
        owner = game.hive if source == FUNDS else game.hive.stockpile
        owner.trade_goods -= number
        goods, left = count(number, "trade good"), owner.trade_goods
        if source == FUNDS:
            text = say("{who} takes {goods} from [the Hive]'s funds.", who=who, goods=goods)
        else:
            text = say("{who} takes {goods} from [the Hive]'s stockpile.", who=who, goods=goods)
    line = Item(text, by_now(left), RULE)
    yield Tell(say("{who} pillages [the Hive]", who=who), RULE, key=keys.PILLAGED, confirm="done", items=(line,))


def sources(game: Game) -> tuple[Choice, ...]:
    """From where they can take something."""
    goods = (
        (FUNDS, say("Funds"), game.hive.trade_goods),
        (STOCKPILE, say("Stockpile"), game.hive.stockpile.trade_goods),
        (COMMODITIES, say("Its commodities"), game.hive.commodities),
    )
    return tuple(Choice(value, label, say("{number} there", number=number)) for value, label, number in goods if number)


def trade_goods(game: Game) -> int:
    """All trade goods of the Hive."""
    return game.hive.trade_goods + game.hive.stockpile.trade_goods


def mentak(game: Game) -> Words:
    """Who plays the Mentak."""
    return listed([game.name(seat) for seat in players_of(game, MENTAK)])
