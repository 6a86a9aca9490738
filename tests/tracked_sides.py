"""The tracked sides of a game's board, for tests of what only they do."""

from __future__ import annotations

from hive.board.pieces import galaxy_of
from hive.model.game import Game
from hive.rules.board import Tracked


def tracked_board(game: Game) -> Tracked:
    return Tracked(game, galaxy_of(game))
