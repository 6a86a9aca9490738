"""The pages of events and of corrections."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hive.engine.corrections import Correction, correctables
from hive.engine.narration import plainly
from hive.fields import AnyField, Choice, Number, OneOf
from hive.games.present import Present
from hive.model.game import Game
from hive.rules.events import GROUP_WORDS, PLAYERS_PANEL, Event, events_of, stands_against
from hive.web.drawing.galaxy import places_among
from hive.web.frame import GamePage, framed
from hive.web.words import anchor
from hive.words import say

OFTEN = say("Often")


@dataclass(frozen=True)
class EventView:
    """An event with its form; ``impossible`` says why it cannot happen now, if not forced (``forcible``: it can be).

    ``place`` names the field that is a place of the galaxy; empty if there is none.
    """

    name: str
    title: str
    rule: str
    note: str
    impossible: str
    forcible: bool
    fields: tuple[AnyField, ...]
    place: str = ""


@dataclass(frozen=True)
class EventsPage(GamePage):
    """Everything that can happen beside the course of the game, group by group."""

    groups: dict[str, list[EventView]]


@dataclass(frozen=True)
class CorrectionView:
    """A tracked value with its form. Several choices are buttons, a number has a stepper."""

    field: str
    anchor: str
    label: str
    value: int | str
    words: str
    minimum: int
    maximum: int
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class CorrectionsPage(GamePage):
    """Everything that can be corrected by hand, group by group."""

    undo: str
    groups: dict[str, list[CorrectionView]]
    begins: bool
    """Whether the set-up is not over, so that the game can still begin in the middle."""


def events_page(present: Present) -> EventsPage:
    """All events of a game, those that cannot happen now with their reason."""
    game = present.session.game
    events = events_of(game)
    often = [name for name in PLAYERS_PANEL if name in events]
    groups: dict[str, list[EventView]] = {
        OFTEN: [event_view(game, events[name], PLAYERS_PANEL[name]) for name in often]
    }
    for name, event in events.items():
        if name not in often:
            groups.setdefault(GROUP_WORDS[event.group], []).append(event_view(game, event))
    return EventsPage(*framed(present), groups)


def event_view(game: Game, event: Event, words: str = "") -> EventView:
    """An event as its form shows it, called by ``words`` if they are given."""
    reason, can_force = stands_against(game, event)
    forcible = bool(reason) and can_force
    fields = event.fields(game) if forcible or not reason else ()
    place = place_field(game, fields)
    return EventView(event.name, words or event.title, event.rule, event.note, reason, forcible, fields, place)


def place_field(game: Game, fields: Iterable[AnyField]) -> str:
    """The name of the field whose choices are places of the galaxy, or units there; empty if there is none."""
    return next((one.name for one in fields if isinstance(one, OneOf) and places_told(game, one)), "")


def places_told(game: Game, field: OneOf) -> dict[str, list[Choice]]:
    """The choices of a field that are at a place, a planet or a unit there, by the position of its system."""
    return places_among(game, field.choices) or places_among(game, field.choices, ".")


def corrections_page(present: Present) -> CorrectionsPage:
    """All correctable values of a game with what they are now."""
    game = present.session.game
    groups: dict[str, list[CorrectionView]] = {}
    for one in correctables(game):
        groups.setdefault(one.group, []).append(correction_view(game, one))
    return CorrectionsPage(*framed(present), plainly(present.undo), groups, game.phase == "setup")


def correction_view(game: Game, one: Correction) -> CorrectionView:
    """A correctable value as a form shows it."""
    value, entered = one.read(game), one.entered
    choices = entered.choices if isinstance(entered, OneOf) else ()
    minimum, maximum = (entered.minimum, entered.maximum) if isinstance(entered, Number) else (0, 0)
    words = entered.words(value)
    return CorrectionView(one.field, anchor(one.field), one.label, value, words, minimum, maximum, choices)
