"""What stands in the tables of decks/: one model per file, frozen and checked.

Every model refuses unknown fields and wrong types. How a file is read, and how an error names its file, line and
field, is told in :mod:`hive.catalog.reading`.
"""

from __future__ import annotations

from hive.catalog.tables.base import (
    ADVANCED_PAGES,
    BOX_WORDS,
    ActionSymbol,
    AdvancedPage,
    Box,
    Category,
    Colour,
    Count,
    Foe,
    Fragment,
    Frozen,
    ItemType,
    Level,
    Name,
    Note,
    Owner,
    ReadingId,
    RuleId,
    Seat,
    Ship,
    SpawningSystem,
    Text,
    Unit,
)
from hive.catalog.tables.cards import (
    CARD_FIELDS,
    Agenda,
    AgendaOutcome,
    Agendas,
    AgendaType,
    Card,
    CardField,
    Criteria,
    Criterion,
    CriterionTest,
    Exploration,
    ExplorationCard,
    ExplorationDeck,
    HiveMindCard,
    HiveMindDeck,
    LawPhase,
    Opportunity,
    StrategyCard,
    StrategyCards,
    card_words,
)
from hive.catalog.tables.diagrams import (
    CommonBlock,
    Damage,
    DamageBlock,
    DamageDiagram,
    DiagramName,
    Difficulty,
    DifficultyLevels,
    Figure,
    Figures,
    PlanetBlock,
    Priorities,
    PriorityBlock,
    PriorityDiagram,
    SystemBlock,
)
from hive.catalog.tables.doings import Acting, Doing, Doings, Moment, Moments
from hive.catalog.tables.effects import (
    AbilitiesOff,
    AgendaReplaced,
    Bend,
    Effect,
    NoActionCards,
    NoBombardment,
    NoLanding,
    NoSustain,
    NoUnitAbilities,
    NoVote,
    PlanetsExhausted,
    RollModifier,
    TurnMayEnd,
    WayOpened,
    WormholesCut,
    WormholesJoined,
)
from hive.catalog.tables.galaxy import (
    Anomaly,
    Condition,
    GalaxyTemplate,
    Kind,
    Planet,
    PlanetCount,
    Pool,
    SpaceStation,
    SystemToken,
    Tile,
    Tiles,
    Wormhole,
    WormholeChange,
    Zone,
)
from hive.catalog.tables.pieces import (
    Ability,
    CombatValue,
    Faction,
    Factions,
    Objective,
    Objectives,
    PlasticColour,
    Technologies,
    Units,
    UnitType,
    Upgrade,
)
from hive.catalog.tables.texts import (
    GALACTIC_EVENTS,
    REMINDER_WORDS,
    SETUP_WORDS,
    Headings,
    HeldNotes,
    Option,
    Patch,
    PlayedOption,
    PlayedWith,
    Reading,
    Readings,
    Reminder,
    Reminders,
    Rule,
    Rulebook,
    SetUp,
    SetupGroup,
    SetupItem,
)

__all__ = [
    "ADVANCED_PAGES",
    "BOX_WORDS",
    "CARD_FIELDS",
    "GALACTIC_EVENTS",
    "REMINDER_WORDS",
    "SETUP_WORDS",
    "AbilitiesOff",
    "Ability",
    "Acting",
    "ActionSymbol",
    "AdvancedPage",
    "Agenda",
    "AgendaOutcome",
    "AgendaReplaced",
    "AgendaType",
    "Agendas",
    "Anomaly",
    "Bend",
    "Box",
    "Card",
    "CardField",
    "Category",
    "Colour",
    "CombatValue",
    "CommonBlock",
    "Condition",
    "Count",
    "Criteria",
    "Criterion",
    "CriterionTest",
    "Damage",
    "DamageBlock",
    "DamageDiagram",
    "DiagramName",
    "Difficulty",
    "DifficultyLevels",
    "Doing",
    "Doings",
    "Effect",
    "Exploration",
    "ExplorationCard",
    "ExplorationDeck",
    "Faction",
    "Factions",
    "Figure",
    "Figures",
    "Foe",
    "Fragment",
    "Frozen",
    "GalaxyTemplate",
    "Headings",
    "HeldNotes",
    "HiveMindCard",
    "HiveMindDeck",
    "ItemType",
    "Kind",
    "LawPhase",
    "Level",
    "Moment",
    "Moments",
    "Name",
    "NoActionCards",
    "NoBombardment",
    "NoLanding",
    "NoSustain",
    "NoUnitAbilities",
    "NoVote",
    "Note",
    "Objective",
    "Objectives",
    "Opportunity",
    "Option",
    "Owner",
    "Patch",
    "Planet",
    "PlanetBlock",
    "PlanetCount",
    "PlanetsExhausted",
    "PlasticColour",
    "PlayedOption",
    "PlayedWith",
    "Pool",
    "Priorities",
    "PriorityBlock",
    "PriorityDiagram",
    "Reading",
    "ReadingId",
    "Readings",
    "Reminder",
    "Reminders",
    "RollModifier",
    "Rule",
    "RuleId",
    "Rulebook",
    "Seat",
    "SetUp",
    "SetupGroup",
    "SetupItem",
    "Ship",
    "SpaceStation",
    "SpawningSystem",
    "StrategyCard",
    "StrategyCards",
    "SystemBlock",
    "SystemToken",
    "Tables",
    "Technologies",
    "Text",
    "Tile",
    "Tiles",
    "TurnMayEnd",
    "Unit",
    "UnitType",
    "Units",
    "Upgrade",
    "WayOpened",
    "Wormhole",
    "WormholeChange",
    "WormholesCut",
    "WormholesJoined",
    "Zone",
    "card_words",
]


class Tables(Frozen):
    """All tables of a game. The rulebook and our readings of it are not among them: they explain, and decide nothing.

    ``played_with`` names the options by which they differ from the standard ones.
    """

    hive_mind: HiveMindDeck
    strategy_cards: StrategyCards
    criteria: Criteria
    priorities: Priorities
    damage: Damage
    difficulty: DifficultyLevels
    units: Units
    technologies: Technologies
    objectives: Objectives
    figures: Figures
    factions: Factions
    setup: SetUp
    tiles: Tiles
    galaxy: GalaxyTemplate
    exploration: Exploration
    agendas: Agendas
    moments: Moments
    doings: Doings
    reminders: Reminders
    played_with: PlayedWith = PlayedWith()

    def level(self, level: Level) -> Difficulty:
        """The numbers of a difficulty level."""
        levels = {"easy": self.difficulty.easy, "standard": self.difficulty.standard}
        return levels.get(level, self.difficulty.expert)
