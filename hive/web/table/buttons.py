"""The answers to a question as buttons, and the events that are one tap away from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from hive import keys
from hive.model.game import PLAYERS, Game
from hive.rules.action.turns import FIRST_TURN
from hive.rules.events import PLAYERS_PANEL, Event, event_in_play, offered, stands_against, used_event
from hive.rules.events.factions import GIFT_LENT
from hive.steps import Ask, Choice, Layout, Step
from hive.web.table.by_hand import place_field
from hive.web.words import Run, runs
from hive.words import Name, Words, say, sentence

Arranged = Layout | Literal["list"]
"""How the buttons stand on the page: as the step wants it, or in a list where their notes are long."""

HITS: dict[str, Words] = {"hits_space": say("Hits in space"), "hits_ground": say("Hits on the ground")}
QUICK_EVENTS: dict[str, Mapping[str, Words]] = {
    keys.PLAYER_TURN: PLAYERS_PANEL,
    keys.HIVE_TURN: {"interference": "", "pillaged": ""},
    keys.AGENDA_REWARDS: {"interference": ""},
    keys.AGENDA_END: {"diplomacy_rider": say("We play the Diplomacy Rider")},
    keys.STATUS: {"exchange_planets": ""},
    keys.TACTICAL_ACTION: {"interference": "", "planet_gained": "", "planet_lost": "", "explore_frontier": "", **HITS},
}
"""What a step often brings: events, with words for their buttons where the table says them otherwise there."""
_BOOKED: dict[str, tuple[str, ...]] = {
    keys.TACTICAL_ACTION: ("planet_gained", "planet_lost", "explore_frontier", *HITS),
}
"""What a tracked galaxy needs no event for: it comes as an answer, or by the battle; at all other steps the support."""
LONG_NOTE = 60
MOST_NAMED = 3
TAKEN = "card."
"""Begins the values of strategy cards that a player holds."""


@dataclass(frozen=True)
class Button:
    """One answer as a button."""

    value: str
    label: str
    note: str = ""
    number: str = ""
    kind: str = ""
    worded: tuple[Run, ...] = ()
    beside: bool = False


@dataclass(frozen=True)
class Answers:
    """The answers to a question: the one next tap, a quieter one beside it, and the big buttons in the page."""

    go: Button | None
    second: Button | None
    choices: tuple[Button, ...]
    layout: Arranged


def answers(game: Game, step: Ask) -> Answers:
    """The answers to a question, each where a finger looks for it."""
    buttons = [_button(game, step, choice) for choice in step.choices]
    go, second = None, None
    if step.shown.layout == "chosen":
        # What is chosen goes with the numbers beside it, by one tap for all.
        go = Button("", say("Book it"))
    elif step.shown.expects or (len(buttons) == 1 and step.shown.layout == "tiles"):
        go, buttons = buttons[0], buttons[1:]
        # What a player can score last stays on its tile, with what it asks for.
        alone = len(buttons) == 1 and step.shown.layout != "sides"
        second = next((button for button in buttons if button.beside or alone), None)
        buttons = [button for button in buttons if button is not second]
    return Answers(go, second, tuple(buttons), _standing(step, buttons))


def _standing(step: Ask, buttons: Sequence[Button]) -> Arranged:
    if step.shown.layout not in ("tiles", "cards"):
        return step.shown.layout
    return "list" if any(len(button.note) > LONG_NOTE for button in buttons) else "tiles"


def _button(game: Game, step: Ask, choice: Choice) -> Button:
    label, note, number, kind = choice.label, choice.note, "", ""
    layout, card = step.shown.layout, choice.value.removeprefix(TAKEN)
    objective = game.tables.objectives.by_name.get(choice.value) if layout == "search" else None
    side = choice.value.partition(".")[0]
    if layout in ("cards", "row") and card.isdigit():
        label, number, kind = Name(game.card_name(int(card))), card, "strategy"
        note = say("play this card") if choice.value.startswith(TAKEN) else note
    elif objective is not None:
        note, number, kind = Name(objective.wants), "I" * objective.stage, "objective"
    elif layout == "sides" and side in PLAYERS:
        label, kind = choice.short, side
    elif step.shown.sides:
        label = choice.short or label
    return Button(choice.value, sentence(label), note, number, kind, runs(sentence(label)), choice.beside)


def quick(game: Game, step: Step) -> tuple[Button, ...]:
    """Events that the step often brings and that can happen now; a link to the form of those that have to know more."""
    often = [(event_in_play(game, name), words) for name, words in _often(game, step).items()]
    events = [(event, words) for event, words in often if event and not stands_against(game, event)[0]]
    return tuple(_event(game, event, words) for event, words in (*events, *_used(game, step)))


def _used(game: Game, step: Step) -> list[tuple[Event, str]]:
    """What players have for this very step, the first few by name; a link leads to the others."""
    found = [used_event(one) for one in offered(game, step)]
    return [(event, "") for event in found if not stands_against(game, event)[0]][:MOST_NAMED]


def _event(game: Game, event: Event, words: str) -> Button:
    fields = event.fields(game)
    kind = ("place" if place_field(game, fields) else "form") if fields else ""
    return Button(event.name, words or event.title, kind=kind)


def _often(game: Game, step: Step) -> Mapping[str, Words]:
    """On a tracked galaxy an activation is an answer of its own, and the Hive's tactical action books its results."""
    events = QUICK_EVENTS.get(step.key, {})
    if game.stage == FIRST_TURN:
        events = {GIFT_LENT: "", **events}
    if not game.tracked:
        return events
    return {name: words for name, words in events.items() if name not in _BOOKED.get(step.key, ("support",))}
