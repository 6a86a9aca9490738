"""What the Hive's abilities ask of the board. Rules: page 12."""

from __future__ import annotations

from typing import Protocol

from hive.model.game import Game, Player
from hive.rules.abilities.asked import AskedAbilities
from hive.rules.abilities.outcome import Outcome, Readied, Taken
from hive.rules.abilities.tracked import TrackedAbilities
from hive.steps import Item, Procedure
from hive.words import Words


class AbilitiesBoard(Protocol):
    """Where structures, free ships, command tokens and infantry come and go."""

    def build(self, wanted: list[tuple[str, int]], rule: str) -> Procedure[Outcome]:
        """Build structures in this order, as many as find a free planet. Rules: 12.construction.placement, Q50."""

    def room_for_structures(self) -> bool:
        """Whether a planet of the Hive is free of structures. Rule: 12.construction.one-per-planet."""

    def place_ships(self, number: int, before: list[Item], rule: str) -> Procedure[Outcome]:
        """Place the cheapest ships free of charge, as many as find a place. Rule: 12.warfare.ship-location.

        ``before``: what the table is told first.
        """

    def take_tokens(self, number: int) -> Procedure[Taken]:
        """Take at most so many of the Hive's tokens off the board, into its tactic pool; how many went.

        Rule: 12.warfare.remove.
        """

    def token_back(self, seat: Player) -> Procedure[None]:
        """A player's Warfare takes one of the player's command tokens back. Rule: 1.scope.unchanged-rules."""

    def ready(self, most: int) -> Procedure[Readied]:
        """Ready at most so many planets, and refill their infantry; how many were readied.

        Rules: 12.diplomacy.primary, 12.diplomacy.infantry.
        """

    def token_from_diplomacy(self, source: Words, seat: Player | None) -> Procedure[list[Item]]:
        """Put the Hive's token into the system that a player chooses; returns what is yet to be told.

        In: what lets the player choose, in words, and who it is, if that is known. Rule: 30.ability.diplomacy-token.
        """

    def locked(self, kind: Words) -> Words:
        """What Diplomacy closes to the players; in: the kind of system in words. Rule: 12.diplomacy.lock."""


def board_of(game: Game) -> AbilitiesBoard:
    """The side that answers in this game."""
    return AskedAbilities(game) if game.galaxy is None else TrackedAbilities(game, game.galaxy)
