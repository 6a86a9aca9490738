"""The two sides of every question about the board: a galaxy that is tracked knows it, or the table is asked.

A chapter of the rules that needs the board has one protocol with the rulebook's words, and a class for each side.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from hive.board.pieces import galaxy_of
from hive.board.survey import Survey
from hive.model.galaxy import Galaxy
from hive.model.game import Game

Side = TypeVar("Side")


@dataclass(frozen=True)
class Tracked:
    """The side of a chapter where the galaxy is tracked: the game, and its galaxy."""

    game: Game
    galaxy: Galaxy

    @property
    def survey(self) -> Survey:
        """The galaxy as it stands now."""
        return Survey(self.galaxy, self.game.tables)


@dataclass(frozen=True)
class Asked:
    """The side of a chapter where no galaxy is tracked: the table is asked."""

    game: Game


def survey_of(game: Game) -> Survey:
    """The galaxy of a game as it stands now. Raises ValueError where none is tracked."""
    return Survey(galaxy_of(game), game.tables)


def choose(game: Game, tracked: Callable[[Game, Galaxy], Side], asked: Callable[[Game], Side]) -> Side:
    """The side that answers in this game."""
    return asked(game) if game.galaxy is None else tracked(game, game.galaxy)
