"""An event that happens at a place of the galaxy: its form beside the map, on which the place is tapped."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hive.fields import Choice, OneOf
from hive.games.present import Present
from hive.naming import system_label
from hive.rules.events import event_of
from hive.web.drawing.galaxy import game_map, no_answer
from hive.web.drawing.shapes import MapView
from hive.web.frame import GamePage, framed
from hive.web.table.by_hand import EventView, event_view, places_told
from hive.words import Words, sentence


@dataclass(frozen=True)
class EventPlacePage(GamePage):
    """The form of an event with its map. ``here`` are the answers at the system that was tapped, ``others`` all others;
    ``wrong`` says what would be one.
    """

    event: EventView
    map: MapView
    at: str
    where: Words
    here: tuple[Choice, ...]
    others: tuple[Choice, ...]
    wrong: Words


def event_place_page(present: Present, name: str, at: str) -> EventPlacePage | None:
    """The page of an event with a system that was tapped; None if there is no such event that happens at a place."""
    game = present.session.game
    event = event_of(game, name)
    view = event_view(game, event) if event is not None else None
    if game.galaxy is None or view is None or not view.place:
        return None
    (field,) = (one for one in view.fields if isinstance(one, OneOf) and one.name == view.place)
    places = places_told(game, field)
    at = at if at in game.galaxy.systems else ""
    here = tuple(places.get(at, ()))
    return EventPlacePage(
        *framed(present),
        event=view,
        map=replace(game_map(game, None, at), lit=dict.fromkeys(places, "ring")),
        at=at,
        where=sentence(system_label(game, at)) if at else "",
        here=here,
        others=tuple(one for one in field.choices if one not in here),
        wrong=no_answer(game, places, at) if at else "",
    )
