"""The two sides of every question about the board: a galaxy that is tracked knows it, or the table is asked.

A chapter of the rules that needs the board has one protocol with the rulebook's words (``board.py``), a class for each
side (``tracked.py``, ``asked.py``), and one function ``board_of`` that chooses between them.
"""

from __future__ import annotations

from collections.abc import Collection
from copy import deepcopy
from dataclasses import dataclass, replace

from hive.board.movement import Chart, chart
from hive.board.pieces import damaged_at, galaxy_of, units_at
from hive.board.survey import Survey
from hive.catalog.tables import Anomaly, Owner, Seat
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

    def tried(self) -> Tracked:
        """The same with a play area and a galaxy of its own, to try something out."""
        galaxy, hive, cards = deepcopy((self.galaxy, self.game.hive, self.game.event_cards))
        return Tracked(replace(self.game, hive=hive, event_cards=cards, galaxy=galaxy), galaxy)

    def chart(self, seat: Seat = "hive", ignored: Collection[Anomaly] = ()) -> Chart:
        """The galaxy as the ships of a side see it now (:func:`hive.board.movement.chart`)."""
        return chart(self.galaxy, self.game.tables, seat, ignored, effects=effects(self.game))

    def units(self, owner: Owner, position: str, planet: str | None = None) -> dict[str, int]:
        """A side's units at a place, by type."""
        return units_at(self.galaxy, owner, position, planet)

    def damaged(self, owner: Owner, position: str, planet: str | None = None) -> dict[str, int]:
        """How many of a side's units at a place have sustained damage, by type."""
        return damaged_at(self.galaxy, owner, position, planet)


@dataclass(frozen=True)
class Asked:
    """The side of a chapter where no galaxy is tracked: the table is asked."""

    game: Game


def survey_of(game: Game) -> Survey:
    """The galaxy of a game as it stands now. Raises ValueError where none is tracked."""
    return Survey(galaxy_of(game), game.tables, effects(game))
