"""What leaves the board by itself: support at the end of every turn, and damage in the status phase. Rules: p. 21."""

from __future__ import annotations

from hive.board import pieces
from hive.catalog.tables import Seat
from hive.model.board_counts import places
from hive.model.game import Game
from hive.naming import system_label, units
from hive.steps import Item

SIDES: tuple[Seat, ...] = ("hive", "p1", "p2")


def cleanup(game: Game) -> list[Item]:
    """Take off the Hive's fighters, its infantry in space, and what is too much on its planets; say what went.

    Does nothing without a galaxy. Rules: 21.cleanup.fighters, 21.cleanup.infantry, Q32.
    """
    if game.galaxy is None:
        return []
    lines = []
    for position in sorted(game.galaxy.systems):
        lines += _fighters(game, position)
        lines += _infantry(game, position)
    return lines


def _fighters(game: Game, position: str) -> list[Item]:
    gone = _there(game, "fighter", position)
    if not gone:
        return []
    pieces.take(game, "hive", "fighter", gone, position)
    text = f"Remove {units(game, gone, 'fighter')} in {system_label(game, position)}."
    return [Item(text, "fighters leave at the end of every turn", "21.cleanup.fighters")]


def _infantry(game: Game, position: str) -> list[Item]:
    """Infantry in space has no planet to stay on (Q32)."""
    maximum = game.tables.figures.planet_infantry_maximum.value
    lines = []
    for planet in (None, *pieces.galaxy_of(game).systems[position].planets):
        excess = _there(game, "infantry", position, planet) - (0 if planet is None else maximum)
        if excess > 0:
            pieces.take(game, "hive", "infantry", excess, position, planet)
            where = f"in space in {system_label(game, position)}" if planet is None else f"on {planet}"
            note = "no infantry stays in space" if planet is None else f"a planet keeps at most {maximum}"
            lines.append(Item(f"Remove {units(game, excess, 'infantry')} {where}.", note, "21.cleanup.infantry"))
    return lines


def _there(game: Game, unit: str, position: str, planet: str | None = None) -> int:
    return pieces.units_at(pieces.galaxy_of(game), "hive", position, planet).get(unit, 0)


def repair_all(game: Game) -> None:
    """Repair all damaged units of all sides, as the status phase does. Does nothing without a galaxy."""
    if game.galaxy is None:
        return
    for place in places(game.galaxy):
        for seat in SIDES:
            place.damaged.pop(seat, None)
