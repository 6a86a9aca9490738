"""The tracked sides of a game's board, for tests of what only they do."""

from __future__ import annotations

from hive.board.pieces import galaxy_of
from hive.model.game import Game
from hive.rules.combat.tracked import TrackedCombat
from hive.rules.control.tracked import TrackedPlanets


def planets_of(game: Game) -> TrackedPlanets:
    return TrackedPlanets(game, galaxy_of(game))


def combat_of(game: Game) -> TrackedCombat:
    return TrackedCombat(game, galaxy_of(game))
