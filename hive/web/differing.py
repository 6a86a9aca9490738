"""What a game's tables say otherwise than the app's own, as its pages tell it: row by row."""

from __future__ import annotations

from dataclasses import dataclass

from hive.catalog.copying import Difference, differences
from hive.catalog.tables import Tables
from hive.words import Typed, Words, listed, say

MOST = 60
"""So many a page lists; who has changed more knows the file."""
TABLES: dict[str, Words] = {
    "hive_mind": say("Hive Mind deck"),
    "strategy_cards": say("Strategy cards"),
    "criteria": say("Criteria for strategy cards"),
    "priorities": say("Priority diagrams"),
    "damage": say("Damage diagrams"),
    "difficulty": say("Levels of difficulty"),
    "units": say("Units"),
    "technologies": say("Technologies"),
    "objectives": say("Objectives"),
    "figures": say("Numbers of the rules"),
    "factions": say("Factions"),
    "setup": say("Set-up"),
    "tiles": say("Tiles"),
    "galaxy": say("Galaxy"),
    "exploration": say("Exploration"),
    "agendas": say("Agendas"),
    "doings": say("What players own and do"),
    "reminders": say("Reminders"),
}


@dataclass(frozen=True)
class Changed:
    """A field of a table that says something else: which it is, and what both say."""

    title: Words
    words: Words


@dataclass(frozen=True)
class ChangedTables:
    """What differs, as much as a page lists, and how much more there is."""

    rows: tuple[Changed, ...]
    more: int


def changed_tables(tables: Tables) -> ChangedTables | None:
    """Where some tables differ from the app's own with the same options; None where they do not."""
    found = differences(tables)
    rows = tuple(Changed(_title(one), _words(one)) for one in found[:MOST])
    return ChangedTables(rows, len(found) - len(rows)) if rows else None


def _title(one: Difference) -> Words:
    place = [Typed(part.replace("_", " ")) for part in (one.row, one.field) if part]
    return say("{table}: {place}", table=TABLES[one.table], place=listed(place, ","))


def _words(one: Difference) -> Words:
    if not one.ours:
        return say("{theirs} (not in the app's own tables)", theirs=Typed(one.theirs))
    if not one.theirs:
        return say("left out (in the app's own tables: {ours})", ours=Typed(one.ours))
    return say("{theirs} (in the app's own tables: {ours})", theirs=Typed(one.theirs), ours=Typed(one.ours))
