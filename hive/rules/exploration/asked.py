"""Exploration without a galaxy: the table knows what lies there, and lays down what cards say. Rules: page 23."""

from __future__ import annotations

from hive import keys
from hive.board.sides import Asked
from hive.catalog.tables import ExplorationCard, Seat
from hive.rules.diagrams.planets import Place
from hive.rules.exploration.sites import EDGE, Site
from hive.rules.moments.calling import happen
from hive.rules.moments.kinds import PlanetGained
from hive.rules.objectives.questions import YES_NO
from hive.steps import Ask, Item, Procedure, Shown, asked
from hive.words import Name, Words, say


class AskedExploration(Asked):
    """The side on which only the number of planets is tracked."""

    def lies_there(self, card: ExplorationCard) -> bool:
        """Nothing is known to lie there; the table sees it."""
        return False

    def sites_of(self, place: Place) -> list[Site]:
        """No planet is known by its place; the table says what kind it is."""
        return []

    def frontier_systems(self) -> list[str]:
        """None is known; the table says when a token is explored."""
        return []

    def may_explore_frontier(self, position: str) -> bool:
        """The table has said so. Rule: 23.trigger.frontier."""
        return True

    def take_frontier(self, site: Site) -> None:
        """The table takes it off the board."""

    def lay_token(self, site: Site, token: str) -> None:
        """The table lays it down."""

    def lay_planet(self, site: Site, card: ExplorationCard) -> None:
        """One more planet of the Hive. Rule: 23.card.mirage."""
        self.game.hive.standard_planets += 1

    def attach(self, site: Site, attachment: str) -> None:
        """The table attaches it."""

    def put_infantry(self, site: Site, number: int) -> None:
        """The table puts it there; infantry is not counted (Q31)."""

    def has_specialty(self, site: Site) -> Procedure[bool]:
        """Whether a planet has a technology specialty. Rule: 23.card.technology-specialty-present."""
        answer = yield from asked(
            Ask(
                key=keys.SPECIALTY_PRESENT,
                text=say("Does the planet have a technology specialty already?"),
                choices=YES_NO,
                rule="23.card.technology-specialty-present",
                shown=Shown(say("Exploration"), expects=False),
            )
        )
        return bool(answer == "yes")

    def edge_site(self, by: Seat) -> Procedure[str]:
        """The table sees it."""
        yield from ()
        return ""

    def edge_words(self, by: Seat, position: str) -> Words:
        """By what the table finds the system (M9). Rule: 33.expedition.planet."""
        if by != "hive":
            return say("{who!c} puts {planet} into any system that may hold it.", who=self.game.name(by), planet=_EDGE)
        return say(
            "Put {planet} into the system with the most capacity ships of [the Hive] in and next to it, among those "
            "without a planet, a supernova or a printed wormhole.",
            planet=_EDGE,
        )

    def lay_edge(self, position: str, taker: Seat, infantry: int) -> list[Item]:
        """One more planet of the Hive, if it takes it; infantry is not counted (Q31)."""
        if taker != "hive":
            return []
        self.game.hive.standard_planets += 1
        return happen(self.game, PlanetGained("hive"))


_EDGE = Name(EDGE)
