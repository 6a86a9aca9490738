"""Tables of the galaxy: tiles, the template of the board, and places that come during the game."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Literal

from pydantic import Field, field_validator

from hive.catalog.tables.base import Box, Colour, Count, Frozen, Name, RuleId, SpawningSystem, Table, Unit

Wormhole = Literal["alpha", "beta", "gamma", "delta", "epsilon"]
TileNumber = Annotated[str, Field(pattern=r"^([1-9][0-9]{0,3}[AB]?|F[1-9])$")]
Slot = Annotated[str, Field(pattern=r"^(000|[1-9][0-9]{2})$")]


class Fracture(Frozen):
    """What the systems of The Fracture are to the Hive: closed, until an option opens them.

    ``zone`` and ``ranks_as``: their aggression zone, and the wormhole as which ingress and egress rank. ``most_ships``
    bounds the non-fighter Hive ships there; ``move_bonus`` is added to the move value of ships that go there, and
    ``tokens`` come for units that have moved there.
    """

    rule: RuleId = "33.fracture.inaccessible"
    accessible: bool = False
    infested: bool = True
    zone: Annotated[int, Field(ge=1, le=9)] | None = None
    ranks_as: Wormhole | None = None
    most_ships: Count | None = None
    move_bonus: Count = 0
    tokens: Count = 0


class Discovery(Frozen):
    """Next to a system of which zone a new system is discovered, and of which zone it is then."""

    beside: Annotated[int, Field(ge=1, le=9)]
    zone: Annotated[int, Field(ge=1, le=9)]
    rule: RuleId


class MinorFactions(Frozen):
    """Home systems of unused factions in place of others: their slots, neutral ships in each, infantry on its planets.

    Where the Hive controls all planets of one, it draws so many ``secrets``.
    """

    slots: Annotated[list[Slot], Field(min_length=1)]
    ships: dict[Unit, Count]
    infantry: Count
    secrets: Count


# --- tables of the galaxy: the system tiles, and the template by which the board is built from them


Anomaly = Literal["asteroid_field", "nebula", "supernova", "gravity_rift", "entropic_scar"]
Trait = Literal["cultural", "hazardous", "industrial"]
Role = Literal["mecatol_rex", "wormhole_nexus", "gate", "faction_ability_tile", "fracture"]
Kind = Literal["REX", "MS", "PL1", "PL2", "AS1", "AS2", "WH1", "WH2", "ION", "ES", "AN1", "AN2", "X"]

# As the community numbers them: the ring, then the place in it, clockwise from straight above.
_PLACES_PER_RING = 6


class WormholeChange(Frozen):
    """What becomes of a ship of the Hive that went through a wormhole of some kinds.

    A die up to ``highest_down`` makes it the next type down the ladder of which there is a piece, a higher one the next
    type up. The ladder begins with the lowest type.
    """

    kinds: Annotated[list[Wormhole], Field(min_length=1)]
    ladder: Annotated[list[Unit], Field(min_length=2)]
    highest_down: Annotated[int, Field(ge=1, le=9)]
    rule: RuleId


class Planet(Frozen):
    """A planet as printed. ``specialties``: a colour printed twice stands here twice."""

    name: Name
    resources: Annotated[int, Field(ge=0, le=9)]
    influence: Annotated[int, Field(ge=0, le=9)]
    traits: list[Trait] = []
    specialties: list[Colour] = []
    legendary: bool = False


class SpaceStation(Frozen):
    """A space station. It is no planet."""

    name: Name
    resources: Annotated[int, Field(ge=0, le=9)]
    influence: Annotated[int, Field(ge=0, le=9)]


class Tile(Frozen):
    """A system tile, or one face of it.

    ``beside`` are tiles next to it wherever they lie, as in The Fracture; an ``egress`` leads to each ingress token.
    """

    tile: TileNumber
    box: Box
    back: Literal["blue", "red", "home", "none"]
    home_of: Name | None = None
    role: Role | None = None
    faction: Name | None = None
    face: Literal["inactive", "active"] | None = None
    anomalies: list[Anomaly] = []
    wormholes: list[Wormhole] = []
    space_station: SpaceStation | None = None
    planets: list[Planet] = []
    closed_to_hive: bool = False
    beside: list[TileNumber] = []
    egress: bool = False
    guards: dict[Unit, Count] = {}
    planet_guards: dict[Unit, Count] = {}


class HomeChoice(Frozen):
    """A faction that takes one of several home systems, none of which is its own."""

    faction: Name
    tiles: Annotated[list[TileNumber], Field(min_length=1)]


class SystemToken(Frozen):
    """A token that changes the system in which it lies; those that ``join`` make their systems adjacent."""

    token: Annotated[str, Field(pattern=r"^[a-z][a-z_]{1,39}$")]
    name: Name
    box: Box
    faction: Name | None = None
    wormholes: list[Wormhole] = []
    sides: list[Wormhole] = []
    covers_printed: bool = False
    priority_as: Wormhole | None = None
    anomalies: list[Anomaly] = []
    joins: bool = False
    ingress: bool = False
    planet: Planet | None = None


class Worth(Frozen):
    """Resources and influence that a planet gets in addition."""

    resources: Annotated[int, Field(ge=0, le=9)] = 0
    influence: Annotated[int, Field(ge=0, le=9)] = 0


class Attachment(Worth):
    """What is attached to a planet, and what the planet gets by it.

    ``instead``: a planet that has a technology specialty does not get another one, but this. ``closed``: no unit is
    committed to the planet, produced on it or placed there (Q141).
    """

    attachment: Annotated[str, Field(pattern=r"^[a-z][a-z_]{1,39}$")]
    name: Name
    box: Box
    traits: list[Trait] = []
    specialty: Colour | None = None
    instead: Worth | None = None
    legendary: bool = False
    closed: bool = False


class Tiles(Table):
    """decks/tiles.yaml: the system tiles, the tokens that change a system, and what is attached to planets."""

    table: Literal["tiles"]
    tiles: Annotated[list[Tile], Field(min_length=1)]
    home_choices: list[HomeChoice]
    tokens: list[SystemToken]
    attachments: list[Attachment]
    hyperlanes: list[TileNumber] = []
    without_tile: list[TileNumber] = []
    joined_anomalies: list[Anomaly] = []

    @cached_property
    def by_number(self) -> dict[str, Tile]:
        """The tiles by their printed number."""
        return {tile.tile: tile for tile in self.tiles}

    @cached_property
    def tokens_by_key(self) -> dict[str, SystemToken]:
        """The tokens by their key."""
        return {token.token: token for token in self.tokens}

    @cached_property
    def attachments_by_key(self) -> dict[str, Attachment]:
        """The attachments by their key."""
        return {attachment.attachment: attachment for attachment in self.attachments}

    @cached_property
    def planets(self) -> dict[str, Planet]:
        """All planets that can lie in a system, by their name."""
        printed = {planet.name: planet for tile in self.tiles for planet in tile.planets}
        return printed | {token.planet.name: token.planet for token in self.tokens if token.planet}

    def planet_on(self, tile: str, name: str) -> Planet:
        """A planet of a tile as it is printed there: two tiles can have one of the same name. In: a known name."""
        printed = self.by_number[tile].planets if tile in self.by_number else ()
        return next((planet for planet in printed if planet.name == name), self.planets[name])

    def homes_of(self, faction: str) -> list[str]:
        """The numbers of the home systems that a faction can have; none if the faction is unknown."""
        own = [tile.tile for tile in self.tiles if tile.home_of == faction]
        return own or [number for choice in self.home_choices if choice.faction == faction for number in choice.tiles]

    def gate_of(self, faction: str) -> str | None:
        """The number of the tile that stands on the map for a home system beside it; None if the home is on the map."""
        return next((tile.tile for tile in self.tiles if tile.role == "gate" and tile.faction == faction), None)

    def active_face(self, number: str) -> str | None:
        """The active face of a tile that shows its inactive one, such as the wormhole nexus; None for any other."""
        shown = self.by_number[number]
        if shown.face != "inactive":
            return None
        return next((tile.tile for tile in self.tiles if tile.role == shown.role and tile.face == "active"), None)


class Template(Frozen):
    """Which slot of the galaxy holds which kind of system."""

    rule: RuleId
    default_of_ours: bool
    kinds: dict[Kind, Annotated[list[Slot], Field(min_length=1)]]

    @field_validator("kinds")
    @classmethod
    def _on_a_ring(cls, kinds: dict[Kind, list[str]]) -> dict[Kind, list[str]]:
        for slot in (slot for slots in kinds.values() for slot in slots):
            ring, place = int(slot[0]), int(slot[1:])
            if ring and not 1 <= place <= ring * _PLACES_PER_RING:
                raise ValueError(
                    f"ring {ring} has the slots {ring}01 to {ring}{ring * _PLACES_PER_RING:02}, not {slot}"
                )
        return kinds


class Zone(Frozen):
    """An aggression zone: its number and colour, its threshold of counters, and its slots."""

    zone: Annotated[int, Field(ge=1, le=9)]
    colour: Name
    threshold: Count
    rule: RuleId
    slots: list[Slot]


class Zones(Frozen):
    """The aggression zones of the board."""

    rule: RuleId
    default_of_ours: bool
    zones: Annotated[list[Zone], Field(min_length=1)]

    @cached_property
    def of_slot(self) -> dict[str, Zone]:
        """The zone of each slot."""
        return {slot: zone for zone in self.zones for slot in zone.slots}


class Pool(Frozen):
    """The tiles from which the slots of some kinds are filled."""

    rule: RuleId
    kinds: Annotated[list[Kind], Field(min_length=1)]
    tiles: Annotated[list[TileNumber], Field(min_length=1)]
    draw: Literal["last", "random", "one_of_each_wormhole"]


class PlanetCount(Frozen):
    """How many planets some zones hold together, both bounds included."""

    zones: Annotated[list[int], Field(min_length=1)]
    minimum: Count
    maximum: Count
    rule: RuleId


class PlanetCounts(Frozen):
    """The planet totals of the set-up, and the kinds of systems whose planets are not counted."""

    default_of_ours: bool
    not_counted: list[Kind]
    counts: list[PlanetCount]


class Condition(Frozen):
    """Spawning systems that players can activate only while they control all planets of others."""

    systems: Annotated[list[SpawningSystem], Field(min_length=1)]
    control: Annotated[list[SpawningSystem], Field(min_length=1)]
    rule: RuleId


class GalaxyTemplate(Table):
    """decks/galaxy.yaml: slots, zones, pools, planet totals, and what players must control first.

    ``wilds``: the planets of this trait that nobody controls hold neutral infantry, as many as their resources.
    """

    table: Literal["galaxy"]
    template: Template
    zones: Zones
    pools: Annotated[list[Pool], Field(min_length=1)]
    planet_counts: PlanetCounts
    conditions: list[Condition] = []
    fracture: Fracture = Fracture()
    discoveries: list[Discovery] = []
    minor_factions: MinorFactions | None = None
    wilds: Trait | None = None

    @cached_property
    def kind_of(self) -> dict[str, Kind]:
        """The kind of each slot."""
        return {slot: kind for kind, slots in self.template.kinds.items() for slot in slots}

    @cached_property
    def pooled(self) -> frozenset[str]:
        """The tiles that lie in any pool, and so never are among the blue-backed ones of the X slots."""
        return frozenset(tile for pool in self.pools for tile in pool.tiles)

    def pool_of(self, kind: Kind) -> Pool | None:
        """The pool of a kind; None for the players' homes and X, which have none."""
        return next((pool for pool in self.pools if kind in pool.kinds), None)


# --- what players can have done on a turn that nobody booked, counted from above


Steps = Annotated[int, Field(ge=0, le=9)]


class Printed(Frozen):
    """How far the fastest ship, and the fastest that carries ground forces, go as printed."""

    ships: Steps
    carriers: Steps


class ReachBound(Frozen):
    """Something that takes players farther: since when, where it is played with, and how far.

    ``wormholes``: each leads to every other one; ``tokens``: and new ones can lie where players have been.
    ``anywhere``: nothing bounds where it leads.
    """

    name: Name
    kind: Name
    since: Literal["start", "cards", "technology", "hero"]
    faction: Name | None = None
    box: Box | None = None
    option: Name | None = None
    ships: Steps = 0
    carriers: Steps = 0
    wormholes: Literal["joined", "tokens"] | None = None
    anywhere: Literal["wormholes", "all"] | None = None


class CardUnheard(Frozen):
    """A strategy card with which players build at their docks, in which box; and in which it moves ships as well."""

    card: Name
    produces: Box
    moves: Box | None = None


class Unheard(Table):
    """decks/unheard.yaml: what players can have done without a word."""

    table: Literal["unheard"]
    printed: Printed
    bounds: list[ReachBound]
    cards: list[CardUnheard]
