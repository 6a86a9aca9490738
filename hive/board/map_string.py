"""Map strings as the community's tools write them: tile numbers ring by ring, clockwise from straight above.

Mecatol Rex in the middle is understood; another tile there stands first, in braces. A place without a tile is -1, and 0
is one that is kept for a player's home. Read are also commas between the numbers, the middle as the first of whole
rings, and the links of map tools.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Literal, NamedTuple
from urllib.parse import unquote_plus

from hive.board.adjacency import LAST_RING, labels_up_to, number_of
from hive.catalog.tables import Tables
from hive.words import Name, Typed, Words, count, listed, say

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


# --- the text of a map string taken apart: a bare list of tiles, one with braces, or a link of a map tool


_WHOLE_RINGS = frozenset(len(labels_up_to(number)) for number in range(1, LAST_RING + 1))
# What the map tools call the tiles in their links. Only behind `tiles` does the middle come first.
_IN_A_LINK = re.compile(r"(?:^|[?&#\s])(tiles|map|mapstring)=([^&#\s]*)", re.IGNORECASE)


class MapText(NamedTuple):
    """The word for the middle, if the text has one, and the words for the slots after it; a link without tiles."""

    middle: str | None
    words: list[str]
    bare_link: bool = False


def taken_apart(text: str, rexes: Collection[str]) -> MapText:
    """Take a map string apart. In: the text, and the tiles that are Mecatol Rex, if it lies in the middle.

    The middle stands in braces, or is the first of whole rings with Mecatol Rex somewhere among them, or it is Mecatol
    Rex and the first of all.
    """
    link = _IN_A_LINK.search(text)
    if link is None and "://" in text:
        return MapText(None, [], bare_link=True)
    whole = unquote_plus(link[2]) if link else text
    braces = re.match(r"\s*\{([^{}]*)\}", whole)
    words = [word for word in re.split(r"[\s,;]+", whole[braces.end() if braces else 0 :]) if word]
    if braces is not None:
        return MapText(braces[1].strip(), words)
    in_front = bool(words) and words[0] in rexes and len(words) + 1 not in _WHOLE_RINGS
    rings = len(words) in _WHOLE_RINGS and any(word in rexes for word in words)
    if words and (in_front or rings or (link is not None and link[1].lower() == "tiles")):
        return MapText(words[0], words[1:])
    return MapText(None, words)


# --- what is wrong with a map string, a sentence for each; first of all that its map is for another number of players


CENTRE = "000"
# So many places kept for homes, not all of them where homes lie here, are the mark of a map for more players.
_MANY_HOMES = 3
# So many slots in a row are told as from one to the other.
_IN_A_ROW = 3
_OPEN_SLOT = Word("open", "")


def faults(tables: Tables, words: Mapping[str, Word], known: Mapping[str, str]) -> list[Words]:
    """A sentence for all that is wrong. In: the word of each slot, and the tile where one is known.

    What shows that the map is for another number of players goes alone: the rest would follow from it.
    """
    return list(_for_others(tables, words)) or [
        *_unknown(words),
        *_rex_elsewhere(tables, known),
        *_doubled(known),
        *_missing(tables, words, known),
        *_beyond(tables, known),
    ]


def _for_others(tables: Tables, words: Mapping[str, Word]) -> Iterator[Words]:
    """That the map is for another number of players, with all that shows it."""
    signs = []
    homes = players_slots(tables)
    kept = [slot for slot, word in words.items() if word.means == "home" and slot != CENTRE]
    if len(kept) >= _MANY_HOMES and set(kept) - {*homes, *tables.galaxy.template.kinds["MS"]}:
        there, here = _slots(kept), _slots(homes)
        signs.append(say("it keeps places for homes at {there}, and here homes lie at {here}", there=there, here=here))
    if lanes := sum(word.means == "hyperlane" for word in words.values()):
        signs.append(say("it has {hyperlanes}, and this galaxy has none", hyperlanes=count(lanes, "hyperlane")))
    rings = max((int(slot[0]) for slot, word in words.items() if word.means in ("tile", "hyperlane")), default=0)
    ours = max(int(slot[0]) for slot in tables.galaxy.kind_of)
    if rings > ours:
        signs.append(
            say("it has {rings} around its middle, and this galaxy has {ours}", rings=count(rings, "ring"), ours=ours)
        )
    if signs:
        yield say("This map is for another number of players: {signs}.", signs=listed(signs, ";"))


def players_slots(tables: Tables) -> list[str]:
    """The slots of the players' homes."""
    kinds = tables.galaxy.template.kinds
    return [slot for kind in ("PL1", "PL2") for slot in kinds.get(kind, ())]


def _slots(labels: Sequence[str]) -> Words:
    """Slots in words, with those in a row as from one to the other."""
    runs: list[Words] = []
    places = sorted(number_of(label) for label in labels)
    every = labels_up_to(LAST_RING)
    for _, found in groupby(enumerate(places), key=lambda pair: pair[1] - pair[0]):
        run = [Name(every[place]) for _, place in found]
        if len(run) < _IN_A_ROW:
            runs += run
        else:
            runs.append(say("{least} to {most}", least=run[0], most=run[-1]))
    return listed(runs)


def _unknown(words: Mapping[str, Word]) -> Iterator[Words]:
    for slot, word in words.items():
        if word.means == "unknown":
            shown = word.typed if len(word.typed) <= 20 else f"{word.typed[:20]}..."
            yield say("At {slot} stands '{typed}', but no tile has that number.", slot=Name(slot), typed=Typed(shown))


def _rex_elsewhere(tables: Tables, known: Mapping[str, str]) -> Iterator[Words]:
    """Mecatol Rex on another slot while nothing lies in the middle."""
    if CENTRE in tables.galaxy.kind_of and CENTRE not in known:
        for slot, number in known.items():
            if tables.tiles.by_number[number].role == "mecatol_rex":
                yield say("Mecatol Rex stands at {slot}; here it lies in the middle, at 000.", slot=Name(slot))


def _doubled(known: Mapping[str, str]) -> Iterator[Words]:
    """Two faces of one tile are that tile twice."""
    places: dict[str, list[str]] = {}
    for slot, number in known.items():
        places.setdefault(number.rstrip("AB"), []).append(slot)
    for number, slots in places.items():
        if len(slots) > 1:
            places_of_it = listed([Name(slot) for slot in slots])
            yield say("Tile {tile} stands at {slots}, but there is only one.", tile=Name(number), slots=places_of_it)


def _missing(tables: Tables, words: Mapping[str, Word], known: Mapping[str, str]) -> Iterator[Words]:
    """The slots without a tile; what is unknown has been named already, and so has Mecatol Rex on another slot."""
    told = {slot for slot, word in words.items() if word.means == "unknown"}
    told |= {CENTRE} if any(_rex_elsewhere(tables, known)) else set()
    open_slots = [slot for slot in tables.galaxy.kind_of if slot not in known and slot not in told]
    kept = [
        slot for slot in players_slots(tables) if slot in open_slots and words.get(slot, _OPEN_SLOT).means == "home"
    ]
    if kept:
        yield say(
            "The map keeps {slots} for your homes. Name your factions, or choose these tiles slot by slot.",
            slots=_slots(kept),
        )
    left = [slot for slot in open_slots if slot not in kept]
    if left:
        yield say("No tile lies at {slots}.", slots=_slots(left))


def _beyond(tables: Tables, known: Mapping[str, str]) -> Iterator[Words]:
    for slot, number in known.items():
        if slot not in tables.galaxy.kind_of:
            yield say(
                "Tile {tile} stands at {slot}, which is no slot of the template.",
                tile=Name(number),
                slot=Name(slot),
            )


# --- map strings as the community's tools write them: tile numbers ring by ring, clockwise from straight above


_MECATOL_REX = "18"
LONGEST_TEXT = 2000
_SLOTS = labels_up_to(LAST_RING)


@dataclass(frozen=True)
class MapRead:
    """A map string that was read: the tile of each slot, and a sentence for all that is wrong.

    With ``errors`` the tiles are no galaxy. :func:`hive.board.layout.misfits` tells whether tiles fit their slots.
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
