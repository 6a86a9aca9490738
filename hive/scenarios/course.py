"""The decisions of the status phase, of combat, and of the course of the game."""

from __future__ import annotations

from typing import Annotated

from pydantic import ConfigDict, Field

from hive.catalog.documents import Data
from hive.catalog.tables import Count, Frozen, Seat, Unit
from hive.catalog.wording import near
from hive.fields import Misfit
from hive.model.game import Game, Player
from hive.rules import status as status_phase
from hive.rules.area import points
from hive.rules.deck import realign
from hive.rules.diagrams import damage
from hive.rules.events import EVENTS, event_of
from hive.rules.events.args import NotNow, begin_event
from hive.rules.flow import next_procedure
from hive.rules.objectives.public import score_public_objective
from hive.rules.objectives.scoring import SecretPhase, attempt_secret
from hive.rules.setup.set_up import set_up
from hive.scenarios.schema import Decision, NoArgs, Outcome, Wrong
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


def _score_objective(game: Game, _: NoArgs) -> Procedure[Outcome]:
    return Outcome(items=tuple((yield from score_public_objective(game))))


def _status_score(game: Game, _: NoArgs) -> Procedure[Outcome]:
    yield from status_phase.score(game)
    return Outcome()


def _secret(game: Game, args: SecretArgs) -> Procedure[Outcome]:
    scored = game.hive.scored_secrets
    items = yield from attempt_secret(game, args.phase)
    return Outcome({"scored": game.hive.scored_secrets > scored}, items=tuple(items))


def _clean_up(game: Game, _: NoArgs) -> Procedure[Outcome]:
    yield from status_phase.clean_up(game)
    return Outcome()


def _assign_hits(game: Game, args: HitArgs) -> Procedure[Outcome]:
    yield from ()
    hits = damage.assign_hits(game, args.arena, _by_word(args.units), _by_word(args.damaged), args.hits)
    return _hits(hits)


def _hits(hits: damage.Hits) -> Outcome:
    return Outcome(
        {"sustained": _data(hits.sustained), "destroyed": _data(hits.destroyed), "left_over": hits.left_over}
    )


def _weakest(game: Game, args: WeakestArgs) -> Procedure[Outcome]:
    return Outcome({"chosen": _data((yield from damage.given_up(game, _by_word(args.units), args.number)))})


def _by_word(units: dict[Unit, int]) -> dict[str, int]:
    return {unit: number for unit, number in units.items()}


def _data(units: dict[str, int]) -> Data:
    return {**units}


def _gain_counters(game: Game, args: CounterArgs) -> Procedure[Outcome]:
    yield from ()
    return Outcome({"gained": points.gain_counters(game, args.player, args.number)})


def _gain_points(game: Game, args: PointArgs) -> Procedure[Outcome]:
    yield from ()
    points.gain_points(game, args.side, args.number)
    return Outcome()


def _realign(game: Game, _: NoArgs) -> Procedure[Outcome]:
    yield from ()
    realign(game)
    return Outcome()


def _set_up(game: Game, _: NoArgs) -> Procedure[Outcome]:
    yield from set_up(game)
    return Outcome()


def _next(game: Game, args: NextArgs) -> Procedure[Outcome]:
    for _ in range(args.times):
        procedure = next_procedure(game)
        if procedure is None:
            break
        yield from procedure
    return Outcome()


def _event(game: Game, args: EventArgs) -> Procedure[Outcome]:
    result = yield from begun(game, args)
    return _hits(result) if isinstance(result, damage.Hits) else Outcome()


def begun(game: Game, args: EventArgs) -> Procedure[object]:
    """Return the procedure of an event. Errors: Wrong, with the field that is."""
    event = EVENTS.get(args.name) or event_of(game, args.name)
    if event is None:
        raise Wrong("name", f"no event is called '{args.name}'.{near(args.name, list(EVENTS))}")
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


_HITS = ("sustained", "destroyed", "left_over")

DECISIONS = (
    Decision("score_objective", "status", NoArgs, _score_objective),
    Decision("attempt_secret", "action", SecretArgs, _secret, ("scored",)),
    Decision("status_phase_score", "status", NoArgs, _status_score),
    Decision("status_phase_clean_up", "status", NoArgs, _clean_up),
    Decision("assign_hits", "action", HitArgs, _assign_hits, _HITS),
    Decision("weakest_units", "action", WeakestArgs, _weakest, ("chosen",)),
    Decision("gain_counters", "action", CounterArgs, _gain_counters, ("gained",)),
    Decision("gain_points", "action", PointArgs, _gain_points),
    Decision("realign", "status", NoArgs, _realign),
    Decision("set_up", "setup", NoArgs, _set_up),
    Decision("next", "strategy", NextArgs, _next),
    Decision("event", "action", EventArgs, _event, _HITS),
)
