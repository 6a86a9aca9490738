"""The moments and happenings that procedures name."""

from __future__ import annotations

from dataclasses import dataclass

from hive.catalog.tables import Seat
from hive.model.game import Law


class Moment:
    """A point of a procedure at which others may act, and ask the table something."""


class Happening:
    """A plain change of the game: others may change numbers and add lines, never ask."""


@dataclass(frozen=True)
class TechnologyResearched(Moment):
    """A side has researched a technology."""

    by: Seat


@dataclass(frozen=True)
class HivePassed(Moment):
    """The Hive has passed for this round."""


@dataclass(frozen=True)
class SpeakerChanged(Moment):
    """A strategic action has made another side the Speaker."""

    speaker: Seat


@dataclass(frozen=True)
class StatusPhaseEnds(Moment):
    """The Hive's status phase is over; what comes next has not begun."""


@dataclass(frozen=True)
class StrategyPhaseBegins(Moment):
    """A new round has begun, and its strategy phase."""


@dataclass(frozen=True)
class AgendaResolved(Moment, Happening):
    """An agenda has come to an outcome, by its value; ``voted``: what the Hive voted for, empty if it did not."""

    agenda: str
    outcome: str
    voted: str = ""


@dataclass(frozen=True)
class AgendaRevealed(Moment):
    """An agenda lies on the table; nobody has voted on it yet."""

    agenda: str


@dataclass(frozen=True)
class VoteBegins(Moment):
    """The vote on an agenda begins, and the Hive may take part in it."""

    agenda: str


@dataclass(frozen=True)
class ObjectiveScored(Happening):
    """A side has scored an objective, public or secret."""

    by: Seat


@dataclass(frozen=True)
class PlanetGained(Happening):
    """A side has gained control of a planet."""

    by: Seat


@dataclass(frozen=True)
class CommoditiesGained(Happening):
    """A side has gained commodities, and not yet converted them."""

    by: Seat


@dataclass(frozen=True)
class ShipsProduced(Happening):
    """A side has produced these units."""

    by: Seat
    units: tuple[str, ...]


@dataclass(frozen=True)
class UpgradeGained(Happening):
    """The Hive has gained a unit upgrade, called by its name."""

    upgrade: str


@dataclass(frozen=True)
class LawEntered(Happening):
    """A law has come into play."""

    law: Law


@dataclass(frozen=True)
class LawLeaves(Happening):
    """A law goes out of play; as yet it is there."""

    law: Law
