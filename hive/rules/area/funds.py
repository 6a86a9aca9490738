"""The Hive's funds: paying, gaining, converting, and moving command tokens. Rules: 4.1, 4.2, 28.4, pages 8 and 12."""

from __future__ import annotations

from dataclasses import dataclass

from hive.model.game import Game


@dataclass(frozen=True)
class Payment:
    """What was paid out of the bank and out of the trade goods in the funds."""

    resources: int
    trade_goods: int


def purchasing_power(game: Game) -> int:
    """How many resources the Hive can pay for units. Rules: 8.payment.resources, 8.payment.trade-goods."""
    return game.hive.bank.resources + game.hive.trade_goods


def pay(game: Game, cost: int) -> Payment:
    """Pay a cost in resources, trade goods making up the balance, as far as both go.

    Rules: 8.payment.resources, 8.payment.trade-goods.
    """
    payment = price(game, cost)
    game.hive.bank.resources -= payment.resources
    game.hive.trade_goods -= payment.trade_goods
    return payment


def price(game: Game, cost: int) -> Payment:
    """What :func:`pay` would take. The table may have lowered the funds by hand since a ship was announced."""
    resources = min(cost, game.hive.bank.resources)
    return Payment(resources, min(cost - resources, game.hive.trade_goods))


def tokens_in_pools(game: Game) -> int:
    """The Hive's command tokens "in all": tactic and strategy pool (Q40)."""
    return game.hive.tokens.tactic + game.hive.tokens.strategy


def tokens_in_reinforcements(game: Game) -> int:
    """How many of the faction's command tokens are neither in pools, nor on the board, nor in the stockpile (Q40).

    Those that a player has captured are not there either, nor those on an expedition that is not over
    (33.expedition.count).
    """
    tokens = game.hive.tokens
    claimed = sum(seat == "hive" for seat in game.expedition.values()) if game.unclaimed else 0
    used = tokens_in_pools(game) + tokens.board + tokens.captured + game.hive.stockpile.command_tokens + claimed
    return max(0, game.tables.figures.command_token_supply.value - used)


def gain_tokens(game: Game, number: int) -> int:
    """Gain command tokens into the tactic pool, as far as the reinforcements go; return how many came."""
    gained = min(number, tokens_in_reinforcements(game))
    game.hive.tokens.tactic += gained
    return gained


def redistribute_tokens(game: Game) -> None:
    """Spread the tokens evenly over both pools, an odd one going to the tactic pool.

    Rules: 28.4.redistribute, 12.leadership.redistribute.
    """
    total = tokens_in_pools(game)
    game.hive.tokens.strategy = total // 2
    game.hive.tokens.tactic = total - total // 2


def take_tokens_evenly(game: Game, number: int) -> None:
    """Take command tokens out of both pools so that they end as even as possible, an odd one from the strategy pool.

    Rule: 4.2.transfer-command-tokens.
    """
    tokens = game.hive.tokens
    for _ in range(number):
        if tokens.tactic > tokens.strategy:
            tokens.tactic -= 1
        else:
            tokens.strategy -= 1


def lose_all_trade_goods(game: Game) -> int:
    """The Hive loses those of its funds and those of its stockpile (Q137); return how many went."""
    gone = game.hive.trade_goods + game.hive.stockpile.trade_goods
    game.hive.trade_goods = game.hive.stockpile.trade_goods = 0
    return gone


def gain_trade_goods(game: Game, number: int) -> None:
    """Trade goods come to the Hive's funds; the Mentak may have an eye on them. Rules: 4.1.funds, 30.ability.mentak."""
    game.hive.trade_goods += number
    game.hive.goods_came = game.hive.goods_came or number > 0


def stations_pay(game: Game) -> int:
    """Once commodities are converted each space station of the Hive brings trade goods (M15); return how many came.

    Rules: 33.station.trade-good, 33.station.no-yield.
    """
    number = game.hive.stations * game.tables.figures.station_trade_goods.value
    gain_trade_goods(game, number)
    return number


def convert_commodities(game: Game) -> int:
    """Exchange commodities for trade goods as often as possible (Q51); return how many trade goods came.

    Where an option says what each of them becomes, all go once there are enough: there is no limit to what the Hive
    can have (M39). Rules: 12.trade.conversion, 35.commerce.conversion.
    """
    figures = game.tables.figures
    if (each := figures.conversion_all.value) and game.hive.commodities >= figures.conversion_commodities.value:
        goods, game.hive.commodities = game.hive.commodities * each, 0
        gain_trade_goods(game, goods)
        return goods
    times = game.hive.commodities // figures.conversion_commodities.value
    game.hive.commodities -= times * figures.conversion_commodities.value
    gain_trade_goods(game, times * figures.conversion_trade_goods.value)
    return times * figures.conversion_trade_goods.value
