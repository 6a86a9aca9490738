"""The game: everything that the app tracks, as plain data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from hive.catalog.tables import (
    ADVANCED_PAGES,
    AdvancedPage,
    Box,
    Difficulty,
    Effect,
    ItemType,
    Level,
    Note,
    Owner,
    Seat,
    SpawningSystem,
    Tables,
)
from hive.model.board_counts import holds_units
from hive.model.deck import Deck
from hive.model.event_cards import EventCards
from hive.model.galaxy import Galaxy
from hive.model.hive_area import HiveArea
from hive.model.seats import FOES as FOES
from hive.model.seats import NEUTRAL as NEUTRAL
from hive.model.seats import OWNERS as OWNERS
from hive.model.seats import PLAYERS as PLAYERS
from hive.model.seats import Player as Player
from hive.model.seats import other_player as other_player
from hive.model.story import RoundRecord
from hive.words import NEUTRAL_SIDE, THE_HIVE, PlayerName, Worded

Phase = Literal["setup", "strategy", "action", "status", "agenda"]
Draws = Literal["app", "table"]
# What an effect that is kept lasts for.
Fighting = Literal["roll", "combat_round", "combat", "battle"]
Duration = Literal[Fighting, "action", "turn", "agenda", "phase", "status", "round", "game"]

LONGEST_PLAYER_NAME = 24
SPAWNING_SYSTEMS: tuple[SpawningSystem, ...] = ("main", "aux1", "aux2", "home_p1", "home_p2", "mecatol_rex")
ITEM_TYPES: tuple[ItemType, ...] = ("resources", "influence", "trade_goods", "command_tokens")


@dataclass
class PlayerSetup:
    """What a player chose before the game: name, faction and colour of the plastic.

    In Twilight's Fall ``faction`` is that of the home system; ``king`` is who the player is, ``fleet`` the faction of
    the starting units, that of the home if it is empty (34.setup.choice).
    """

    name: str
    faction: str
    colour: str
    king: str = ""
    fleet: str = ""


@dataclass
class Settings:
    """The choices of the table. ``left`` is the player who sits on the left of the Hive, next clockwise (Q72).

    ``advanced`` names the advanced pages that are played (32.complexity.optional-pages), ``options`` the options by
    which the game's tables were patched when it began.
    """

    p1: PlayerSetup
    p2: PlayerSetup
    left: Player = "p1"
    difficulty: Level = "standard"
    boxes: list[Box] = field(default_factory=lambda: ["base", "pok"])
    draws: Draws = "app"
    advanced: list[AdvancedPage] = field(default_factory=lambda: list(ADVANCED_PAGES))
    options: tuple[str, ...] = ()


@dataclass
class PlayerArea:
    """What the app tracks of a player. ``calmed``: counts as having no aggression counters until the turn ends.

    ``traded``: has begun a transaction with the Hive in this round. ``notes``: the Hive's notes that the player holds.
    ``mercenaries``: the mercenary cards that the player has gained (page 36). ``scored_secrets``: the secret objectives
    of which the app has heard.
    """

    counters: int = 0
    victory_points: int = 0
    reached_six: bool = False
    calmed: bool = False
    traded: bool = False
    notes: list[Note] = field(default_factory=list)
    passed: bool = False
    mercenaries: int = 0
    scored_secrets: int = 0


@dataclass
class StrategyCardState:
    """Where a strategy card lies: with whom, exhausted or readied; the goods on it, and those it was taken with."""

    owner: Seat | None = None
    exhausted: bool = False
    trade_goods: int = 0
    taken_with: int = 0


@dataclass
class RevealedObjective:
    """A public objective on the table, oldest first in the game's list, and who has scored it.

    ``besides``: it came by a card, and is not one of those that a game is set up with.
    """

    name: str
    scored_by: list[Seat] = field(default_factory=list)
    besides: bool = False


@dataclass
class Law:
    """A law in play: its name, and who or what was elected, in the table's words."""

    name: str
    elected: str = ""


@dataclass
class Spent:
    """A doing, by its key, that has been used, and what has to pass before it can be used once more."""

    doing: str
    until: Duration


@dataclass
class ToldEarly:
    """A doing, by its key, that has been told before its moment, and what was told of it."""

    doing: str
    args: dict[str, str | int]


@dataclass
class EffectKept:
    """An effect that lasts for a time: what it comes from by name, what it does, how long, and which sides it binds.

    ``owner``: whose it is, where that matters; ``position``: the one system in which it holds, if it is one.
    """

    source: str
    effect: Effect
    until: Duration
    seats: list[Seat]
    owner: Seat | None = None
    position: str = ""


def _no_tables() -> Tables:
    raise TypeError("a game needs its tables")


@dataclass
class Game:
    """A game of Hive Wars. The tables that it was started with belong to it, but are no part of its state.

    Without a ``galaxy`` the table answers what only the board can tell. With one, the Hive's units, planets and
    command tokens on the board are counted from it (:mod:`hive.board.pieces`). ``rolls`` counts the dice rolled,
    ``drawn`` the Hive Mind cards drawn in this round by their purpose; ``story`` holds the rounds that are over.
    ``agendas`` names those that have been revealed; ``effects`` are those that last for a time (:mod:`hive.effects`).
    ``event_cards``: what lies on the cards of galactic events.
    ``owned`` are the doings that hold by themselves since players have said to have them, ``spent`` those that have
    been used and are not ready yet, ``told_early`` those that act once a combat begins; ``battle`` is the system, and
    ``battle_on`` the planet, in which the app fights just now, ``battle_step`` the key of what it has asked there last,
    ``beside`` the types of units that players have there.
    ``prescient`` is the ally of the Naalu while that player holds their note, and with it their zero.
    ``confirmed``: the table has said in this turn or phase that the board is so; it is asked that once. Where players
    meddle with the turn afterwards, it is asked about what is not yet among ``vouched``, the systems that it has seen.
    ``expedition``: which side has claimed which slice of the expedition, counted clockwise from zero.
    ``chair``: who counts as the Speaker for the agenda that is voted on, if not who has the token.
    ``tyrant``: which side has the benediction token.
    ``passed_steps`` are the keys of the steps that are over, each where it came last: no decision rests on them.
    """

    settings: Settings
    tables: Tables = field(default_factory=_no_tables, repr=False, compare=False)
    seed: str = ""
    rolls: int = 0
    galaxy: Galaxy | None = None
    hive: HiveArea = field(default_factory=HiveArea)
    players: dict[Player, PlayerArea] = field(default_factory=dict)
    deck: Deck = field(default_factory=Deck)
    strategy_cards: dict[int, StrategyCardState] = field(default_factory=dict)
    objectives: list[RevealedObjective] = field(default_factory=list)
    speaker: Seat = "hive"
    chair: Seat | None = None
    round: int = 1
    phase: Phase = "setup"
    stage: str = ""
    active: Seat | None = None
    agenda_unlocked: bool = False
    custodians: Seat | None = None
    laws: list[Law] = field(default_factory=list)
    agendas: list[str] = field(default_factory=list)
    effects: list[EffectKept] = field(default_factory=list)
    event_cards: EventCards = field(default_factory=EventCards)
    owned: dict[str, list[Player]] = field(default_factory=dict)
    spent: list[Spent] = field(default_factory=list)
    told_early: list[ToldEarly] = field(default_factory=list)
    battle: str = ""
    battle_on: str = ""
    battle_step: str = ""
    beside: dict[Player, list[str]] = field(default_factory=dict)
    drawn: dict[str, int] = field(default_factory=dict)
    passed_steps: list[str] = field(default_factory=list, repr=False)
    story: list[RoundRecord] = field(default_factory=list)
    objectives_ran_out: bool = False
    prescient: Player | None = None
    expedition: dict[int, Seat] = field(default_factory=dict)
    tyrant: Seat | None = None
    confirmed: bool = False
    vouched: list[str] = field(default_factory=list)
    winner: Literal["hive", "players"] | None = None

    @property
    def tracked(self) -> bool:
        """Whether the game tracks its galaxy."""
        return self.galaxy is not None

    @property
    def level(self) -> Difficulty:
        """The numbers of this game's difficulty level."""
        return self.tables.level(self.settings.difficulty)

    def name(self, seat: Owner) -> Worded:
        """How the table calls a side."""
        if seat == "hive":
            return THE_HIVE
        if seat == "neutral":
            return NEUTRAL_SIDE
        return PlayerName(seat, (self.settings.p1 if seat == "p1" else self.settings.p2).name)

    @property
    def presiding(self) -> Seat:
        """Who is the Speaker for the agenda that is voted on."""
        return self.chair or self.speaker

    @property
    def unclaimed(self) -> list[int]:
        """The slices of the expedition that nobody has claimed, clockwise from zero; none without an expedition."""
        return [number for number in range(len(self.tables.setup.expedition)) if number not in self.expedition]

    @property
    def right(self) -> Player:
        """The player who sits on the right of the Hive."""
        return other_player(self.settings.left)

    @property
    def seats(self) -> tuple[Seat, Seat, Seat]:
        """The seats clockwise, from the Hive on."""
        return ("hive", self.settings.left, self.right)

    @property
    def owners(self) -> tuple[Owner, ...]:
        """Whose units can stand on the board: neutral ones only where something brings them, or has brought them."""
        galaxy = self.galaxy
        tables = self.tables
        monuments = tables.figures.monuments_of_players.value
        brought = tables.units.neutral_units or tables.galaxy.wilds or monuments
        neutral = bool(brought) or (
            galaxy is not None and any(holds_units(system, NEUTRAL) for system in galaxy.systems.values())
        )
        return (*PLAYERS, "hive", NEUTRAL) if neutral else (*PLAYERS, "hive")

    def cards_of(self, seat: Seat) -> list[int]:
        """The initiative numbers of the strategy cards that lie with a side, in ascending order."""
        return sorted(number for number, card in self.strategy_cards.items() if card.owner == seat)

    def readied_cards_of(self, seat: Seat) -> list[int]:
        """The same, exhausted cards left out."""
        return [number for number in self.cards_of(seat) if not self.strategy_cards[number].exhausted]

    def card_name(self, number: int) -> str:
        """The name of a strategy card."""
        return self.tables.strategy_cards.by_number[number].name
