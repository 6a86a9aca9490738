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
    Count,
    Frozen,
    Level,
    Name,
    Note,
    ReadingId,
    RuleId,
    Seat,
    StrategyCardKey,
    Unit,
)
from hive.model.game import PLAYERS, Game, Phase, Player
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
    attachments: list[Name] = []
    coexisting: list[Literal["hive", "p1", "p2"]] = []


class GivenControl(Frozen):
    """Which planets each side controls, by their names or, all planets of a system, by its position."""

    hive: list[Name] = []
    p1: list[Name] = []
    p2: list[Name] = []
    nobody: list[Name] = []


class GivenCommandTokens(Frozen):
    """In which systems each side has a command token."""

    hive: list[Name] = []
    p1: list[Name] = []
    p2: list[Name] = []


class GivenHomes(Frozen):
    """In which slot the home system of each player lies, or the gate to it."""

    p1: Name | None = None
    p2: Name | None = None


class GivenGalaxy(Frozen):
    """The board: what differs from the default one with the starting units on it."""

    tiles: dict[Name, Name] = {}
    ion_side: Literal["alpha", "beta"] = "alpha"
    homes: GivenHomes = GivenHomes()
    empty: bool = False
    units: dict[Name, GivenUnits] = {}
    damaged: dict[Name, GivenUnits] = {}
    planets: dict[Name, GivenPlanet] = {}
    control: GivenControl = GivenControl()
    command_tokens: GivenCommandTokens = GivenCommandTokens()
    tokens: dict[Name, list[Name]] = {}
    frontier: list[Name] | None = None
    fracture: bool = False
    heard: bool = False


# --- what is given in other words than the app keeps it in


def _all_readied(value: Any) -> Any:
    """A plain list of the Hive's strategy cards means that all of them are readied."""
    return dict.fromkeys(value, "readied") if _is_list_of_words(value) else value


def _in_turn(value: Any) -> Any:
    """A plain list of taken strategy cards goes to the players in turn, beginning with p1."""
    if not _is_list_of_words(value):
        return value
    return {card: PLAYERS[position % 2] for position, card in enumerate(value)}


def _named(value: Any) -> Any:
    """An objective or a law can be given by its name alone."""
    return {"name": value} if isinstance(value, str) else value


def _one_or_more(value: Any) -> Any:
    """One player can be given without a list."""
    return [value] if isinstance(value, str) else value


def _is_list_of_words(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(word, str) for word in value)


class GivenNote(Frozen):
    """A player's promissory note that the Hive has received."""

    kind: Note
    owner: Player


class GivenDeck(Frozen):
    """How many cards lie in the two decks; the others lie on the discard pile."""

    primary: Annotated[int, Field(ge=0, le=36)] | None = None
    secondary: Annotated[int, Field(ge=0, le=36)] | None = None


class GivenObjective(Frozen):
    """A revealed public objective, who has scored it, and whether it came by a card, besides those of the set-up."""

    name: Name
    scored_by: list[Seat] = []
    besides: bool = False


class GivenLaw(Frozen):
    """A law in play, and who or what was elected; a side by its name."""

    name: Name
    elected: Annotated[str, Field(max_length=80)] = ""


HivesCards = Annotated[dict[StrategyCardKey, Literal["readied", "exhausted"]], BeforeValidator(_all_readied)]
TakenCards = Annotated[dict[StrategyCardKey, Player], BeforeValidator(_in_turn)]
Objectives = list[Annotated[GivenObjective, BeforeValidator(_named)]]
Laws = list[Annotated[GivenLaw, BeforeValidator(_named)]]
Owned = dict[Name, Annotated[list[Player], BeforeValidator(_one_or_more)]]


# --- the file


class GivenPlayer(Frozen):
    """Who a player is."""

    name: Name | None = None
    faction: Name | None = None
    colour: Name | None = None


class GivenPlayers(Frozen):
    """The two players."""

    p1: GivenPlayer = GivenPlayer()
    p2: GivenPlayer = GivenPlayer()


class Given(Frozen):
    """What a game is set up with; all that the app tracks is given beside it (hive/scenarios/given.py)."""

    phase: Phase | None = None
    difficulty: Level = "standard"
    boxes: list[Box] = ["base", "pok"]
    advanced: list[AdvancedPage] = list(ADVANCED_PAGES)
    options: list[str] = []
    left: Player = "p1"
    players: GivenPlayers = GivenPlayers()
    galaxy: GivenGalaxy | None = None


class ScenarioFile(Frozen):
    """The keys of a scenario file."""

    title: Annotated[str, Field(min_length=1, max_length=200)]
    rules: list[RuleId] = []
    readings: list[ReadingId] = []
    places: list[Name] = []
    given: Given = Given()
    draws: list[Card] = []
    answers: list[dict[str, Any]] = []
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
