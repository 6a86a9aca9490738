"""The decisions of the strategy phase, the action phase and the agenda phase."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hive.catalog.documents import Data, unknown
from hive.catalog.tables import Agenda, Frozen, RuleId, StrategyCardKey
from hive.model.game import ITEM_TYPES, Game, Player
from hive.rules import strategy as strategy_phase
from hive.rules.abilities import hive_secondary
from hive.rules.action.hive_turn import define_action, hive_turn, pass_turn, perform_strategic_action, strategy_card_for
from hive.rules.action.turns import play_strategy_card, player_turn
from hive.rules.agenda import phase as agenda
from hive.rules.area import Payment
from hive.rules.deck import HiveAction, Pass
from hive.rules.placing.production import Produced, most_produced, next_ship, produce_ship, strategy_phase_production
from hive.rules.strategy import Selection, select_strategy_card
from hive.rules.transactions.payment import refusal
from hive.scenarios.schema import NoArgs, Result, Wrong, because, decision
from hive.steps import Procedure, Why
from hive.words import say

# --- strategy phase


class SelectArgs(Frozen):
    """The Hive's first or second strategy card of the round; not said, as many as it has lead to the next."""

    nth: Annotated[int, Field(ge=1, le=2)] | None = None


class ProductionArgs(Frozen):
    """The whole production, or only its first, second, ... ship, those before it being produced already."""

    ship: Annotated[int, Field(ge=1, le=36)] | None = None


_SELECTION = ("chosen", "by", "evaluated", "because")


@decision("select_strategy_card", "strategy", SelectArgs, *_SELECTION)
def _select(game: Game, args: SelectArgs) -> Procedure[Result]:
    nth = args.nth or len(game.cards_of("hive")) + 1
    return _selected(game, (yield from select_strategy_card(game, nth)))


@decision("take_strategy_card", "strategy", NoArgs, *_SELECTION)
def _take(game: Game, _: NoArgs) -> Procedure[Result]:
    return _selected(game, (yield from strategy_phase.hive_picks(game)))


def _selected(game: Game, selection: Selection) -> Result:
    values: dict[str, Data] = {
        "chosen": game.tables.strategy_cards.by_number[selection.number].key,
        "by": selection.by,
        "evaluated": list(selection.evaluated),
        "because": because(selection.why),
    }
    return Result(values, selection.why)


@decision("transfer", "strategy", NoArgs, "moved")
def _transfer(game: Game, _: NoArgs) -> Procedure[Result]:
    before = {item: getattr(game.hive.stockpile, item) for item in ITEM_TYPES}
    yield from strategy_phase.begin_strategy_phase(game)
    moved = {item: getattr(game.hive.stockpile, item) - before[item] for item in ITEM_TYPES}
    return Result({"moved": {item: number for item, number in moved.items() if number}})


@decision("produce_ship", "strategy", NoArgs, "produced", "paid")
def _produce(game: Game, _: NoArgs) -> Procedure[Result]:
    return _one_ship((yield from produce_ship(game, set())))


@decision("strategy_phase_production", "strategy", ProductionArgs, "maximum_ships", "produced", "paid")
def _production(game: Game, args: ProductionArgs) -> Procedure[Result]:
    maximum = most_produced(game)
    if args.ship is not None:
        one = _one_ship((yield from next_ship(game, args.ship - 1, set())))
        return Result({"maximum_ships": maximum, **one.values})
    ships = yield from strategy_phase_production(game)
    produced: list[Data] = [_ship(ship) for ship in ships]
    paid = Payment(sum(ship.paid.resources for ship in ships), sum(ship.paid.trade_goods for ship in ships))
    return Result({"maximum_ships": maximum, "produced": produced, "paid": _payment(paid)})


def _one_ship(ship: Produced | None) -> Result:
    if ship is None:
        return Result({"produced": None, "paid": None})
    return Result({"produced": _ship(ship), "paid": _payment(ship.paid)})


def _ship(produced: Produced) -> Data:
    return {"ship": produced.ship, "at": produced.at, "kind": produced.kind}


def _payment(paid: Payment) -> Data:
    return {"resources": paid.resources, "trade_goods": paid.trade_goods}


# --- action phase


class StrategicArgs(Frozen):
    """One of the Hive's readied strategy cards, and the faction icons of the final definition card."""

    card: StrategyCardKey
    icons: Annotated[int, Field(ge=1, le=5)]


class CardArgs(Frozen):
    """The strategy card whose primary ability a player resolves."""

    card: StrategyCardKey


class PlayerArgs(Frozen):
    """The player whose turn it is."""

    player: Player


class PlaysArgs(Frozen):
    """The player, and the strategy card that the player performs a strategic action with."""

    player: Player
    card: StrategyCardKey


class PassArgs(Frozen):
    """The rule by which the Hive passes."""

    because: RuleId = "10.pass.no-options"


_DEFINITION = ("passes", "action", "card", "icons", "because", "unavailable", "additional_cards")


@decision("define_action", "action", NoArgs, *_DEFINITION)
def _define(game: Game, _: NoArgs) -> Procedure[Result]:
    return _defined(game, (yield from define_action(game)))


@decision("hive_turn", "action", NoArgs, *_DEFINITION)
def _hive_turn(game: Game, _: NoArgs) -> Procedure[Result]:
    game.active = "hive"
    return _defined(game, (yield from hive_turn(game)))


def _defined(game: Game, action: HiveAction | Pass) -> Result:
    passes = isinstance(action, Pass)
    number = None if isinstance(action, Pass) else action.card
    values: dict[str, Data] = {
        "passes": passes,
        "action": None if isinstance(action, Pass) else action.type,
        "card": game.tables.strategy_cards.by_number[number].key if number else None,
        "icons": None if isinstance(action, Pass) else action.icons,
        "because": because(action.why),
        "unavailable": list(action.unavailable),
        "additional_cards": action.additional_cards,
    }
    return Result(values, action.why)


@decision("perform_strategic_action", "action", StrategicArgs)
def _strategic(game: Game, args: StrategicArgs) -> Procedure[Result]:
    number = game.tables.strategy_cards.number_of[args.card]
    if number not in game.readied_cards_of("hive"):
        raise Wrong("card", f"the Hive has no readied {args.card}; give it under given.hive.strategy_cards")
    high = strategy_card_for(game, "strategic_high") == number
    action = HiveAction(
        "strategic_high" if high else "strategic_low", number, args.icons, Why(say("As the scenario says."))
    )
    yield from perform_strategic_action(game, action)
    return Result()


@decision("secondary", "action", CardArgs, "resolved", "because")
def _secondary(game: Game, args: CardArgs) -> Procedure[Result]:
    decision = yield from hive_secondary(game, game.tables.strategy_cards.number_of[args.card])
    return Result({"resolved": decision.resolved, "because": because(decision.why)}, decision.why)


@decision("player_turn", "action", PlayerArgs)
def _player_turn(game: Game, args: PlayerArgs) -> Procedure[Result]:
    game.active = args.player
    yield from player_turn(game, args.player)
    return Result()


@decision("player_plays", "action", PlaysArgs)
def _player_plays(game: Game, args: PlaysArgs) -> Procedure[Result]:
    number = game.tables.strategy_cards.number_of[args.card]
    if number not in game.readied_cards_of(args.player):
        raise Wrong("card", f"{args.player} has no readied {args.card}; give it under given.strategy_cards_taken")
    yield from play_strategy_card(game, args.player, number)
    return Result()


@decision("pass_turn", "action", PassArgs)
def _pass(game: Game, args: PassArgs) -> Procedure[Result]:
    yield from pass_turn(game, Pass(args.because, Why(say("As the scenario says."))))
    return Result()


class TraderArgs(Frozen):
    """The player who wants a transaction."""

    player: Player


@decision("may_trade", "action", TraderArgs, "allowed")
def _may_trade(game: Game, args: TraderArgs) -> Procedure[Result]:
    yield from ()
    reason = refusal(game, args.player)
    return Result(
        {"allowed": not reason}, Why(reason or say("{who} can begin a transaction.", who=game.name(args.player)))
    )


# --- agenda phase


class AgendaArgs(Frozen):
    """The name of the revealed agenda."""

    agenda: str


@decision("vote", "agenda", AgendaArgs, "outcome", "because", "influence_cards", "multiplier", "votes")
def _vote(game: Game, args: AgendaArgs) -> Procedure[Result]:
    ballot, votes = yield from agenda.vote(game, _agenda(game, args))
    return Result(
        {
            "outcome": ballot.outcome.value,
            "because": ballot.rule,
            "influence_cards": len(votes.icons),
            "multiplier": votes.multiplier,
            "votes": votes.total,
        }
    )


@decision("agenda", "agenda", AgendaArgs)
def _resolve(game: Game, args: AgendaArgs) -> Procedure[Result]:
    yield from agenda.vote_and_resolve(game, _agenda(game, args))
    return Result()


def _agenda(game: Game, args: AgendaArgs) -> Agenda:
    known = game.tables.agendas.by_name
    if args.agenda not in known:
        raise Wrong("agenda", unknown("agenda", args.agenda, known))
    return known[args.agenda]
