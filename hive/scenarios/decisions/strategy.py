"""The decisions of the strategy phase."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hive.catalog.documents import Data
from hive.catalog.tables import Frozen
from hive.model.game import ITEM_TYPES, Game
from hive.rules.area.funds import Payment
from hive.rules.criteria.selection import Selection, select_strategy_card
from hive.rules.placing.paying import Produced
from hive.rules.placing.production import maximum_ships, next_ship, produce_ship, strategy_phase_production
from hive.rules.strategy import phase as strategy_phase
from hive.scenarios.decisions.decision import Decision, NoArgs, Outcome, because
from hive.steps import Procedure


class SelectArgs(Frozen):
    """The Hive's first or second strategy card of the round; not said, as many as it has lead to the next."""

    nth: Annotated[int, Field(ge=1, le=2)] | None = None


class ProductionArgs(Frozen):
    """The whole production, or only its first, second, ... ship, those before it being produced already."""

    ship: Annotated[int, Field(ge=1, le=36)] | None = None


def _select(game: Game, args: SelectArgs) -> Procedure[Outcome]:
    nth = args.nth or len(game.cards_of("hive")) + 1
    return _selected(game, (yield from select_strategy_card(game, nth)))


def _take(game: Game, _: NoArgs) -> Procedure[Outcome]:
    return _selected(game, (yield from strategy_phase.hive_picks(game)))


def _selected(game: Game, selection: Selection) -> Outcome:
    values: dict[str, Data] = {
        "chosen": game.tables.strategy_cards.by_number[selection.number].key,
        "by": selection.by,
        "evaluated": list(selection.evaluated),
        "because": because(selection.why),
    }
    return Outcome(values, selection.why)


def _transfer(game: Game, _: NoArgs) -> Procedure[Outcome]:
    before = {item: getattr(game.hive.stockpile, item) for item in ITEM_TYPES}
    yield from strategy_phase.begin(game)
    moved = {item: getattr(game.hive.stockpile, item) - before[item] for item in ITEM_TYPES}
    return Outcome({"moved": {item: number for item, number in moved.items() if number}})


def _produce(game: Game, _: NoArgs) -> Procedure[Outcome]:
    return _one_ship((yield from produce_ship(game, set())))


def _production(game: Game, args: ProductionArgs) -> Procedure[Outcome]:
    maximum = maximum_ships(game)
    if args.ship is not None:
        one = _one_ship((yield from next_ship(game, args.ship - 1, set())))
        return Outcome({"maximum_ships": maximum, **one.values})
    ships = yield from strategy_phase_production(game)
    produced: list[Data] = [_ship(ship) for ship in ships]
    paid = Payment(sum(ship.paid.resources for ship in ships), sum(ship.paid.trade_goods for ship in ships))
    return Outcome({"maximum_ships": maximum, "produced": produced, "paid": _payment(paid)})


def _one_ship(ship: Produced | None) -> Outcome:
    if ship is None:
        return Outcome({"produced": None, "paid": None})
    return Outcome({"produced": _ship(ship), "paid": _payment(ship.paid)})


def _ship(produced: Produced) -> Data:
    return {"ship": produced.ship, "at": produced.at, "kind": produced.kind}


def _payment(paid: Payment) -> Data:
    return {"resources": paid.resources, "trade_goods": paid.trade_goods}


_SELECTION = ("chosen", "by", "evaluated", "because")

DECISIONS = (
    Decision("select_strategy_card", "strategy", SelectArgs, _select, _SELECTION),
    Decision("take_strategy_card", "strategy", NoArgs, _take, _SELECTION),
    Decision("transfer", "strategy", NoArgs, _transfer, ("moved",)),
    Decision("produce_ship", "strategy", NoArgs, _produce, ("produced", "paid")),
    Decision(
        "strategy_phase_production",
        "strategy",
        ProductionArgs,
        _production,
        ("maximum_ships", "produced", "paid"),
    ),
)
