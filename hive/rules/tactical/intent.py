"""What the Hive would do with a tactical action on the galaxy as it is known: targets, candidates, destination.

Nothing is drawn, asked or moved here, so that a decision can be tried on a galaxy that might be. Rules: page 15.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field

from hive.board.movement import Chart, chart
from hive.board.survey import Survey
from hive.catalog.tables import Anomaly, PriorityDiagram
from hive.effects import effects
from hive.model.galaxy import Galaxy, System
from hive.model.game import PLAYERS, Game
from hive.rules.abilities.technology import has_antimass_deflectors
from hive.rules.area.points import counters
from hive.rules.diagrams.serving import Arrival, Ranked, completing_of, open_objectives
from hive.rules.diagrams.systems import Decision, decide
from hive.rules.tactical.moves import (
    Going,
    TacticalType,
    first_to_come,
    going,
    is_target,
    leaving,
    maximum_ships,
    nearest,
    standing_capacity_ships,
    targets,
)


@dataclass
class Known:
    """What was found out of a galaxy once: which Hive ships may leave, where capacity ships stand, the targets.

    ``outlines`` keeps what actions come to, by all that can make a difference.
    """

    leaving: dict[TacticalType, tuple[tuple[str, str, int], ...]] = field(default_factory=dict)
    standing: tuple[str, ...] | None = None
    targets: dict[TacticalType, frozenset[str]] = field(default_factory=dict)
    outlines: dict[Hashable, tuple[object, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Sight:
    """The galaxy as the Hive sees it before an action: what stands where, where its ships can go, its objectives.

    ``known`` is kept for galaxies that might be, too: in the systems ``changed`` only the players' units are others.
    """

    survey: Survey
    chart: Chart
    objectives: tuple[Ranked, ...]
    known: Known = field(default_factory=Known, compare=False, repr=False)
    changed: frozenset[str] = frozenset()
    _reach: dict[TacticalType, tuple[Going, ...]] = field(default_factory=dict, compare=False, repr=False)

    def with_system(self, system: System) -> Sight:
        """The same but for the players' units in one system, in which the Hive has nothing.

        Only what an objective counts around a system can depend on them.
        """
        survey = self.survey.with_system(system)
        taken = any(survey.ship_count(system.position, seat) for seat in PLAYERS)
        objectives = tuple(
            (rank, come.after(survey, system.position) if come.requirement.looks_around else come)
            for rank, come in self.objectives
        )
        chart = self.chart.with_ships(system.position, taken)
        return Sight(survey, chart, objectives, self.known, self.changed | {system.position})

    def reach(self, game: Game, action: TacticalType) -> tuple[Going, ...]:
        """Every type of Hive ship that may leave a system, with all that it can reach."""
        if action not in self.known.leaving:
            self.known.leaving[action] = tuple(leaving(game, self.survey, action))
        if action not in self._reach:
            self._reach[action] = tuple(going(self.chart, self.known.leaving[action]))
        return self._reach[action]

    def standing(self) -> tuple[str, ...]:
        """The systems in which Hive capacity ships stand that could stay there (Q19)."""
        if self.known.standing is None:
            self.known.standing = tuple(standing_capacity_ships(self.survey, self.chart))
        return self.known.standing

    def targets(self, game: Game, action: TacticalType) -> tuple[str, ...]:
        """The target systems of an action, by position. Rules: 15.engage.target, 15.infest.target."""
        before = self.known.targets.get(action)
        if before is None or not self.changed:
            found = targets(game, self.survey, self.chart, action)
            if not self.changed:
                self.known.targets[action] = frozenset(found)
            return tuple(found)
        anew = {one for one in self.changed if is_target(game, self.survey, self.chart, action, one)}
        return tuple(sorted((before - self.changed) | anew))

    def destinations(self, game: Game, action: TacticalType) -> dict[str, int]:
        """The possible destinations of an action, each with its distance to the nearest target."""
        return nearest(game, self.chart, self.reach(game, action), self.standing(), self.targets(game, action))


@dataclass(frozen=True)
class Intent:
    """A tactical action as it would go: what the Hive sees, its targets, its candidates and the decision.

    ``candidates`` holds the possible destinations with their distance to the nearest target, ``reach`` what can go
    where.
    """

    action: TacticalType
    sight: Sight
    targets: tuple[str, ...]
    candidates: Mapping[str, int]
    decision: Decision
    reach: tuple[Going, ...]

    @property
    def possible(self) -> bool:
        """Whether the action can be performed at all. Rules: 15.no-target, 15.destination.capacity-ship, Q20."""
        return bool(self.candidates)

    @property
    def left(self) -> tuple[str, ...]:
        """The destinations between which the table decides; mostly one."""
        return self.decision.left


def sight(game: Game, galaxy: Galaxy) -> Sight:
    """The galaxy as the Hive sees it now.

    Rules: 15.target.inaccessible, 13.technology.antimass-deflectors, 32.higher.anomalies.
    """
    deflected: tuple[Anomaly, ...] = ("asteroid_field",) if has_antimass_deflectors(game) else ()
    ignored = {*deflected, *game.tables.units.ignored_anomalies}
    survey = Survey(galaxy, game.tables, effects(game))
    seen = chart(galaxy, game.tables, ignored=ignored, effects=survey.effects)
    return Sight(survey, seen, open_objectives(game, survey))


def intent(game: Game, seen: Sight, action: TacticalType, icons: int) -> Intent:
    """What a tactical action of this type would come to.

    Rules: 15.engage.target, 15.infest.target, 15.destination.closest, 15.destination.priority,
    15.destination.counts-as-spawning, 25.interference.option-negative.
    """
    survey, reach = seen.survey, seen.reach(game, action)
    candidates = seen.destinations(game, action)
    ships = first_to_come(game, survey, reach, action, candidates, icons)
    serving = completing_of(game, survey, seen.objectives, candidates, Arrival(invades=True, ships=ships))
    decision = decide(survey, list(candidates), destination_diagram(game), serving)
    return Intent(action, seen, seen.targets(game, action), candidates, decision, reach)


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
        found.update(position for _, _, routes in seen.reach(game, action) for position in routes)
        if action == "engage":
            angriest = sum(counters(game, seat) for seat in PLAYERS)
            zones = ((position, seen.survey.zone(position)) for position in seen.survey.positions)
            found.update(position for position, zone in zones if zone is not None and zone.threshold <= angriest)
    return found | seen.chart.held


def outline(game: Game, seen: Sight, action: TacticalType, icons: int) -> tuple[object, ...]:
    """What the table would see of a tactical action, to tell whether a fact changes it.

    Out: the destinations left, and for each how many ships may move there and which ships could.
    """
    key = (action, icons, *_differences(game, seen, action))
    if key not in seen.known.outlines:
        seen.known.outlines[key] = _outline(game, seen, action, icons)
    return seen.known.outlines[key]


def _differences(game: Game, seen: Sight, action: TacticalType) -> tuple[Hashable, ...]:
    """All by which an outline can differ between galaxies that might be: candidates, who could come, players there.

    Players elsewhere count only where an objective looks around.
    """
    candidates = seen.destinations(game, action)
    come = tuple(_able(seen.reach(game, action), position) for position in candidates)
    everywhere = any(standing.requirement.looks_around for _, standing in seen.objectives)
    survey, mattering = seen.survey, sorted(seen.changed if everywhere else seen.changed & candidates.keys())
    there = tuple((one, survey.ship_strength(one), *survey.players_with_units(one)) for one in mattering)
    return (*candidates, come, there)


def _outline(game: Game, seen: Sight, action: TacticalType, icons: int) -> tuple[object, ...]:
    found = intent(game, seen, action, icons)
    return tuple(
        (position, maximum_ships(game, seen.survey, position, icons), _able(found.reach, position))
        for position in found.left
    )


def _able(reach: Iterable[Going], position: str) -> tuple[tuple[str, str], ...]:
    """The types of ships that could come to a system, and from where."""
    return tuple((unit, origin) for unit, origin, routes in reach if position in routes)
