"""The Hive's tactical action. Rules: pages 15 to 21."""

from __future__ import annotations

from hive.model.game import Game
from hive.rules.combat.support_cards import draw_support
from hive.rules.deck.defined import HiveAction
from hive.rules.tactical.board import board_of
from hive.steps import Procedure


def perform_tactical_action(game: Game, action: HiveAction) -> Procedure[None]:
    """Perform a tactical action: draw its support cards, then carry it out.

    Until then players can turn it away. Rules: 15.support.draw, 25.interference.option-negative.
    """
    game.hive.activating = True
    cards = yield from draw_support(game)
    yield from board_of(game).perform(action, cards)
