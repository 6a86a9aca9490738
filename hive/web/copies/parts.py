"""The parts of a copy that are tapped: cards, diagrams, template, pools; how it is kept, and what is doubtful.

Nothing of it is refused, as the faces of the cards did not reach us (Q07 to Q13): it is asked about.

Rules: 3.1.decisions, 2.board.template, 14.zone.board, 14.zone.thresholds, 2.board.planets-zones-2-3,
2.board.planets-zone-1, 2.board.auxiliary (Q15, Q16, Q76).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, get_args

from pydantic import ValidationError
from werkzeug.datastructures import MultiDict

from hive.board.layout import KIND_WORDS, together
from hive.catalog.checking import ONCE
from hive.catalog.copying import check_copy, read_copy, with_patch
from hive.catalog.documents import TableError, worded
from hive.catalog.options import ReadOption
from hive.catalog.reading import load_rulebook, load_tables
from hive.catalog.tables import (
    CARD_FIELDS,
    DiagramName,
    Difficulty,
    HiveMindCard,
    Kind,
    PlanetCount,
    Pool,
    PriorityBlock,
    Tables,
    UnitType,
    Zone,
)
from hive.catalog.tables.cards import CardField, card_words
from hive.rules.notes import KINDS, note_words
from hive.web.drawing.words import on_tile
from hive.web.paper import damage_words
from hive.web.steps.cards import SYSTEM_WORDS, TERMS, Tile
from hive.words import Name, Spoken, Typed, Words, count, listed, say

DIAGRAMS: dict[str, Words] = {
    "positive": say("Positive system priority"),
    "negative": say("Negative system priority"),
    "positive_planet": say("Positive planet priority"),
    "negative_planet": say("Negative planet priority"),
    "space": say("Hits in space"),
    "ground": say("Hits on the ground"),
}
"""The diagrams with their titles; the last two tell who takes hits."""


class BadCopy(Spoken):
    """A change of a copy that does not fit. Its text is for the table."""


@dataclass(frozen=True)
class Copy:
    """A kept copy: its option, the tables that it makes of those of new games, and these themselves."""

    read: ReadOption
    tables: Tables
    ours: Tables

    @property
    def id(self) -> str:
        """What it is called in addresses."""
        return self.read.option.option

    @cached_property
    def cards(self) -> frozenset[int]:
        """The places of the cards that differ from ours."""
        both = zip(self.tables.hive_mind.cards, self.ours.hive_mind.cards, strict=True)
        return frozenset(place for place, (mine, our) in enumerate(both) if mine != our)

    @cached_property
    def diagrams(self) -> frozenset[str]:
        """The diagrams that differ from ours."""
        return frozenset(name for name in DIAGRAMS if blocks_of(self.tables, name) != blocks_of(self.ours, name))

    @cached_property
    def slots(self) -> frozenset[str]:
        """The slots of the galaxy that have another kind or lie in another zone than ours."""
        mine, ours = _places(self.tables), _places(self.ours)
        return frozenset(slot for slot in {*mine, *ours} if mine.get(slot) != ours.get(slot))

    @cached_property
    def numbers(self) -> bool:
        """Whether pools, thresholds or planet totals differ from ours."""
        return _numbers(self.tables) != _numbers(self.ours)


def blocks_of(tables: Tables, name: str) -> list[str]:
    """The keys of the blocks of a diagram, in their order."""
    if name in ("space", "ground"):
        return [f"{block.action}.{block.unit}" for block in getattr(tables.damage, name).blocks]
    return [block.keep for block in getattr(tables.priorities, name).blocks]


def _places(tables: Tables) -> dict[str, tuple[str, int]]:
    zones = tables.galaxy.zones.of_slot
    return {slot: (kind, zones[slot].zone) for slot, kind in tables.galaxy.kind_of.items()}


def _numbers(tables: Tables) -> tuple[object, ...]:
    galaxy = tables.galaxy
    thresholds = [(zone.zone, zone.colour, zone.threshold) for zone in galaxy.zones.zones]
    return thresholds, galaxy.planet_counts.counts, galaxy.pools


def copy_of(text: str, stem: str, house: Tables) -> Copy:
    """A copy as it is kept. Raises TableError."""
    read = read_copy(text, stem)
    return Copy(read, check_copy(house, load_rulebook(), read), house)


def checked(text: str, stem: str, house: Tables) -> str:
    """The same text, if it fits. Raises BadCopy with all that does not."""
    try:
        copy_of(text, stem, house)
    except TableError as error:
        raise BadCopy(listed([worded(one) for one in error.messages], ";")) from error
    return text


# --- what hardly any printed card shows, and what a deck would have that the rulebook's examples tell of


@dataclass(frozen=True)
class Doubt:
    """Something to look at again: the places of the cards that it is about, none for the whole deck."""

    places: tuple[int, ...]
    words: Words


def card_doubts(card: HiveMindCard, tables: Tables) -> list[Words]:
    """What a printed card hardly shows, in sentences."""
    left, right = (tables.units.by_key[str(key)] for key in (card.standard_ship, card.advanced_ship))
    return [*_ships(left, right), *_doubtful_numbers(card, tables)]


def _ships(left: UnitType, right: UnitType) -> Iterator[Words]:
    """The left ship is the standard one, the right one comes where capacity ships are few (Q11). Rule: 8.card."""
    for unit in dict.fromkeys((left.key, right.key)):
        if unit == "fighter":
            yield say("A fighter as a ship to produce: no rule builds one.")
    if left.key == right.key:
        yield say("{ship!c} on the left and on the right: hardly any card shows that.", ship=Name(left.name))
        return
    if left.cost > right.cost:
        yield say(
            "{left!c} on the left costs more than {right} on the right: are they the other way round?",
            left=Name(left.name),
            right=Name(right.name),
        )
    elif left.plastic == 1 or left.needs_upgrade is not None:
        yield say("{ship!c} on the left, where the standard ship stands.", ship=Name(left.name))
    if not right.capacity_ship:
        yield say("{ship!c} on the right carries nothing: there stands a ship with capacity.", ship=Name(right.name))


def _doubtful_numbers(card: HiveMindCard, tables: Tables) -> Iterator[Words]:
    """Icons are less than the most counters (Q08), and pairs of numbers are neighbours (Q10)."""
    levels: list[Difficulty] = [getattr(tables.difficulty, name) for name in ("easy", "standard", "expert")]
    most = max(level.counter_maximum for level in levels)
    if card.icons and card.icons >= most:
        yield say("{icons}: no player ever has more counters than that.", icons=count(card.icons, "faction icon"))
    numbers = card.initiative or ()
    if len(numbers) == 2 and (numbers[0] % 2 == 0 or numbers[1] != numbers[0] + 1):
        yield say("Initiative {first} / {second}: a pair that we know is 5 / 6.", first=numbers[0], second=numbers[1])


def like(cards: Sequence[HiveMindCard], place: int, among: frozenset[int]) -> list[Words]:
    """A sentence for each of some other cards that shows the same in every field."""
    same = (one for one in sorted(among) if one != place and _alike(cards[one], cards[place]))
    return [say("Card {number} shows the same in every field.", number=one + 1) for one in same]


def deck_doubts(cards: Sequence[HiveMindCard], tables: Tables) -> list[Doubt]:
    """Everything in a deck that is to be looked at again."""
    found = [Doubt((place,), words) for place, card in enumerate(cards) for words in card_doubts(card, tables)]
    for place, card in enumerate(cards):
        twins = tuple(one for one in range(place, len(cards)) if _alike(cards[one], card))
        if len(twins) > 1 and not any(_alike(cards[one], card) for one in range(place)):
            found.append(Doubt(twins, say("These cards show the same in every field.")))
    for words, field, value in _known(tables):
        if not any(getattr(card, field) == value for card in cards):
            found.append(Doubt((), say("No card shows {what}, and the rulebook has it.", what=words)))
    return found


def _alike(one: HiveMindCard, other: HiveMindCard) -> bool:
    return all(getattr(one, field) == getattr(other, field) for field in CARD_FIELDS)


def _known(tables: Tables) -> Iterator[tuple[Words, CardField, object]]:
    """What the rulebook's rules and examples name (Q08 to Q12): in words, its field and its value."""
    for symbol, words in TERMS.items():
        yield say("the action symbol “{action}”", action=words), "action", symbol
    yield say("a green check"), "choice", True
    yield say("the other face of the choice icon"), "choice", False
    for icons in (1, 2, 3):
        yield count(icons, "faction icon"), "icons", icons
    yield say("initiative {numbers}", numbers=Name("8")), "initiative", (8,)
    yield say("initiative {numbers}", numbers=Name("5 / 6")), "initiative", (5, 6)
    for system, name in SYSTEM_WORDS.items():
        yield name, "spawning_system", system
    for colour in tables.technologies.colours:
        yield say("{colour!a} technology", colour=Name(colour)), "technology", colour
    for ship in ("destroyer", "cruiser"):
        yield say("{ship} on the left", ship=Name(tables.units.by_key[ship].name)), "standard_ship", ship
    flagship = Name(tables.units.by_key["flagship"].name)
    yield say("{ship} on the right", ship=flagship), "advanced_ship", "flagship"


# --- one card of a copy: the tiles of all that it can show, and what is kept of those that were tapped


_MOST_ICONS = 5
_ONES = tuple(str(number) for number in range(1, 9))
_ODD, _EVEN = (1, 3, 5, 7), (2, 4, 6, 8)
_PAIRS = tuple(f"{odd},{odd + 1}" for odd in _ODD)
_OTHER_PAIRS = tuple(f"{odd},{even}" for odd in _ODD for even in _EVEN if even != odd + 1)


@dataclass(frozen=True)
class CardRow:
    """A field of a card with the tiles of all that it can show; ``more``: what is rarely wanted."""

    field: CardField
    label: Words
    tiles: tuple[Tile, ...]
    chosen: str
    more: tuple[Tile, ...] = ()


class Doubtful(BadCopy):
    """A card that hardly any copy shows: the table is asked whether its own does."""


def card_rows(copy: Copy, place: int, typed: Mapping[str, str]) -> tuple[CardRow, ...]:
    """The fields of a card; ``typed`` is what was posted and refused."""
    shown = _values(copy.tables.hive_mind.cards[place])
    return tuple(
        CardRow(name, label, _tiles(copy.tables, name), typed.get(name, shown[name]), _rare(copy.tables, name))
        for name, label in CARD_FIELDS.items()
    )


def _values(card: HiveMindCard) -> dict[str, str]:
    found: dict[str, str] = {}
    for name in CARD_FIELDS:
        value = getattr(card, name)
        text = ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
        found[name] = text.lower() if isinstance(value, bool) else text
    return found


def _tiles(tables: Tables, name: CardField) -> tuple[Tile, ...]:
    if name == "choice":
        return (Tile("true", say("green check"), symbol="check"), Tile("false", say("no green check"), symbol="ring"))
    if name == "icons":
        numbers = range(1, _MOST_ICONS + 1)
        return tuple(Tile(str(one), Name(str(one)), symbol="faction", repeat=one) for one in numbers)
    if name == "initiative":
        return tuple(Tile(one, Name(one.replace(",", " / "))) for one in (*_ONES, *_PAIRS))
    return tuple(_tile(tables, name, word) for word in card_words(name) if word != "fighter")


def _rare(tables: Tables, name: CardField) -> tuple[Tile, ...]:
    if name == "initiative":
        return tuple(Tile(one, Name(one.replace(",", " / "))) for one in _OTHER_PAIRS)
    return (_tile(tables, name, "fighter"),) if name in ("standard_ship", "advanced_ship") else ()


def _tile(tables: Tables, name: CardField, word: str) -> Tile:
    if name == "action":
        return Tile(word, TERMS[word], symbol=word)
    if name in ("standard_ship", "advanced_ship"):
        return Tile(word, Name(tables.units.by_key[word].name), symbol=f"u-{word}")
    if name == "spawning_system":
        return Tile(word, SYSTEM_WORDS[word])
    notes = {kind: note_words(kind) for kind in KINDS if kind == word}
    return Tile(word, next(iter(notes.values()), Name(word)))


def card_changed(copy: Copy, place: int, form: Mapping[str, str]) -> str:
    """The text of the copy with a card as a form has it. Raises BadCopy, and Doubtful for one to be asked about."""
    deck = copy.tables.hive_mind.cards
    before, after = deck[:place], deck[place + 1 :]
    cards = [card.model_dump(mode="json") for card in deck]
    posted: dict[str, Any] = {name: form.get(name, "") for name in CARD_FIELDS}
    posted["choice"] = posted["choice"] == "true"
    posted["icons"] = int(posted["icons"]) if posted["icons"].isdecimal() and len(posted["icons"]) == 1 else 0
    posted["initiative"] = [int(one) for one in posted["initiative"].split(",") if one.isdecimal() and len(one) == 1]
    try:
        card = HiveMindCard.model_validate({**posted, "id": cards[place]["id"]})
    except ValidationError as error:
        fields = [CARD_FIELDS[name] for one in error.errors() for name in CARD_FIELDS if name in one["loc"]]
        raise BadCopy(say("Tap what the card shows: {fields}.", fields=listed(fields) or Name("all"))) from error
    asked = [*card_doubts(card, copy.tables), *like([*before, card, *after], place, copy.cards)]
    if asked and form.get("sure") != "yes":
        raise Doubtful(listed([*asked, say("Look again, or say that it does.")], " "))
    cards[place] = card.model_dump(mode="json")
    return with_patch(copy.read, "hive_mind", ["cards"], cards)


# --- the diagrams of a copy, block by block


@dataclass(frozen=True)
class Block:
    """A block of a diagram: its key, and its words."""

    key: str
    words: Words


@dataclass(frozen=True)
class Diagram:
    """A diagram with its blocks in order, and those that could be added."""

    key: str
    title: Words
    blocks: tuple[Block, ...]
    others: tuple[Block, ...]


def diagrams(copy: Copy) -> tuple[Diagram, ...]:
    """All diagrams of the copy."""
    return tuple(_diagram(copy, name) for name in DIAGRAMS)


def _diagram(copy: Copy, name: str) -> Diagram:
    known = _known_block(copy.tables, name)
    there = blocks_of(copy.tables, name)
    others = tuple(Block(key, words) for key, words in known.items() if key not in there)
    return Diagram(name, DIAGRAMS[name], tuple(Block(key, known[key]) for key in there), others)


def _blocks(tables: Tables, name: str) -> dict[str, PriorityBlock]:
    """Every block of the priority diagrams that can stand in one of them, by what it keeps."""
    named: list[DiagramName] = list(get_args(DiagramName))
    # What was taken out here stands in ours.
    ours = load_tables().priorities
    every = {block.keep: block for one in named for block in (*ours.of(one).blocks, *tables.priorities.of(one).blocks)}
    own: list[DiagramName] = [one for one in named if one == name]
    every.update({block.keep: block for one in own for block in tables.priorities.of(one).blocks})
    return {keep: block for keep, block in every.items() if any(tables.priorities.takes(one, keep) for one in own)}


def _known_block(tables: Tables, name: str) -> dict[str, Words]:
    if name in ("space", "ground"):
        return {f"{one.action}.{one.unit}": damage_words(tables, one) for one in getattr(tables.damage, name).blocks}
    return {keep: Name(block.say) for keep, block in _blocks(tables, name).items()}


def diagram_changed(copy: Copy, name: str, form: Mapping[str, str]) -> str:
    """The text of the copy with a block of a diagram moved, taken out or added. Raises BadCopy."""
    there, known = blocks_of(copy.tables, name), _known_block(copy.tables, name)
    what, _, key = form.get("change", "").partition(":")
    if what == "add" and (added := form.get("block", "")) in known and added not in there:
        there = [*there, added]
    elif what in ("up", "down") and key in there:
        at = there.index(key)
        to = max(0, min(len(there) - 1, at + (1 if what == "down" else -1)))
        there[at], there[to] = there[to], there[at]
    elif what == "out" and key in there and name not in ("space", "ground") and len(there) > 1:
        there = [one for one in there if one != key]
    else:
        raise BadCopy(say("Nothing of this diagram is changed by that."))
    return with_patch(copy.read, *_patch(copy.tables, name, there))


def _patch(tables: Tables, name: str, order: list[str]) -> tuple[str, list[Any], Any]:
    if name in ("space", "ground"):
        blocks = [dict(zip(("action", "unit"), key.split("."), strict=True)) for key in order]
        whole = getattr(tables.damage, name).model_dump(mode="json")
        return "damage", [name], {**whole, "blocks": blocks, "default_of_ours": False}
    known = _blocks(tables, name)
    whole = getattr(tables.priorities, name).model_dump(mode="json")
    kept = [known[key].model_dump(mode="json") for key in order]
    return "priorities", [name], {**whole, "blocks": kept, "default_of_ours": False}


# --- template and zones of a copy, slot by slot


def slot_changed(copy: Copy, slot: str, form: Mapping[str, str]) -> str:
    """The text of the copy with a slot of another zone or kind. Raises BadCopy."""
    if slot not in copy.tables.galaxy.kind_of:
        raise BadCopy(say("There is no slot {slot}.", slot=Typed(slot[:10])))
    if zone := form.get("zone", ""):
        return _zoned(copy, slot, zone)
    return _of_kind(copy, slot, form.get("kind", ""))


def _zoned(copy: Copy, slot: str, zone: str) -> str:
    zones: dict[str, Any] = copy.tables.galaxy.zones.model_dump(mode="json")
    if zone not in [str(one["zone"]) for one in zones["zones"]]:
        raise BadCopy(say("There is no zone {zone}.", zone=Typed(zone[:10])))
    for one in zones["zones"]:
        one["slots"] = [at for at in one["slots"] if at != slot]
        one["slots"] += [slot] if str(one["zone"]) == zone else []
        if not one["slots"]:
            raise BadCopy(
                say(
                    "{slot} is the last system of zone {zone}: give that zone another one first.",
                    slot=Name(slot),
                    zone=one["zone"],
                )
            )
    return with_patch(copy.read, "galaxy", ["zones"], {**zones, "default_of_ours": False})


def _of_kind(copy: Copy, slot: str, wanted: str) -> str:
    """A kind that there is once changes places with the slot that gets it; of the others there can be more or less."""
    template: dict[str, Any] = copy.tables.galaxy.template.model_dump(mode="json")
    before, kinds = copy.tables.galaxy.kind_of[slot], template["kinds"]
    kind = next((one for one in get_args(Kind) if one == wanted), None)
    if kind is None:
        raise BadCopy(say("Choose the zone of {slot}, or what belongs there.", slot=Name(slot)))
    if kind not in ONCE and before in ONCE:
        raise BadCopy(
            say(
                "{slot} is the only place for {kind}: tap the place where that belongs, and give it {kind} there.",
                slot=Name(slot),
                kind=Name(before),
            )
        )
    moved = {slot: kind, kinds[kind][0]: before} if kind in ONCE else {slot: kind}
    at = {one: now for now, slots in kinds.items() for one in slots} | moved
    found = {one: [place for place in at if at[place] == one] for one in get_args(Kind)}
    kept = {one: slots for one, slots in found.items() if slots}
    return with_patch(copy.read, "galaxy", ["template"], {**template, "kinds": kept, "default_of_ours": False})


# --- thresholds of the zones, planet totals, and the pools of tiles of a copy: one form, kept as a whole


MOST_COUNTERS, MOST_PLANETS = 9, 99


@dataclass(frozen=True)
class TileRow:
    """A tile of a pool: its number, what is on it, and whether it is ticked."""

    number: str
    words: Words
    ticked: bool


@dataclass(frozen=True)
class PoolRow:
    """A pool: its kinds in signs and words, its tiles, and what else was typed."""

    kinds: str
    words: Words
    tiles: tuple[TileRow, ...]
    typed: str


@dataclass(frozen=True)
class NumberRow:
    """A number to enter: its field, its words, its value, and its bounds."""

    name: str
    label: Words
    value: str
    minimum: int
    maximum: int
    colour: str = ""


def pool_rows(copy: Copy, form: MultiDict[str, str]) -> tuple[PoolRow, ...]:
    """The pools with their tiles; ``form`` is what was posted and refused."""
    return tuple(_pool_row(copy, number, pool, form) for number, pool in enumerate(copy.tables.galaxy.pools))


def _pool_row(copy: Copy, number: int, pool: Pool, form: MultiDict[str, str]) -> PoolRow:
    ticked = form.getlist(f"tile.{number}") if form else pool.tiles
    ours = next((one.tiles for one in copy.ours.galaxy.pools if one.kinds == pool.kinds), [])
    tiles = [TileRow(one, on_tile(copy.tables, one), one in ticked) for one in dict.fromkeys([*ours, *pool.tiles])]
    words = listed(list(dict.fromkeys(KIND_WORDS[kind] for kind in pool.kinds)))
    return PoolRow(", ".join(pool.kinds), words, tuple(tiles), form.get(f"more.{number}", ""))


def thresholds(copy: Copy, form: Mapping[str, str]) -> tuple[NumberRow, ...]:
    """How many counters make a target in each zone."""
    return tuple(_threshold(zone, form) for zone in copy.tables.galaxy.zones.zones)


def _threshold(zone: Zone, form: Mapping[str, str]) -> NumberRow:
    name, words = f"threshold.{zone.zone}", say("Zone {number} ({colour})", number=zone.zone, colour=Name(zone.colour))
    return NumberRow(name, words, form.get(name, str(zone.threshold)), 1, MOST_COUNTERS, zone.colour)


def totals(copy: Copy, form: Mapping[str, str]) -> tuple[NumberRow, ...]:
    """Between which numbers of planets some zones hold together."""
    counts = enumerate(copy.tables.galaxy.planet_counts.counts)
    return tuple(row for number, one in counts for row in _total(number, one, form))


def _total(number: int, one: PlanetCount, form: Mapping[str, str]) -> tuple[NumberRow, NumberRow]:
    least, most, zones = f"least.{number}", f"most.{number}", together(one.zones)
    return (
        NumberRow(least, say("{zones}: at least", zones=zones), form.get(least, str(one.minimum)), 0, MOST_PLANETS),
        NumberRow(most, say("{zones}: at most", zones=zones), form.get(most, str(one.maximum)), 0, MOST_PLANETS),
    )


def pools_changed(copy: Copy, form: MultiDict[str, str]) -> str:
    """The text of the copy with the form's thresholds, totals and pools; what is as it was stays. Raises BadCopy."""
    galaxy: dict[str, Any] = copy.tables.galaxy.model_dump(mode="json")
    for zone, row in zip(galaxy["zones"]["zones"], thresholds(copy, form), strict=True):
        zone["threshold"] = _number(row)
    rows = [_number(row) for row in totals(copy, form)]
    for number, one in enumerate(galaxy["planet_counts"]["counts"]):
        one["minimum"], one["maximum"] = rows[2 * number], rows[2 * number + 1]
        if one["minimum"] > one["maximum"]:
            zones = together(copy.tables.galaxy.planet_counts.counts[number].zones)
            raise BadCopy(
                say(
                    "{zones}: at least {least} and at most {most}: one of the two is wrong.",
                    zones=zones,
                    least=one["minimum"],
                    most=count(one["maximum"], "planet"),
                )
            )
    for pool, tiles in zip(galaxy["pools"], _pooled(copy, form), strict=True):
        pool["tiles"] = tiles
    text, before = "", copy.tables.galaxy.model_dump(mode="json")
    read = copy.read
    for part in ("zones", "planet_counts", "pools"):
        if galaxy[part] != before[part]:
            value = galaxy[part] if part == "pools" else {**galaxy[part], "default_of_ours": False}
            text = with_patch(read, "galaxy", [part], value)
            read = read_copy(text, copy.id)
    return text or with_patch(read, "hive_mind", ["name"], copy.read.option.name)


def _number(row: NumberRow) -> int:
    text = row.value.strip()
    if text.isdecimal() and len(text) < 4 and row.minimum <= int(text) <= row.maximum:
        return int(text)
    raise BadCopy(
        say(
            "{what}: enter a whole number from {least} to {most}.",
            what=row.label,
            least=row.minimum,
            most=row.maximum,
        )
    )


def _pooled(copy: Copy, form: MultiDict[str, str]) -> Iterator[list[str]]:
    """The tiles of each pool, held against what a table of tiles knows and what the template needs."""
    taken: dict[str, str] = {}
    for number, pool in enumerate(copy.tables.galaxy.pools):
        kinds = ", ".join(pool.kinds)
        typed = form.get(f"more.{number}", "").replace(",", " ").split()
        tiles = list(dict.fromkeys([*form.getlist(f"tile.{number}"), *(one.upper() for one in typed)]))
        for one in tiles:
            if one not in copy.tables.tiles.by_number:
                raise BadCopy(say("{kinds}: there is no tile {tile}.", kinds=Name(kinds), tile=Typed(one[:10])))
            if one in taken:
                raise BadCopy(
                    say(
                        "Tile {tile} lies in two pools: {first} and {second}.",
                        tile=Name(one),
                        first=Name(taken[one]),
                        second=Name(kinds),
                    )
                )
            taken[one] = kinds
        needed = sum(len(copy.tables.galaxy.template.kinds.get(kind, [])) for kind in pool.kinds)
        if len(tiles) < needed:
            have, want = count(len(tiles), "tile"), count(needed, "place")
            raise BadCopy(
                say(
                    "{kinds}: the template has {places} for this pool, and it holds {tiles}.",
                    kinds=Name(kinds),
                    places=want,
                    tiles=have,
                )
            )
        yield tiles
