"""What is wrong with a map string, a sentence for each; first of all that its map is for another number of players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from hive.board.hexes import LAST_RING, labels_up_to, number_of
from hive.board.map_words import Word
from hive.catalog.tables import Tables
from hive.words import Name, Typed, Words, count, listed, say

CENTRE = "000"
# So many places kept for homes, not all of them where homes lie here, are the mark of a map for more players.
_MANY_HOMES = 3
# So many slots in a row are told as from one to the other.
_IN_A_ROW = 3
_OPEN = Word("open", "")


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
            runs.append(say("{first} to {last}", first=run[0], last=run[-1]))
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
    kept = [slot for slot in players_slots(tables) if slot in open_slots and words.get(slot, _OPEN).means == "home"]
    if kept:
        yield say(
            "The map keeps {slots} for your homes. Name your factions, or choose these tiles slot by slot.",
            slots=_slots(kept),
        )
    left = [slot for slot in open_slots if slot not in kept]
    if len(left) == 1:
        yield say("{slot} has no tile.", slot=Name(left[0]))
    elif left:
        yield say("{slots} have no tile.", slots=_slots(left))


def _beyond(tables: Tables, known: Mapping[str, str]) -> Iterator[Words]:
    for slot, number in known.items():
        if slot not in tables.galaxy.kind_of:
            yield say(
                "Tile {tile} stands at {slot}, which is no slot of the template.",
                tile=Name(number),
                slot=Name(slot),
            )
