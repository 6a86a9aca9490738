"""The places of a tracked board, where units of a side stand, and what they are called."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from hive.board import pieces
from hive.board.sides import Tracked
from hive.catalog.tables import Seat
from hive.model.board_counts import count_units
from hive.naming import planet_label, system_label
from hive.words import Words

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
