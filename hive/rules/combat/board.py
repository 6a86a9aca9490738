"""What is asked of the board about combat with the Hive. Rules: p. 21, 24."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from hive.catalog.tables import Seat
from hive.model.game import PLAYERS, Game, Player
from hive.rules.combat.asked import AskedCombat
from hive.rules.combat.countermeasures import Target
from hive.rules.combat.tracked import TrackedCombat
from hive.steps import Choice, Item, Procedure
from hive.words import Words


class CombatBoard(Protocol):
    """How players fight the Hive, and what leaves the board by itself."""

    def fights(self) -> tuple[Choice, ...]:
        """How a player's turn brings combat with the Hive."""

    def activation(self, seat: Player) -> Procedure[object]:
        """A player activates a system of the Hive. Rule: 21.draw.player-activation."""

    def no_activation(self) -> Words:
        """Why nobody can activate a system with Hive units, or nothing."""

    def cleanup(self, position: str | None = None) -> list[Item]:
        """What leaves the board, or one system, as a turn ends. Rules: 21.cleanup.fighters, 21.cleanup.infantry."""

    def repairs(self) -> list[Item]:
        """What is repaired in the status phase. Rule: 1.scope.unchanged-rules."""

    def sustaining_ships(self) -> list[tuple[Target, Words]]:
        """The players' ships that may have sustained damage, with their words. Rule: 24.1.trigger."""

    def adrift(self, position: str, side: Sequence[Seat] = PLAYERS) -> list[Item]:
        """What goes with the last ship of a side in a system, allies carrying for each other; it is booked.

        Rules: 1.scope.unchanged-rules, 31.action.transport, Q116.
        """


def board_of(game: Game) -> CombatBoard:
    """The side that answers in this game."""
    return AskedCombat(game) if game.galaxy is None else TrackedCombat(game, game.galaxy)
