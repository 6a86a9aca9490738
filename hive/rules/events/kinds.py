"""What an event is: its words, what it has to know, and the procedure that it starts once what is told is checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, TypeVar

from hive.catalog.reading import load_events
from hive.catalog.tables import EventRow
from hive.fields import AnyField, Number, OneOf
from hive.model.game import PLAYERS, Game, Player
from hive.rules.area import controlled_planets
from hive.rules.diagrams import damage
from hive.steps import Choice, Procedure
from hive.words import Spoken, Words, listed, printed, say, sentence

Args = Mapping[str, Any]
R = TypeVar("R", bound=Procedure[object])


@dataclass(frozen=True)
class Event:
    """An event as the table says it, what it has to know, and the procedure that it starts.

    ``impossible`` says why the event cannot happen now, or nothing; ``idle``, why what it was told changes nothing, so
    that it is refused; ``against``, what only a rule has against it, so that the table may play it all the same: then
    ``fields`` and the procedure have to work there, too.
    """

    name: str
    title: Words
    rule: str
    procedure: Callable[[Game, Args], Procedure[object]]
    fields: Callable[[Game], tuple[AnyField, ...]] = lambda game: ()
    impossible: Callable[[Game], Words] = lambda game: ""
    idle: Callable[[Game, Args], Words] = lambda game, args: ""
    against: Callable[[Game], Words] = lambda game: ""
    group: Words = ""
    note: Words = ""


MODULES = ("combat", "table", "parties", "optional")
"""Those of hive/rules/events that say what happens with events."""
PROCEDURES: dict[str, Callable[[EventRow], Event]] = {}
"""What the modules of events say of each, by its name."""


def event(
    name: str,
    fields: Callable[[Game], tuple[AnyField, ...]] = lambda game: (),
    impossible: Callable[[Game], Words] = lambda game: "",
    idle: Callable[[Game, Args], Words] = lambda game, args: "",
    against: Callable[[Game], Words] = lambda game: "",
) -> Callable[[Callable[[Game, Args], R]], Callable[[Game, Args], R]]:
    """Say what happens with an event of decks/events.yaml, what it has to know, and what stands against it."""

    def registered(act: Callable[[Game, Args], R]) -> Callable[[Game, Args], R]:
        def as_told(row: EventRow) -> Event:
            title, group, note = (printed(words, {}) for words in (row.title, row.group, row.note))

            def now(game: Game) -> Words:
                return impossible(game) or (printed(row.nothing, {}) if row.nothing and _empty(fields(game)) else "")

            return Event(name, title, row.rule, act, fields, now, idle, against, group, note)

        PROCEDURES[name] = as_told
        return act

    return registered


def _empty(fields: Sequence[AnyField]) -> bool:
    """Whether nothing is left to say: no field, or one without a choice."""
    return not fields or any(isinstance(one, OneOf) and not one.choices for one in fields)


@cache
def all_events() -> Mapping[str, Event]:
    """All that the table can tell of itself, in the order of decks/events.yaml."""
    for name in MODULES:
        import_module(f"hive.rules.events.{name}")
    return {row.event: PROCEDURES[row.event](row) for row in load_events().events}


def stands_against(game: Game, event: Event) -> tuple[Words, bool]:
    """Why an event cannot happen now, or nothing; and whether the table may play it all the same."""
    reason = event.impossible(game)
    return (reason, False) if reason else (event.against(game), True)


class NotNow(Spoken, ValueError):
    """A rule stands against an event; the text says which. ``forcible``: the table may play it anyway."""

    def __init__(self, event: Event, reason: Words, forcible: bool) -> None:
        """Put the event's words in front of the reason."""
        super().__init__(say("“{event}” cannot happen now. {reason}", event=event.title, reason=reason))
        self.reason, self.forcible = reason, forcible


def begin_event(game: Game, event: Event, told: Mapping[str, object], forced: bool = False) -> Procedure[object]:
    """Return the procedure of an event. Raises Misfit or NotNow.

    A number that was not told counts as its minimum, a choice as the one for that, if there is one; more than a maximum
    that is not firm counts as that. ``forced``: the table plays it against the rules, as far as that can work.
    """
    reason, forcible = stands_against(game, event)
    if reason and not (forced and forcible):
        raise NotNow(event, reason, forcible)
    for field in () if forced else event.fields(game):
        against = field.against(told.get(field.name))
        if against:
            raise NotNow(event, against, forcible=True)
    args = {field.name: _checked(field, told.get(field.name)) for field in event.fields(game)}
    idle = event.idle(game, args)
    if idle:
        raise NotNow(event, idle, forcible=False)
    return event.procedure(game, args)


def _checked(field: AnyField, told: object) -> str | int:
    if told not in (None, ""):
        return field.check(told)
    return field.check(field.minimum if isinstance(field, Number) else field.untold)


# --- what events ask for


def players(game: Game) -> tuple[Choice, ...]:
    """The two players, to choose from."""
    return tuple(Choice(seat, game.name(seat)) for seat in PLAYERS)


def seats(game: Game) -> tuple[Choice, ...]:
    """All three sides, to choose from."""
    return tuple(Choice(seat, sentence(game.name(seat))) for seat in game.seats)


def who(game: Game) -> tuple[AnyField, ...]:
    """An event of one player."""
    return (OneOf("who", say("Who"), players(game)),)


def who_may(game: Game, refusal: Callable[[Game, Player], Words], seats: Sequence[Player] = PLAYERS) -> OneOf:
    """Those of the players who can do something; of the others, why they cannot. All of them where nobody can."""
    able = [seat for seat in seats if not refusal(game, seat)] or seats
    choices = tuple(Choice(seat, game.name(seat)) for seat in able)
    barred = tuple(Choice(seat, game.name(seat), refusal(game, seat)) for seat in seats if seat not in able)
    return OneOf("who", say("Who"), choices, barred=barred)


def nobody_may(game: Game, refusal: Callable[[Game, Player], Words], seats: Sequence[Player] = PLAYERS) -> Words:
    """Why none of some players can do something, or nothing if one of them can."""
    reasons = [refusal(game, seat) for seat in seats]
    return listed(list(dict.fromkeys(reasons)), " ") if all(reasons) else ""


def who_or_both(game: Game) -> tuple[AnyField, ...]:
    """An event of one player or both."""
    return (OneOf("who", say("Who"), (*players(game), Choice("both", say("Both")))),)


def who_or_nobody(game: Game) -> tuple[AnyField, ...]:
    """An event that a player may have caused."""
    return (OneOf("who", say("Caused by"), (*players(game), Choice("nobody", say("No player")))),)


def gives_up_words(game: Game, units: Mapping[str, int]) -> Words:
    """Which units the Hive gives up to an effect. Rule: 5.4.negative-effects."""
    if not units:
        return say("[The Hive] gives up nothing.")
    return say("[The Hive] gives up {units}.", units=damage.unit_words(game, units))


def lost_words(game: Game, units: Mapping[str, int]) -> Words:
    """Which units the Hive has lost. Rule: 2.hive.components."""
    if not units:
        return say("[The Hive] has lost nothing.")
    return say("[The Hive] has lost {units}.", units=damage.unit_words(game, units))


def any_seat(game: Game) -> tuple[AnyField, ...]:
    """An event of one side."""
    return (OneOf("who", say("Who"), seats(game)),)


def no_planet_held(game: Game) -> Words:
    """Why nothing can happen to a planet of the Hive, or nothing."""
    return "" if controlled_planets(game) else say("[The Hive] controls no planet.")
