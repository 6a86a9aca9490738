"""Ministers whose office the Hive holds. Rule: 29.elected-laws."""

from __future__ import annotations

from hive.model.game import Game
from hive.naming import by_now, items
from hive.rules.area.funds import gain_trade_goods
from hive.rules.moments.calling import Handler, on
from hive.rules.moments.kinds import CommoditiesGained, PlanetGained
from hive.steps import Item
from hive.words import say

_RULE = "29.elected-laws"


@on(PlanetGained, law="Minister of Exploration", elects="hive")
def goods_for_a_planet(game: Game, gained: PlanetGained) -> list[Item]:
    """The Hive gains a trade good for each planet that it gains."""
    if gained.by != "hive":
        return []
    goods = game.tables.laws.amount("Minister of Exploration", "trade_goods")
    gain_trade_goods(game, goods)
    text = say("Minister of Exploration: [the Hive] gains {goods}.", goods=items(goods, "trade_goods"))
    return [Item(text, by_now(game.hive.trade_goods), _RULE)]


@on(CommoditiesGained, law="Minister of Commerce", elects="hive")
def goods_for_neighbors(_: Game, gained: CommoditiesGained) -> list[Item]:
    """Whether gaining commodities is replenishing them is for the table to say, so this stays a sentence."""
    if gained.by != "hive":
        return []
    text = say(
        "Minister of Commerce: if you hold that this replenishes commodities, enter 1 trade good for each neighbor."
    )
    return [Item(text, say("[the Hive] is elected"), _RULE)]


HANDLERS: tuple[Handler, ...] = (goods_for_a_planet, goods_for_neighbors)
