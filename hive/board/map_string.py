"""Map strings as the community's tools write them: tile numbers ring by ring, clockwise from straight above.

Mecatol Rex in the middle is understood; another tile there stands first, in braces. A place without a tile is -1, and
0 is one that is still open. Read are also commas between the numbers, and Mecatol Rex as the first of whole rings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from hive.board.hexes import LAST_RING, labels_up_to
from hive.catalog.tables import Tables
from hive.words import Name, Typed, Words, listed, say

CENTRE = "000"
_MECATOL_REX = "18"
_NO_TILE = "-1"
_OPEN = ("0", _NO_TILE)
_LONGEST_TEXT = 4000


@dataclass(frozen=True)
class MapRead:
    """A map string that was read: the tile of each slot, and a sentence for all that is wrong.

    With ``errors`` the tiles are no galaxy. :func:`hive.board.fitting.misfits` tells whether tiles fit their slots.
    """

    tiles: dict[str, str]
    errors: tuple[Words, ...]


def write_map_string(placed: Mapping[str, str]) -> str:
    """The tiles on the map as a map string. In: the tile of each slot; systems beside the map are left out."""
    outermost = max((int(slot[0]) for slot in placed if slot in _SLOTS), default=0)
    tiles = [placed.get(slot, _NO_TILE) for slot in labels_up_to(outermost)]
    middle = [] if tiles[0] == _MECATOL_REX else [f"{{{tiles[0]}}}"]
    return " ".join([*middle, *tiles[1:]])


def read_map_string(text: str, tables: Tables) -> MapRead:
    """Read a map string for the template. Out: its tiles, and what is wrong; it never raises."""
    if len(text) > _LONGEST_TEXT:
        return MapRead({}, (say("This is too long for a map string."),))
    middle, rest = _split(text, tables)
    if middle is None and not rest:
        return MapRead({}, (say("The map string is empty; paste the tile numbers ring by ring, from 101 on."),))
    if len(rest) >= len(_SLOTS):
        return MapRead({}, (_too_long(len(rest)),))
    typed = dict(zip(labels_up_to(LAST_RING)[1:], rest, strict=False))
    if middle is not None or CENTRE in tables.galaxy.kind_of:
        typed = {CENTRE: _MECATOL_REX if middle is None else middle} | typed
    known = {slot: number for slot, word in typed.items() if (number := word.upper()) in tables.tiles.by_number}
    errors = [
        *_unknown(typed, known),
        *_doubled(known),
        *_missing(tables, typed),
        *_beyond(tables, known),
    ]
    return MapRead({slot: known[slot] for slot in tables.galaxy.kind_of if slot in known}, tuple(errors))


_SLOTS = frozenset(labels_up_to(LAST_RING))


def _split(text: str, tables: Tables) -> tuple[str | None, list[str]]:
    """The tile in the middle, if it stands at the front, and the words after it."""
    braces = re.match(r"\s*\{([^{}]*)\}", text)
    words = re.split(r"[\s,;]+", text[braces.end() if braces else 0 :].strip(" \t\r\n,;"))
    words = [word for word in words if word]
    if braces is not None:
        return braces[1].strip(), words
    first = tables.tiles.by_number.get(words[0]) if words else None
    whole_rings = {len(labels_up_to(number)) for number in range(1, LAST_RING + 1)}
    if first is not None and first.role == "mecatol_rex" and len(words) in whole_rings:
        return words[0], words[1:]
    return None, words


def _too_long(number: int) -> Words:
    most = len(_SLOTS) - 1
    return say("A map string has at most {most} tiles, this one has {number}.", most=most, number=number)


def _unknown(words: Mapping[str, str], known: Mapping[str, str]) -> Iterator[Words]:
    for slot, word in words.items():
        if slot not in known and word not in _OPEN:
            shown = word if len(word) <= 20 else f"{word[:20]}..."
            yield say("At {slot} stands '{typed}', but no tile has that number.", slot=Name(slot), typed=Typed(shown))


def _doubled(known: Mapping[str, str]) -> Iterator[Words]:
    """Two faces of one tile are that tile twice."""
    places: dict[str, list[str]] = {}
    for slot, number in known.items():
        places.setdefault(number.rstrip("AB"), []).append(slot)
    for number, slots in places.items():
        if len(slots) > 1:
            places_of_it = listed([Name(slot) for slot in slots])
            yield say("Tile {tile} stands at {slots}, but there is only one.", tile=Name(number), slots=places_of_it)


def _missing(tables: Tables, words: Mapping[str, str]) -> Iterator[Words]:
    slots = [Name(slot) for slot in sorted(tables.galaxy.kind_of) if words.get(slot, _NO_TILE) in _OPEN]
    if len(slots) == 1:
        yield say("{slot} has no tile.", slot=slots[0])
    elif slots:
        yield say("{slots} have no tile.", slots=listed(slots))


def _beyond(tables: Tables, known: Mapping[str, str]) -> Iterator[Words]:
    for slot, number in known.items():
        if slot not in tables.galaxy.kind_of:
            yield say(
                "Tile {tile} stands at {slot}, which is no slot of the template.",
                tile=Name(number),
                slot=Name(slot),
            )
