"""What the Hive has in its play area."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from hive.catalog.tables import Colour, Fragment, ItemType, Note, SpawningSystem
from hive.model.seats import Player


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
