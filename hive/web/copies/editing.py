"""What the pages of a copy show and change: cards one by one, diagrams block by block, the galaxy slot by slot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_args

from pydantic import ValidationError

from hive.board.fitting import KIND_WORDS
from hive.catalog.copying import check_copy, doubts, read_copy, with_patch
from hive.catalog.documents import TableError
from hive.catalog.options import ReadOption
from hive.catalog.reading import load_rulebook, load_tables
from hive.catalog.tables import CARD_FIELDS, DiagramName, HiveMindCard, PriorityBlock, Tables
from hive.catalog.tables.cards import CardField, card_words
from hive.rules.notes.notes import NOTE_WORDS
from hive.web.paper.reference import damage_words
from hive.web.table.cards import ACTION_WORDS, SYSTEM_WORDS, Tile
from hive.words import Name, Spoken, Typed, Words, listed, say

DIAGRAMS: dict[str, Words] = {
    "positive": say("Positive system priority"),
    "negative": say("Negative system priority"),
    "positive_planet": say("Positive planet priority"),
    "negative_planet": say("Negative planet priority"),
    "space": say("Hits in space"),
    "ground": say("Hits on the ground"),
}
_MOST_ICONS = 5
_PAIRS = tuple(f"{odd},{odd + 1}" for odd in (1, 3, 5, 7))
_ONES = tuple(str(number) for number in range(1, 9))


class BadCopy(Spoken):
    """A change of a copy that does not fit. Its text is for the table."""


@dataclass(frozen=True)
class Copy:
    """A kept copy: its option, the tables that it makes of those of new games, and what does not fit in it."""

    read: ReadOption
    tables: Tables

    @property
    def id(self) -> str:
        """What it is called in addresses."""
        return self.read.option.option


@dataclass(frozen=True)
class CardRow:
    """A field of a card with the tiles of all that it can show."""

    field: CardField
    label: Words
    tiles: tuple[Tile, ...]
    chosen: str


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


def copy_of(text: str, stem: str, house: Tables) -> Copy:
    """A copy as it is kept. Raises TableError."""
    read = read_copy(text, stem)
    return Copy(read, check_copy(house, load_rulebook(), read))


# --- cards


def card_rows(copy: Copy, place: int, typed: Mapping[str, str]) -> tuple[CardRow, ...]:
    """The fields of a card; ``typed`` is what was posted and refused."""
    shown = _values(copy.tables.hive_mind.cards[place])
    return tuple(
        CardRow(name, label, _tiles(copy.tables, name), typed.get(name, shown[name]))
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
    return tuple(_tile(tables, name, word) for word in card_words(name))


def _tile(tables: Tables, name: CardField, word: str) -> Tile:
    if name == "action":
        return Tile(word, ACTION_WORDS[word], symbol=word)
    if name in ("standard_ship", "advanced_ship"):
        return Tile(word, Name(tables.units.by_key[word].name), symbol=f"u-{word}")
    if name == "spawning_system":
        return Tile(word, SYSTEM_WORDS[word])
    notes = {key: words for key, words in NOTE_WORDS.items() if key == word}
    return Tile(word, next(iter(notes.values()), Name(word)))


def card_changed(copy: Copy, place: int, form: Mapping[str, str]) -> str:
    """The text of the copy with a card as a form has it. Raises BadCopy."""
    cards = [card.model_dump(mode="json") for card in copy.tables.hive_mind.cards]
    posted: dict[str, Any] = {name: form.get(name, "") for name in CARD_FIELDS}
    posted["choice"] = posted["choice"] == "true"
    posted["icons"] = int(posted["icons"]) if posted["icons"].isdecimal() and len(posted["icons"]) == 1 else 0
    posted["initiative"] = [int(one) for one in posted["initiative"].split(",") if one.isdecimal() and len(one) == 1]
    try:
        card = HiveMindCard.model_validate({**posted, "id": cards[place]["id"]})
    except ValidationError as error:
        fields = [CARD_FIELDS[name] for one in error.errors() for name in CARD_FIELDS if name in one["loc"]]
        raise BadCopy(say("Tap what the card shows: {fields}.", fields=listed(fields) or Name("all"))) from error
    if doubts([card]) and form.get("sure") != "yes":
        raise BadCopy(
            say(
                "{ship!c} on the left and on the right: hardly any card shows that. Look again, or say that it does.",
                ship=Name(copy.tables.units.by_key[str(card.standard_ship)].name),
            )
        )
    cards[place] = card.model_dump(mode="json")
    return with_patch(copy.read, "hive_mind", ["cards"], cards)


# --- diagrams


def diagrams(copy: Copy) -> tuple[Diagram, ...]:
    """All diagrams of the copy."""
    return tuple(_diagram(copy, name) for name in DIAGRAMS)


def _diagram(copy: Copy, name: str) -> Diagram:
    known = _known(copy.tables, name)
    there = _keys(copy.tables, name)
    others = tuple(Block(key, words) for key, words in known.items() if key not in there)
    return Diagram(name, DIAGRAMS[name], tuple(Block(key, known[key]) for key in there), others)


def _keys(tables: Tables, name: str) -> list[str]:
    if name in ("space", "ground"):
        return [f"{block.action}.{block.unit}" for block in getattr(tables.damage, name).blocks]
    return [block.keep for block in getattr(tables.priorities, name).blocks]


def _blocks(tables: Tables, name: str) -> dict[str, PriorityBlock]:
    """Every block of the priority diagrams that can stand in one of them, by what it keeps."""
    named: list[DiagramName] = list(get_args(DiagramName))
    # What was taken out here stands in ours.
    ours = load_tables().priorities
    every = {block.keep: block for one in named for block in (*ours.of(one).blocks, *tables.priorities.of(one).blocks)}
    own: list[DiagramName] = [one for one in named if one == name]
    every.update({block.keep: block for one in own for block in tables.priorities.of(one).blocks})
    return {keep: block for keep, block in every.items() if any(tables.priorities.takes(one, keep) for one in own)}


def _known(tables: Tables, name: str) -> dict[str, Words]:
    if name in ("space", "ground"):
        return {f"{one.action}.{one.unit}": damage_words(tables, one) for one in getattr(tables.damage, name).blocks}
    return {keep: Name(block.say) for keep, block in _blocks(tables, name).items()}


def diagram_changed(copy: Copy, name: str, form: Mapping[str, str]) -> str:
    """The text of the copy with a block of a diagram moved, taken out or added. Raises BadCopy."""
    there, known = _keys(copy.tables, name), _known(copy.tables, name)
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


# --- the galaxy


def slot_changed(copy: Copy, slot: str, form: Mapping[str, str]) -> str:
    """The text of the copy with a slot in another zone, or exchanged with another slot's kind. Raises BadCopy."""
    galaxy, zone, other = copy.tables.galaxy, form.get("zone", ""), form.get("other", "")
    if slot not in galaxy.kind_of:
        raise BadCopy(say("There is no slot {slot}.", slot=Typed(slot[:10])))
    if zone:
        zones = galaxy.zones.model_dump(mode="json")
        for one in zones["zones"]:
            one["slots"] = [at for at in one["slots"] if at != slot]
            one["slots"] += [slot] if str(one["zone"]) == zone else []
        empty = [one["zone"] for one in zones["zones"] if not one["slots"]]
        if empty:
            raise BadCopy(say("{slot} is the last system of zone {zone}.", slot=Name(slot), zone=empty[0]))
        return with_patch(copy.read, "galaxy", ["zones"], {**zones, "default_of_ours": False})
    if other not in galaxy.kind_of:
        raise BadCopy(say("Choose a zone, or the slot with which {slot} changes places.", slot=Name(slot)))
    template = galaxy.template.model_dump(mode="json")
    changing = {slot: other, other: slot}
    kinds = {kind: [changing.get(at, at) for at in slots] for kind, slots in template["kinds"].items()}
    return with_patch(copy.read, "galaxy", ["template"], {**template, "kinds": kinds, "default_of_ours": False})


def slots_of(copy: Copy) -> list[tuple[str, Words]]:
    """Every slot of the template, with what belongs there."""
    kinds = copy.tables.galaxy.kind_of
    return [
        (slot, say("{slot} {kind}: {what}", slot=Name(slot), kind=Name(kinds[slot]), what=KIND_WORDS[kinds[slot]]))
        for slot in sorted(kinds)
    ]


def checked(text: str, stem: str, house: Tables) -> str:
    """The same text, if it fits. Raises BadCopy with all that does not."""
    try:
        copy_of(text, stem, house)
    except TableError as error:
        raise BadCopy(listed([Typed(one) for one in error.messages], ";")) from error
    return text
