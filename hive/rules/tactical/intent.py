"""What the Hive would do with a tactical action on the galaxy as it is known: targets, candidates, destination.

Nothing is drawn, asked or moved here, so that a decision can be tried on a galaxy that might be. Rules: page 15.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
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
from hive.rules.diagrams.systems import Decision, Rank, Serving, decide
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

# A type of Hive ship that could come, and from where.
Come = tuple[str, str]


@dataclass
class Known:
    """What was found out of a galaxy once: which Hive ships may leave, where capacity ships stand, the targets.

    ``charts`` keeps how its ships see the galaxy, by a system and whether players' ships are there; ``reaches`` what
    they can reach and ``come`` what could come to each system, by the systems that such ships block, ``destinations``
    by these and the targets; ``objectives`` how far the Hive has come with them, by a system and which players are
    there; ``near`` what lies close to a candidate; ``served`` the objective that it completes, and ``left`` the
    destinations that are chosen, by all that can make a difference.
    """

    leaving: dict[TacticalType, tuple[tuple[str, str, int], ...]] = field(default_factory=dict)
    standing: tuple[str, ...] | None = None
    targets: dict[TacticalType, frozenset[str]] = field(default_factory=dict)
    charts: dict[tuple[str, bool], Chart] = field(default_factory=dict)
    reaches: dict[tuple[TacticalType, frozenset[str]], tuple[Going, ...]] = field(default_factory=dict)
    come: dict[tuple[TacticalType, frozenset[str]], Mapping[str, tuple[Come, ...]]] = field(default_factory=dict)
    destinations: dict[Hashable, dict[str, int]] = field(default_factory=dict)
    objectives: dict[Hashable, tuple[Ranked, ...]] = field(default_factory=dict)
    near: dict[str, frozenset[str]] = field(default_factory=dict)
    served: dict[Hashable, Rank | None] = field(default_factory=dict)
    left: dict[Hashable, tuple[str, ...]] = field(default_factory=dict)


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

    def with_system(self, system: System) -> Sight:
        """The same but for the players' units in one system, in which the Hive has nothing.

        Only what an objective counts around a system can depend on them.
        """
        survey = self.survey.with_system(system)
        taken = any(survey.ship_count(system.position, seat) for seat in PLAYERS)
        chart = self._chart_with(system.position, taken)
        objectives = self._objectives_with(survey, system.position)
        return Sight(survey, chart, objectives, self.known, self.changed | {system.position})

    def _chart_with(self, position: str, taken: bool) -> Chart:
        if self.changed:
            return self.chart.with_ships(position, taken)
        if (position, taken) not in self.known.charts:
            self.known.charts[position, taken] = self.chart.with_ships(position, taken)
        return self.known.charts[position, taken]

    def _objectives_with(self, survey: Survey, position: str) -> tuple[Ranked, ...]:
        """Of the players' units an objective counts no more than whether they are there."""
        key = (position, *survey.players_with_units(position))
        if self.changed or key not in self.known.objectives:
            found = tuple(
                (rank, come.after(survey, position) if come.requirement.looks_around else come)
                for rank, come in self.objectives
            )
            if self.changed:
                return found
            self.known.objectives[key] = found
        return self.known.objectives[key]

    def reach(self, game: Game, action: TacticalType) -> tuple[Going, ...]:
        """Every type of Hive ship that may leave a system, with all that it can reach."""
        if action not in self.known.leaving:
            self.known.leaving[action] = tuple(leaving(game, self.survey, action))
        key = (action, self.chart.blocked)
        if key not in self.known.reaches:
            self.known.reaches[key] = tuple(going(self.chart, self.known.leaving[action]))
        return self.known.reaches[key]

    def come(self, game: Game, action: TacticalType) -> Mapping[str, tuple[Come, ...]]:
        """By system the types of Hive ships that could come there, and from where."""
        key = (action, self.chart.blocked)
        if key not in self.known.come:
            found: dict[str, tuple[Come, ...]] = {}
            for unit, origin, routes in self.reach(game, action):
                for position in routes:
                    found[position] = (*found.get(position, ()), (unit, origin))
            self.known.come[key] = found
        return self.known.come[key]

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
        aims = self.targets(game, action)
        key = (action, self.chart.blocked, aims)
        if key not in self.known.destinations:
            self.known.destinations[key] = nearest(game, self.chart, self.reach(game, action), self.standing(), aims)
        return self.known.destinations[key]

    def around(self, position: str) -> Hashable:
        """All about the players that can make a difference to an objective which the Hive completes in a system.

        Nothing where none looks around; else what such objectives come to, and who is in the changed systems nearby.
        """
        totals = tuple(frozenset(come.total.items()) for _, come in self.objectives if come.requirement.looks_around)
        if not totals:
            return ()
        if position not in self.known.near:
            beside = self.survey.in_and_adjacent(position)
            self.known.near[position] = frozenset(one for place in beside for one in self.survey.in_and_adjacent(place))
        close = sorted(self.changed & self.known.near[position])
        return totals, tuple((one, *self.survey.players_with_units(one)) for one in close)


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
    serving = _completing(game, seen, ships)
    decision = decide(survey, list(candidates), destination_diagram(game), serving)
    return Intent(action, seen, seen.targets(game, action), candidates, decision, reach)


def _completing(game: Game, seen: Sight, ships: Mapping[str, Sequence[str]]) -> Serving:
    """The candidates that let the Hive complete an objective with the ships that would come (:func:`completing_of`)."""
    served = seen.known.served
    keys = {position: (position, *come, seen.around(position)) for position, come in ships.items()}
    for position, key in keys.items():
        if key not in served:
            arrival = Arrival(invades=True, ships=ships)
            served[key] = completing_of(game, seen.survey, seen.objectives, [position], arrival).get(position)
    return {position: rank for position, key in keys.items() if (rank := served[key]) is not None}


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
    come = seen.come(game, action)
    survey, known = seen.survey, seen.known
    key = (action, icons, *_differences(game, seen, action))
    if key not in known.left:
        known.left[key] = intent(game, seen, action, icons).left
    return tuple((one, maximum_ships(game, survey, one, icons), come.get(one, ())) for one in known.left[key])


def _differences(game: Game, seen: Sight, action: TacticalType) -> tuple[Hashable, ...]:
    """All by which a decision can differ between galaxies that might be: candidates, which types of ships could come.

    Players count in a candidate itself, and near it where an objective looks around.
    """
    candidates, come = seen.destinations(game, action), seen.come(game, action)
    able = tuple(frozenset(unit for unit, _ in come.get(position, ())) for position in candidates)
    survey, changed = seen.survey, sorted(seen.changed & candidates.keys())
    there = tuple((one, survey.ship_strength(one), *survey.players_with_units(one)) for one in changed)
    return (*candidates, able, there, *(seen.around(position) for position in candidates))
