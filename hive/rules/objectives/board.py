"""What the objectives ask of the board. Rules: 28.1.public, 6.standard.construction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from hive.catalog.tables import Objective
from hive.model.game import Game, Player
from hive.rules.objectives.asked import AskedObjectives
from hive.rules.objectives.confirming import Facts
from hive.rules.objectives.doubts import Rivals
from hive.rules.objectives.tracked import TrackedObjectives
from hive.steps import Procedure
from hive.words import Words


class ObjectivesBoard(Protocol):
    """How far the Hive has come with objectives about what stands on the board."""

    def met(self, objective: Objective) -> bool | None:
        """Whether the Hive meets an objective now; None where only the table can tell."""

    def come(self, objective: Objective) -> tuple[int, int] | None:
        """How many of what an objective asks of the board the Hive has, and how many it needs; None if nobody knows."""

    def come_of(self, seat: Player, objective: Objective) -> tuple[int, int] | None:
        """The same of a player, as far as the board shows what the players book; None if nobody knows."""

    def home_held(self) -> bool:
        """Whether the Hive controls every planet of its main spawning system. Rule: 28.1.public, Q102."""

    def lost_at_home(self, seat: Player) -> list[str]:
        """The planets of a player's home system that the player does not control, as far as anybody knows."""

    def scored_by_the_table(self, rivals: Rivals, rex: bool) -> Procedure[str]:
        """What the Hive scores, where that rests on what nobody has booked; empty where the board decides.

        ``rex``: what Mecatol Rex brings is decided with it. Rules: 28.1.public, 13.imperial.rex.
        """

    def scoring_facts(self, rivals: Rivals) -> Facts:
        """What nobody may have booked of all that the Hive's scoring rests on; nothing where it is sure."""

    def completion_confirmed(self, judged: Sequence[Objective], others: int, number: int) -> Procedure[None]:
        """Have the table confirm what it rests on that the Hive completes so many objectives.

        In: those that the board judges; how many others are completed. Rule: 6.critical.imperial-objectives.
        """

    def rex_confirmed(self, what_for: Words) -> Procedure[None]:
        """Have the table confirm that Mecatol Rex is still the Hive's; in: what rests on it.

        Rules: 6.critical.imperial-rex, 13.imperial.rex.
        """

    def rex_facts(self) -> Facts:
        """That Mecatol Rex is the Hive's, where nobody may have booked that it is not. Rule: 13.imperial.rex."""

    def may_be_neighbor(self, seat: Player) -> bool:
        """Whether a player is a neighbor of the Hive, or can be one as far as anybody knows."""

    def lacking(self, objective: Objective) -> Words:
        """What the Hive lacks of the structures that an objective asks for, in words."""

    def may_hold_mecatol_rex(self, seat: Player) -> bool:
        """Whether a player controls Mecatol Rex, or can do so as far as anybody knows."""


def board_of(game: Game) -> ObjectivesBoard:
    """The side that answers in this game."""
    return AskedObjectives(game) if game.galaxy is None else TrackedObjectives(game, game.galaxy)
