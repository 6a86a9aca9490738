"""What may stand in a scenario file: the keys of the file, of ``given``, ``draws`` and ``expect``.

docs/scenarios.md explains every one of them. What a decision of ``do`` needs is told where the decision stands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BeforeValidator, Field

from hive.catalog.documents import Data
from hive.catalog.tables import (
    ADVANCED_PAGES,
    AdvancedPage,
    Box,
    Card,
    Colour,
    Count,
    Fragment,
    Frozen,
    Level,
    Name,
    Note,
    ReadingId,
    RuleId,
    Seat,
    SpawningSystem,
    Unit,
)
from hive.model.game import Duration, Game, Phase, Player
from hive.steps import Item, Procedure, Why

Units = dict[Unit, Count]


class GivenUnits(Frozen):
    """The units of each side at a place; a side that is not named has there what it has at the start."""

    hive: Units | None = None
    p1: Units | None = None
    p2: Units | None = None
    neutral: Units | None = None


class GivenPlanet(Frozen):
    """What is given of a planet."""

    control: Literal["hive", "p1", "p2", "nobody"] | None = None
    units: GivenUnits = GivenUnits()
    damaged: GivenUnits = GivenUnits()
    attachments: list[Name] = Field(default_factory=list)
    coexisting: list[Literal["hive", "p1", "p2"]] = Field(default_factory=list)


class GivenControl(Frozen):
    """Which planets each side controls, by their names or, all planets of a system, by its position."""

    hive: list[Name] = Field(default_factory=list)
    p1: list[Name] = Field(default_factory=list)
    p2: list[Name] = Field(default_factory=list)
    nobody: list[Name] = Field(default_factory=list)


class GivenCommandTokens(Frozen):
    """In which systems each side has a command token."""

    hive: list[Name] = Field(default_factory=list)
    p1: list[Name] = Field(default_factory=list)
    p2: list[Name] = Field(default_factory=list)


class GivenHomes(Frozen):
    """In which slot the home system of each player lies, or the gate to it."""

    p1: Name | None = None
    p2: Name | None = None


class GivenGalaxy(Frozen):
    """The board: what differs from the default one with the starting units on it."""

    tiles: dict[Name, Name] = Field(default_factory=dict)
    ion_side: Literal["alpha", "beta"] = "alpha"
    homes: GivenHomes = GivenHomes()
    empty: bool = False
    units: dict[Name, GivenUnits] = Field(default_factory=dict)
    damaged: dict[Name, GivenUnits] = Field(default_factory=dict)
    planets: dict[Name, GivenPlanet] = Field(default_factory=dict)
    control: GivenControl = GivenControl()
    command_tokens: GivenCommandTokens = GivenCommandTokens()
    tokens: dict[Name, list[Name]] = Field(default_factory=dict)
    frontier: list[Name] | None = None
    fracture: bool = False


# --- the file

StrategyCardKey = Literal[
    "leadership", "diplomacy", "politics", "construction", "trade", "warfare", "technology", "imperial"
]
CardState = Literal["readied", "exhausted"]
Stage = Literal["begin", "pick", "score", "clean_up", "1", "2"]


def _all_readied(value: Any) -> Any:
    """A plain list of the Hive's strategy cards means that all of them are readied."""
    return dict.fromkeys(value, "readied") if _is_list_of_words(value) else value


def _in_turn(value: Any) -> Any:
    """A plain list of taken strategy cards goes to the players in turn, beginning with p1."""
    if not _is_list_of_words(value):
        return value
    return {card: ("p1", "p2")[position % 2] for position, card in enumerate(value)}


def _named(value: Any) -> Any:
    """An objective or a law can be given by its name alone."""
    return {"name": value} if isinstance(value, str) else value


def _one_or_more(value: Any) -> Any:
    """One player can be given without a list."""
    return [value] if isinstance(value, str) else value


def _both_boxes() -> list[Box]:
    return ["base", "pok"]


def _all_pages() -> list[AdvancedPage]:
    return list(ADVANCED_PAGES)


def _is_list_of_words(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(word, str) for word in value)


class GivenPlayer(Frozen):
    """What is given of a player."""

    name: Name | None = None
    faction: Name | None = None
    colour: Name | None = None
    victory_points: Count = 0
    counters: Count | None = None
    reached_six: bool | None = None
    calmed: bool = False
    traded: bool = False
    notes: list[Note] = Field(default_factory=list)
    passed: bool = False
    mercenaries: Count = 0


class GivenPlayers(Frozen):
    """The two players."""

    p1: GivenPlayer = GivenPlayer()
    p2: GivenPlayer = GivenPlayer()


class GivenBank(Frozen):
    """What is given of the Hive's bank."""

    resources: Count | None = None
    influence: Count | None = None


class GivenStockpile(Frozen):
    """What is given of the Hive's stockpile."""

    resources: Count | None = None
    influence: Count | None = None
    trade_goods: Count | None = None
    command_tokens: Count | None = None


class GivenTokens(Frozen):
    """What is given of the Hive's command tokens."""

    tactic: Count | None = None
    strategy: Count | None = None
    board: Count | None = None
    captured: Count | None = None


class GivenNote(Frozen):
    """A player's promissory note that the Hive has received."""

    kind: Note
    owner: Player


class GivenHive(Frozen):
    """What is given of the Hive's play area."""

    bank: GivenBank = GivenBank()
    stockpile: GivenStockpile = GivenStockpile()
    tokens: GivenTokens = GivenTokens()
    trade_goods: Count = 0
    commodities: Count = 0
    action_cards: Count | None = None
    secrets: Count | None = None
    scored_secrets: Count = 0
    victory_points: Count | None = None
    technologies: dict[Colour, Count] = Field(default_factory=dict)
    upgrades: list[Name] | None = None
    purged: list[Name] = Field(default_factory=list)
    ability_lost: bool = False
    units: dict[Unit, Count] = Field(default_factory=dict)
    structures: Count | None = None
    planets: dict[Literal[SpawningSystem, "standard"], Count] = Field(default_factory=dict)
    strategy_cards: Annotated[dict[StrategyCardKey, CardState], BeforeValidator(_all_readied)] = Field(
        default_factory=dict
    )
    fragments: dict[Fragment, Count] = Field(default_factory=dict)
    captured: dict[Name, Count] = Field(default_factory=dict)
    fallen: dict[Name, Count] = Field(default_factory=dict)
    relics: Count = 0
    relic_scored: bool | None = None
    stations: Count = 0
    notes: list[GivenNote] = Field(default_factory=list)
    activating: bool = False
    negative_priority: bool = False
    drew_primary: bool = False
    meddled: bool = False
    barren_spawning: Count = 0
    barren_standard: Count = 0
    home_purged: Count = 0
    speaker: Literal[True] | None = None
    passed: bool = False


class GivenDeck(Frozen):
    """How many cards lie in the two decks; the others lie on the discard pile."""

    primary: Annotated[int, Field(ge=0, le=36)] | None = None
    secondary: Annotated[int, Field(ge=0, le=36)] | None = None


class GivenObjective(Frozen):
    """A revealed public objective, who has scored it, and whether it came by a card, besides those of the set-up."""

    name: Name
    scored_by: list[Seat] = Field(default_factory=list)
    besides: bool = False


class GivenLaw(Frozen):
    """A law in play, and who or what was elected; a side by its name."""

    name: Name
    elected: Annotated[str, Field(max_length=80)] = ""


class GivenEventCards(Frozen):
    """What lies on the cards of galactic events."""

    zealous: Seat | None = None
    atomics: Count = 0
    special_commodities: dict[Name, Count] = Field(default_factory=dict)
    monuments: list[SpawningSystem] | None = None
    beneath: dict[Name, Count] | None = None


class Given(Frozen):
    """The situation: what differs from a freshly set-up standard game."""

    round: Annotated[int, Field(ge=1, le=99)] = 1
    phase: Phase | None = None
    stage: Stage | None = None
    difficulty: Level = "standard"
    boxes: list[Box] = Field(default_factory=_both_boxes)
    advanced: list[AdvancedPage] = Field(default_factory=_all_pages)
    options: list[str] = Field(default_factory=list)
    left: Player = "p1"
    players: GivenPlayers = GivenPlayers()
    speaker: Name | None = None
    active: Name | None = None
    hive: GivenHive = GivenHive()
    strategy_cards_taken: Annotated[dict[StrategyCardKey, Player], BeforeValidator(_in_turn)] = Field(
        default_factory=dict
    )
    trade_goods_on_cards: dict[StrategyCardKey, Count] = Field(default_factory=dict)
    objectives: list[Annotated[GivenObjective, BeforeValidator(_named)]] = Field(default_factory=list)
    deck: GivenDeck = GivenDeck()
    agenda_unlocked: bool = False
    custodians: Seat | None = None
    agendas: list[Name] = Field(default_factory=list)
    tyrant: Seat | None = None
    expedition: list[Seat | Literal["nobody"]] = Field(default_factory=list)
    laws: list[Annotated[GivenLaw, BeforeValidator(_named)]] = Field(default_factory=list)
    event_cards: GivenEventCards = GivenEventCards()
    owned: dict[Name, Annotated[list[Player], BeforeValidator(_one_or_more)]] = Field(default_factory=dict)
    spent: dict[Name, Duration] = Field(default_factory=dict)
    galaxy: GivenGalaxy | None = None


class ScenarioFile(Frozen):
    """The keys of a scenario file."""

    title: Annotated[str, Field(min_length=1, max_length=200)]
    rules: list[RuleId] = Field(default_factory=list)
    readings: list[ReadingId] = Field(default_factory=list)
    places: list[Name] = Field(default_factory=list)
    given: Given = Given()
    draws: list[Card] = Field(default_factory=list)
    answers: list[dict[str, Any]] = Field(default_factory=list)
    do: dict[str, Any]
    expect: dict[str, Any]


# --- what a decision of ``do`` is, and what comes of it


class NoArgs(Frozen):
    """A decision that needs to know nothing more."""


@dataclass(frozen=True)
class Result:
    """What came of a decision: its values by name, the reason, and what hands have to do."""

    values: Mapping[str, Data] = field(default_factory=dict)
    why: Why | None = None
    items: tuple[Item, ...] = ()


class Wrong(Exception):
    """What a decision was told fits no game; ``argument`` names what is wrong of it."""

    def __init__(self, argument: str, text: str) -> None:
        super().__init__(text)
        self.argument = argument


@dataclass(frozen=True)
class Decision:
    """A decision: its name, the phase it belongs to, its arguments, its procedure, the names of what comes of it."""

    name: str
    phase: Phase
    args: type[Frozen]
    procedure: Callable[[Game, Any], Procedure[Result]]
    outcome: tuple[str, ...] = ()


DECISIONS: dict[str, Decision] = {}
"""What a scenario can do, as the modules of the phases register it; docs/scenarios.md lists it."""
A = TypeVar("A", bound=Frozen)
Deciding = Callable[[Game, A], Procedure[Result]]


def decision(name: str, phase: Phase, args: type[A], *outcome: str) -> Callable[[Deciding[A]], Deciding[A]]:
    """Register a procedure as a decision: its arguments, and the names of what comes of it."""

    def registered(procedure: Deciding[A]) -> Deciding[A]:
        DECISIONS[name] = Decision(name, phase, args, procedure, outcome)
        return procedure

    return registered


def because(why: Why) -> str | None:
    """The rule of the row that decided: the last of them."""
    decided = [row.rule for row in why.rows if row.decided]
    return decided[-1] if decided else None
