"""The game: everything that the app tracks, as plain data."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Literal

from hive.catalog.tables import (
    ADVANCED_PAGES,
    AdvancedPage,
    Box,
    Colour,
    Difficulty,
    Effect,
    Foe,
    Fragment,
    ItemType,
    Level,
    Note,
    Owner,
    Seat,
    SpawningSystem,
    Tables,
)
from hive.model.galaxy import Galaxy, holds_units
from hive.words import NEUTRAL_SIDE, THE_HIVE, PlayerName, Worded

Player = Literal["p1", "p2"]
PLAYERS: tuple[Player, Player] = ("p1", "p2")
NEUTRAL: Literal["neutral"] = "neutral"
FOES: tuple[Foe, ...] = (*PLAYERS, NEUTRAL)
MONUMENT = "space_dock"
"""A neutral unit of this kind is a monument of the players (37.monuments.players)."""
OWNERS: tuple[Owner, ...] = ("hive", *FOES)


def other_player(seat: Player) -> Player:
    """The one who is not this player: the ally in every combat of players."""
    return "p2" if seat == "p1" else "p1"


# --- what is kept of a round that is over, for the story of the game


@dataclass
class RoundRecord:
    """How the game stood at the end of a round, for its story.

    ``systems`` names the systems in which each side holds a planet or has ships; ``fleet`` counts the Hive's ships by
    type, ``drawn`` the Hive Mind cards drawn in the round by their purpose.
    """

    round: int
    points: dict[Seat, int] = field(default_factory=dict)
    resources: int = 0
    influence: int = 0
    trade_goods: int = 0
    command_tokens: int = 0
    fleet: dict[str, int] = field(default_factory=dict)
    planets: int = 0
    systems: dict[Seat, list[str]] = field(default_factory=dict)
    drawn: dict[str, int] = field(default_factory=dict)


# --- what lies on the cards of the galactic events that a game is played with


@dataclass
class EventCards:
    """What the app tracks of galactic events, each as long as its card is played with.

    ``zealous``: whose alliance reference card lies on Zealous Orthodoxy. ``atomics``: the Hive's control tokens on
    Stellar Atomics. ``special_commodities``: those of Total War on each home planet of the Hive, by its name.
    ``monuments``: the spawning systems in which a Hive monument stands. ``beneath``: the commodities beneath each
    monument of the players, by its planet, where a galaxy is tracked; the monument is a neutral space dock there.
    """

    zealous: Seat | None = None
    atomics: int = 0
    monuments: list[SpawningSystem] = field(default_factory=list)
    special_commodities: dict[str, int] = field(default_factory=dict)
    beneath: dict[str, int] = field(default_factory=dict)


# --- the Hive Mind deck


@dataclass
class Deck:
    """Where the cards lie, as lists of card ids, the next card first.

    With the printed deck the ids are stand-ins: they keep the counts, and the table tells what it drew.
    ``shuffles`` counts the shuffles made, so that each has a seed of its own.
    """

    primary: list[int] = field(default_factory=list)
    secondary: list[int] = field(default_factory=list)
    in_use: list[int] = field(default_factory=list)
    discard: list[int] = field(default_factory=list)
    shuffles: int = 0

    @property
    def cards(self) -> list[int]:
        """All cards, wherever they lie."""
        return [*self.primary, *self.secondary, *self.in_use, *self.discard]

    @property
    def secondary_active(self) -> bool:
        """Whether the primary deck is used up."""
        return not self.primary

    @property
    def depleted(self) -> bool:
        """Whether no card is left to draw."""
        return not self.primary and not self.secondary

    @property
    def left(self) -> int:
        """How many cards are left to draw."""
        return len(self.primary) + len(self.secondary)


def shuffled(cards: list[int], seed: str) -> list[int]:
    """The cards in an order that depends on the seed alone, on any machine and with any version of Python."""
    return sorted(cards, key=lambda card: hashlib.sha256(f"{seed}/{card}".encode()).digest())


# --- what the Hive has in its play area


@dataclass
class Bank:
    """The Hive's bank: infantry tokens count as resources, fighter tokens as influence."""

    resources: int = 0
    influence: int = 0


@dataclass
class Stockpile:
    """What the Hive has put aside for objectives."""

    resources: int = 0
    influence: int = 0
    trade_goods: int = 0
    command_tokens: int = 0

    def of(self, item: ItemType) -> int:
        """How much of an item type lies there."""
        amounts: dict[ItemType, int] = {
            "resources": self.resources,
            "influence": self.influence,
            "trade_goods": self.trade_goods,
            "command_tokens": self.command_tokens,
        }
        return amounts[item]

    def add(self, item: ItemType, number: int) -> None:
        """Put so much of an item type there; a negative number takes it away."""
        if item == "resources":
            self.resources += number
        elif item == "influence":
            self.influence += number
        elif item == "trade_goods":
            self.trade_goods += number
        else:
            self.command_tokens += number


@dataclass
class CommandTokens:
    """The Hive's command tokens, per pool and on the board, and those that a player has captured.

    Those in the stockpile are counted there.
    """

    tactic: int = 0
    strategy: int = 0
    board: int = 0
    captured: int = 0


@dataclass
class NoteHeld:
    """A player's promissory note that the Hive has received; it lies face up with its owner."""

    kind: Note
    owner: Player


@dataclass
class HiveArea:
    """The Hive's play area.

    ``purged`` are unit upgrades that it can never gain again; ``ability_lost``: it has no faction ability any more.
    ``fragments`` are relic fragments by type; ``relic_scored``: the first relic has brought its point, and
    ``more_relics_scored`` so many others. ``notes`` are
    those that the Hive has received from players. ``captured`` counts its plastic that a player has captured.
    ``fallen`` counts ships that are out of the game (page 35).
    ``barren_spawning``, ``barren_standard``: its planets whose cards are purged; ``home_purged``: how many cards of its
    main spawning system are.
    ``goods_came``: it has gained trade goods, or resolved a transaction, and nobody was asked yet who may pillage it.
    ``activating``: a tactical action has yet to choose its destination;
    ``negative_priority``: it does so by negative system priority; ``drew_primary``: its turn has drawn a primary card,
    and so began with one; ``meddled``: something has changed in it that the Hive decides by. All end with the turn.
    ``turn_lost``: it loses the turn that begins, or its next one. ``strategic``: a strategic action of it is announced,
    has been cancelled, or is taken back: that holds until the turn ends.
    """

    bank: Bank = field(default_factory=Bank)
    stockpile: Stockpile = field(default_factory=Stockpile)
    tokens: CommandTokens = field(default_factory=CommandTokens)
    trade_goods: int = 0
    commodities: int = 0
    action_cards: int = 0
    secrets: int = 0
    scored_secrets: int = 0
    victory_points: int = 0
    technologies: dict[Colour, int] = field(default_factory=dict)
    upgrades: list[str] = field(default_factory=list)
    purged: list[str] = field(default_factory=list)
    ability_lost: bool = False
    units: dict[str, int] = field(default_factory=dict)
    spawning_planets: dict[SpawningSystem, int] = field(default_factory=dict)
    standard_planets: int = 0
    stations: int = 0
    barren_spawning: int = 0
    barren_standard: int = 0
    home_purged: int = 0
    fragments: dict[Fragment, int] = field(default_factory=dict)
    relics: int = 0
    relic_scored: bool = False
    more_relics_scored: int = 0
    notes: list[NoteHeld] = field(default_factory=list)
    captured: dict[str, int] = field(default_factory=dict)
    fallen: dict[str, int] = field(default_factory=dict)
    goods_came: bool = False
    activating: bool = False
    negative_priority: bool = False
    drew_primary: bool = False
    meddled: bool = False
    passed: bool = False
    turn_lost: bool = False
    strategic: Literal["", "announced", "cancelled", "taken_back"] = ""

    @property
    def all_trade_goods(self) -> int:
        """Those of its funds and those of its stockpile."""
        return self.trade_goods + self.stockpile.trade_goods


# --- the game: everything that the app tracks, as plain data


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


@dataclass
class Heard:
    """Where it is known how a player stands: the systems by their space area, and by who holds their planets.

    Elsewhere the player can have come, gone or landed without a word. ``fresh``: the player has had no turn yet.
    """

    space: list[str] = field(default_factory=list)
    planets: list[str] = field(default_factory=list)
    fresh: bool = False


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
    ``heard``: where the table has said how each player stands, and no turn can have changed it unheard since;
    ``booked`` are the players whose move of this turn has been booked (:mod:`hive.rules.objectives.confirming`).
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
    heard: dict[Player, Heard] = field(default_factory=dict)
    booked: list[Player] = field(default_factory=list)
    winner: Literal["hive", "players"] | None = None

    @property
    def tracked(self) -> bool:
        """Whether the game tracks its galaxy."""
        return isinstance(self.galaxy, Galaxy)

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
        tables, systems = self.tables, known_galaxy(self).systems.values()
        monuments = tables.figures.monuments_of_players.value
        brought = tables.units.neutral_units or tables.galaxy.wilds or monuments
        neutral = bool(brought) or any(holds_units(system, NEUTRAL) for system in systems)
        return (*PLAYERS, "hive", NEUTRAL) if neutral else (*PLAYERS, "hive")

    def area(self, seat: Seat) -> HiveArea | PlayerArea:
        """What a side has."""
        return self.hive if seat == "hive" else self.players[seat]

    def cards_of(self, seat: Seat) -> list[int]:
        """The initiative numbers of the strategy cards that lie with a side, in ascending order."""
        return sorted(number for number, card in self.strategy_cards.items() if card.owner == seat)

    def readied_cards_of(self, seat: Seat) -> list[int]:
        """The same, exhausted cards left out."""
        return [number for number in self.cards_of(seat) if not self.strategy_cards[number].exhausted]

    def card_name(self, number: int) -> str:
        """The name of a strategy card."""
        return self.tables.strategy_cards.by_number[number].name


def known_galaxy(game: Game) -> Galaxy:
    """The galaxy that a game tracks; one without any system where it tracks none."""
    return Galaxy() if game.galaxy is None else game.galaxy
