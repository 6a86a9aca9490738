"""The decisions on a tracked galaxy that move nothing: targets, ways, neighbours, priority diagrams."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from hive.board import pieces
from hive.board.movement import Chart, Route, move_value, reachable
from hive.board.survey import Survey
from hive.catalog.documents import Data
from hive.catalog.tables import DiagramName, Frozen, Name, PriorityDiagram, Unit
from hive.catalog.wording import near
from hive.effects import effects
from hive.model.game import Game
from hive.naming import ACTION_WORDS
from hive.reasons import Row, Why
from hive.rules.diagrams.planets import Place, decide_planets
from hive.rules.diagrams.reasons import block_words, told_blocks
from hive.rules.diagrams.serving import (
    Arrival,
    completing,
    completing_planets,
    planets_serving_now,
    serving_now,
)
from hive.rules.diagrams.systems import Walk, decide
from hive.rules.tactical.moves import TacticalType, targets
from hive.rules.tactical.sight import sight
from hive.scenarios.decisions.decision import Decision, Outcome, Wrong
from hive.steps import Procedure
from hive.words import Typed, Words, listed, say


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
        raise Wrong(argument, f"this board has no system '{position}'.{near(position, list(known))}")
    return position


def walked(found: Walk[Any], diagram: PriorityDiagram) -> list[Data]:
    """The blocks of a walk, each with who was left after it, up to the one that left a single candidate."""
    blocks: list[Data] = []
    for block, kept in zip(diagram.blocks, found.blocks, strict=True):
        blocks.append({"block": block.keep, "left": [name_of(one) for one in kept.left]})
        if len(kept.left) == 1:
            break
    return blocks


def name_of(candidate: str | Place) -> str:
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


def _targets(game: Game, args: TargetArgs) -> Procedure[Outcome]:
    yield from ()
    survey = survey_of(game)
    found = targets(game, survey, sight(game, survey.galaxy).chart, args.type)
    names = names_of(found)
    row = Row(say("Target systems"), names, f"15.{args.type}.target", decided=True)
    line = say("Targets of {action}: {systems}.", action=ACTION_WORDS[args.type], systems=names)
    return Outcome({"targets": [*found]}, Why(line, (row,)))


def _adjacent(game: Game, args: AdjacentArgs) -> Procedure[Outcome]:
    yield from ()
    survey = survey_of(game)
    return Outcome({"adjacent": [*survey.adjacent[known_system(survey, "to", args.to)]]})


def _reach(game: Game, args: ReachArgs) -> Procedure[Outcome]:
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
    return Outcome(values)


def _priority(game: Game, args: PriorityArgs) -> Procedure[Outcome]:
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
    return Outcome(values, Why(say("{systems} left.", systems=names_of(left)), block_rows(game, found)))


def _serving(game: Game, systems: Sequence[str], args: PriorityArgs) -> Mapping[str, tuple[int, int]]:
    """Which systems count for an objective: none where the scenario does not say what comes or goes there."""
    if args.of is None:
        return {}
    survey = survey_of(game)
    if args.diagram == "negative":
        return serving_now(game, survey, systems, args.of)
    invades = args.of == "control"
    return completing(game, survey, systems, Arrival(invades, otherwise=["carrier"] if invades else [args.of]))


def _serving_planets(game: Game, places: Sequence[Place], args: PriorityArgs) -> Mapping[Place, tuple[int, int]]:
    if args.of is None:
        return {}
    judge = completing_planets if args.diagram == "positive_planet" else planets_serving_now
    return judge(game, survey_of(game), places, args.of)


def _known_planet(survey: Survey, name: str) -> Place:
    at = {planet: system.position for system in survey.galaxy.systems.values() for planet in system.planets}
    if name not in at:
        raise Wrong("candidates", f"no planet on this board is called '{name}'.{near(name, list(at))}")
    return at[name], name


DECISIONS = (
    Decision("targets", "action", TargetArgs, _targets, ("targets",)),
    Decision("adjacent", "action", AdjacentArgs, _adjacent, ("adjacent",)),
    Decision("reach", "action", ReachArgs, _reach, ("reached", "path", "rifts")),
    Decision("priority", "action", PriorityArgs, _priority, ("blocks", "left")),
)
