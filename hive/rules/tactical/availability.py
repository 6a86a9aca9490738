"""Whether a tactical action can be performed at all. Rules: 15.no-target, 10.definition.other-type."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from hive.board import pieces
from hive.board import table as board
from hive.model.game import Game
from hive.rules.tactical.facts import confirmed
from hive.rules.tactical.intent import Sight, intent, outline, sight
from hive.rules.tactical.moves import TacticalType
from hive.steps import Procedure, Why
from hive.words import count

TYPES: tuple[TacticalType, ...] = ("engage", "infest")


def tactical_type(action: str) -> TacticalType:
    """The type of a tactical action. Raises ValueError for a strategic one."""
    for known in TYPES:
        if action == known:
            return known
    raise ValueError("a strategic action has no target systems")


def can_perform(
    game: Game, actions: Sequence[TacticalType], icons: int, why: Why | None, sure: bool = False
) -> Procedure[bool]:
    """Whether the first of these types of action can be performed; the table confirms what that rests on, or is asked.

    ``actions`` names the type and then those that follow where it cannot: one sheet serves them all, and once the table
    is ``sure`` of it, there is none. Rules: 15.no-target, 10.definition.other-type, Q20.
    """
    if game.galaxy is None:
        return (yield from board.has_target(game, actions[0], icons, why))
    if not sure:
        what_for = f"the tactical {actions[0]} action, {count(icons, 'faction icon')},"
        yield from confirmed(game, actions, lambda seen: _course(game, seen, actions, icons), what_for)
    return intent(game, sight(game, pieces.galaxy_of(game)), actions[0], icons).possible


def _course(game: Game, seen: Sight, actions: Sequence[TacticalType], icons: int) -> Hashable:
    """The first of the actions that can be performed, and what the table would see of it."""
    outlines = ((action, outline(game, seen, action, icons)) for action in actions)
    return next(((action, found) for action, found in outlines if found), None)


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
    return any(seen.destinations(game, action) for action in TYPES)
