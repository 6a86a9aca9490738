"""What the Hive explores: a planet by one of its traits, or a frontier token. Rule: 23.draw."""

from __future__ import annotations

from dataclasses import dataclass

from hive.catalog.tables import ExplorationDeck
from hive.model.game import Game
from hive.naming import system_label
from hive.words import Words, say

EDGE = "Thunder's Edge"
"""The planet that comes with the last slice of the expedition."""


@dataclass(frozen=True)
class Site:
    """What the Hive explores: the deck of its card, its name, and where it counts (:func:`worth_of`).

    ``position`` and ``planet`` say where it lies on a tracked galaxy; a frontier token lies on no planet.
    """

    deck: ExplorationDeck
    name: str
    worth: str
    position: str = ""
    planet: str = ""

    @property
    def systems(self) -> tuple[str, ...]:
        """The position of its system, where one is tracked."""
        return (self.position,) if self.position else ()


def active_system(game: Game, site: Site) -> Words:
    """How the table finds the system of a site."""
    return system_label(game, site.position) if site.position else say("the active system")
