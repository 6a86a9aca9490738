"""Targets, destinations and moves of the Hive's tactical action on a tracked galaxy. Rules: pages 15 to 20.

Pure decisions over a survey of the galaxy: nothing is moved here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from hive.board.movement import Chart, Route, distances, move_value, reachable
from hive.board.survey import Survey
from hive.model.game import Game, Player
from hive.rules.area.points import counters_in
from hive.rules.diagrams.systems import may_invade

TacticalType = Literal["engage", "infest"]
TYPES: tuple[TacticalType, ...] = ("engage", "infest")
# A type of Hive ship, where it begins, and all that it can reach.
Going = tuple[str, str, dict[str, Route]]


def tactical_type(action: str) -> TacticalType:
    """The type of a tactical action. Raises ValueError for a strategic one."""
    for known in TYPES:
        if action == known:
            return known
    raise ValueError("a strategic action has no target systems")


def counters_of(game: Game, survey: Survey, position: str) -> int:
    """The aggression counters of all players with units in a system, added up.

    Rules: 15.engage.threshold, 33.coexist.counter.
    """
    present = survey.players_with_units(position)
    seats: tuple[Player, Player] = ("p1", "p2")
    return sum(counters_in(game, survey, seat, position) for seat in seats if seat in present)


def targets(game: Game, survey: Survey, chart: Chart, action: TacticalType) -> list[str]:
    """The target systems of a tactical action, by position.

    A system to which no way leads, such as the inactive nexus, is inaccessible. Rules: 15.engage.target,
    15.engage.threshold, 15.infest.target, 15.target.inaccessible, 15.target.command-token.
    """
    return sorted(position for position in survey.positions if is_target(game, survey, chart, action, position))


def is_target(game: Game, survey: Survey, chart: Chart, action: TacticalType, position: str) -> bool:
    """Whether a system is a target of a tactical action (:func:`targets`)."""
    return position not in chart.held and chart.accessible(position) and is_wanted(game, survey, action, position)


def is_wanted(game: Game, survey: Survey, action: TacticalType, position: str) -> bool:
    """Whether a system is a target as far as players and planets go, if the Hive could get there.

    Rules: 15.engage.threshold, 15.infest.target, 35.void.no-infest.
    """
    if action == "infest" and survey.in_the_fracture(position) and not game.tables.galaxy.fracture.infested:
        return False
    return (_is_engage_target if action == "engage" else may_invade)(game, survey, position)


def _is_engage_target(game: Game, survey: Survey, position: str) -> bool:
    """A system beside the map has no zone, so it is never a target of engage (Q86)."""
    zone = survey.zone(position)
    if zone is None or not survey.players_with_units(position):
        return False
    return counters_of(game, survey, position) >= zone.threshold


def may_leave(survey: Survey, position: str, action: TacticalType, gone: int = 0) -> bool:
    """Whether one more ship may leave a system from which ``gone`` have left already, on this survey.

    The survey must show the system without those. Rules: 15.engage.restriction, 15.infest.restriction, Q23, Q24.
    """
    restricted = position in survey.spawning if action == "engage" else bool(survey.planets(position))
    return not restricted or survey.fully_defended(position, without=gone + 1)


def leaving(game: Game, survey: Survey, action: TacticalType) -> Iterator[tuple[str, str, int]]:
    """Every type of non-fighter Hive ship in every system that may leave it, and how far it moves by itself."""
    moves = {unit: move_value(game.tables, unit, game.hive.upgrades) for unit in type_order(game, action)}
    for position in sorted(survey.positions):
        ships = survey.ships(position)
        if ships and may_leave(survey, position, action):
            yield from ((unit, position, moves[unit]) for unit in ships if unit in moves)


def going(chart: Chart, ships: Iterable[tuple[str, str, int]]) -> Iterator[Going]:
    """Each of some types of ships with all that it can reach. In: where it begins, and its move value."""
    routes: dict[tuple[str, int], dict[str, Route]] = {}
    for unit, position, move in ships:
        if (position, move) not in routes:
            routes[position, move] = reachable(chart, position, move)
        yield unit, position, routes[position, move]


def movers(game: Game, survey: Survey, chart: Chart, action: TacticalType) -> Iterator[Going]:
    """Every type of non-fighter Hive ship in every system that may leave it, with all that it can reach."""
    return going(chart, leaving(game, survey, action))


def nearest(
    game: Game, chart: Chart, reach: Iterable[Going], standing: Iterable[str], aims: Iterable[str]
) -> dict[str, int]:
    """The systems from which the destination is chosen, each with its distance to the nearest target.

    In: what can go where, the systems in which capacity ships stand, the targets. A capacity ship must be able to end
    its move there, or stand there already (Q19). Of those, the ones at the least distance to a target stay.
    Rules: 15.destination.closest, 15.destination.capacity-ship, 17.closest.none-reachable.
    """
    found = set(standing)
    for unit, _, routes in reach:
        if game.tables.units.by_key[unit].capacity_ship:
            found.update(routes)
    near = distances(chart, aims)
    reached = {position: near[position] for position in sorted(found) if position in near}
    least = min(reached.values(), default=None)
    return {position: steps for position, steps in reached.items() if steps == least}


def standing_capacity_ships(survey: Survey, chart: Chart) -> list[str]:
    """Systems that hold a Hive capacity ship which no command token holds back (Q19)."""
    return [one for one in survey.positions if one not in chart.held and survey.capacity_ships([one])]


def maximum_ships(game: Game, survey: Survey, destination: str, icons: int) -> int:
    """How many ships move at most. Rules: 15.move.maximum, 15.move.maximum-aggression."""
    return max(icons, counters_of(game, survey, destination))


def is_full(game: Game, survey: Survey, destination: str, unit: str) -> bool:
    """Whether no ship of a type may come from outside into The Fracture; pink fighters are fighters, and may.

    Rule: 35.void.maximum.
    """
    bound = game.tables.galaxy.fracture.most_ships
    larger = {one.key for one in game.tables.units.larger_ships}
    if bound is None or unit not in larger or not survey.in_the_fracture(destination):
        return False
    inside = (survey.ships(one) for one in survey.positions if survey.in_the_fracture(one))
    return sum(number for ships in inside for key, number in ships.items() if key in larger) >= bound


def type_order(game: Game, action: TacticalType) -> list[str]:
    """The six non-fighter ship types in the order of the cycle, and pink fighters as the weakest.

    Rules: 15.engage.order, 15.infest.order, 38.weird.moves-with-capacity, Q22.
    """
    ordered = sorted(game.tables.units.limited_ships, key=lambda unit: unit.cost, reverse=action == "engage")
    return [unit.key for unit in ordered]


def sources(
    survey: Survey, reach: Iterable[Going], action: TacticalType, unit: str, destination: str
) -> Mapping[str, Route]:
    """The systems from which a ship of this type may come, each with its way. Rules: 15.move.source, Q89.

    In: the galaxy as it is now, and what every ship could reach before any has moved (:func:`movers`).
    """
    return {
        position: routes[destination]
        for key, position, routes in reach
        if key == unit and position != destination and destination in routes
        if survey.ships(position).get(unit) and may_leave(survey, position, action)
    }


def could_come(types: Iterable[str], maximum: int) -> list[str]:
    """The most that could come to a system with these types of ships at hand; at least what does come.

    Rules: 15.move.cycle, 15.move.maximum.
    """
    one_of_each = list(dict.fromkeys(types))
    return [*one_of_each, *one_of_each[:1] * (maximum - len(one_of_each))]
