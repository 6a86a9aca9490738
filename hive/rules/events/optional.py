"""Events of the table that there are only with a galactic event. Rules: page 36."""

from __future__ import annotations

from hive.model.game import Game
from hive.rules.control import changing
from hive.rules.events.kinds import Args, Event, who
from hive.rules.galactic.small_events import hired, no_mercenary
from hive.steps import Procedure
from hive.words import say


def _purged(game: Game, _: Args) -> Procedure[None]:
    yield from changing.planet_purged(game)


def _hired(game: Game, args: Args) -> Procedure[None]:
    yield from hired(game, args["who"])


EVENTS: tuple[Event, ...] = (
    Event(
        "planet_purged",
        say("We purged a planet card"),
        "Planets",
        "36.conventions.marker",
        _purged,
        note=say("by the action of Conventions of War Abandoned"),
        option="conventions_of_war_abandoned",
    ),
    Event(
        "mercenary",
        say("We hired a mercenary"),
        "Players",
        "36.mercenaries.counter",
        _hired,
        who,
        impossible=no_mercenary,
        option="mercenaries_for_hire",
    ),
)
