"""The decisions on a tracked galaxy: the Hive's tactical action, whole and in its parts, and what moves nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from hive.board import pieces
from hive.board.movement import Chart, Route, move_value, reachable
from hive.board.survey import Survey
from hive.catalog.documents import Data, near, unknown
from hive.catalog.tables import DiagramName, Frozen, Name, PriorityDiagram, Seat, Unit
from hive.effects import effects
from hive.model.game import Game, Player
from hive.naming import ACTION_WORDS, position_name
from hive.rules.board import PlanetAt, Tracked
from hive.rules.combat.activation import activate
from hive.rules.combat.battle import unit_support
from hive.rules.combat.fight import draw_support
from hive.rules.deck import HiveAction
from hive.rules.diagrams.deciding import block_words, told_blocks
from hive.rules.diagrams.systems import (
    Arrival,
    Walk,
    completing,
    completing_planets,
    decide,
    decide_planets,
    invadable,
    planets_serving_now,
    serving_now,
)
from hive.rules.tactical.action import perform_tactical_action
from hive.rules.tactical.intent import Sight, destination_diagram, intent, sight
from hive.rules.tactical.plan import ShipMove, TacticalType, maximum_ships, may_leave, plan_moves, targets, type_order
from hive.rules.tactical.telling import deciding_line
from hive.scenarios.schema import Result, Wrong, decision
from hive.steps import Procedure, Row, Why
from hive.words import Typed, Words, listed, say

Icons = Annotated[int, Field(ge=1, le=5)]


class ActionArgs(Frozen):
    """The type of the tactical action, and the faction icons of the final definition card."""

    type: TacticalType
    icons: Icons = 1


class MoveArgs(ActionArgs):
    """The same, and the destination."""

    destination: Name


class SupportArgs(Frozen):
    """The active system, and the side that has activated it."""

    system: Name
    active: Seat = "hive"


class ActivateArgs(Frozen):
    """The player who activates a system, and the system."""

    player: Player
    system: Name


_CHOSEN = ("targets", "candidates", "blocks", "preferred_for_objective", "left", "destination", "invades")


@decision("choose_destination", "action", ActionArgs, *_CHOSEN)
def _choose(game: Game, args: ActionArgs) -> Procedure[Result]:
    yield from ()
    found = intent(game, sight(game, survey_of(game).galaxy), args.type, args.icons)
    survey, walk = found.sight.survey, found.decision
    destination = found.left[0] if len(found.left) == 1 else None
    preferred = walk.blocks[0].left if walk.blocks[0].left != walk.candidates else ()
    invaded = invadable(game, survey, destination) if destination else []
    values: dict[str, Data] = {
        "targets": [*found.targets],
        "candidates": [*walk.candidates],
        "blocks": walked(walk, destination_diagram(game)),
        "preferred_for_objective": [*preferred],
        "left": [*found.left],
        "destination": destination,
        "invades": [*invaded],
    }
    rows = (
        Row(say("Target systems"), names_of(found.targets), f"15.{args.type}.target"),
        Row(say("Possible destinations"), names_of(walk.candidates), "15.destination.closest"),
        *block_rows(game, walk),
    )
    goes = _goes_to(args.type, found.left)
    line = listed([goes, deciding_line(game, found, destination)], " ") if destination else goes
    return Result(values, Why(line, rows))


def _goes_to(action: TacticalType, left: Sequence[str]) -> Words:
    systems = listed([position_name(position) for position in left], "or") if left else say("no system")
    return say("{action} goes to {systems}.", action=ACTION_WORDS[action], systems=systems)


@decision("move_ships", "action", MoveArgs, "maximum_ships", "moved", "passed_over")
def _move(game: Game, args: MoveArgs) -> Procedure[Result]:
    seen = sight(game, survey_of(game).galaxy)
    to = known_system(seen.survey, "destination", args.destination)
    moved = yield from plan_moves(game, seen.start(game, args.type), args.type, to, args.icons)
    after = replace(game, hive=deepcopy(game.hive), galaxy=deepcopy(game.galaxy))
    told: list[Data] = []
    for one in moved:
        told.append({"ship": one.unit, "from": one.origin, "in_range": len(_in_range(after, seen, one.unit, to))})
        pieces.move(after, "hive", one.unit, one.origin, to)
    values: dict[str, Data] = {
        "maximum_ships": maximum_ships(game, seen.survey, to, args.icons),
        "moved": told,
        "passed_over": _passed_over(after, seen, args.type, to),
    }
    rows = tuple(row for one in moved for row in _rows_of_move(game, one))
    ships = [say("{unit} from {system}", unit=Typed(one.unit), system=position_name(one.origin)) for one in moved]
    line = say("To {system}: {ships}.", system=position_name(to), ships=listed(ships) if ships else say("no ship"))
    return Result(values, Why(line, rows))


def _in_range(game: Game, seen: Sight, unit: str, to: str) -> list[str]:
    """Where the ships of a type stand that can get there, each once for every ship, those that must stay included."""
    survey = survey_of(game)
    systems = [one for one in sorted(survey.galaxy.systems) if one != to and survey.ships(one).get(unit)]
    reaching = [one for one in systems if to in ship_routes(game, seen.chart, unit, one)]
    return [one for one in reaching for _ in range(survey.ships(one)[unit])]


def _passed_over(game: Game, seen: Sight, action: TacticalType, to: str) -> list[Data]:
    """What could get there, but stays to defend its system once all others have moved."""
    survey = survey_of(game)
    return [
        {"ship": unit, "from": position}
        for unit in type_order(game, action)
        for position in dict.fromkeys(_in_range(game, seen, unit, to))
        if not may_leave(survey, position, action)
    ]


def _rows_of_move(game: Game, one: ShipMove) -> Sequence[Row]:
    """The system that a ship leaves, and who was left after each block where there were several."""
    unit, system = Typed(one.unit), position_name(one.origin)
    label = (
        say("{unit} from {system}, cycle {number}", unit=unit, system=system, number=one.cycle)
        if one.cycle
        else say("{unit} from {system}, the capacity ship in front", unit=unit, system=system)
    )
    blocks = block_rows(game, one.decision) if one.decision and one.choices > 1 else ()
    way = say("one of {number}, by way of {systems}", number=one.choices, systems=names_of(one.route.path))
    return (Row(label, way, "15.move.source", one.choices > 1), *blocks)


@decision("unit_support", "action", SupportArgs, "from_capacity_ships", "additional", "total")
def _support(game: Game, args: SupportArgs) -> Procedure[Result]:
    survey = survey_of(game)
    position = known_system(survey, "system", args.system)
    cards = yield from draw_support(game)
    support = unit_support(game, survey, position, cards, args.active)
    brought = survey.capacity_ships([position]) * game.level.units_per_capacity_ship
    values: dict[str, Data] = {
        "from_capacity_ships": brought,
        "additional": support.fighters - brought,
        "total": {"fighters": support.fighters, "infantry": support.infantry},
    }
    return Result(values, items=support.items)


@decision("tactical_action", "action", ActionArgs, "destination")
def _tactical_action(game: Game, args: ActionArgs) -> Procedure[Result]:
    game.active = "hive"
    before = survey_of(game).with_token_of("hive")
    action = HiveAction(args.type, None, args.icons, Why(say("As the scenario says.")))
    yield from perform_tactical_action(game, action)
    new = [one for one in survey_of(game).with_token_of("hive") if one not in before]
    return Result({"destination": new[0] if new else None})


@decision("player_activates", "action", ActivateArgs, "fought", "space", "taken", "lost")
def _player_activates(game: Game, args: ActivateArgs) -> Procedure[Result]:
    game.active = args.player
    position = known_system(survey_of(game), "system", args.system)
    battle = yield from activate(Tracked(game, pieces.galaxy_of(game)), args.player, position)
    return Result({"fought": [*battle.fought], "space": battle.space, "taken": [*battle.taken], "lost": [*battle.lost]})


# --- what moves nothing: targets, ways, neighbours, priority diagrams


class TargetArgs(Frozen):
    """The type of the tactical action."""

    type: TacticalType


class AdjacentArgs(Frozen):
    """The position of a system."""

    to: Name


class ReachArgs(Frozen):
    """A Hive ship, the system in which it begins, and the one to which its way is asked, where one is."""

    unit: Unit
    origin: Annotated[str, Field(alias="from")]
    to: Name | None = None


class PriorityArgs(Frozen):
    """A diagram, the systems or planets that it ranks, and what the Hive gets there, or what is taken from it."""

    diagram: DiagramName
    candidates: list[Name]
    of: Literal[Unit, "control"] | None = None


def survey_of(game: Game) -> Survey:
    """The board of a scenario at a glance. Errors: Wrong where the scenario gives none."""
    if game.galaxy is None:
        raise Wrong("", "this is decided on the board; give one under given.galaxy")
    return Survey(pieces.galaxy_of(game), game.tables, effects(game))


def ship_routes(game: Game, seen: Chart, unit: str, origin: str) -> Mapping[str, Route]:
    """All that a Hive ship of a type can reach from a system, with the way there."""
    return reachable(seen, origin, move_value(game.tables, unit, game.hive.upgrades))


def known_system(survey: Survey, argument: str, position: str) -> str:
    """The position, if the board has such a system. Errors: Wrong."""
    known = survey.galaxy.systems
    if position not in known:
        raise Wrong(argument, f"this board has no system '{position}'.{near(position, known)}")
    return position


def walked(found: Walk[Any], diagram: PriorityDiagram) -> list[Data]:
    """The blocks of a walk, each with who was left after it, up to the one that left a single candidate."""
    blocks: list[Data] = []
    for block, kept in zip(diagram.blocks, found.blocks, strict=True):
        blocks.append({"block": block.keep, "left": [name_of(one) for one in kept.left]})
        if len(kept.left) == 1:
            break
    return blocks


def name_of(candidate: str | PlanetAt) -> str:
    """A system by its position, a planet by its name."""
    return candidate if isinstance(candidate, str) else candidate[1]


def block_rows(game: Game, found: Walk[Any]) -> tuple[Row, ...]:
    """Who was left after each block, for the screen."""
    rows: list[Row] = []
    before = len(found.candidates)
    for kept in told_blocks(game, found):
        left = listed([Typed(name_of(one)) for one in kept.left])
        rows.append(
            Row(block_words(game, kept), say("{systems} left", systems=left), kept.rule, before > len(kept.left))
        )
        before = len(kept.left)
        if before == 1:
            break
    return tuple(rows)


def names_of(positions: Sequence[str]) -> Words:
    """Systems or planets by what the scenario calls them; ``none`` without any."""
    return listed([Typed(position) for position in positions]) if positions else say("none")


@decision("targets", "action", TargetArgs, "targets")
def _targets(game: Game, args: TargetArgs) -> Procedure[Result]:
    yield from ()
    survey = survey_of(game)
    found = targets(game, survey, sight(game, survey.galaxy).chart, args.type)
    names = names_of(found)
    row = Row(say("Target systems"), names, f"15.{args.type}.target", decided=True)
    line = say("Targets of {action}: {systems}.", action=ACTION_WORDS[args.type], systems=names)
    return Result({"targets": [*found]}, Why(line, (row,)))


@decision("adjacent", "action", AdjacentArgs, "adjacent")
def _adjacent(game: Game, args: AdjacentArgs) -> Procedure[Result]:
    yield from ()
    survey = survey_of(game)
    return Result({"adjacent": [*survey.adjacent[known_system(survey, "to", args.to)]]})


@decision("reach", "action", ReachArgs, "reached", "path", "rifts")
def _reach(game: Game, args: ReachArgs) -> Procedure[Result]:
    yield from ()
    survey = survey_of(game)
    origin = known_system(survey, "from", args.origin)
    found = ship_routes(game, sight(game, survey.galaxy).chart, args.unit, origin)
    route = found.get(known_system(survey, "to", args.to)) if args.to else None
    values: dict[str, Data] = {
        "reached": [*sorted(found)],
        "path": [*route.path] if route else None,
        "rifts": [*route.rifts] if route else None,
    }
    return Result(values)


@decision("priority", "action", PriorityArgs, "blocks", "left")
def _priority(game: Game, args: PriorityArgs) -> Procedure[Result]:
    yield from ()
    survey = survey_of(game)
    diagram = game.tables.priorities.of(args.diagram)
    found: Walk[Any]
    if not game.tables.priorities.ranks_planets(args.diagram):
        systems = [known_system(survey, "candidates", position) for position in args.candidates]
        found = decide(survey, systems, diagram, _serving(game, systems, args))
    else:
        places = [_known_planet(survey, name) for name in args.candidates]
        found = decide_planets(survey, places, diagram, _serving_planets(game, places, args))
    left = [name_of(one) for one in found.left]
    values: dict[str, Data] = {"blocks": walked(found, diagram), "left": [*left]}
    return Result(values, Why(say("{systems} left.", systems=names_of(left)), block_rows(game, found)))


def _serving(game: Game, systems: Sequence[str], args: PriorityArgs) -> Mapping[str, tuple[int, int]]:
    """Which systems count for an objective: none where the scenario does not say what comes or goes there."""
    if args.of is None:
        return {}
    survey = survey_of(game)
    if args.diagram == "negative":
        return serving_now(game, survey, systems, args.of)
    invades = args.of == "control"
    return completing(game, survey, systems, Arrival(invades, otherwise=["carrier"] if invades else [args.of]))


def _serving_planets(game: Game, places: Sequence[PlanetAt], args: PriorityArgs) -> Mapping[PlanetAt, tuple[int, int]]:
    if args.of is None:
        return {}
    judge = completing_planets if args.diagram == "positive_planet" else planets_serving_now
    return judge(game, survey_of(game), places, args.of)


def _known_planet(survey: Survey, name: str) -> PlanetAt:
    at = {planet: system.position for system in survey.galaxy.systems.values() for planet in system.planets}
    if name not in at:
        raise Wrong("candidates", unknown("planet on this board", name, at))
    return at[name], name
