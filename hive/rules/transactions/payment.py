"""What a player pays the Hive in goods, one for each aggression counter. Rules: pages 25, 26 and 30; Q51, Q63."""

from __future__ import annotations

from dataclasses import dataclass

from hive import keys
from hive.catalog.tables import UnitType
from hive.model.game import Game, Player
from hive.naming import items, units
from hive.steps import Ask, Choice, Item, Number, Procedure, Tell, filled
from hive.words import Name, count, listed, say

HACAN, VUIL_RAITH = "Emirates of Hacan", "Vuil'raith Cabal"
CARDS, CAPTURED = "action_cards", "captured_"


@dataclass(frozen=True)
class Paid:
    """What the Hive has received: trade goods (commodities among them), and action cards."""

    goods: int
    cards: int = 0


def pay(game: Game, seat: Player, rule: str) -> Procedure[Paid | None]:
    """A player pays the Hive as many goods as they have aggression counters; None if they cannot.

    Commodities become trade goods at once (Q51). Rules: 25.interference.payment, 26.counteroffer.hive,
    30.transaction.hacan, 30.transaction.vuil-raith.
    """
    price = game.players[seat].counters
    if not price:
        return Paid(0)
    answer = yield from filled(_ask(game, seat, price, rule))
    if answer.choice == "cannot":
        return None
    told = answer.numbers
    cards = told.get(CARDS, 0)
    worth = cards // game.tables.figures.hacan_cards_per_good.value
    returned: dict[str, int] = {unit.key: told.get(f"{CAPTURED}{unit.key}", 0) for unit in capturable(game)}
    worth += sum(worth_captured(game, unit) * returned[unit.key] for unit in capturable(game))
    paid = Paid(max(0, price - worth), cards)
    game.hive.trade_goods += paid.goods
    game.hive.action_cards += cards
    yield Tell(say("{who} has paid.", who=game.name(seat)), rule, items=tuple(_lines(game, paid, returned, rule)))
    return paid


def shuffled_hand(game: Game, paid: Paid) -> list[Item]:
    """What is left to do after a payment in action cards. Rule: 30.transaction.hacan-shuffle."""
    hand = count(game.hive.action_cards, "action card")
    text = say("Shuffle [the Hive]'s {hand} together and lay them down again.", hand=hand)
    return [Item(text, rule="30.transaction.hacan-shuffle")] if paid.cards else []


def worth_captured(game: Game, unit: UnitType) -> int:
    """What a returned captured unit is worth in trade goods. Rule: 30.transaction.vuil-raith."""
    return int(unit.cost // game.tables.figures.captured_worth_divisor.value)


def capturable(game: Game) -> list[UnitType]:
    """The units that bring anything when the Vuil'raith return them. Rule: 30.transaction.vuil-raith."""
    return [unit for unit in game.tables.units.units if unit.plastic and worth_captured(game, unit)]


def _ask(game: Game, seat: Player, price: int, rule: str) -> Ask:
    name, numbers = game.name(seat), _numbers(game, seat, price)
    return Ask(
        key=keys.PAYMENT,
        text=say("{who} pays [the Hive] {goods}", who=name, goods=items(price, "trade_goods")),
        choices=(Choice("paid", say("Paid")), Choice("cannot", say("Cannot pay"), say("all of it, or nothing"))),
        rule=rule,
        detail=say(
            "Commodities count as well. {counters} of {who}.",
            counters=count(price, "aggression counter"),
            who=name,
        ),
        numbers=numbers,
    )


def _numbers(game: Game, seat: Player, price: int) -> tuple[Number, ...]:
    """What a faction may pay with besides. Rules: 30.transaction.hacan, 30.transaction.vuil-raith."""
    faction = (game.settings.p1 if seat == "p1" else game.settings.p2).faction
    if faction == HACAN:
        each = game.tables.figures.hacan_cards_per_good.value
        return (Number(CARDS, say("Action cards"), price * each, note=say("{each} are worth 1 trade good", each=each)),)
    if faction == VUIL_RAITH:
        return tuple(
            Number(
                f"{CAPTURED}{unit.key}",
                say("Captured {units}", units=Name(unit.plural)),
                min(unit.plastic or 0, -(-price // worth_captured(game, unit))),
                note=say("{goods} each", goods=items(worth_captured(game, unit), "trade_goods")),
            )
            for unit in capturable(game)
        )
    return ()


def _lines(game: Game, paid: Paid, returned: dict[str, int], rule: str) -> list[Item]:
    lines = [
        Item(
            say("[The Hive] gains {goods}.", goods=items(paid.goods, "trade_goods")),
            say("now {number}", number=game.hive.trade_goods),
            rule,
        )
    ]
    if paid.cards:
        cards = count(paid.cards, "action card")
        lines.append(
            Item(
                say("[The Hive] gains {cards}.", cards=cards),
                say("now {number}", number=game.hive.action_cards),
                "30.transaction.hacan",
            )
        )
    back = [units(game, number, key) for key, number in returned.items() if number]
    if back:
        text = say("Return {back} to [the Hive]'s reinforcements.", back=listed(back))
        lines.append(Item(text, rule="30.transaction.vuil-raith"))
    return lines
