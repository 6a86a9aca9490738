"""What the checklist of the set-up asks of the board. Rules: 2.board.*, 2.hive.*."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from hive.catalog.tables import SetupItem, SpawningSystem
from hive.model.game import Game
from hive.rules.setup.asked import AskedSetup
from hive.rules.setup.neighbours import Neighbours
from hive.rules.setup.tiles import Placed
from hive.rules.setup.tracked import TrackedSetup
from hive.steps import Procedure
from hive.words import Words


class SetupBoard(Protocol):
    """Which tiles lie where, and what stands there at first."""

    def text_of(self, item: SetupItem) -> str:
        """What an item of the checklist says; empty where it is left out."""

    def placed(self, item: SetupItem) -> tuple[Placed, ...]:
        """The tiles that an item of the checklist has laid out, as far as they are known."""

    def standing(self, systems: Sequence[SpawningSystem]) -> tuple[Words, ...]:
        """What stands in some spawning systems and homes at first, as far as it is known."""

    def ion_side(self) -> Words:
        """The side that the ion storm token shows."""

    def gains_neighbours(self, infantry: int) -> Procedure[Neighbours]:
        """The Hive gains the planets next to its home system. Rule: 37.mobilization.extra-yield."""

    def players_mobilize(self, infantry: int) -> Procedure[None]:
        """The players gain what they begin with besides. Rule: 35.scope."""

    def mobilized(self) -> Procedure[None]:
        """The Fracture comes into play, with its ingress tokens. Rule: 37.mobilization.ingress."""

    def wilds_refilled(self) -> Procedure[None]:
        """Neutral infantry comes back to planets that nobody controls. Rule: 35.scope."""


def board_of(game: Game) -> SetupBoard:
    """The side that answers in this game."""
    return AskedSetup(game) if game.galaxy is None else TrackedSetup(game, game.galaxy)
