"""What laws and directives take off the board, and put on it. Rules: page 29, 5.4.negative-effects."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from hive.model.game import Game
from hive.rules.decrees.asked import AskedDecrees
from hive.rules.decrees.tracked import TrackedDecrees
from hive.steps import Item, Procedure


class DecreesBoard(Protocol):
    """The Hive's units as agendas name them."""

    def give_up(self, units: Collection[str], number: int) -> Procedure[list[Item]]:
        """The Hive loses so many of its units of some types, the weakest first, where it can best do without them."""


def board_of(game: Game) -> DecreesBoard:
    """The side that answers in this game."""
    return AskedDecrees(game) if game.galaxy is None else TrackedDecrees(game, game.galaxy)
