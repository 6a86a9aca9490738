"""What a simulated table books on the board: one entry, as the page sends it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hive.board import pieces
from hive.board.edits import most_units, named
from hive.catalog.tables import Owner, Seat
from hive.engine.entries import Board, Forward
from hive.model.board_counts import count_units
from hive.model.galaxy import Galaxy
from hive.model.game import Game, Player


class Booking:
    """Changes of the board on their way into one entry. What is asked of it counts what has been booked so far."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.galaxy: Galaxy = pieces.galaxy_of(game)
        self.changes: dict[str, int | str] = {}

    def units(self, seat: Owner, position: str, planet: str | None = None) -> dict[str, int]:
        """A side's units at a place, by type; types without any are left out."""
        there = pieces.units_at(self.galaxy, seat, position, planet)
        booked = [key for key in self._types if _field(position, planet, "units", seat, key) in self.changes]
        there |= {key: self._units_of(seat, key, position, planet) for key in booked}
        return {key: there[key] for key in self._types if there.get(key)}

    def add(self, seat: Owner, unit: str, number: int, position: str, planet: str | None = None) -> None:
        """Put units at a place, or take them away if the number is negative."""
        if number:
            field = _field(position, planet, "units", seat, unit)
            self.changes[field] = max(0, self._units_of(seat, unit, position, planet) + number)

    def move(
        self, seat: Seat, unit: str, number: int, origin: tuple[str, str | None], to: tuple[str, str | None]
    ) -> None:
        """Move units from one place to another; undamaged ones go first, and damaged ones stay damaged."""
        left = self._units_of(seat, unit, *origin) - number
        damaged = self.damaged(seat, unit, *origin)
        self.add(seat, unit, -number, *origin)
        self.add(seat, unit, number, *to)
        if damaged > left:
            self.damage(seat, unit, damaged - left, *to)
            self.damage(seat, unit, left - damaged, *origin)

    def damaged(self, seat: Seat, unit: str, position: str, planet: str | None = None) -> int:
        """How many of a side's units of a type at a place have sustained damage."""
        there = pieces.damaged_at(self.galaxy, seat, position, planet).get(unit, 0)
        return int(self.changes.get(_field(position, planet, "damaged", seat, unit), there))

    def damage(self, seat: Seat, unit: str, number: int, position: str, planet: str | None = None) -> None:
        """Mark so many more units as damaged."""
        field = _field(position, planet, "damaged", seat, unit)
        self.changes[field] = self.damaged(seat, unit, position, planet) + number

    def control(self, seat: Player, position: str, planet: str) -> None:
        """Give a planet to a player."""
        self.changes[f"{position}/planet/{planet}/control"] = seat

    def token(self, seat: Player, position: str, there: bool = True) -> None:
        """Put a player's command token into a system, or take it back."""
        self.changes[f"{position}/command_token/{seat}"] = int(there)

    def unused(self, seat: Seat, unit: str) -> int:
        """How many more units of a type a side can put on the board: its plastic, as far as nobody has captured it."""
        on_board = count_units(self.galaxy, seat).get(unit, 0)
        booked = sum(
            int(value) - self._on_board(field)
            for field, value in self.changes.items()
            if field.endswith(f"/units/{seat}/{unit}")
        )
        hive = self.game.hive
        captured = hive.captured.get(unit, 0) + hive.fallen.get(unit, 0) if seat == "hive" else 0
        return most_units(self.game.tables.units.by_key[unit], seat) - on_board - booked - captured

    def entries(self) -> Iterator[Forward]:
        """The entry of the log, if anything comes out otherwise than it stands there."""
        stands = named(self.game, self.changes)
        changes = {field: value for field, value in self.changes.items() if value != stands[field].value}
        if changes:
            yield Board(changes)

    @property
    def _types(self) -> list[str]:
        return [unit.key for unit in self.game.tables.units.units]

    def _units_of(self, seat: Owner, unit: str, position: str, planet: str | None) -> int:
        field = _field(position, planet, "units", seat, unit)
        return int(self.changes.get(field, self._on_board(field)))

    def _on_board(self, field: str) -> int:
        position, *planet, _, seat, unit = field.split("/")
        place = pieces.place_of(self.galaxy, position, planet[1] if planet else None)
        units: Mapping[str, int] = next((there for side, there in place.units.items() if side == seat), {})
        return units.get(unit, 0)


def _field(position: str, planet: str | None, what: str, seat: str, unit: str) -> str:
    place = position if planet is None else f"{position}/planet/{planet}"
    return f"{place}/{what}/{seat}/{unit}"
