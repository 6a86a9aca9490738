"""The two sides of every question about the board, and the places of a tracked one where units of a side stand.

A chapter of the rules that needs the board has one protocol with the rulebook's words (``board.py``), a class for each
side (``tracked.py``, ``asked.py``), and one function ``board_of`` that chooses between them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from copy import deepcopy
from dataclasses import dataclass, replace

from hive.board import pieces
from hive.board.movement import Chart, chart
from hive.board.pieces import damaged_at, galaxy_of, units_at
from hive.board.survey import Survey
from hive.catalog.tables import Anomaly, Owner, Seat
from hive.effects import effects
from hive.model.board_counts import count_units
from hive.model.galaxy import Galaxy
from hive.model.game import Game
from hive.naming import planet_label, system_label
from hive.words import Words


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


# --- the places of a tracked board, where units of a side stand, and what they are called


# A system, and one of its planets or None for its space area.
Place = tuple[str, str | None]


class Places(Tracked):
    """The places of the board, and what stands there."""

    def places(self, systems: Collection[str] | None = None) -> Iterator[Place]:
        """Every space area and every planet, those of some systems alone if they are said."""
        for position in sorted(self.galaxy.systems if systems is None else systems):
            yield position, None
            yield from ((position, name) for name in self.galaxy.systems[position].planets)

    def planets_of(self, seat: Seat) -> list[tuple[str, str]]:
        """The planets that a side controls."""
        survey = self.survey
        return [
            (position, name) for position in sorted(self.galaxy.systems) for name in survey.controlled(position, seat)
        ]

    def there(self, place: Place, types: Collection[str], seat: Seat = "hive") -> dict[str, int]:
        """The units of some types that a side has at a place."""
        return {key: there for key, there in pieces.units_at(self.galaxy, seat, *place).items() if key in types}

    def in_all(self, seat: Seat, key: str) -> int:
        """How many units of a type a side has on the board."""
        return count_units(self.galaxy, seat).get(key, 0)

    def has_token(self, seat: Seat, position: str) -> bool:
        """Whether a command token of a side lies in a system."""
        return seat in self.galaxy.systems[position].command_tokens

    def named(self, place: Place) -> Words:
        """What the table calls a place."""
        position, on = place
        return planet_label(self.game, position, on) if on else system_label(self.game, position)
