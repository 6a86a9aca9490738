"""Tables of what is in the boxes: units, technologies, objectives, factions and colours."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Literal

from pydantic import Field, field_validator, model_validator

from hive.catalog.tables.base import Box, Category, Colour, Count, Frozen, ItemType, Name, RuleId, Table, Text, Unit
from hive.catalog.tables.galaxy import Anomaly, WormholeChange


class CombatValue(Frozen):
    """The lowest die that hits, and how many dice are rolled."""

    hit: Annotated[int, Field(ge=1, le=10)]
    dice: Annotated[int, Field(ge=1, le=5)]


Ability = Literal["space_cannon", "anti_fighter_barrage", "combat", "bombardment"]
Bonus = Annotated[int, Field(ge=0, le=5)]


class UnitType(Frozen):
    """A unit as the Hive has it: printed values, and how many pieces of plastic there are (None: tokens, no limit).

    ``pink`` counts the pieces of a second colour, which come once all others are out of the game. ``players_plastic``
    counts the pieces of each player. ``move`` is the move value before upgrades; None: the unit
    does not move by itself. ``capacity``: how many units one of the players' carries before upgrades. ``counts_as``
    names the unit whose kind this is: its upgrades, and whatever else is said of that one, hold for this one as well.
    """

    key: Unit
    name: Name
    plural: Name
    short: Annotated[str, Field(min_length=2, max_length=3)]
    category: Category
    also_structure: bool = False
    counts_as: Unit | None = None
    cost: Annotated[float, Field(ge=0, le=20)]
    plastic: Count | None
    players_plastic: Count | None
    pink: Count = 0
    move: Annotated[int, Field(ge=1, le=9)] | None = None
    capacity_ship: bool = False
    capacity: Count = 0
    sustain_damage: bool = False
    needs_upgrade: Name | None = None
    combat: CombatValue | None = None
    anti_fighter_barrage: CombatValue | None = None
    bombardment: CombatValue | None = None
    space_cannon: CombatValue | None = None
    planetary_shield: bool = False
    ignores_planetary_shield: bool = False
    lends_combat: Bonus = 0
    hits_when_sustaining: Bonus = 0
    rule: RuleId

    def dice_of(self, ability: Ability) -> CombatValue | None:
        """The printed dice for an ability, or None."""
        dice: CombatValue | None = getattr(self, ability)
        return dice


class FactionAbility(Frozen):
    """What the Hive's faction adds to each of its combat rolls."""

    name: Name
    combat_bonus: Bonus
    rule: RuleId


class Units(Table):
    """decks/units.yaml: the units of the Hive, weakest ship first; what brings neutral and coexisting ones."""

    table: Literal["units"]
    faction_ability: FactionAbility
    ignored_anomalies: list[Anomaly] = []
    neutral_units: list[Name] = []
    coexisting_units: list[Name] = []
    wormhole_change: WormholeChange | None = None
    units: list[UnitType]

    @field_validator("units")
    @classmethod
    def _beside_their_like(cls, units: list[UnitType]) -> list[UnitType]:
        """What counts as another unit stands right behind that one, wherever an option has put its row."""
        keys = [unit.key for unit in units]
        return sorted(units, key=lambda unit: keys.index(unit.counts_as if unit.counts_as in keys else unit.key))

    @cached_property
    def by_key(self) -> dict[str, UnitType]:
        """The units by their key."""
        return {unit.key: unit for unit in self.units}

    def of(self, category: Category) -> tuple[UnitType, ...]:
        """The units of a category, weakest first. A mech of the Hive is a ground force here."""
        return tuple(unit for unit in self.units if unit.category == category)

    @cached_property
    def ships(self) -> tuple[UnitType, ...]:
        """All ships, weakest first."""
        return self.of("ship")

    @cached_property
    def limited_ships(self) -> tuple[UnitType, ...]:
        """The ships of which there is only so much plastic: all but red fighters, which have tokens as well."""
        return tuple(unit for unit in self.ships if unit.plastic is not None)

    @cached_property
    def larger_ships(self) -> tuple[UnitType, ...]:
        """The ships but for fighters of any colour."""
        return tuple(unit for unit in self.limited_ships if unit.counts_as is None)

    def kind_of(self, key: str) -> str:
        """The unit whose upgrades and effects hold for one: itself, or what it counts as."""
        unit = self.by_key.get(key)
        return key if unit is None or unit.counts_as is None else unit.counts_as

    def alike(self, key: str) -> tuple[str, ...]:
        """A unit, and behind it those that count as it."""
        return (key, *(unit.key for unit in self.units if unit.counts_as == key))

    @cached_property
    def structures(self) -> tuple[UnitType, ...]:
        """What counts as a structure of the Hive: its mechs, too. Rule: 1.setup.mech-double-nature."""
        return tuple(unit for unit in self.units if unit.category == "structure" or unit.also_structure)


class Upgrade(Frozen):
    """A unit upgrade that the Hive can gain. Values of the unit that are None here stay as they are."""

    name: Name
    unit: Unit | None
    prerequisites: dict[Colour, Annotated[int, Field(ge=1, le=4)]]
    counts_for_objectives: bool = True
    purgeable: bool = False
    move: Annotated[int, Field(ge=1, le=9)] | None = None
    combat: CombatValue | None = None
    anti_fighter_barrage: CombatValue | None = None
    space_cannon: CombatValue | None = None
    space_cannon_reaches_neighbours: bool = False
    answers_hits: Bonus = 0
    effect: Text
    rule: RuleId

    def dice_of(self, ability: Ability) -> CombatValue | None:
        """The dice that the unit has for an ability from now on; None if the upgrade does not change them."""
        dice: CombatValue | None = getattr(self, ability, None)
        return dice


class Technologies(Table):
    """decks/technologies.yaml: levels of basic technology, and the unit upgrades."""

    table: Literal["technologies"]
    colours: Annotated[list[Colour], Field(min_length=4, max_length=4)]
    maximum_level: Annotated[int, Field(ge=1, le=6)]
    upgrades: list[Upgrade]

    @cached_property
    def by_name(self) -> dict[str, Upgrade]:
        """The upgrades by their name."""
        return {upgrade.name: upgrade for upgrade in self.upgrades}


OfControl = Annotated[Count | None, "control"]
OfPresence = Annotated[Count | None, "presence"]
"""How many an objective of a group asks for of the board."""


class Objective(Frozen):
    """A public objective, and the one thing that it asks for. What no number here says is judged by the table."""

    name: Name
    stage: Literal[1, 2]
    points: Annotated[int, Field(ge=1, le=3)]
    box: Box
    group: Literal["spend", "structure", "technology", "control", "presence"]
    spend: dict[ItemType, Annotated[int, Field(ge=1, le=30)]] = {}
    structures: Count | None = None
    outside_home_system: bool = False
    colours: Count | None = None
    technologies_per_colour: Count | None = None
    unit_upgrades: Count | None = None
    planets_outside_home_systems: OfControl = None
    planets_of_one_trait: OfControl = None
    planets_with_specialty: OfControl = None
    planets_with_attachment: OfControl = None
    planets_in_other_homes: OfControl = None
    planets_near_different_homes: OfControl = None
    neighbours_with_fewer_planets: OfControl = None
    flagship_or_war_sun_anywhere: Annotated[bool, "presence"] = False
    flagship_or_war_sun_at_homes_or_mecatol_rex: Annotated[bool, "presence"] = False
    systems_next_to_mecatol_rex: OfPresence = None
    edge_systems: OfPresence = None
    landmark_systems: OfPresence = None
    systems_without_planets: OfPresence = None
    non_fighter_ships_in_one_system: OfPresence = None
    purged: bool = False
    wants: Text

    @property
    def of_the_board(self) -> dict[str, int]:
        """What it asks for of the board, by the name of the field, and how many; empty where no board can tell."""
        asked = ("structures", *_GROUPS)
        return {name: int(value) for name in asked if (value := getattr(self, name))}

    @model_validator(mode="after")
    def _one_thing_of_its_group(self) -> Objective:
        asked = list(self.of_the_board)
        if len(asked) > 1:
            raise ValueError(f"an objective asks for one thing of the board, not for {' and '.join(asked)}")
        if asked and self.group != (group := _GROUPS.get(asked[0], self.group)):
            raise ValueError(f"'{asked[0]}' goes with the group '{group}', not with '{self.group}'")
        return self


# What an objective can ask for of the board, with its group.
_GROUPS: dict[str, str] = {
    name: group
    for name, field in Objective.model_fields.items()
    for group in ("control", "presence")
    if group in field.metadata
}


class Objectives(Table):
    """decks/objectives.yaml: the public objectives."""

    table: Literal["objectives"]
    objectives: list[Objective]

    @cached_property
    def by_name(self) -> dict[str, Objective]:
        """The objectives by their name."""
        return {objective.name: objective for objective in self.objectives}


class Faction(Frozen):
    """A faction that a player can play. ``after``: the faction that becomes it; nobody begins a game with it.

    ``units`` stand in its home system at first, those of ``placed`` on planets of that name. ``commodities`` is its
    commodity value, where the table of factions has it.
    """

    name: Name
    short: Name
    box: Box
    commodities: Count | None = None
    after: Name | None = None
    units: dict[str, Count] = {}
    placed: dict[Name, dict[str, Count]] = {}
    dock_in_space: bool = False


class PlasticColour(Frozen):
    """A colour of plastic that a player can have, and the box it comes in."""

    key: Annotated[str, Field(pattern=r"^[a-z]{3,12}$")]
    box: Box


class King(Frozen):
    """A king of Twilight's Fall, and the colour of his pieces, which can be one of the Hive's (34.setup.colours)."""

    name: Name
    colour: Name


class Factions(Table):
    """decks/factions.yaml: factions and colours of the players, and by how much a box can raise a commodity value.

    ``kings``: who the players can be where an option has it so.
    """

    table: Literal["factions"]
    factions: list[Faction]
    commodities_raised: dict[Box, Count] = {}
    colours: list[PlasticColour]
    kings: list[King] = []

    @cached_property
    def by_name(self) -> dict[str, Faction]:
        """The factions by their name."""
        return {faction.name: faction for faction in self.factions}

    @property
    def at_set_up(self) -> list[Faction]:
        """The factions with which a player can begin a game."""
        return [faction for faction in self.factions if faction.after is None]
