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
    SpawningSystem,
    StrategyCardKey,
    Table,
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
    Exploration,
    ExplorationCard,
    ExplorationDeck,
    HiveMindCard,
    HiveMindDeck,
    LawPhase,
    Measure,
    MostTold,
    Opportunity,
    StrategyCard,
    StrategyCards,
    Votes,
    Weighed,
    Worth,
    card_words,
)
from hive.catalog.tables.diagrams import (
    Damage,
    DamageBlock,
    DamageDiagram,
    DiagramName,
    Difficulty,
    DifficultyLevels,
    Figure,
    Figures,
    Priorities,
    PriorityBlock,
    PriorityDiagram,
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
    ReachBound,
    SpaceStation,
    SystemToken,
    Tile,
    Tiles,
    Unheard,
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
    Technologies,
    Units,
    UnitType,
    Upgrade,
)
from hive.catalog.tables.texts import (
    GALACTIC_EVENTS,
    SETUP_WORDS,
    EventRow,
    Events,
    Headings,
    Notes,
    OpenAnswer,
    OpenQuestion,
    Option,
    Patch,
    PlayedOption,
    PlayedWith,
    Questions,
    Reading,
    Readings,
    Reminder,
    Reminders,
    Rule,
    Rulebook,
    SetUp,
    SetupItem,
    Terms,
)


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
    votes: Votes
    moments: Moments
    doings: Doings
    reminders: Reminders
    unheard: Unheard
    played_with: PlayedWith = PlayedWith()

    def level(self, level: Level) -> Difficulty:
        """The numbers of a difficulty level."""
        levels = {"easy": self.difficulty.easy, "standard": self.difficulty.standard}
        return levels.get(level, self.difficulty.expert)
