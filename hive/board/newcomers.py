"""Units that have come somewhere in this move, beside those that stood there before."""

from __future__ import annotations

from hive.board import pieces
from hive.catalog.tables import Owner
from hive.model.game import Game


def take_newcomers(
    game: Game, owner: Owner, unit: str, number: int, position: str, came: int, stood_damaged: int
) -> int:
    """Take units off the board of those that have just come, undamaged ones first; return how many went.

    In: how many came, and how many damaged ones stood there before.
    """
    system = pieces.galaxy_of(game).systems[position]
    there, damaged = system.units.get(owner, {}).get(unit, 0), system.damaged.get(owner, {}).get(unit, 0)
    unhurt = came - max(0, damaged - stood_damaged)
    gone = min(number, there)
    pieces.set_units(game, owner, unit, there - gone, position)
    pieces.set_damaged(game, owner, unit, damaged - max(0, gone - unhurt), position)
    return gone
