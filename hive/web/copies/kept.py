"""A kept copy as its pages show it, and in what it differs from our defaults."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from hive.catalog.copying import check_copy, read_copy
from hive.catalog.documents import TableError, worded
from hive.catalog.options import ReadOption
from hive.catalog.reading import load_rulebook
from hive.catalog.tables import Tables
from hive.words import Spoken, Words, listed, say

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
