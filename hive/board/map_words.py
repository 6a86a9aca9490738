"""What one word of a map string means: a tile, a hyperlane, a place that is open, or one kept for a player's home."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from hive.catalog.tables import Tables

NO_TILE = "-1"
_OPEN = (NO_TILE, "_", "X")
_HOME = re.compile(r"0+|[PH]([0-9]?)")
# A number, perhaps with its face and how far the tile is turned, which only hyperlanes are: 85A2, 85A-2, 85:120.
_TILE = re.compile(r"0*([1-9][0-9]{0,3})(?:([AB])(?:-?[0-9])?|-[0-9])?(?::[0-9]{1,3})?")

Means = Literal["tile", "hyperlane", "beside", "home", "open", "unknown"]


class Word(NamedTuple):
    """What a word means; ``tile`` is the number of a tile that we know, ``seat`` whose home it names."""

    means: Means
    typed: str
    tile: str = ""
    seat: str = ""


def word_of(typed: str, tables: Tables) -> Word:
    """Read a word. A tile with two faces that names none lies with its first one up."""
    word = typed.upper()
    if word in _OPEN:
        return Word("open", typed)
    if home := _HOME.fullmatch(word):
        return Word("home", typed, seat=home[1] or "")
    found = _TILE.fullmatch(word)
    if found is None:
        return Word("unknown", typed)
    number, face = found[1], found[2] or ""
    if number in tables.tiles.hyperlanes:
        return Word("hyperlane", typed)
    if number in tables.tiles.without_tile:
        return Word("beside", typed)
    for tile in (number + face, number, f"{number}A"):
        if tile in tables.tiles.by_number and (tile != number or not face):
            return Word("tile", typed, tile)
    return Word("unknown", typed)
