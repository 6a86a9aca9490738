"""What is asked of the board about a tactical action of the Hive. Rules: pages 10 and 15."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from hive.model.game import Game
from hive.reasons import Why
from hive.rules.deck.hive_mind import HiveAction
from hive.rules.tactical.asked import AskedTactics
from hive.rules.tactical.moves import TacticalType
from hive.rules.tactical.sight import Threat
from hive.rules.tactical.tracked import TrackedTactics
from hive.rules.tactical.why_not import WhyNot
from hive.steps import Card, Procedure, Undertaking
from hive.words import Words


class TacticsBoard(Protocol):
    """Whether a tactical action is possible, and how it goes.

    ``asks_first``: where a tactical action alone is left to the Hive, its turn begins with a question for targets.
    """

    asks_first: bool

    def can_perform(
        self, actions: Sequence[TacticalType], icons: int, why: Why | None, sure: bool = False
    ) -> Procedure[bool]:
        """Whether the first of these types of action can be performed. Rules: 15.no-target, 10.definition.other-type.

        ``actions`` names the type and then those that follow where it cannot; ``sure``: where the players are has been
        confirmed already.
        """

    def any_possible(self) -> Procedure[bool]:
        """Whether any tactical action can be performed. Rules: 10.pass.no-options, 15.no-target."""

    def perform(self, action: HiveAction, cards: list[Card]) -> Procedure[bool]:
        """Carry an action out, with its support cards; False if no target is left for it. Rules: pages 15 to 21."""

    def why_not(self, undertaking: Undertaking, position: str) -> WhyNot | None:
        """Why an action that is announced does not go to a system; None where nobody knows. Rules: page 15."""

    def why_nowhere(self, action: TacticalType) -> Words:
        """Why an action cannot be performed, as part of a sentence. Rules: 15.no-target, Q20."""

    def threats(self) -> tuple[Threat, ...]:
        """The systems with units of players, and what an engage would come to there; empty where nobody knows.

        Rules: 15.engage.target, 15.engage.threshold.
        """


def board_of(game: Game) -> TacticsBoard:
    """The side that answers in this game."""
    return AskedTactics(game) if game.galaxy is None else TrackedTactics(game, game.galaxy)
