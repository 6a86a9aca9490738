"""(5) Trade: trade goods and commodities. Rules: page 12."""

from __future__ import annotations

from hive import keys
from hive.model.game import Game
from hive.naming import by_now, items
from hive.rules.abilities.outcome import Outcome
from hive.rules.area.funds import convert_commodities, gain_trade_goods, stations_pay
from hive.rules.moments import CommoditiesGained, happen
from hive.rules.notes import back_to_hive, holder
from hive.steps import Ask, Choice, Item, Procedure, Shown, asked
from hive.words import count, say


def primary(game: Game, icons: int) -> Procedure[Outcome]:
    """Gain 3 trade goods, then as many commodities as there are icons.

    Rules: 12.trade.trade-goods, 12.trade.commodities.
    """
    goods = game.tables.figures.trade_primary_goods.value
    gain_trade_goods(game, goods)
    line = Item(say("[The Hive] gains {goods}.", goods=items(goods, "trade_goods")), rule="12.trade.trade-goods")
    commodities = yield from gain_commodities(game, icons, "12.trade.commodities")
    return Outcome((line, *commodities))


def secondary(game: Game) -> Procedure[Outcome]:
    """Gain one commodity. Rule: 12.trade.secondary."""
    number = game.tables.figures.trade_secondary_commodities.value
    return Outcome(tuple((yield from gain_commodities(game, number, "12.trade.secondary"))))


def gain_commodities(game: Game, number: int, rule: str) -> Procedure[list[Item]]:
    """Gain commodities without a limit, then convert what no Trade Agreement takes.

    Rules: 5.5.no-limits, 12.trade.conversion, 27.given.trade-agreement, 33.station.trade-good,
    35.commerce.conversion.
    """
    figures = game.tables.figures
    game.hive.commodities += number
    gained = Item(
        say("[The Hive] gains {commodities}.", commodities=count(number, "commodity", "commodities")),
        by_now(game.hive.commodities),
        rule,
    )
    lines = [gained, *happen(game, CommoditiesGained("hive"))]
    taken = yield from _trade_agreement(game, gained)
    if taken:
        return [*lines, *taken]
    converted = convert_commodities(game)
    if not converted:
        return lines
    rule = figures.conversion_all.rule if figures.conversion_all.value else figures.conversion_trade_goods.rule
    note = say("{commodities} left", commodities=count(game.hive.commodities, "commodity", "commodities"))
    become = Item(say("They become {goods}.", goods=items(converted, "trade_goods")), note, rule)
    return [*lines, become, *_from_stations(game)]


def _from_stations(game: Game) -> list[Item]:
    """Rule: 33.station.trade-good."""
    goods = stations_pay(game)
    if not goods:
        return []
    stations = count(game.hive.stations, "space station")
    text = say("[The Hive] gains {goods} more.", goods=items(goods, "trade_goods"))
    return [Item(text, say("{stations} of its own", stations=stations), "33.station.trade-good")]


def _trade_agreement(game: Game, gained: Item) -> Procedure[list[Item]]:
    """A player who holds the Hive's Trade Agreement may take all its commodities; the note then goes back.

    Rule: 27.given.trade-agreement.
    """
    seat = holder(game, "trade_agreement")
    if seat is None or not game.hive.commodities:
        return []
    commodities = count(game.hive.commodities, "commodity", "commodities")
    answer = yield from asked(
        Ask(
            key=keys.TRADE_AGREEMENT,
            text=say("Does {who} use [the Hive]'s Trade Agreement?", who=game.name(seat)),
            choices=(
                Choice("no", say("No")),
                Choice("yes", say("Yes"), say("takes {commodities}", commodities=commodities)),
            ),
            rule="27.given.trade-agreement",
            items=(gained,),
            shown=Shown(expects=False),
        )
    )
    back = back_to_hive(game, seat, "trade_agreement") if answer == "yes" else []
    if back:
        game.hive.commodities = 0
        back.insert(
            0,
            Item(
                say("[The Hive] gives {who} {commodities}.", who=game.name(seat), commodities=commodities),
                rule="27.given.trade-agreement",
            ),
        )
    return back
