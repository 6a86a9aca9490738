"""What can happen beside the course of the game: each event starts a procedure, also while another one waits."""

from __future__ import annotations

from hive.model.game import Game
from hive.rules.events.doings import EVENTS, at_its_moment, by_the_app, doings_of, offered, used, used_event
from hive.rules.events.kinds import GROUP_WORDS, Args, Event, Group, stands_against
from hive.rules.options import chosen, played, players_of
from hive.words import Words, say

__all__ = [
    "EVENTS",
    "GROUP_WORDS",
    "PLAYERS_PANEL",
    "Args",
    "Event",
    "Group",
    "at_its_moment",
    "by_the_app",
    "doings_of",
    "event_of",
    "events_of",
    "offered",
    "stands_against",
    "used_event",
]

# In the order of how often they happen.
PLAYERS_PANEL: dict[str, Words] = {
    "support": "",
    "planet_lost": say("We took a planet of [the Hive]"),
    "planet_gained": say("We lost a planet to [the Hive]"),
    "rex_taken": say("We took Mecatol Rex"),
    "sustained": "",
    "action_card": "",
    "arms_transaction": say("We want a transaction"),
    "pillaged": "",
    "planet_exhausted": "",
    "expedition": "",
    "scored": say("We scored"),
    "hits_space": say("Hits in space"),
    "hits_ground": say("Hits on the ground"),
}
"""What players do to the Hive on their turn beside its answers, and the table's words where an event has others."""


def events_of(game: Game) -> dict[str, Event]:
    """The events of a game: of an advanced page while it is played, of a faction if somebody plays it, of an
    option where it is chosen.

    Rule: 32.complexity.optional-pages.
    """
    return {name: event for name, event in EVENTS.items() if _in_play(game, event)}


def event_of(game: Game, name: str) -> Event | None:
    """An event of a game by its name, what players own and do included; None if this table cannot have it."""
    return event_in_play(game, name) or used(game, name)


def event_in_play(game: Game, name: str) -> Event | None:
    """An event of a game by its name, as in :func:`events_of`."""
    event = EVENTS.get(name)
    return event if event is not None and _in_play(game, event) else None


def _in_play(game: Game, event: Event) -> bool:
    left_out = event.page is not None and not played(game, event.page)
    left_out |= bool(event.option) and not chosen(game, event.option)
    return not left_out and (not event.factions or bool(players_of(game, event.factions)))
