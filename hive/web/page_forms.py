"""The pages of events and of corrections, and the list of games."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

from hive.engine.corrections import Correction, correctables
from hive.engine.state import dump
from hive.fields import AnyField, Choice, Number, OneOf
from hive.games import KEPT_RUNNING, Games
from hive.model.game import Game
from hive.present import Present
from hive.rules.events import PLAYERS_PANEL, Event, events_of
from hive.store import GameRow
from hive.web.page_words import PHASES, anchor, clock

LOG = logging.getLogger(__name__)
OFTEN = "Often"
UNREADABLE = "cannot be read"


@dataclass(frozen=True)
class EventView:
    """An event with its form; ``impossible`` says why it cannot happen now, if not forced (``forcible``: it can be)."""

    name: str
    title: str
    rule: str
    note: str
    impossible: str
    forcible: bool
    fields: tuple[AnyField, ...]


@dataclass(frozen=True)
class EventsPage:
    """Everything that can happen beside the course of the game, group by group."""

    id: str
    name: str
    position: int
    p1: str
    p2: str
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
class CorrectionsPage:
    """Everything that can be corrected by hand, group by group."""

    id: str
    name: str
    position: int
    p1: str
    p2: str
    undo: str
    groups: dict[str, list[CorrectionView]]


@dataclass(frozen=True)
class LobbyRow:
    """A game in the list: where it stands, and how many points each side has."""

    id: str
    name: str
    changed: str
    where: str
    points: tuple[tuple[str, int], ...]


def events_page(present: Present) -> EventsPage:
    """All events of a game, those that cannot happen now with their reason."""
    game = present.session.game
    events = events_of(game)
    often = [name for name in PLAYERS_PANEL if name in events]
    groups = {OFTEN: [_event(game, events[name], PLAYERS_PANEL[name]) for name in often]}
    for name, event in events.items():
        if name not in often:
            groups.setdefault(event.group, []).append(_event(game, event))
    settings = game.settings
    return EventsPage(present.id, present.name, present.position, settings.p1.colour, settings.p2.colour, groups)


def _event(game: Game, event: Event, words: str = "") -> EventView:
    reason = event.impossible(game)
    forcible = bool(reason) and event.forcible
    fields = event.fields(game) if forcible or not reason else ()
    return EventView(event.name, words or event.title, event.rule, event.note, reason, forcible, fields)


def corrections_page(present: Present) -> CorrectionsPage:
    """All correctable values of a game with what they are now."""
    game = present.session.game
    groups: dict[str, list[CorrectionView]] = {}
    for one in correctables(game):
        groups.setdefault(one.group, []).append(_correction(game, one))
    colours = (game.settings.p1.colour, game.settings.p2.colour)
    return CorrectionsPage(present.id, present.name, present.position, *colours, present.undo, groups)


def _correction(game: Game, one: Correction) -> CorrectionView:
    value, entered = one.read(game), one.entered
    choices = entered.choices if isinstance(entered, OneOf) else ()
    minimum, maximum = (entered.minimum, entered.maximum) if isinstance(entered, Number) else (0, 0)
    words = entered.words(value)
    return CorrectionView(one.field, anchor(one.field), one.label, value, words, minimum, maximum, choices)


def lobby_rows(games: Games) -> list[LobbyRow]:
    """The games, the one that changed last first; older ones as they stood when last no procedure was running."""
    return [_lobby_row(games, row, number < KEPT_RUNNING) for number, row in enumerate(games.rows())]


def _lobby_row(games: Games, row: GameRow, exactly: bool) -> LobbyRow:
    try:
        state = _state(games, row.id, exactly)
        where, points = _standing(state)
    except Exception:
        # One game that cannot be read takes no other with it, and has its menu and its export all the same.
        LOG.warning("the game %s cannot be read", row.id, exc_info=True)
        where, points = UNREADABLE, ()
    return LobbyRow(row.id, row.name, clock(row.changed_at), where, points)


def _state(games: Games, game_id: str, exactly: bool) -> dict[str, Any]:
    if not exactly:
        snapshot, _ = games.store.chain(game_id, games.store.head(game_id).tip)
        if snapshot is not None:
            return snapshot.state
    return dump(games.present(game_id).session.game)


def _standing(state: dict[str, Any]) -> tuple[str, tuple[tuple[str, int], ...]]:
    points = [("Hive", int(state["hive"]["victory_points"]))]
    for seat, area in state["players"].items():
        points.append((str(state["settings"][seat]["name"]), int(area["victory_points"])))
    where = f"Round {state['round']} · {PHASES[state['phase']]}"
    if state["winner"]:
        where = "The Hive has won" if state["winner"] == "hive" else "The players have won"
    return where, tuple(points)
