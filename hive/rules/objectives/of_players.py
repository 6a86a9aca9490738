"""How far a player has come with objectives of the board, and what is lost at home, for the eyes of the table alone.

Rules: 28.1.public, 1.scope.unchanged-rules.

The requirements are counted for the Hive (:mod:`hive.rules.objectives.requirements`). A player's are the same, seen
with both sides in each other's place.
"""

from __future__ import annotations

from hive.board.survey import Survey, in_the_place_of
from hive.catalog.tables import Objective
from hive.model.game import Game, Player
from hive.rules.board.sides import Tracked, board_of
from hive.rules.objectives.on_board import standing
from hive.rules.options.chosen import faction_of

SCORE_ANYWHERE = ("Clan of Saar",)
"""Factions that score public objectives without the planets of their home system."""


def come_of(game: Game, seat: Player, objective: Objective) -> tuple[int, int] | None:
    """How many of what an objective asks of the board a player has, and how many it needs.

    None where no board can tell, and of a player who has nothing on it away from home: that one books nothing.
    """
    board = board_of(game)
    if not isinstance(board, Tracked) or not _books(board.survey, seat):
        return None
    found = standing(objective, in_the_place_of(board.survey, seat))
    return None if found is None else (found.reached, found.needed)


def lost_at_home(game: Game, seat: Player) -> list[str]:
    """The planets of a player's home system that the map shows as somebody else's, or nobody's.

    The home behind a gate counts; who scores without a home loses nothing.
    """
    board = board_of(game)
    if not isinstance(board, Tracked) or faction_of(game, seat) in SCORE_ANYWHERE:
        return []
    survey = board.survey
    home = survey.home(seat)
    if home is None:
        return []
    tiles = survey.tables.tiles
    gate = tiles.by_number[survey.system(home).tile]
    behind = tiles.homes_of(gate.faction) if gate.role == "gate" and gate.faction else []
    homes = [one for one in survey.positions if one == home or survey.system(one).tile in behind]
    return [name for one in homes for name, planet in survey.system(one).planets.items() if planet.control != seat]


def _books(survey: Survey, seat: Player) -> bool:
    away = (position for position in survey.positions if position != survey.home(seat))
    return any(survey.has_units(one, seat) or survey.controlled(one, seat) for one in away)
