"""Agendas that change the Hive's trade goods. Rules: page 29."""

from __future__ import annotations

from hive.model.game import Game
from hive.naming import by_now, items
from hive.rules.agenda.outcomes import AGAINST, FOR
from hive.rules.area.funds import gain_trade_goods, lose_all_trade_goods
from hive.rules.moments.calling import Handler, on
from hive.rules.moments.kinds import AgendaResolved
from hive.steps import Item
from hive.words import say

_RULE = "1.scope.unchanged-rules"


@on(AgendaResolved, agenda="Articles of War", outcome=AGAINST)
def goods_for_those_who_were_for_it(game: Game, resolved: AgendaResolved) -> list[Item]:
    """Whoever voted for it gains trade goods."""
    if resolved.voted != FOR:
        return []
    goods = game.tables.laws.amount(resolved.agenda, "trade_goods")
    gain_trade_goods(game, goods)
    return [_gained(game, goods)]


@on(AgendaResolved, agenda="Economic Equality")
def all_goods_lost(game: Game, resolved: AgendaResolved) -> list[Item]:
    """All sides lose their trade goods; if it is enacted, each gains as many as the others."""
    lost, goods = lose_all_trade_goods(game), game.tables.laws.amount(resolved.agenda, "trade_goods")
    if resolved.outcome == FOR:
        gain_trade_goods(game, goods)
    lines = [Item(say("[The Hive] loses {goods}.", goods=items(lost, "trade_goods")), rule=_RULE)] if lost else []
    return [*lines, _gained(game, goods)] if resolved.outcome == FOR else lines


def _gained(game: Game, goods: int) -> Item:
    text = say("[The Hive] gains {goods}.", goods=items(goods, "trade_goods"))
    return Item(text, by_now(game.hive.trade_goods), _RULE)


HANDLERS: tuple[Handler, ...] = (goods_for_those_who_were_for_it, all_goods_lost)
