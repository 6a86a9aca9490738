"""What players own and do to the Hive, sorted by what it changes, with where each kind of change acts."""

from __future__ import annotations

from dataclasses import dataclass

from hive.catalog.tables import BOX_WORDS, Doing, Doings
from hive.catalog.tables.acts import How
from hive.catalog.tables.doings import Switch
from hive.words import Name, Words, say

HOW_WORDS: dict[How, Words] = {
    "itself": say("the app minds it by itself"),
    "tap": say("by a tap"),
    "sheet": say("on the sheet of the system"),
    "says": say("the app only says what to do"),
}
"""How the app plays what players own and do."""

SWITCH_WORDS: dict[Switch, tuple[Words, Words]] = {
    "roll_modifier": (
        say("A number is added to its dice"),
        say("In rounds of combat, space cannons, barrage and bombardment: the dice show it with its name."),
    ),
    "reroll": (
        say("Dice are rolled again, or changed"),
        say("In rounds of combat, space cannons, barrage and bombardment, until the roll is answered."),
    ),
    "hits_left": (
        say("Hits of [the Hive] are cancelled, or repaired"),
        say("In the number of hits beside its dice, and on damaged units of yours on the map."),
    ),
    "extra_hits": (
        say("More hits on [the Hive]"),
        say("On its units in space and on planets, by its damage diagrams, inside a combat and outside."),
    ),
    "pick_by_player": (
        say("You choose which of its units is hit, lost or captured"),
        say("On its units in space and on planets, inside a combat and outside; captured plastic is not at hand."),
    ),
    "no_sustain": (
        say("It cannot sustain damage"),
        say("Where hits are assigned, in the system or on the planet of your piece."),
    ),
    "ability_off": (
        say("Unit abilities of its units are off"),
        say("Where its space cannons, barrage and bombardment are rolled, and where a planetary shield counts."),
    ),
    "board_edit": (
        say("Pieces, planets and tiles change"),
        say("On the map; planets that change hands have all that follows from it."),
    ),
    "turn_ends": (
        say("Its turn ends"),
        say("Once it has activated a system, in a strategic action, or as its turn begins."),
    ),
    "closed_system": (
        say("Systems are closed to it"),
        say("Where it looks for targets and destinations, and once it has activated a system."),
    ),
    "path": (
        say("Ways are closed or open"),
        say("Where its ships look for a way, and so in its targets and destinations."),
    ),
    "adjacency": (
        say("Systems are adjacent, or no longer"),
        say("In targets, destinations, ways, space cannons that reach neighbours, and transactions."),
    ),
    "tokens": (
        say("Its command tokens come and go"),
        say("On the map and in its pools; a token of its fleet pool comes out of its strategy pool (page 14)."),
    ),
    "funds": (
        say("Its trade goods, commodities, resources and influence change"),
        say("In its bank, funds and stockpile."),
    ),
    "cards": (
        say("Its cards and notes change, or are cancelled"),
        say("In its action cards, notes, fragments and splices, and where it plays a card against yours."),
    ),
    "strategy_cards": (
        say("Its strategy cards change"),
        say("Where it takes one, and once all are taken."),
    ),
    "votes": (
        say("Votes and agendas change"),
        say("Where an agenda is revealed, where it votes, and where you say what won."),
    ),
    "remind": (
        say("It changes nothing that the app keeps"),
        say("It is said where you look it up."),
    ),
}
"""Each kind of change, and where it acts."""


@dataclass(frozen=True)
class DoingView:
    """One of them: its name, whose it is, when it can be done, and how the app plays it."""

    name: str
    of: Words
    when: str
    how: Words


@dataclass(frozen=True)
class SwitchView:
    """A kind of change, where it acts, and all that is of that kind."""

    title: Words
    acts: Words
    rows: tuple[DoingView, ...]


def by_switch(doings: Doings) -> tuple[SwitchView, ...]:
    """All kinds of changes with what is of each, by name."""
    rows = sorted(doings.doings, key=lambda one: one.name)
    return tuple(
        SwitchView(title, acts, tuple(_row(doings, one) for one in rows if one.switch == switch))
        for switch, (title, acts) in SWITCH_WORDS.items()
    )


def _row(doings: Doings, doing: Doing) -> DoingView:
    box = say("Twilight's Fall") if doing.box == "tf" else BOX_WORDS[doing.box]
    of = say("{faction}, {box}", faction=Name(doing.faction), box=box) if doing.faction else box
    return DoingView(doing.name, of, doings.moment_words[doing.when], HOW_WORDS[doing.how])
