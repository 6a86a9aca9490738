"""What the Hive would do with a tactical action on the galaxy as it is known: targets, candidates, destination.

Nothing is drawn, asked or moved here, so that a decision can be tried on a galaxy that might be. Rules: page 15.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass

from hive.board.adjacency import bent_by_units
from hive.catalog.tables import PriorityDiagram
from hive.model.game import PLAYERS, Game
from hive.rules.area.points import counters
from hive.rules.diagrams.serving import Arrival, completed_there, completing_of
from hive.rules.diagrams.systems import NO_OBJECTIVE, Decision, Rank, Serving, decide
from hive.rules.tactical.moves import (
    Going,
    TacticalType,
    could_come,
    maximum_ships,
)
from hive.rules.tactical.plan import ways
from hive.rules.tactical.sight import Sight


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


def intent(game: Game, seen: Sight, action: TacticalType, icons: int) -> Intent:
    """What a tactical action of this type would come to.

    Rules: 15.engage.target, 15.infest.target, 15.destination.closest, 15.destination.priority,
    15.destination.counts-as-spawning, 25.interference.option-negative.
    """
    survey, reach = seen.survey, seen.reach(game, action)
    candidates = seen.destinations(game, action)
    serving = _completing(game, seen, action, candidates, icons)
    decision = decide(survey, list(candidates), destination_diagram(game), serving)
    return Intent(action, seen, seen.targets(game, action), candidates, decision, reach)


def _completing(game: Game, seen: Sight, action: TacticalType, candidates: Iterable[str], icons: int) -> Serving:
    """The candidates that let the Hive complete an objective with the very moves that it would make (Q108)."""
    served, come = seen.known.served, seen.come(game, action)
    found: dict[str, Rank] = {}
    for position in candidates:
        able = come.get(position, ())
        key = (action, position, maximum_ships(game, seen.survey, position, icons), able, seen.around(position))
        if key not in served:
            served[key] = _completed(game, seen, action, position, icons)
        rank = served[key]
        if rank is not None:
            found[position] = rank
    return found


def _completed(game: Game, seen: Sight, action: TacticalType, position: str, icons: int) -> Rank | None:
    """The best objective completed there, in the best of several ways to move; None for none (Q88, Q108).

    Moves are planned only where the objective would be completed if everything that could came, and nothing left.
    """
    maximum = maximum_ships(game, seen.survey, position, icons)
    types = (unit for unit, _ in seen.come(game, action).get(position, ()))
    most = Arrival(invades=True, ships={position: could_come(types, maximum)})
    hoped = completing_of(game, seen.survey, seen.objectives, [position], most).get(position)
    best: Rank | None = None
    if hoped is None:
        return None
    for plan in ways(game, seen.start(game, action), action, position, icons):
        rank = completed_there(game, plan.now.survey, seen.objectives, plan.now.objectives, position)
        best = max(rank or NO_OBJECTIVE, best or NO_OBJECTIVE)
        if best == hoped:
            break
    return None if best == NO_OBJECTIVE else best


def destination_diagram(game: Game) -> PriorityDiagram:
    """The priority by which a destination is chosen: negative once players have turned the Hive away.

    Rules: 15.destination.priority, 25.interference.option-negative.
    """
    priorities = game.tables.priorities
    return priorities.negative if game.hive.negative_priority else priorities.positive


def in_play(game: Game, seen: Sight, actions: Iterable[TacticalType]) -> set[str]:
    """The systems in which players could change what these actions come to.

    Those that a ship can enter; for engage also those that the players' counters could make a target; and wherever
    units of theirs bend ways.
    """
    survey = seen.survey
    found = {one for one in survey.positions if bent_by_units(survey.system(one), survey.effects)}
    for action in actions:
        found.update(position for _, _, routes in seen.reach(game, action) for position in routes)
        if action == "engage":
            angriest = sum(counters(game, seat) for seat in PLAYERS)
            zones = ((position, seen.survey.zone(position)) for position in seen.survey.positions)
            found.update(position for position, zone in zones if zone is not None and zone.threshold <= angriest)
    return found | seen.chart.held


def outline(game: Game, seen: Sight, action: TacticalType, icons: int) -> tuple[object, ...]:
    """What the table would see of a tactical action, to tell whether a fact changes it.

    Out: the destinations left, and for each how many ships may move there, which ships could, and the strength of the
    ships where these begin, by which they are chosen.
    """
    come = seen.come(game, action)
    survey, known = seen.survey, seen.known
    key = (action, icons, *_differences(game, seen, action))
    if key not in known.left:
        known.left[key] = intent(game, seen, action, icons).left
    return tuple(
        (
            one,
            maximum_ships(game, survey, one, icons),
            come.get(one, ()),
            tuple(survey.ship_strength(origin) for _, origin in come.get(one, ())),
        )
        for one in known.left[key]
    )


def _differences(game: Game, seen: Sight, action: TacticalType) -> tuple[Hashable, ...]:
    """All by which a decision can differ between galaxies that might be: candidates, which ships could come.

    Players count in a candidate itself, and near it where an objective looks around.
    """
    candidates, come = seen.destinations(game, action), seen.come(game, action)
    able = tuple(come.get(position, ()) for position in candidates)
    survey, changed = seen.survey, sorted(seen.changed & candidates.keys())
    there = tuple((one, survey.ship_strength(one), *survey.players_with_units(one)) for one in changed)
    return (*candidates, able, there, *(seen.around(position) for position in candidates))
