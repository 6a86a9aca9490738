"""One card of a copy: the tiles of all that it can show, and what is kept of those that were tapped."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from hive.catalog.copying import with_patch
from hive.catalog.tables import CARD_FIELDS, HiveMindCard, Tables
from hive.catalog.tables.cards import CardField, card_words
from hive.rules.notes import NOTE_WORDS
from hive.web.copies.doubting import card_doubts, like
from hive.web.copies.kept import BadCopy, Copy
from hive.web.table.cards import ACTION_WORDS, SYSTEM_WORDS, Tile
from hive.words import Name, Words, listed, say

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
        return Tile(word, ACTION_WORDS[word], symbol=word)
    if name in ("standard_ship", "advanced_ship"):
        return Tile(word, Name(tables.units.by_key[word].name), symbol=f"u-{word}")
    if name == "spawning_system":
        return Tile(word, SYSTEM_WORDS[word])
    notes = {key: words for key, words in NOTE_WORDS.items() if key == word}
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
