"""Exploration on a tracked galaxy: the board knows what lies there, and takes what cards lay down. Rules: page 23."""

from __future__ import annotations

from hive.board import pieces
from hive.board.attachments import with_attachments
from hive.board.sides import Tracked
from hive.catalog.tables import ExplorationCard
from hive.model.galaxy import TokenPlaced
from hive.rules.area.planets import STANDARD
from hive.rules.diagrams.planets import Place
from hive.rules.exploration.sites import Site
from hive.steps import Procedure


class TrackedExploration(Tracked):
    """The side that knows the board."""

    def lies_there(self, card: ExplorationCard) -> bool:
        """Whether the planet or the attachment of a card lies on the board already."""
        systems = self.galaxy.systems.values()
        if card.kind == "mirage":
            return any(placed.key == card.token for system in systems for placed in system.tokens)
        attached = (key for system in systems for planet in system.planets.values() for key in planet.attachments)
        return card.attachment is not None and card.attachment in attached

    def sites_of(self, place: Place) -> list[Site]:
        """What there is to explore on a planet: each of its traits."""
        position, name = place
        kind = pieces.spawning_system_at(self.galaxy, position) or STANDARD
        return [Site(trait, name, kind, position, name) for trait in self.survey.planet(position, name).traits]

    def frontier_systems(self) -> list[str]:
        """The systems in which a Hive ship stands with a frontier token. Rule: 23.trigger.frontier."""
        survey = self.survey
        return [one for one in sorted(survey.positions) if survey.system(one).frontier and survey.ship_count(one)]

    def may_explore_frontier(self, position: str) -> bool:
        """Whether a Hive ship stands there with a frontier token. Rule: 23.trigger.frontier."""
        return position in self.frontier_systems()

    def take_frontier(self, site: Site) -> None:
        """A frontier token that was explored leaves the board."""
        pieces.set_frontier(self.game, site.position, False)

    def lay_token(self, site: Site, token: str) -> None:
        """Lay a token into a system. Rule: 23.card.gamma-wormhole."""
        pieces.lay_token(self.game, site.position, TokenPlaced(token))

    def lay_planet(self, site: Site, card: ExplorationCard) -> None:
        """Lay the planet of a card into a system, under control of the Hive. Rule: 23.card.mirage."""
        self.lay_token(site, str(card.token))
        pieces.set_control(self.game, site.position, card.name, "hive")

    def attach(self, site: Site, attachment: str) -> None:
        """Attach something to a planet."""
        pieces.attach(self.game, site.position, site.planet, attachment)

    def put_infantry(self, site: Site, number: int) -> None:
        """Put infantry of the Hive on a planet. Rule: 23.other.hazardous."""
        pieces.put(self.game, "hive", "infantry", number, site.position, site.planet)

    def has_specialty(self, site: Site) -> Procedure[bool]:
        """Whether a planet has a technology specialty. Rule: 23.card.technology-specialty-present."""
        yield from ()
        tiles, system = self.game.tables.tiles, self.galaxy.systems[site.position]
        attached = system.planets[site.planet].attachments
        return bool(with_attachments(tiles.planet_on(system.tile, site.planet), attached, tiles).specialties)
