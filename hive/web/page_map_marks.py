"""What the map of a running game points out."""

from __future__ import annotations

from hive.model.game import Game
from hive.steps import Ask, Draw, Step
from hive.web.page_map_shapes import Marks


def marks_of(game: Game, pending: Step | None) -> Marks:
    """The marks of a game with a galaxy: what the last entry has touched, and the systems of the open step.

    Several systems of a question are possible answers, several of an instruction its targets; one alone is where it
    happens.
    """
    touched = tuple(game.galaxy.touched) if game.galaxy else ()
    systems = () if pending is None or isinstance(pending, Draw) else pending.systems
    if len(systems) == 1:
        return Marks(touched=touched, winner=systems[0])
    if isinstance(pending, Ask):
        return Marks(touched=touched, candidates=systems)
    return Marks(touched=touched, targets=systems)
