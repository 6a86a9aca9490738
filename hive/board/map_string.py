"""Map strings as the community's tools write them: tile numbers ring by ring, clockwise from straight above.

Mecatol Rex in the middle is understood; another tile there stands first, in braces. A place without a tile is -1, and
0 is one that is kept for a player's home. Read are also commas between the numbers, the middle as the first of whole
rings, and the links of map tools.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from hive.board.hexes import LAST_RING, labels_up_to
from hive.board.map_faults import CENTRE, faults, players_slots
from hive.board.map_text import MapText, taken_apart
from hive.board.map_words import NO_TILE, Word, word_of
from hive.catalog.tables import Tables
from hive.words import Words, count, say

_MECATOL_REX = "18"
LONGEST_TEXT = 2000
_SLOTS = labels_up_to(LAST_RING)


@dataclass(frozen=True)
class MapRead:
    """A map string that was read: the tile of each slot, and a sentence for all that is wrong.

    With ``errors`` the tiles are no galaxy. :func:`hive.board.fitting.misfits` tells whether tiles fit their slots.
    ``seats`` are the players' slots that the text keeps for homes, with the number of the player where it names one.
    ``pool``: the tiles that it names and that a galaxy can be drawn from, wherever they stand in it.
    """

    tiles: dict[str, str]
    errors: tuple[Words, ...]
    seats: Mapping[str, str]
    pool: tuple[str, ...] = field(default=(), compare=False)


def write_map_string(placed: Mapping[str, str]) -> str:
    """The tiles on the map as a map string. In: the tile of each slot; systems beside the map are left out."""
    outermost = max((int(slot[0]) for slot in placed if slot in _SLOTS), default=0)
    tiles = [placed.get(slot, NO_TILE) for slot in labels_up_to(outermost)]
    middle = [] if tiles[0] == _MECATOL_REX else [f"{{{tiles[0]}}}"]
    return " ".join([*middle, *tiles[1:]])


def read_map_string(text: str, tables: Tables, homes: Sequence[str] = ()) -> MapRead:
    """Read a map string for the template; it never raises.

    In: the tiles of the two homes, if they are known, for the players' slots that the text keeps open.
    """
    apart = taken_apart(text, _rexes(tables))
    if wrong := _no_list(text, apart):
        return MapRead({}, (wrong,), {})
    words = _words(apart, tables)
    known = {slot: word.tile for slot, word in words.items() if word.means == "tile"}
    kept = [slot for slot, word in words.items() if word.means == "home"]
    seats = {slot: words[slot].seat for slot in players_slots(tables) if slot in kept}
    if len(seats) == len(homes):
        known |= dict(zip(seats, homes, strict=True))
    # Which tile lies in the main spawning system is no question.
    if pool := tables.galaxy.pool_of("MS"):
        known |= {slot: pool.tiles[-1] for slot in tables.galaxy.template.kinds["MS"] if slot in kept}
    tiles = {slot: known[slot] for slot in tables.galaxy.kind_of if slot in known}
    named = dict.fromkeys(word.tile for word in words.values() if word.means == "tile")
    drawable = tuple(one for one in named if tables.tiles.by_number[one].back in ("blue", "red"))
    return MapRead(tiles, tuple(faults(tables, words, known)), seats, drawable)


def _no_list(text: str, apart: MapText) -> Words:
    """Why a text is no list of tiles; empty if it is one."""
    if len(text) > LONGEST_TEXT:
        return say("This is too long for a map string.")
    if apart.bare_link:
        return say("This link names no tiles. Open it, and paste the map string that stands there.")
    if apart.middle is None and not apart.words:
        return say("The map string is empty; paste the tile numbers ring by ring, from 101 on.")
    if len(apart.words) >= len(_SLOTS):
        most = len(_SLOTS) - 1
        return say(
            "A map string has at most {most}, this one has {number}.", most=count(most, "tile"), number=len(apart.words)
        )
    return ""


def _words(apart: MapText, tables: Tables) -> dict[str, Word]:
    """The word of each slot. Mecatol Rex is understood in the middle where the text has it nowhere."""
    words = {slot: word_of(typed, tables) for slot, typed in zip(_SLOTS[1:], apart.words, strict=False)}
    if apart.middle is not None:
        return {CENTRE: word_of(apart.middle, tables)} | words
    rexes = _rexes(tables)
    if not rexes:
        return words
    elsewhere = any(word.tile in rexes for word in words.values())
    return {CENTRE: word_of(NO_TILE if elsewhere else _MECATOL_REX, tables)} | words


def _rexes(tables: Tables) -> list[str]:
    """The tiles that are Mecatol Rex; none where the template has no middle."""
    in_the_middle = CENTRE in tables.galaxy.kind_of
    return [tile.tile for tile in tables.tiles.tiles if in_the_middle and tile.role == "mecatol_rex"]
