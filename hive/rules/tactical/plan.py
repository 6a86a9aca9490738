"""Which ships the Hive moves into a destination, one after the other. Rules: pages 15 and 20.

Works on a copy of the galaxy: everything is measured anew before each ship (Q23), and nothing on the table moves yet.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field

from hive import keys
from hive.board.movement import Chart, Route
from hive.board.survey import Survey
from hive.effects import effects
from hive.model.galaxy import Galaxy
from hive.model.game import Game
from hive.naming import system_label
from hive.rules.diagrams.serving import serving_now
from hive.rules.diagrams.systems import Decision, decide
from hive.rules.tactical.moves import TacticalType, maximum_ships, sources, type_order
from hive.steps import Ask, Choice, Procedure, Shown, asked
from hive.words import Name, say


@dataclass(frozen=True)
class ShipMove:
    """One ship that moves: its type, where it leaves, its way, and how the system that it leaves was chosen."""

    unit: str
    origin: str
    route: Route
    choices: int
    decision: Decision | None
    cycle: int


@dataclass
class MovePlan:
    """The plan on its way: the copied galaxy, and the ships moved in it so far."""

    game: Game
    chart: Chart
    action: TacticalType
    destination: str
    copy: Galaxy
    moved: list[ShipMove] = field(default_factory=list)

    @property
    def survey(self) -> Survey:
        """The galaxy as it stands after the ships moved so far."""
        return Survey(self.copy, self.game.tables, effects(self.game))

    def sources_of(self, unit: str) -> Mapping[str, Route]:
        """From where a ship of this type may come now."""
        return sources(self.game, self.survey, self.chart, self.action, unit, self.destination)

    def move(self, unit: str, cycle: int) -> Procedure[bool]:
        """Move one ship of this type, if one may come; whether it did. Rules: 15.move.source, 20.move.skip-blocked."""
        survey = self.survey
        found = sources(self.game, survey, self.chart, self.action, unit, self.destination)
        if not found:
            return False
        serving = serving_now(self.game, survey, found, unit)
        decision = decide(survey, sorted(found), self.game.tables.priorities.negative, serving)
        origin = decision.left[0]
        if len(decision.left) > 1:
            origin = yield from asked(_which_origin(self.game, unit, decision))
        self.moved.append(ShipMove(unit, origin, found[origin], len(found), decision, cycle))
        _take_along(self.copy, unit, origin, self.destination)
        return True


def plan_moves(
    game: Game, galaxy: Galaxy, chart: Chart, action: TacticalType, destination: str, icons: int
) -> Procedure[list[ShipMove]]:
    """Choose the ships that move: a capacity ship first, then type after type, cycle after cycle.

    Without a capacity ship there, or one that can come, nothing moves (Q91).
    Rules: 15.move.capacity-first, 15.move.cycle, 15.move.restart, 15.move.maximum, 15.move.maximum-aggression.
    """
    plan = MovePlan(game, chart, action, destination, deepcopy(galaxy))
    yield from _fill(plan, icons)
    return plan.moved


def _fill(plan: MovePlan, icons: int) -> Procedure[None]:
    """Move ship after ship on the plan, until there are enough or none is left."""
    destination = plan.destination
    maximum = maximum_ships(plan.game, plan.survey, destination, icons)
    if not plan.survey.capacity_ships([destination]) and not (yield from _open(plan, maximum)):
        return
    cycle = 1
    while len(plan.moved) < maximum and any(plan.sources_of(unit) for unit in type_order(plan.game, plan.action)):
        for unit in type_order(plan.game, plan.action):
            there = plan.survey.ships(destination).get(unit, 0)
            if len(plan.moved) < maximum and there < cycle:
                yield from plan.move(unit, cycle)
        cycle += 1


def _open(plan: MovePlan, maximum: int) -> Procedure[bool]:
    """The first ship: the strongest capacity ship in range for engage, the weakest for infest (Q22)."""
    for unit in type_order(plan.game, plan.action):
        if maximum and plan.game.tables.units.by_key[unit].capacity_ship:
            moved = yield from plan.move(unit, 0)
            if moved:
                return True
    return False


def _take_along(galaxy: Galaxy, unit: str, origin: str, destination: str) -> None:
    leaving = galaxy.systems[origin].units["hive"]
    leaving[unit] -= 1
    arriving = galaxy.systems[destination].units.setdefault("hive", {})
    arriving[unit] = arriving.get(unit, 0) + 1


def _which_origin(game: Game, unit: str, decision: Decision) -> Ask:
    return Ask(
        key=keys.SHIP_ORIGIN,
        text=say("From which system does the {by_key} move?", by_key=Name(game.tables.units.by_key[unit].name)),
        choices=tuple(Choice(position, system_label(game, position)) for position in decision.left),
        rule="1.scope.most-helpful",
        detail=say("They tie by negative system priority: what helps [the Hive] most?"),
        anew=True,
        systems=decision.left,
        shown=Shown(say("Tactical action"), expects=False),
    )
