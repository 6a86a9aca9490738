"""The galaxy as the Hive sees it before a tactical action, and what of it threatens the players.

Rules: page 14, 15.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

from hive.board.movement import Chart, chart_of
from hive.board.survey import Survey
from hive.catalog.tables import Anomaly, Seat
from hive.effects import effects
from hive.model.galaxy import Galaxy, System
from hive.model.game import FOES, Game
from hive.rules.abilities.technology import has_antimass_deflectors
from hive.rules.board import Tracked, board_of
from hive.rules.diagrams.systems import Rank, Ranked, open_objectives
from hive.rules.tactical.moves import (
    Going,
    TacticalType,
    counters_of,
    going,
    is_target,
    leaving,
    nearest,
    standing_capacity_ships,
    targets,
)
from hive.rules.tactical.plan import Start

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

    ``known`` is kept for galaxies that might be, too: in the systems ``changed`` only the players' units are others, or
    who controls planets where the Hive has no units. Where such units bend ways all is looked at ``anew``.
    """

    survey: Survey
    chart: Chart
    objectives: tuple[Ranked, ...]
    known: Known = field(default_factory=Known, compare=False, repr=False)
    changed: frozenset[str] = frozenset()
    anew: Callable[[Survey], Sight] | None = field(default=None, compare=False, repr=False)

    def with_system(self, system: System) -> Sight:
        """The same but for the players' units in one system or, where the Hive has no units, for its planets."""
        survey = self.survey.with_system(system)
        if self.anew is not None and self.survey.bends_ways(system):
            return self.anew(survey)
        taken = any(survey.ship_count(system.position, seat) for seat in FOES)
        chart = self._chart_with(system.position, taken)
        objectives = self._objectives_with(survey, system.position)
        return replace(
            self, survey=survey, chart=chart, objectives=objectives, changed=self.changed | {system.position}
        )

    def _chart_with(self, position: str, taken: bool) -> Chart:
        if self.changed:
            return self.chart.with_ships(position, taken)
        if (position, taken) not in self.known.charts:
            self.known.charts[position, taken] = self.chart.with_ships(position, taken)
        return self.known.charts[position, taken]

    def _objectives_with(self, survey: Survey, position: str) -> tuple[Ranked, ...]:
        """Of the players' units an objective counts no more than whether they are there."""
        key = (position, *survey.players_with_units(position), _controls(survey, position))
        if self.changed or key not in self.known.objectives:
            found = tuple((rank, come.after(survey, position)) for rank, come in self.objectives)
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
            found: dict[str, list[Come]] = {}
            for unit, origin, routes in self.reach(game, action):
                for position in routes:
                    found.setdefault(position, []).append((unit, origin))
            self.known.come[key] = {position: tuple(come) for position, come in found.items()}
        return self.known.come[key]

    def start(self, game: Game, action: TacticalType) -> Start:
        """What a plan of moves begins with."""
        return Start(self.survey, self.reach(game, action), self.objectives)

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

        What the objectives come to, and who is and what is held in those changed systems that can matter: this one,
        those with Hive units, from which ships come, and where an objective looks around those nearby.
        """
        if not self.objectives:
            return ()
        return self._totals, tuple(one for place, one in self._differing if place in self._near(position))

    @cached_property
    def _totals(self) -> Hashable:
        return tuple(frozenset(come.total.items()) for _, come in self.objectives)

    @cached_property
    def _differing(self) -> tuple[tuple[str, Hashable], ...]:
        """The changed systems, each with all that can differ there."""
        survey = self.survey
        return tuple(
            (one, (one, *survey.players_with_units(one), survey.ship_strength(one), _controls(survey, one)))
            for one in sorted(self.changed)
        )

    def _near(self, position: str) -> frozenset[str]:
        if position not in self.known.near:
            near = {position, *(one for one in self.survey.positions if self.survey.has_units(one))}
            if any(come.requirement.looks_around for _, come in self.objectives):
                beside = self.survey.in_and_adjacent(position)
                near |= {one for place in beside for one in self.survey.in_and_adjacent(place)}
            self.known.near[position] = frozenset(near)
        return self.known.near[position]

    def on(self, game: Game, survey: Survey) -> Sight:
        """The same on a galaxy in which other sides control planets, anywhere."""
        return Sight(survey, self.chart, open_objectives(game, survey))


def _controls(survey: Survey, position: str) -> Hashable:
    return tuple(planet.control for planet in survey.system(position).planets.values())


def sight(game: Game, galaxy: Galaxy) -> Sight:
    """The galaxy as the Hive sees it now."""
    return _sight_of(game, Survey(galaxy, game.tables, effects(game)))


def look(board: Tracked) -> Sight:
    """The galaxy as the Hive sees it now."""
    return _sight_of(board.game, board.survey)


def _sight_of(game: Game, survey: Survey) -> Sight:
    """Rules: 15.target.inaccessible, 13.technology.antimass-deflectors, 32.higher.anomalies."""
    deflected: tuple[Anomaly, ...] = ("asteroid_field",) if has_antimass_deflectors(game) else ()
    seen = chart_of(survey, {*deflected, *game.tables.units.ignored_anomalies})
    return Sight(survey, seen, open_objectives(game, survey), anew=partial(_sight_of, game))


# --- what threatens the players: the targets of an engage as counters stand, and what reaches them


@dataclass(frozen=True)
class Threat:
    """A system with units of players: their counters against its zone's threshold, and what could come.

    ``missing`` is how many counters more would make it a target, 0 for one that is; None where it cannot be one: a
    command token of the Hive lies there, no way leads in, or it lies in no zone. ``ships`` are the types of capacity
    ships that can come with where they begin, ``standing``: one is there already.
    """

    position: str
    seats: tuple[Seat, ...]
    counters: int
    threshold: int | None
    missing: int | None
    ships: tuple[Come, ...]
    standing: bool

    @property
    def comes(self) -> bool:
        """Whether a capacity ship can be there, so that an engage can go there at once."""
        return bool(self.ships) or self.standing


def threats(game: Game) -> tuple[Threat, ...]:
    """Every system with units of players: targets that can be reached first, then those that lack least.

    Without a galaxy nobody knows: the table sees it on the board.
    Rules: 15.engage.target, 15.engage.threshold, 15.destination.capacity-ship.
    """
    board = board_of(game)
    if not isinstance(board, Tracked):
        return ()
    seen = look(board)
    positions = (one for one in seen.survey.positions if seen.survey.players_with_units(one))
    return tuple(sorted((_threat(game, seen, one) for one in positions), key=_pressing))


def _threat(game: Game, seen: Sight, position: str) -> Threat:
    survey, by_key = seen.survey, game.tables.units.by_key
    zone, counters = survey.zone(position), counters_of(game, survey, position)
    able = seen.come(game, "engage").get(position, ())
    return Threat(
        position,
        tuple(survey.players_with_units(position)),
        counters,
        zone.threshold if zone else None,
        _missing(game, seen, position, counters),
        tuple((unit, origin) for unit, origin in able if by_key[unit].capacity_ship),
        position in seen.standing(),
    )


def _missing(game: Game, seen: Sight, position: str, counters: int) -> int | None:
    """How many counters more would make a system a target. Rule: 15.engage.threshold."""
    zone = seen.survey.zone(position)
    if zone is None or position in seen.chart.held or not seen.chart.accessible(position):
        return None
    if is_target(game, seen.survey, seen.chart, "engage", position):
        return 0
    return zone.threshold - counters


def _pressing(threat: Threat) -> tuple[bool, int, bool, str]:
    """The order in which they press: what cannot be a target last."""
    return threat.missing is None, threat.missing or 0, not threat.comes, threat.position
