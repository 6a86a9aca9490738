"""What players own and do to the Hive, sorted by what it changes, with where each kind of change acts."""

from __future__ import annotations

from dataclasses import dataclass

from hive.catalog.tables import BOX_WORDS, Doing, Tables
from hive.catalog.tables.acts import How
from hive.web.lookup.switches import SWITCHES
from hive.words import Name, Words, say

HOW_WORDS: dict[How, Words] = {
    "itself": say("the app minds it by itself"),
    "tap": say("by a tap"),
    "sheet": say("on the sheet of the system"),
    "says": say("the app only says what to do"),
}
"""How the app plays what players own and do."""


@dataclass(frozen=True)
class DoingView:
    """One of them: its name, whose it is, when it can be done, and how the app plays it."""

    name: str
    of: Words
    when: str
    how: Words


@dataclass(frozen=True)
class SwitchView:
    """A kind of change, the places where it acts, and all that is of that kind."""

    title: Words
    places: tuple[Words, ...]
    rows: tuple[DoingView, ...]


def by_switch(tables: Tables) -> tuple[SwitchView, ...]:
    """All kinds of changes with what is of each, by name."""
    rows = sorted(tables.doings.doings, key=lambda one: one.name)
    return tuple(
        SwitchView(
            told.title,
            tuple(told.places.values()),
            tuple(_row(tables, one) for one in rows if one.switch == switch),
        )
        for switch, told in SWITCHES.items()
    )


def _row(tables: Tables, doing: Doing) -> DoingView:
    box = say("Twilight's Fall") if doing.box == "tf" else BOX_WORDS[doing.box]
    of = say("{faction}, {box}", faction=Name(doing.faction), box=box) if doing.faction else box
    return DoingView(doing.name, of, tables.moments.by_key[doing.when].words, HOW_WORDS[doing.how])
