"""How far a player has come with objectives of the board, for the eyes of the table alone. Rule: 28.1.public.

The requirements are counted for the Hive (:mod:`hive.rules.objectives.requirements`). A player's are the same, seen
with both sides in each other's place.
"""

from __future__ import annotations

from hive.board.in_place import in_the_place_of
from hive.board.survey import Survey
from hive.catalog.tables import Objective
from hive.model.game import Player
from hive.rules.objectives.on_board import standing


def come_of(survey: Survey, seat: Player, objective: Objective) -> tuple[int, int] | None:
    """How many of what an objective asks of the board a player has, and how many it needs.

    None where no board can tell, and of a player who has nothing on it away from home: that one books nothing.
    """
    if not _books(survey, seat):
        return None
    found = standing(objective, in_the_place_of(survey, seat))
    return None if found is None else (found.reached, found.needed)


def _books(survey: Survey, seat: Player) -> bool:
    away = (position for position in survey.positions if position != survey.home(seat))
    return any(survey.has_units(one, seat) or survey.controlled(one, seat) for one in away)
