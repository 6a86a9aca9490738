"""The galaxy as a sheet to lay out: the map with the number of each tile, and which tiles to take out of the boxes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import get_args

from hive.catalog.tables import BOX_WORDS, Box, Tables
from hive.model.game import Game
from hive.rules.setup.set_up import Line, board_lines
from hive.web.drawing.galaxy import laid_out
from hive.web.drawing.shapes import MapView
from hive.words import Words, say


@dataclass(frozen=True)
class BoxTiles:
    """Tiles of one box and one back, by their numbers."""

    box: Words
    back: Words
    tiles: tuple[str, ...]


@dataclass(frozen=True)
class LayoutSheet:
    """The galaxy of a game as a sheet."""

    map: MapView
    taken: tuple[BoxTiles, ...]
    lines: tuple[Line, ...]
    number: int


_BACKS: dict[str, Words] = {
    "blue": say("blue back"),
    "red": say("red back"),
    "home": say("homes"),
    "none": say("others"),
}


def layout_sheet(game: Game) -> LayoutSheet:
    """The sheet of a game. Raises ValueError if it tracks no galaxy."""
    if game.galaxy is None:
        raise ValueError("This game tracks no galaxy.")
    tiles = [system.tile for system in game.galaxy.systems.values()]
    return LayoutSheet(
        map=laid_out(game),
        taken=tuple(_taken(game.tables, tiles)),
        lines=tuple(board_lines(game)),
        number=len(tiles),
    )


def _taken(tables: Tables, tiles: Iterable[str]) -> Iterator[BoxTiles]:
    """The tiles below box and back, in the order in which they lie in the boxes."""
    found = [tables.tiles.by_number[number] for number in tiles]
    for box in get_args(Box):
        for back, words in _BACKS.items():
            numbers = sorted((tile.tile for tile in found if (tile.box, tile.back) == (box, back)), key=_in_order)
            if numbers:
                yield BoxTiles(BOX_WORDS[box], words, tuple(numbers))


def _in_order(number: str) -> tuple[int, str]:
    digits = "".join(sign for sign in number if sign.isdigit())
    return int(digits or 0), number
