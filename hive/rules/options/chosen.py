"""The options of decks/options/ that a game is played with.

Only what listens at moments, and events, are held against them: a rule reads tables, and asks for no option by name.
"""

from __future__ import annotations

from hive.model.game import Game


def chosen(game: Game, option: str) -> bool:
    """Whether a game is played with an option, named by its id."""
    return option in game.settings.options


def galactic(game: Game) -> bool:
    """Whether the game is played with a galactic event. Rule: 35.scope."""
    return game.tables.played_with.galactic
