"""The decisions of the action phase."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hive.catalog.documents import Data
from hive.catalog.tables import Frozen, RuleId
from hive.model.game import Game, Player
from hive.reasons import Why
from hive.rules.abilities.secondary import hive_secondary
from hive.rules.action.definition import define_action, strategy_card_for
from hive.rules.action.hive_turn import hive_turn, pass_turn, perform_strategic_action
from hive.rules.action.turns import play_strategy_card, player_turn
from hive.rules.deck.hive_mind import HiveAction, Pass
from hive.scenarios.decisions.decision import Decision, NoArgs, Outcome, Wrong, because
from hive.scenarios.schema import StrategyCardKey
from hive.steps import Procedure
from hive.words import say


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


def _define(game: Game, _: NoArgs) -> Procedure[Outcome]:
    return _defined(game, (yield from define_action(game)))


def _hive_turn(game: Game, _: NoArgs) -> Procedure[Outcome]:
    game.active = "hive"
    return _defined(game, (yield from hive_turn(game)))


def _defined(game: Game, action: HiveAction | Pass) -> Outcome:
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
    return Outcome(values, action.why)


def _strategic(game: Game, args: StrategicArgs) -> Procedure[Outcome]:
    number = game.tables.strategy_cards.number_of[args.card]
    if number not in game.readied_cards_of("hive"):
        raise Wrong("card", f"the Hive has no readied {args.card}; give it under given.hive.strategy_cards")
    high = strategy_card_for(game, "strategic_high") == number
    action = HiveAction(
        "strategic_high" if high else "strategic_low", number, args.icons, Why(say("As the scenario says."))
    )
    yield from perform_strategic_action(game, action)
    return Outcome()


def _secondary(game: Game, args: CardArgs) -> Procedure[Outcome]:
    decision = yield from hive_secondary(game, game.tables.strategy_cards.number_of[args.card])
    return Outcome({"resolved": decision.resolved, "because": because(decision.why)}, decision.why)


def _player_turn(game: Game, args: PlayerArgs) -> Procedure[Outcome]:
    game.active = args.player
    yield from player_turn(game, args.player)
    return Outcome()


def _player_plays(game: Game, args: PlaysArgs) -> Procedure[Outcome]:
    number = game.tables.strategy_cards.number_of[args.card]
    if number not in game.readied_cards_of(args.player):
        raise Wrong("card", f"{args.player} has no readied {args.card}; give it under given.strategy_cards_taken")
    yield from play_strategy_card(game, args.player, number)
    return Outcome()


def _pass(game: Game, args: PassArgs) -> Procedure[Outcome]:
    yield from pass_turn(game, Pass(args.because, Why(say("As the scenario says."))))
    return Outcome()


_DEFINITION = ("passes", "action", "card", "icons", "because", "unavailable", "additional_cards")

DECISIONS = (
    Decision("define_action", "action", NoArgs, _define, _DEFINITION),
    Decision("hive_turn", "action", NoArgs, _hive_turn, _DEFINITION),
    Decision("perform_strategic_action", "action", StrategicArgs, _strategic),
    Decision("secondary", "action", CardArgs, _secondary, ("resolved", "because")),
    Decision("player_turn", "action", PlayerArgs, _player_turn),
    Decision("player_plays", "action", PlaysArgs, _player_plays),
    Decision("pass_turn", "action", PassArgs, _pass),
)
