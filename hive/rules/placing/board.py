"""What production and the status phase ask of the board. Rules: pages 8 and 28."""

from __future__ import annotations

from typing import Protocol

from hive.model.game import Game
from hive.rules.placing.asked import AskedPlacing
from hive.rules.placing.paying import Produced
from hive.rules.placing.tracked import TrackedPlacing
from hive.steps import Card, Item, Procedure
from hive.words import Words


class PlacingBoard(Protocol):
    """Where ships, infantry and command tokens come and go."""

    def produce(self, card: Card, progress: Words, closed: set[str]) -> Procedure[Produced | None]:
        """Produce the ship of a card; None if no place is left.

        ``closed``: the systems in which the table has said that player ships are; what it says now is added.
        Rules: 8.where, 8.standard.ship, 8.advanced.two-present.
        """

    def has_site(self, closed: set[str]) -> Procedure[bool]:
        """Whether some spawning system can take a ship; no card is drawn where none can. Rule: 8.where (Q135)."""

    def clear_tokens(self) -> list[Item]:
        """Take command tokens off the board, and say so. Rules: 28.4.tokens, Q97."""

    def remove_breaches(self) -> list[Item]:
        """Remove the active breaches where the Hive has ships, and say so. Rule: 33.faction.breaches-removed."""

    def replenishing_confirmed(self, infantry: bool = True) -> Procedure[None]:
        """Have the table confirm the planets by which bank and ``infantry`` are replenished, where they are in doubt.

        Rules: 28.5.ready, 29.end.replenish.
        """

    def refill_spawning(self, rule: str) -> list[Item]:
        """Refill the infantry on the Hive's planets in spawning systems. Rule: 28.5.spawning-infantry."""


def board_of(game: Game) -> PlacingBoard:
    """The side that answers in this game."""
    return AskedPlacing(game) if game.galaxy is None else TrackedPlacing(game, game.galaxy)
