"""What can happen beside the course of the game: each event starts a procedure, also while another one waits."""

from __future__ import annotations

from hive.rules.events import combat, hive_mind, table
from hive.rules.events.kinds import Args, Event, Field, Group

__all__ = ["EVENTS", "Args", "Event", "Field", "Group"]

EVENTS: dict[str, Event] = {event.name: event for event in (*combat.EVENTS, *table.EVENTS, *hive_mind.EVENTS)}
