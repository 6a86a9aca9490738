"""Which ships the Hive moves into a destination, one after the other. Rules: pages 15 and 20.

A ship that does not move by itself, a pink fighter, comes along with a capacity ship that leaves the same system, as
often as there is room in the maximum (38.weird.moves-with-capacity).

Works on surveys: everything is measured anew before each ship (Q23), and nothing on the table moves yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from hive import keys
from hive.board.movement import Route
from hive.board.survey import Survey
from hive.model.game import Game
from hive.naming import system_label
from hive.rules.diagrams.serving import Ranked, serving_of
from hive.rules.diagrams.systems import Decision, decide
from hive.rules.tactical.moves import Going, TacticalType, is_full, maximum_ships, may_leave, sources, type_order
from hive.steps import Ask, Choice, Procedure, Shown, asked
from hive.words import Name, say, sentence

# Where systems tie again and again, no more ways than these are tried.
MOST_WAYS = 64


@dataclass(frozen=True)
class ShipMove:
    """One ship that moves: its type, where it leaves, its way, and how that was chosen among several systems.

    ``carried``: it comes along with a capacity ship from there, and shares what befalls that one.
    """

    unit: str
    origin: str
    route: Route
    choices: int
    decision: Decision | None
    cycle: int
    carried: bool = False


@dataclass(frozen=True)
class Start:
    """What a plan begins with: the galaxy, what every ship can reach on it, and how far the objectives have come."""

    survey: Survey
    reach: tuple[Going, ...]
    objectives: tuple[Ranked, ...]


@dataclass
class MovePlan:
    """The plan on its way: the ships moved so far, and what the galaxy and the objectives come to with them."""

    game: Game
    action: TacticalType
    destination: str
    now: Start
    moved: list[ShipMove] = field(default_factory=list)

    def sources_of(self, unit: str) -> Mapping[str, Route]:
        """From where a ship of this type may come now; into a full Fracture from within it. Rule: 35.void.maximum."""
        survey = self.now.survey
        alone = sources(survey, self.now.reach, self.action, unit, self.destination)
        found = {**alone, **self._beside(unit)}
        if is_full(self.game, survey, self.destination, unit):
            return {origin: way for origin, way in found.items() if survey.in_the_fracture(origin)}
        return found

    def _beside(self, unit: str) -> Mapping[str, Route]:
        """From where a ship of this type may come along with a capacity ship. Rule: 38.weird.moves-with-capacity."""
        units, survey = self.game.tables.units, self.now.survey
        if units.by_key[unit].counts_as is None:
            return {}
        leading = {one.origin: one.route for one in reversed(self.moved) if units.by_key[one.unit].capacity_ship}
        there = (one for one in leading if survey.ships(one).get(unit) and may_leave(survey, one, self.action))
        return {one: leading[one] for one in sorted(there)}

    def move(self, unit: str, cycle: int) -> Procedure[bool]:
        """Move one ship of this type, if one may come; whether it did. Rules: 15.move.source, 20.move.skip-blocked."""
        found = self.sources_of(unit)
        if not found:
            return False
        decision = self._decided(unit, found) if len(found) > 1 else None
        origin = decision.left[0] if decision else next(iter(found))
        if decision and len(decision.left) > 1:
            origin = yield from asked(_which_origin(self.game, unit, decision))
        carried = origin in self._beside(unit)
        self.moved.append(ShipMove(unit, origin, found[origin], len(found), decision, cycle, carried))
        self._change(unit, origin, -1)
        self._change(unit, self.destination, 1)
        return True

    def _decided(self, unit: str, found: Mapping[str, Route]) -> Decision:
        serving = serving_of(self.now.survey, self.now.objectives, found, unit)
        return decide(self.now.survey, sorted(found), self.game.tables.priorities.negative, serving)

    def _change(self, unit: str, position: str, by: int) -> None:
        system = self.now.survey.system(position)
        hives = system.units.get("hive", {})
        units = {**system.units, "hive": {**hives, unit: hives.get(unit, 0) + by}}
        survey = self.now.survey.with_system(replace(system, units=units))
        objectives = tuple((rank, come.after(survey, position)) for rank, come in self.now.objectives)
        self.now = replace(self.now, survey=survey, objectives=objectives)


def plan_moves(
    game: Game, start: Start, action: TacticalType, destination: str, icons: int
) -> Procedure[list[ShipMove]]:
    """Choose the ships that move: a capacity ship first, then type after type, cycle after cycle.

    Without a capacity ship there, or one that can come, nothing moves (Q91).
    Rules: 15.move.capacity-first, 15.move.cycle, 15.move.restart, 15.move.maximum, 15.move.maximum-aggression.
    """
    plan = MovePlan(game, action, destination, start)
    yield from _fill(plan, icons)
    return plan.moved


def ways(game: Game, start: Start, action: TacticalType, destination: str, icons: int) -> Iterator[MovePlan]:
    """The same in every way that ties between systems leave open (Q108); at most :data:`MOST_WAYS`."""
    waiting: list[tuple[str, ...]] = [()]
    for _ in range(MOST_WAYS):
        if not waiting:
            return
        plan = MovePlan(game, action, destination, start)
        waiting += _follow(_fill(plan, icons), waiting.pop())
        yield plan


def _follow(procedure: Procedure[None], chosen: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Answer the first ties as chosen, and each later one with its first system; out: the other ways to answer."""
    others: list[tuple[str, ...]] = []
    answers: list[str] = []
    step = next(procedure, None)
    while isinstance(step, Ask):
        if len(answers) < len(chosen):
            answers.append(chosen[len(answers)])
        else:
            others += [(*answers, other.value) for other in step.choices[1:]]
            answers.append(step.choices[0].value)
        try:
            step = procedure.send(answers[-1])
        except StopIteration:
            break
    return others


def _fill(plan: MovePlan, icons: int) -> Procedure[None]:
    """Move ship after ship on the plan, until there are enough or none is left."""
    destination = plan.destination
    maximum = maximum_ships(plan.game, plan.now.survey, destination, icons)
    if not plan.now.survey.capacity_ships([destination]) and not (yield from _open(plan, maximum)):
        return
    cycle = 1
    while len(plan.moved) < maximum and any(plan.sources_of(unit) for unit in type_order(plan.game, plan.action)):
        for unit in type_order(plan.game, plan.action):
            there = plan.now.survey.ships(destination).get(unit, 0)
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


def _which_origin(game: Game, unit: str, decision: Decision) -> Ask:
    return Ask(
        key=keys.SHIP_ORIGIN,
        text=say("From which system does the {by_key} move?", by_key=Name(game.tables.units.by_key[unit].name)),
        choices=tuple(Choice(position, sentence(system_label(game, position))) for position in decision.left),
        rule="1.scope.most-helpful",
        detail=say("They tie by negative system priority: what helps [the Hive] most?"),
        anew=True,
        systems=decision.left,
        shown=Shown(say("Tactical action"), expects=False),
    )
