"""The faces of the Hive Mind cards with every field in words and signs, as they are printed and picked."""

from __future__ import annotations

from dataclasses import dataclass

from hive.catalog.tables import HiveMindCard, Tables
from hive.rules.notes import NOTE_WORDS
from hive.web.table.cards import ACTION_WORDS, SYSTEM_WORDS
from hive.words import Name, Words, count, listed, say


@dataclass(frozen=True)
class Ship:
    """A ship on a card: its key, by which its silhouette is drawn, and its name."""

    key: str
    name: Words


@dataclass(frozen=True)
class Face:
    """A card of the deck as it is drawn; ``number`` counts from 1, ``spoken`` says all of it in one line."""

    number: int
    action: str
    action_words: Words
    icons: int
    initiative: str
    choice: bool
    standard: Ship
    advanced: Ship
    system: Words
    technology: str
    technology_words: Words
    note: Words

    @property
    def spoken(self) -> Words:
        """The card in one line."""
        return say(
            "Card {number}: {fields}",
            number=self.number,
            fields=listed(
                [
                    self.action_words,
                    count(self.icons, "faction icon"),
                    say("initiative {numbers}", numbers=Name(self.initiative)),
                    say("green check") if self.choice else say("no green check"),
                    say("{ship} to {system}", ship=self.standard.name, system=self.system),
                    self.advanced.name,
                    self.technology_words,
                    self.note,
                ],
                ",",
            ),
        )


def face_of(card: HiveMindCard, number: int, tables: Tables) -> Face:
    """The face of a card; ``number`` is its place in the deck."""
    return Face(
        number=number,
        action=str(card.action),
        action_words=ACTION_WORDS.get(str(card.action), ""),
        icons=card.icons or 0,
        initiative=" / ".join(str(one) for one in card.initiative or ()),
        choice=bool(card.choice),
        standard=_ship(str(card.standard_ship), tables),
        advanced=_ship(str(card.advanced_ship), tables),
        system=SYSTEM_WORDS.get(str(card.spawning_system), ""),
        technology=str(card.technology),
        technology_words=Name(str(card.technology)),
        note=NOTE_WORDS[card.promissory_note] if card.promissory_note else "",
    )


def _ship(key: str, tables: Tables) -> Ship:
    return Ship(key, Name(tables.units.by_key[key].name))


def faces(tables: Tables) -> list[Face]:
    """The faces of the deck, in the order of its table."""
    return [face_of(card, number, tables) for number, card in enumerate(tables.hive_mind.cards, 1)]
