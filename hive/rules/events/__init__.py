"""What can happen beside the course of the game: each event starts a procedure, also while another one waits."""

from __future__ import annotations

from hive.model.game import Game
from hive.rules.events import combat, hive_mind, table
from hive.rules.events.kinds import Args, Event, Field, Group

__all__ = ["EVENTS", "Args", "Event", "Field", "Group", "impossible"]

EVENTS: dict[str, Event] = {event.name: event for event in (*combat.EVENTS, *table.EVENTS, *hive_mind.EVENTS)}


def impossible(game: Game, event: Event) -> str:
    """Why an event cannot happen now, or an empty text."""
    if event.name in ("scored", "unscored", "withdrawn") and not game.objectives:
        return "No public objective is revealed."
    if event.name == "units_lost" and not any(game.hive.units.values()):
        return "No Hive plastic is on the board."
    if event.name in ("support", "draw_cards") and game.deck.depleted:
        return "The Hive Mind deck is depleted."
    if event.name == "custodians" and game.agenda_unlocked:
        return "The agenda phase is unlocked already."
    if event.name in ("planet_lost", "planet_exhausted") and not _controls_planets(game):
        return "The Hive controls no planet."
    return ""


def _controls_planets(game: Game) -> bool:
    return bool(game.hive.standard_planets or any(game.hive.spawning_planets.values()))
