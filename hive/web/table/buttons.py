"""The answers to a question as buttons, and the events that are one tap away from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from hive.model.game import PLAYERS, Game
from hive.rules.combat.rounds import CLEARED
from hive.rules.events import PLAYERS_PANEL, Event, events_of
from hive.steps import Ask, Choice, Step
from hive.web.table.keys import NO_ANSWER_EXPECTED
from hive.web.words import Run, runs
from hive.words import sentence

Layout = Literal["tiles", "list", "row", "search", "sides"]

SCORING = ("players_score", "imperial_scores")
CARD_ASKS = ("player_turn", "player_picks", "strategy_card")
HITS = {"hits_space": "Hits in space", "hits_ground": "Hits on the ground"}
QUICK_EVENTS: dict[str, dict[str, str]] = {
    "player_turn": PLAYERS_PANEL,
    "hive_turn": {"interference": ""},
    "status": {"exchange_planets": ""},
    "tactical_action": {"planet_gained": "", "planet_lost": "", "explore_frontier": "", **HITS},
}
"""What a step often brings: events, with words for their buttons where the table says them otherwise there."""
DONE = "done"
# The first of the answers to how a tactical action ended.
FOUGHT = "fought_"
LONG_NOTE = 60


@dataclass(frozen=True)
class Button:
    """One answer as a button."""

    value: str
    label: str
    note: str = ""
    number: str = ""
    kind: str = ""
    worded: tuple[Run, ...] = ()


@dataclass(frozen=True)
class Answers:
    """The answers to a question: the one next tap, a quieter one beside it, and the big buttons in the page."""

    go: Button | None
    second: Button | None
    choices: tuple[Button, ...]
    layout: Layout


def answers(game: Game, step: Ask) -> Answers:
    """The answers to a question, each where a finger looks for it."""
    buttons = [_button(game, step, choice) for choice in step.choices]
    go, second = None, None
    # What hands have done is the next tap even where another table, without a galaxy, would have to choose.
    if buttons[0].value == DONE or not step.key.startswith(NO_ANSWER_EXPECTED):
        go, buttons = buttons[0], buttons[1:]
        second = next((button for button in buttons if _beside(button) or len(buttons) == 1), None)
        buttons = [button for button in buttons if button is not second]
    return Answers(go, second, tuple(buttons), _layout(step, buttons))


def _beside(button: Button) -> bool:
    """Whether an answer stands in the bar beside the next tap: it ends what goes on otherwise."""
    return button.label == "Not possible" or button.value == CLEARED


def _layout(step: Ask, buttons: Sequence[Button]) -> Layout:
    if step.search:
        return "search"
    if step.key in SCORING:
        return "sides"
    if any(button.value.startswith(FOUGHT) for button in buttons):
        return "row"
    return "list" if any(len(button.note) > LONG_NOTE for button in buttons) else "tiles"


def _button(game: Game, step: Ask, choice: Choice) -> Button:
    label, note, number, kind = choice.label, choice.note, "", ""
    strategy_card = choice.value.removeprefix("card.")
    objective = game.tables.objectives.by_name.get(choice.value) if step.search else None
    side = choice.value.partition(".")[0]
    if step.key in CARD_ASKS and strategy_card.isdigit():
        name, number, kind = game.card_name(int(strategy_card)), strategy_card, "strategy"
        label, note = name, "play this card" if step.key == "player_turn" else note
    elif objective is not None:
        note, number, kind = objective.wants, "I" * objective.stage, "objective"
    elif step.key in SCORING and side in PLAYERS:
        label, kind = label.removeprefix(f"{game.name(PLAYERS[side == 'p2'])}: "), side
    return Button(choice.value, sentence(label), note, number, kind, runs(game, sentence(label)))


def quick(game: Game, step: Step) -> tuple[Button, ...]:
    """Events that the step often brings and that can happen now; a link to the form of those that have to know more."""
    known = events_of(game)
    often = [(known[name], words) for name, words in _often(game, step).items() if name in known]
    return tuple(_event(game, event, words) for event, words in often if not event.impossible(game))


def _event(game: Game, event: Event, words: str) -> Button:
    return Button(event.name, words or event.title, kind="form" if event.fields(game) else "")


def _often(game: Game, step: Step) -> dict[str, str]:
    """On a tracked galaxy an activation is an answer of its own, and the Hive's tactical action books its results."""
    events = QUICK_EVENTS.get(step.key, {})
    if not game.tracked:
        return events
    return {} if step.key == "tactical_action" else {name: words for name, words in events.items() if name != "support"}
