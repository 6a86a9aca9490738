"""What a player pays the Hive in goods, one for each aggression counter. Rules: pages 25, 26 and 30; Q51, Q63."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hive import keys
from hive.catalog.tables import UnitType
from hive.model.game import Game, Player
from hive.naming import by_now, items, units
from hive.rules.area.funds import gain_trade_goods
from hive.rules.area.planets import release
from hive.rules.options.factions import VUIL_RAITH
from hive.steps import Ask, Choice, Item, Number, Procedure, Shown, Tell, asked, filled
from hive.words import Name, Words, count, listed, say, sentence

HACAN = "Emirates of Hacan"
CARDS, CAPTURED = "action_cards", "captured_"
EXACT, SURPLUS = "exact", "surplus"


@dataclass(frozen=True)
class Paid:
    """What the Hive has received: trade goods (commodities among them), and action cards."""

    goods: int
    cards: int = 0


def pay(game: Game, seat: Player, rule: str) -> Procedure[Paid | None]:
    """A player pays the Hive as many goods as they have aggression counters; None if they cannot.

    Commodities become trade goods at once (Q51). The Hive takes no card and no unit that is not needed for the price
    (Q131). Rules: 25.interference.payment, 26.counteroffer.hive, 30.transaction.hacan, 30.transaction.vuil-raith.
    """
    price = game.players[seat].counters
    if not price:
        return Paid(0)
    answer = yield from filled(_ask(game, seat, price, rule))
    if answer.choice == "cannot":
        return None
    each = game.tables.figures.hacan_cards_per_good.value
    cards = min(answer.numbers.get(CARDS, 0) // each, price) * each
    offered: dict[str, int] = {unit.key: answer.numbers.get(f"{CAPTURED}{unit.key}", 0) for unit in capturable(game)}
    returned = yield from _returned(game, price, offered)
    paid = Paid(max(0, price - cards // each - _worth(game, returned)), cards)
    gain_trade_goods(game, paid.goods)
    game.hive.action_cards += cards
    for unit, number in returned.items():
        release(game, unit, number)
    yield Tell(
        say("{who} has paid.", who=game.name(seat)), rule, items=tuple(_lines(game, price, paid, returned, rule))
    )
    return paid


def _returned(game: Game, price: int, offered: Mapping[str, int]) -> Procedure[Mapping[str, int]]:
    """Which of the offered captured units go to the Hive: exactly for the price, else with the smallest surplus.

    Where some of them and goods make it exact, the table says whether the player has these goods. Rule:
    30.transaction.vuil-raith, Q131.
    """
    sums = _sums(game, price, offered)
    covering = min((worth for worth in sums if worth >= price), default=None)
    if covering is None or covering == price:
        return sums[max(sums) if covering is None else covering]
    below = max(worth for worth in sums if worth < price)
    goods = items(price - below, "trade_goods")
    exact = listed([*_unit_words(game, sums[below]), goods]) if below else goods
    chosen = yield from asked(
        Ask(
            key=keys.PAYMENT_SURPLUS,
            text=say("What does it come to?"),
            choices=(
                Choice(EXACT, sentence(exact), _worth_of(price, price)),
                Choice(SURPLUS, sentence(listed(_unit_words(game, sums[covering]))), _worth_of(covering, price)),
            ),
            rule="30.transaction.vuil-raith",
            detail=say("The Hive gives no change: what is over is lost."),
            shown=Shown(expects=False),
        )
    )
    return sums[below if chosen == EXACT else covering]


def _sums(game: Game, price: int, offered: Mapping[str, int]) -> dict[int, dict[str, int]]:
    """What the offered units can be worth together, and by which of them; none is added to what is enough."""
    sums: dict[int, dict[str, int]] = {0: {}}
    for key, number in offered.items():
        worth = worth_captured(game, game.tables.units.by_key[key])
        for _ in range(number):
            for before, units_of_it in list(sums.items()):
                if before < price and before + worth not in sums:
                    sums[before + worth] = {**units_of_it, key: units_of_it.get(key, 0) + 1}
    return {total: made for total, made in sums.items() if all(made[key] <= offered[key] for key in made)}


def _worth(game: Game, returned: Mapping[str, int]) -> int:
    by_key = game.tables.units.by_key
    return sum(worth_captured(game, by_key[key]) * number for key, number in returned.items())


def _worth_of(worth: int, price: int) -> Words:
    return say("worth {worth} of {price}", worth=worth, price=price)


def _unit_words(game: Game, made: Mapping[str, int]) -> list[Words]:
    return [units(game, number, key) for key, number in made.items() if number]


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
    units = game.tables.units.units
    return [unit for unit in units if unit.plastic and unit.counts_as is None and worth_captured(game, unit)]


def _ask(game: Game, seat: Player, price: int, rule: str) -> Ask:
    name, numbers = game.name(seat), _numbers(game, seat, price)
    return Ask(
        key=keys.PAYMENT,
        text=say("{who} pays [the Hive] {goods}", who=name, goods=items(price, "trade_goods")),
        choices=(
            Choice("paid", say("Paid"), _worth_of(price, price)),
            Choice("cannot", say("Cannot pay"), say("all of it, or nothing")),
        ),
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
        return (
            Number(
                CARDS, say("Action cards"), maximum=price * each, note=say("{each} are worth 1 trade good", each=each)
            ),
        )
    if faction == VUIL_RAITH:
        return tuple(
            Number(
                f"{CAPTURED}{unit.key}",
                say("Captured {units}", units=Name(unit.plural)),
                maximum=min(unit.plastic or 0, -(-price // worth_captured(game, unit))),
                note=say("{goods} each", goods=items(worth_captured(game, unit), "trade_goods")),
            )
            for unit in capturable(game)
        )
    return ()


def _lines(game: Game, price: int, paid: Paid, returned: Mapping[str, int], rule: str) -> list[Item]:
    lines = [
        Item(
            say("[The Hive] gains {goods}.", goods=items(paid.goods, "trade_goods")),
            by_now(game.hive.trade_goods),
            rule,
        )
    ]
    if paid.cards:
        cards = count(paid.cards, "action card")
        worth = _worth_of(paid.cards // game.tables.figures.hacan_cards_per_good.value, price)
        note = listed([worth, by_now(game.hive.action_cards)], ";")
        lines.append(Item(say("[The Hive] gains {cards}.", cards=cards), note, "30.transaction.hacan"))
    back = _unit_words(game, returned)
    if back:
        text = say("Return {back} to [the Hive]'s reinforcements.", back=listed(back))
        lines.append(Item(text, _worth_of(_worth(game, returned), price), "30.transaction.vuil-raith"))
    return lines
