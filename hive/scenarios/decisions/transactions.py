"""Whether a player can begin a transaction with the Hive."""

from __future__ import annotations

from hive.catalog.tables import Frozen
from hive.model.game import Game, Player
from hive.reasons import Why
from hive.rules.transactions.payment import refusal
from hive.scenarios.decisions.decision import Decision, Outcome
from hive.steps import Procedure
from hive.words import say


class TraderArgs(Frozen):
    """The player who wants a transaction."""

    player: Player


def _may_trade(game: Game, args: TraderArgs) -> Procedure[Outcome]:
    yield from ()
    reason = refusal(game, args.player)
    return Outcome(
        {"allowed": not reason}, Why(reason or say("{who} can begin a transaction.", who=game.name(args.player)))
    )


DECISIONS = (Decision("may_trade", "action", TraderArgs, _may_trade, ("allowed",)),)
