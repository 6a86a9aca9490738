"""Exploration on a tracked galaxy: the board knows what lies there, and takes what cards lay down. Rules: page 23."""

from __future__ import annotations

from hive import keys
from hive.board import pieces
from hive.board.sides import Tracked
from hive.board.survey import with_attachments
from hive.catalog.tables import ExplorationCard, Seat
from hive.model.galaxy import TokenPlaced
from hive.naming import system_label
from hive.rules.area.planets import STANDARD
from hive.rules.diagrams.planets import Place
from hive.rules.exploration.sites import EDGE, Site
from hive.rules.moments.calling import happen
from hive.rules.moments.kinds import PlanetGained
from hive.steps import Ask, Choice, Item, Procedure, Shown, asked
from hive.words import Name, Words, count, say


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

    def edge_site(self, by: Seat) -> Procedure[str]:
        """Of the Hive the system with the most of its capacity ships in and next to it, else any that may hold it (M9).

        A player chooses. Rule: 33.expedition.planet.
        """
        sites = self._edge_sites()
        if by == "hive":
            most = max((self._capacity_ships(one) for one in sites), default=0)
            sites = [one for one in sites if self._capacity_ships(one) == most]
        if len(sites) <= 1:
            return sites[0] if sites else ""
        choices = tuple(Choice(one, system_label(self.game, one), self._near(one)) for one in sites)
        ask = Ask(
            key=keys.EDGE_SITE,
            text=say("Into which system does {planet} come?", planet=_EDGE),
            choices=choices,
            rule="33.expedition.planet",
            systems=tuple(sites),
            shown=Shown(say("Expedition"), expects=False, layout="search"),
        )
        return (yield from asked(ask))

    def edge_words(self, by: Seat, position: str) -> Words:
        """The system that was found. Rule: 33.expedition.planet."""
        if not position:
            return say("No system may hold {planet}: it stays off the board.", planet=_EDGE)
        system = system_label(self.game, position)
        return say("Put {planet} into {system}: {ships}.", planet=_EDGE, system=system, ships=self._near(position))

    def lay_edge(self, position: str, taker: Seat, infantry: int) -> list[Item]:
        """Lay its token, put the infantry on it and note who controls it. Rule: 33.expedition.planet."""
        if not position:
            return []
        tokens = self.game.tables.tiles.tokens_by_key.values()
        brings = next(one.token for one in tokens if one.planet is not None and one.planet.name == EDGE)
        pieces.lay_token(self.game, position, TokenPlaced(brings))
        pieces.set_control(self.game, position, EDGE, taker)
        pieces.put(self.game, taker, "infantry", infantry, position, EDGE)
        return happen(self.game, PlanetGained("hive")) if taker == "hive" else []

    def _edge_sites(self) -> list[str]:
        """Those that may hold it: no planet, supernova or printed wormhole, open to the Hive, not The Fracture (M9)."""
        tiles, systems = self.game.tables.tiles.by_number, self.galaxy.systems
        return [
            at
            for at, system in sorted(systems.items())
            if not (system.planets or tiles[system.tile].wormholes or tiles[system.tile].closed_to_hive)
            and "supernova" not in self.survey.anomalies(at)
            and not self.survey.in_the_fracture(at)
        ]

    def _capacity_ships(self, position: str) -> int:
        survey = self.survey
        return survey.capacity_ships(survey.in_and_adjacent(position))

    def _near(self, position: str) -> Words:
        ships = count(self._capacity_ships(position), "capacity ship")
        return say("{ships} of [the Hive] in and next to it", ships=ships)


_EDGE = Name(EDGE)
