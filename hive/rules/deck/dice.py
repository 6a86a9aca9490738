"""The app's dice. Like a shuffle, each roll follows from the game's seed and its number: undo brings the same dice."""

from __future__ import annotations

import hashlib

from hive.model.game import Game

SIDES = 10


def roll(game: Game, number: int) -> list[int]:
    """Roll so many dice, each from 1 to 10."""
    return [_next(game) for _ in range(number)]


def _next(game: Game) -> int:
    game.rolls += 1
    digest = hashlib.sha256(f"{game.seed}/die/{game.rolls}".encode()).digest()
    return int.from_bytes(digest[:8], "big") % SIDES + 1
