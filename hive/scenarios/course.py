"""The decisions of the status phase, of combat, and of the course of the game."""

from __future__ import annotations

from typing import Annotated

from pydantic import ConfigDict, Field

from hive.catalog.documents import Data, near, unknown
from hive.catalog.tables import Count, Frozen, Seat, Unit
from hive.fields import Misfit
from hive.model.game import Game, Player
from hive.rules import area
from hive.rules import status as status_phase
from hive.rules.deck import realign
from hive.rules.diagrams import damage
from hive.rules.events.doings import event_of
from hive.rules.events.kinds import NotNow, all_events, begin_event
from hive.rules.flow import next_procedure
from hive.rules.objectives.public import score_public_objective
from hive.rules.objectives.scoring import SecretPhase, attempt_secret
from hive.rules.setup.set_up import set_up
from hive.scenarios.schema import NoArgs, Result, Wrong, decision
from hive.steps import Procedure


class SecretArgs(Frozen):
    """The phase in which the attempt is made."""

    phase: SecretPhase


class HitArgs(Frozen):
    """The Hive's units in a combat by type, how many of them are damaged, and the hits."""

    arena: damage.Arena
    units: dict[Unit, Count]
    damaged: dict[Unit, Count] = Field(default_factory=dict)
    hits: Count


class WeakestArgs(Frozen):
    """The Hive's units that an effect can hit, and how many of them it harms."""

    units: dict[Unit, Count]
    number: Count


class CounterArgs(Frozen):
    """The player who gains aggression counters, and how many."""

    player: Player
    number: Count


class PointArgs(Frozen):
    """The side that gains victory points (or loses some, with a number below zero), and how many."""

    side: Seat
    number: Annotated[int, Field(ge=-20, le=20)]


class NextArgs(Frozen):
    """How many procedures the course of the game begins, one after the other."""

    times: Annotated[int, Field(ge=1, le=100)] = 1


class EventArgs(Frozen):
    """The name of an event, beside it what the event has to know, and whether the table plays it against a rule."""

    model_config = ConfigDict(extra="allow")

    name: str
    forced: bool = False


@decision("score_objective", "status", NoArgs)
def _score_objective(game: Game, _: NoArgs) -> Procedure[Result]:
    return Result(items=tuple((yield from score_public_objective(game))))


@decision("status_phase_score", "status", NoArgs)
def _status_score(game: Game, _: NoArgs) -> Procedure[Result]:
    yield from status_phase.score(game)
    return Result()


@decision("attempt_secret", "action", SecretArgs, "scored")
def _secret(game: Game, args: SecretArgs) -> Procedure[Result]:
    scored = game.hive.scored_secrets
    items = yield from attempt_secret(game, args.phase)
    return Result({"scored": game.hive.scored_secrets > scored}, items=tuple(items))


@decision("status_phase_clean_up", "status", NoArgs)
def _clean_up(game: Game, _: NoArgs) -> Procedure[Result]:
    yield from status_phase.clean_up(game)
    return Result()


_HITS = ("sustained", "destroyed", "left_over")


@decision("assign_hits", "action", HitArgs, *_HITS)
def _assign_hits(game: Game, args: HitArgs) -> Procedure[Result]:
    yield from ()
    hits = damage.assign_hits(game, args.arena, _by_word(args.units), _by_word(args.damaged), args.hits)
    return _hits(hits)


def _hits(hits: damage.Damage) -> Result:
    return Result({"sustained": _data(hits.sustained), "destroyed": _data(hits.destroyed), "left_over": hits.left_over})


@decision("weakest_units", "action", WeakestArgs, "chosen")
def _weakest(game: Game, args: WeakestArgs) -> Procedure[Result]:
    return Result({"chosen": _data((yield from damage.given_up(game, _by_word(args.units), args.number)))})


def _by_word(units: dict[Unit, int]) -> dict[str, int]:
    return {unit: number for unit, number in units.items()}


def _data(units: dict[str, int]) -> Data:
    return {**units}


@decision("gain_counters", "action", CounterArgs, "gained")
def _gain_counters(game: Game, args: CounterArgs) -> Procedure[Result]:
    yield from ()
    return Result({"gained": area.gain_counters(game, args.player, args.number)})


@decision("gain_points", "action", PointArgs)
def _gain_points(game: Game, args: PointArgs) -> Procedure[Result]:
    yield from ()
    area.gain_points(game, args.side, args.number)
    return Result()


@decision("realign", "status", NoArgs)
def _realign(game: Game, _: NoArgs) -> Procedure[Result]:
    yield from ()
    realign(game)
    return Result()


@decision("set_up", "setup", NoArgs)
def _set_up(game: Game, _: NoArgs) -> Procedure[Result]:
    yield from set_up(game)
    return Result()


@decision("next", "strategy", NextArgs)
def _next(game: Game, args: NextArgs) -> Procedure[Result]:
    for _ in range(args.times):
        procedure = next_procedure(game)
        if procedure is None:
            break
        yield from procedure
    return Result()


@decision("event", "action", EventArgs, *_HITS)
def _event(game: Game, args: EventArgs) -> Procedure[Result]:
    result = yield from begun(game, args)
    return _hits(result) if isinstance(result, damage.Damage) else Result()


def begun(game: Game, args: EventArgs) -> Procedure[object]:
    """Return the procedure of an event. Errors: Wrong, with the field that is."""
    event = all_events().get(args.name) or event_of(game, args.name)
    if event is None:
        raise Wrong("name", unknown("event", args.name, all_events()))
    told = args.model_extra or {}
    names = [known.name for known in event.fields(game)]
    for name in told:
        if name not in names:
            raise Wrong(name, f"the event '{event.name}' knows no '{name}'.{near(name, names)}")
    try:
        return begin_event(game, event, told, args.forced)
    except NotNow as error:
        raise Wrong("name", f"the event '{event.name}' cannot happen. {error.reason}") from error
    except Misfit as error:
        raise Wrong("name", str(error)) from error
