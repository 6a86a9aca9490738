"""Whether a state from elsewhere can be one of its game: what began it holds, and every value is within bounds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from hive.board.layout import began_with, misplaced
from hive.engine.corrections import correctables
from hive.engine.entries import New
from hive.engine.errors import LogMismatch
from hive.engine.state import dump
from hive.fields import Misfit
from hive.model.game import Game
from hive.words import Words, say

HIGHEST_NUMBER = 10_000
"""More than a game reaches of anything, and little enough to be counted down."""


def check_begun(game: Game, new: New) -> None:
    """Raises LogMismatch if a game cannot have begun with this entry: other players, another seed, another galaxy."""
    # Which advanced pages are played, and who draws, may have been corrected since.
    if replace(game.settings, advanced=new.settings.advanced, draws=new.settings.draws) != new.settings:
        raise LogMismatch(say("its settings are not those that its log begins with"))
    if game.seed != new.seed:
        raise LogMismatch(say("its seed is not the one that its log begins with"))
    if not began_with(game, new.layout):
        raise LogMismatch(say("its galaxy is not the one that its log begins with"))


def check_values(game: Game) -> None:
    """Raises LogMismatch if a value is none that the table could have come to, or have corrected to."""
    for misfit in _misfits(game):
        raise LogMismatch(misfit)


def _misfits(game: Game) -> Iterator[Words]:
    if any(not 0 <= number <= HIGHEST_NUMBER for number in _numbers(dump(game))):
        yield say("it holds a number that no game reaches")
    for one in correctables(game):
        try:
            one.check(one.read(game))
        except Misfit as error:
            yield error.words
    yield from misplaced(game)


def _numbers(value: Any) -> Iterator[int | float]:
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _numbers(inner)
    elif isinstance(value, int | float):
        yield value
