"""What the Hive would do with a tactical action on the galaxy as it is known: targets, candidates, destination.

Nothing is drawn, asked or moved here, so that a decision can be tried on a galaxy that might be. Rules: page 15.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from hive.board.movement import Chart, chart
from hive.board.survey import Survey
from hive.catalog.tables import Anomaly, PriorityDiagram
from hive.model.galaxy import Galaxy, System
from hive.model.game import PLAYERS, Game
from hive.rules.abilities.technology import has_antimass_deflectors
from hive.rules.points import counters
from hive.rules.priority import Decision, decide
from hive.rules.serving import Arrival, Ranked, completing_of, open_objectives
from hive.rules.tactical_moves import (
    TacticalType,
    first_to_come,
    maximum_ships,
    movers,
    possible_destinations,
    targets,
)


@dataclass(frozen=True)
class Sight:
    """The galaxy as the Hive sees it before an action: what stands where, where its ships can go, its objectives."""

    survey: Survey
    chart: Chart
    objectives: tuple[Ranked, ...]

    def with_system(self, system: System) -> Sight:
        """The same but for what the players have in one system, in which the Hive has nothing."""
        survey = self.survey.with_system(system)
        taken = any(survey.ship_count(system.position, seat) for seat in PLAYERS)
        objectives = tuple((rank, come.after(survey, system.position)) for rank, come in self.objectives)
        return Sight(survey, self.chart.with_ships(system.position, taken), objectives)


@dataclass(frozen=True)
class Intent:
    """A tactical action as it would go: what the Hive sees, its targets, its candidates and the decision.

    ``candidates`` holds the possible destinations with their distance to the nearest target.
    """

    action: TacticalType
    sight: Sight
    targets: tuple[str, ...]
    candidates: Mapping[str, int]
    decision: Decision

    @property
    def possible(self) -> bool:
        """Whether the action can be performed at all. Rules: 15.no-target, 15.destination.capacity-ship, Q20."""
        return bool(self.candidates)

    @property
    def left(self) -> tuple[str, ...]:
        """The destinations between which the table decides; mostly one."""
        return self.decision.left


def sight(game: Game, galaxy: Galaxy) -> Sight:
    """The galaxy as the Hive sees it now. Rules: 15.target.inaccessible, 13.technology.antimass-deflectors."""
    ignored: tuple[Anomaly, ...] = ("asteroid_field",) if has_antimass_deflectors(game) else ()
    survey = Survey(galaxy, game.tables)
    return Sight(survey, chart(galaxy, game.tables, ignored=ignored), open_objectives(game, survey))


def intent(game: Game, seen: Sight, action: TacticalType, icons: int) -> Intent:
    """What a tactical action of this type would come to.

    Rules: 15.engage.target, 15.infest.target, 15.destination.closest, 15.destination.priority,
    15.destination.counts-as-spawning, 25.interference.option-negative.
    """
    survey, chart = seen.survey, seen.chart
    candidates = possible_destinations(game, survey, chart, action)
    ships = first_to_come(game, survey, chart, action, candidates, icons)
    serving = completing_of(game, survey, seen.objectives, candidates, Arrival(invades=True, ships=ships))
    decision = decide(survey, list(candidates), destination_diagram(game), serving)
    return Intent(action, seen, tuple(targets(game, survey, chart, action)), candidates, decision)


def destination_diagram(game: Game) -> PriorityDiagram:
    """The priority by which a destination is chosen: negative once players have turned the Hive away.

    Rules: 15.destination.priority, 25.interference.option-negative.
    """
    priorities = game.tables.priorities
    return priorities.negative if game.hive.negative_priority else priorities.positive


def in_play(game: Game, seen: Sight, actions: Iterable[TacticalType]) -> set[str]:
    """The systems in which players could change what these actions come to.

    Those that a ship can enter; for engage also those that the players' counters could make a target.
    """
    found: set[str] = set()
    for action in actions:
        found.update(position for _, _, routes in movers(game, seen.survey, seen.chart, action) for position in routes)
        if action == "engage":
            angriest = sum(counters(game, seat) for seat in PLAYERS)
            zones = game.tables.galaxy.zones.of_slot.items()
            found.update(position for position, zone in zones if zone.threshold <= angriest)
    return found | seen.chart.held


def outline(game: Game, seen: Sight, action: TacticalType, icons: int) -> tuple[object, ...]:
    """What the table would see of a tactical action, to tell whether a fact changes it.

    Out: the destinations left, and for each how many ships may move there and which ships could.
    """
    found = intent(game, seen, action, icons)
    reach = list(movers(game, seen.survey, seen.chart, action)) if found.possible else []
    return tuple(
        (
            position,
            maximum_ships(game, seen.survey, position, icons),
            tuple((unit, origin) for unit, origin, routes in reach if position in routes),
        )
        for position in found.left
    )
