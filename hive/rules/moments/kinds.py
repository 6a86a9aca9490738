"""What procedures name at the moments of decks/moments.yaml, so that others can act there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hive.catalog.tables import Seat
from hive.model.game import Law, Player
from hive.steps import Item


class Hook:
    """A point of a procedure at which others may act, and ask the table something."""


class Happening:
    """A plain change of the game: others may change numbers and add lines, never ask."""


@dataclass(frozen=True)
class TechnologyResearched(Hook):
    """The Hive has researched a technology; ``lines`` tell of it, with what is told first."""

    lines: tuple[Item, ...]


@dataclass(frozen=True)
class HivePassed(Hook):
    """The Hive has passed for this round."""


@dataclass(frozen=True)
class SpeakerChanged(Hook):
    """A strategic action has made another side the Speaker."""

    speaker: Seat


@dataclass(frozen=True)
class StatusPhaseBegins(Hook):
    """The status phase begins; nobody has scored yet."""


@dataclass(frozen=True)
class StatusPhaseEnds(Hook):
    """The Hive's status phase is over; what comes next has not begun."""


@dataclass(frozen=True)
class UncontrolledTaken(Hook):
    """The Hive has taken a planet that nobody controlled; ``hazardous``: its resources, if it is of that trait.

    Where no galaxy is tracked that is not ``known``, nor whether somebody controlled it.
    """

    hazardous: int | None = None
    known: bool = True


@dataclass(frozen=True)
class StrategyPhaseBegins(Hook):
    """A new round has begun, and its strategy phase."""


@dataclass(frozen=True)
class TableSetUp(Hook):
    """The checklist of the set-up is done; no objective is revealed yet."""


@dataclass(frozen=True)
class PlanetTaken(Hook):
    """A planet of the Hive is lost to a player: where it counts, a spawning system or a standard planet."""

    where: str


@dataclass(frozen=True)
class HivesTurnBegins(Hook):
    """The Hive's turn in the action phase begins."""


@dataclass(frozen=True)
class BattleOver(Hook):
    """A battle with the Hive is over; ``destroyed``: the units of players that it is known to have cost, by type."""

    destroyed: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class HookAt(Hook):
    """A place at which what players own may act by itself; ``moment`` is its key in decks/moments.yaml.

    ``by``: whose alone can act, where a player has brought it about. ``hurt``: which units of each player had sustained
    damage there as the round of combat began.
    """

    moment: str
    system: str
    planet: str = ""
    by: Player | None = None
    hurt: Mapping[Player, Mapping[str, int]] = field(default_factory=dict)


@dataclass(frozen=True)
class UnitsDestroyed(Happening):
    """The Hive has destroyed units of players outside a battle, by type."""

    units: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class AgendaResolved(Hook, Happening):
    """An agenda has come to an outcome, by its value; ``voted``: what the Hive voted for, empty if it did not."""

    agenda: str
    outcome: str
    voted: str = ""


@dataclass(frozen=True)
class AgendaRevealed(Hook):
    """An agenda lies on the table; nobody has voted on it yet."""

    agenda: str


@dataclass(frozen=True)
class VoteBegins(Hook):
    """The vote on an agenda begins, and the Hive may take part in it."""

    agenda: str


@dataclass(frozen=True)
class ObjectiveScored(Happening):
    """A side has scored an objective, public or secret."""

    by: Seat


@dataclass(frozen=True)
class PlanetGained(Happening):
    """A side has gained control of a planet; ``system`` is the position of its system, where a galaxy is tracked.

    ``whole``: it controls all planets there now.
    """

    by: Seat
    system: str = ""
    whole: bool = False


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
