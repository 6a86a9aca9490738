"""What stands above the open step: where in the game the table is."""

from __future__ import annotations

from hive.model.game import Game
from hive.rules.deck import BY_SYMBOL
from hive.steps import Ask, Draw, Step
from hive.web.table.cards import ACTION_WORDS, SYMBOL_TITLES
from hive.web.words import phase_words
from hive.words import Words, say


def heading_of(game: Game, step: Step) -> Words:
    """The symbol of the running action, or what the step says of itself, or the phase.

    Nothing where the headline is that already: once is enough.
    Where the Hive announces the other type of tactical action, the symbol's own was not possible
    (10.definition.other-type).
    """
    symbol = step.shown.symbol
    if not symbol:
        heading = step.shown.heading or phase_words(game)
        return "" if not isinstance(step, Draw) and step.text == heading else heading
    announced = step.undertaking if isinstance(step, Ask) else None
    if announced is not None and announced.action != BY_SYMBOL[symbol]:
        # The symbol itself stands beside it, as a picture.
        return say("{own!c} was not possible", own=ACTION_WORDS[symbol])
    return SYMBOL_TITLES[symbol]
