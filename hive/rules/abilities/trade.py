"""(5) Trade: trade goods and commodities. Rules: page 12."""

from __future__ import annotations

from hive.model.game import Game
from hive.rules.abilities.outcome import Outcome, without_questions
from hive.rules.funds import convert_commodities
from hive.steps import Item
from hive.words import count, items


@without_questions
def primary(game: Game, icons: int) -> Outcome:
    """Gain 3 trade goods, then as many commodities as there are icons.

    Rules: 12.trade.trade-goods, 12.trade.commodities.
    """
    goods = game.tables.figures.trade_primary_goods.value
    game.hive.trade_goods += goods
    line = Item(f"The Hive gains {items(goods, 'trade_goods')}.", rule="12.trade.trade-goods")
    return Outcome((line, *gain_commodities(game, icons, "12.trade.commodities")))


@without_questions
def secondary(game: Game) -> Outcome:
    """Gain one commodity. Rule: 12.trade.secondary."""
    return Outcome(
        tuple(gain_commodities(game, game.tables.figures.trade_secondary_commodities.value, "12.trade.secondary"))
    )


def gain_commodities(game: Game, number: int, rule: str) -> list[Item]:
    """Gain commodities without a limit, then convert them. Rules: 5.5.no-limits, 12.trade.conversion."""
    game.hive.commodities += number
    gained = Item(f"The Hive gains {count(number, 'commodity', 'commodities')}.", f"now {game.hive.commodities}", rule)
    converted = convert_commodities(game)
    if not converted:
        return [gained]
    note = f"{count(game.hive.commodities, 'commodity', 'commodities')} left"
    return [gained, Item(f"They become {items(converted, 'trade_goods')}.", note, "12.trade.conversion")]
