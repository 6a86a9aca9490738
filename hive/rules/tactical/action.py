"""The Hive's tactical action. Rules: pages 15 to 21."""

from __future__ import annotations

from hive.model.game import Game
from hive.rules.combat.cards import draw_support
from hive.rules.deck.hive_mind import HiveAction, discard_used
from hive.rules.tactical.board import board_of
from hive.steps import Procedure


def perform_tactical_action(game: Game, action: HiveAction) -> Procedure[bool]:
    """Perform a tactical action: draw its support cards, then carry it out.

    Until then players can turn it away, or leave it without a target: then nothing has been activated, the support
    cards are discarded, and False is returned (Q99). Rules: 15.support.draw, 25.interference.option-negative.
    """
    keep = list(game.deck.in_use)
    game.hive.activating = True
    cards = yield from draw_support(game)
    performed = yield from board_of(game).perform(action, cards)
    if not performed:
        game.hive.activating = False
        discard_used(game, keep)
    return performed
