"""The map of a running game, with what its open step points out."""

from __future__ import annotations

from hive.model.game import Game
from hive.steps import Ask, Draw, Marks, Step
from hive.web.drawing.galaxy import map_view
from hive.web.drawing.shapes import MapView


def game_map(game: Game, pending: Step | None) -> MapView:
    """The map of a game with a galaxy. Raises ValueError if it tracks none.

    A step says itself what to point out. If it only names systems, those that can be answered are possible, and any
    others are what it asks about.
    """
    if pending is None or isinstance(pending, Draw):
        return map_view(game, game.tables)
    if pending.marks is not None:
        return map_view(game, game.tables, pending.marks, pending.systems)
    answers = {choice.value for choice in pending.choices} if isinstance(pending, Ask) else set()
    possible = tuple(position for position in pending.systems if position in answers)
    return map_view(game, game.tables, Marks(candidates=possible), pending.systems)
