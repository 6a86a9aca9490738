"""The two sides of every question about the board: a galaxy that is tracked knows it, or the table is asked.

A chapter of the rules that needs the board has one protocol with the rulebook's words (``board.py``), a class for each
side (``tracked.py``, ``asked.py``), and one function ``board_of`` that chooses between them.
"""

from __future__ import annotations

from dataclasses import dataclass

from hive.board.pieces import galaxy_of
from hive.board.survey import Survey
from hive.effects import effects
from hive.model.galaxy import Galaxy
from hive.model.game import Game


@dataclass(frozen=True)
class Tracked:
    """The side of a chapter where the galaxy is tracked: the game, and its galaxy."""

    game: Game
    galaxy: Galaxy

    @property
    def survey(self) -> Survey:
        """The galaxy as it stands now."""
        return Survey(self.galaxy, self.game.tables, effects(self.game))


@dataclass(frozen=True)
class Asked:
    """The side of a chapter where no galaxy is tracked: the table is asked."""

    game: Game


def survey_of(game: Game) -> Survey:
    """The galaxy of a game as it stands now. Raises ValueError where none is tracked."""
    return Survey(galaxy_of(game), game.tables, effects(game))
