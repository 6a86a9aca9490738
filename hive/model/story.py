"""What is kept of a round that is over, for the story of the game."""

from __future__ import annotations

from dataclasses import dataclass, field

from hive.catalog.tables import Seat


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
