"""Whether a tactical action can be performed at all. Rules: 15.no-target, 10.definition.other-type."""

from __future__ import annotations

from hive.board import pieces
from hive.board import table as board
from hive.model.game import Game
from hive.rules.facts import confirmed
from hive.rules.intent import Sight, intent, outline, sight
from hive.rules.tactical_moves import TacticalType, possible_destinations
from hive.steps import Procedure, Why
from hive.words import count

TYPES: tuple[TacticalType, ...] = ("engage", "infest")


def tactical_type(action: str) -> TacticalType:
    """The type of a tactical action. Raises ValueError for a strategic one."""
    for known in TYPES:
        if action == known:
            return known
    raise ValueError("a strategic action has no target systems")


def can_perform(game: Game, action: TacticalType, icons: int, why: Why | None) -> Procedure[bool]:
    """Whether a tactical action of this type can be performed; the table confirms what that rests on, or is asked.

    Rules: 15.no-target, 10.definition.other-type, Q20.
    """
    if game.galaxy is None:
        return (yield from board.has_target(game, action, icons, why))
    what_for = f"the tactical {action} action, {count(icons, 'faction icon')},"
    yield from confirmed(game, [action], lambda seen: outline(game, seen, action, icons), what_for)
    return intent(game, sight(game, pieces.galaxy_of(game)), action, icons).possible


def any_possible(game: Game) -> Procedure[bool]:
    """Whether any tactical action can be performed; where that alone decides, the table confirms what it rests on.

    Rules: 10.pass.no-options, 15.no-target.
    """
    if game.galaxy is None:
        return (yield from board.any_target(game))
    if not _any_known(game):
        yield from confirmed(game, TYPES, lambda seen: _any_seen(game, seen), "whether the Hive passes")
    return _any_known(game)


def _any_known(game: Game) -> bool:
    return _any_seen(game, sight(game, pieces.galaxy_of(game)))


def _any_seen(game: Game, seen: Sight) -> bool:
    return any(possible_destinations(game, seen.survey, seen.chart, action) for action in TYPES)
