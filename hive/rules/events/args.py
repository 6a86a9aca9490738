"""Checks an event and what it was told, before its procedure starts."""

from __future__ import annotations

from collections.abc import Mapping

from hive.fields import AnyField, Number
from hive.model.game import Game
from hive.rules.events import Event, stands_against
from hive.steps import Procedure
from hive.words import Spoken, Words, say


class NotNow(Spoken, ValueError):
    """A rule stands against an event; the text says which. ``forcible``: the table may play it anyway."""

    def __init__(self, event: Event, reason: Words, forcible: bool) -> None:
        """Put the event's words in front of the reason."""
        super().__init__(say("“{event}” cannot happen now. {reason}", event=event.title, reason=reason))
        self.reason, self.forcible = reason, forcible


def begin_event(game: Game, event: Event, told: Mapping[str, object], forced: bool = False) -> Procedure[object]:
    """Return the procedure of an event. Raises Misfit or NotNow.

    ``forced``: the table plays it against the rules, as far as that can work.
    """
    reason, forcible = stands_against(game, event)
    if reason and not (forced and forcible):
        raise NotNow(event, reason, forcible)
    for field in () if forced else event.fields(game):
        against = field.against(told.get(field.name))
        if against:
            raise NotNow(event, against, forcible=True)
    args = event_args(game, event, told)
    idle = event.idle(game, args)
    if idle:
        raise NotNow(event, idle, forcible=False)
    return event.procedure(game, args)


def event_args(game: Game, event: Event, told: Mapping[str, object]) -> dict[str, str | int]:
    """Return an event's arguments, numbers as numbers. Raises Misfit if one does not fit.

    A number that was not told counts as its minimum, a choice as the one for that, if there is one; more than a maximum
    that is not firm counts as that.
    """
    return {field.name: _checked(field, told.get(field.name)) for field in event.fields(game)}


def _checked(field: AnyField, told: object) -> str | int:
    if told not in (None, ""):
        return field.check(told)
    return field.check(field.minimum if isinstance(field, Number) else field.untold)
