"""What exploration asks of the board, and what it changes there. Rules: page 23."""

from __future__ import annotations

from typing import Protocol

from hive.catalog.tables import ExplorationCard, Seat
from hive.model.game import Game
from hive.rules.diagrams.planets import Place
from hive.rules.exploration.asked import AskedExploration
from hive.rules.exploration.sites import Site
from hive.rules.exploration.tracked import TrackedExploration
from hive.steps import Item, Procedure
from hive.words import Words


class ExplorationBoard(Protocol):
    """What there is to explore, and what cards lay down."""

    def lies_there(self, card: ExplorationCard) -> bool:
        """Whether what a card lays down, and what there is only once, is known to be on the board already."""

    def sites_of(self, place: Place) -> list[Site]:
        """What there is to explore on a planet: each of its traits."""

    def frontier_systems(self) -> list[str]:
        """The systems known to hold a Hive ship and a frontier token. Rule: 23.trigger.frontier."""

    def may_explore_frontier(self, position: str) -> bool:
        """Whether a frontier token can be explored there, as far as anybody knows. Rule: 23.trigger.frontier."""

    def take_frontier(self, site: Site) -> None:
        """A frontier token that was explored leaves the board."""

    def lay_token(self, site: Site, token: str) -> None:
        """Lay a token into a system. Rule: 23.card.gamma-wormhole."""

    def lay_planet(self, site: Site, card: ExplorationCard) -> None:
        """Lay the planet of a card into a system, under control of the Hive. Rule: 23.card.mirage."""

    def attach(self, site: Site, attachment: str) -> None:
        """Attach something to a planet."""

    def put_infantry(self, site: Site, number: int) -> None:
        """Put infantry of the Hive on a planet. Rule: 23.other.hazardous."""

    def has_specialty(self, site: Site) -> Procedure[bool]:
        """Whether a planet has a technology specialty. Rule: 23.card.technology-specialty-present."""

    def edge_site(self, by: Seat) -> Procedure[str]:
        """Into which system a side puts the planet of the expedition; empty if only the table knows.

        Rule: 33.expedition.planet.
        """

    def edge_words(self, by: Seat, position: str) -> Words:
        """Where the table puts the planet of the expedition. Rule: 33.expedition.planet."""

    def lay_edge(self, position: str, taker: Seat, infantry: int) -> list[Item]:
        """Put the planet of the expedition on the board with its infantry; out comes what it brings the Hive.

        Rule: 33.expedition.planet.
        """


def board_of(game: Game) -> ExplorationBoard:
    """The side that answers in this game."""
    return AskedExploration(game) if game.galaxy is None else TrackedExploration(game, game.galaxy)
