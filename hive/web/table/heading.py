"""What stands above the open step: where in the game the table is."""

from __future__ import annotations

from hive.model.game import Game
from hive.steps import Step
from hive.web.table.cards import SYMBOL_TITLES
from hive.web.words import phase_words


def heading_of(game: Game, step: Step) -> str:
    """The symbol of the running action, or what the step says of itself, or the phase."""
    shown = step.shown
    return SYMBOL_TITLES[shown.symbol] if shown.symbol else shown.heading or phase_words(game)
