"""The pages of events and of corrections, and the buttons that lead to them and answer a question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from hive import keys
from hive.catalog.tables import BOX_WORDS, Doing
from hive.catalog.tables.acts import Act, Says
from hive.catalog.tables.doings import DoingKind
from hive.engine.errors import Refused
from hive.engine.facts import NOBODY, Correction, correctables, pages
from hive.engine.narration import plainly
from hive.fields import AnyField, Choice, Number, OneOf
from hive.games.present import Present
from hive.games.service import Games
from hive.model.game import Game
from hive.naming import system_label
from hive.rules.events.doings import (
    at_its_moment,
    by_the_app,
    doings_of,
    event_of,
    events_of,
    used_event,
)
from hive.rules.events.kinds import Event, stands_against
from hive.rules.events.limits import spared_words
from hive.web.door import GamePage, framed
from hive.web.drawing.galaxy import game_map, no_answer
from hive.web.drawing.shapes import MapView
from hive.web.steps.scene import PLAYERS_PANEL, place_field, places_told
from hive.web.table.place import UNOPENED, Looking, PlaceView, place_of
from hive.web.words import anchor
from hive.words import Name, Words, listed, say, sentence

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
            groups.setdefault(event.group, []).append(event_view(game, event))
    return EventsPage(*framed(present), groups)


def event_view(game: Game, event: Event, words: str = "") -> EventView:
    """An event as its form shows it, called by ``words`` if they are given."""
    reason, can_force = stands_against(game, event)
    forcible = bool(reason) and can_force
    fields = event.fields(game) if forcible or not reason else ()
    place = place_field(game, fields)
    return EventView(event.name, words or event.title, event.rule, event.note, reason, forcible, fields, place)


def corrections_page(present: Present) -> CorrectionsPage:
    """All correctable values of a game with what they are now."""
    game = present.session.game
    groups = _grouped(game, correctables(game))
    return CorrectionsPage(*framed(present), plainly(present.undo), groups, game.phase == "setup")


def _grouped(game: Game, rows: list[Correction]) -> dict[str, list[CorrectionView]]:
    """Correctable values as forms show them, by their group."""
    groups: dict[str, list[CorrectionView]] = {}
    for one in rows:
        choices = one.entered.choices if isinstance(one.entered, OneOf) else ()
        bounds = (one.entered.minimum, one.entered.maximum) if isinstance(one.entered, Number) else (0, 0)
        view = CorrectionView(one.field, anchor(one.field), one.label, one.read(game), *bounds, choices)
        groups.setdefault(one.group, []).append(view)
    return groups


# --- an event that happens at a place of the galaxy


@dataclass(frozen=True)
class EventPlacePage(GamePage):
    """The form of an event with its map. ``here`` are the answers at the system that was tapped, ``others`` all others;
    ``wrong`` says what would be one.
    """

    event: EventView
    map: MapView
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
        where=sentence(system_label(game, at)) if at else "",
        here=here,
        others=tuple(one for one in field.choices if one not in here),
        wrong=no_answer(game, places, at) if at else "",
    )


# --- the page on which the table looks up what it has used, by its name


KIND_WORDS: dict[DoingKind, Words] = {
    "ability": say("ability"),
    "action_card": say("action card"),
    "agent": say("agent"),
    "breakthrough": say("breakthrough"),
    "breakthrough_unit": say("unit of a breakthrough"),
    "commander": say("commander"),
    "edict": say("edict"),
    "flagship": say("flagship"),
    "genome": say("genome"),
    "hero": say("hero"),
    "king_mech": say("mech"),
    "law": say("law"),
    "legendary": say("legendary planet"),
    "mech": say("mech"),
    "paradigm": say("paradigm"),
    "plot": say("plot"),
    "promissory": say("promissory note"),
    "relic": say("relic"),
    "strategy_card": say("strategy card"),
    "technology": say("technology"),
    "tf_ability": say("ability"),
    "tf_action_card": say("action card"),
    "tf_unit_upgrade": say("unit upgrade"),
    "unit": say("unit"),
}


@dataclass(frozen=True)
class UsedView:
    """Something that players own or do: what it is, when it can be used, what it says; and its event.

    ``itself``: the app minds it, and nobody has to say anything.
    """

    event: EventView
    about: Words
    says: Words
    itself: bool


@dataclass(frozen=True)
class UsedPage(GamePage):
    """All that this table can have, by name: first what can be used just now, the others by their kinds."""

    now: tuple[UsedView, ...]
    others: dict[Words, list[UsedView]]


def used_page(present: Present) -> UsedPage:
    """What the factions and boxes of a game bring."""
    game = present.session.game
    step = present.session.pending
    now = {one.doing for one in at_its_moment(game, step)} if step is not None else set()
    rows = sorted(doings_of(game), key=lambda one: one.name)
    first = sorted((_view(game, one) for one in rows if one.doing in now), key=lambda one: bool(one.event.impossible))
    others: dict[Words, list[UsedView]] = {}
    for one in rows:
        if one.doing not in now:
            others.setdefault(sentence(KIND_WORDS[one.kind]), []).append(_view(game, one))
    most_first = sorted(others.items(), key=lambda kind: -len(kind[1]))
    return UsedPage(*framed(present), tuple(first), dict(most_first))


def _view(game: Game, doing: Doing) -> UsedView:
    event = event_view(game, used_event(doing))
    if event.place:
        # Its form stands beside the map.
        event = replace(event, fields=())
    said = [words for act in doing.does if (words := _says(act))]
    said += [spared] if (spared := spared_words(doing)) else []
    return UsedView(event, _about(game, doing), listed(said, ";") if said else "", by_the_app(game, doing))


def _about(game: Game, doing: Doing) -> Words:
    when = Name(game.tables.moments.by_key[doing.when].words)
    kind, box = KIND_WORDS[doing.kind], doing.box
    if doing.faction is not None:
        return sentence(say("{kind}, {faction}: {when}", kind=kind, faction=Name(doing.faction), when=when))
    if box == "tf":
        return sentence(say("{kind}: {when}", kind=kind, when=when))
    return sentence(say("{kind}, {box}: {when}", kind=kind, box=BOX_WORDS[box], when=when))


def _says(act: Act) -> Words:
    """What an act says by itself; of the others the form tells it."""
    if isinstance(act, Says):
        return Name(act.say)
    return Name(act.effect.say) if act.kind in ("bends", "stands") else ""


# --- the guided pass of a game that begins in the middle


VALUE = "value."
TOO_LATE = say("This game has begun already: correct its numbers one by one.")


@dataclass(frozen=True)
class MiddlePage(GamePage):
    """One page of the pass. Without groups the map has what is asked, if the game tracks its galaxy.

    ``place`` is the system that is open on it.
    """

    number: int
    last: int
    heading: Words
    groups: dict[str, list[CorrectionView]]
    round: int
    typed: Mapping[str, str]
    error: Words
    map: MapView | None = None
    place: PlaceView | None = None


def page_of_middle(
    present: Present,
    number: int,
    typed: Mapping[str, str] | None = None,
    error: Words = "",
    looking: Looking = UNOPENED,
) -> MiddlePage | None:
    """A page of the pass; None if it has none of this number."""
    game = present.session.game
    found = pages(game)
    on_map = game.tracked and number == len(found)
    if not 1 <= number <= len(found):
        return None
    heading, rows = found[number - 1]
    return MiddlePage(
        *framed(present),
        number,
        len(found),
        heading,
        _grouped(game, rows),
        game.round,
        typed or {},
        error,
        game_map(game, None, looking.at) if on_map else None,
        place_of(game, None, looking) if on_map else None,
    )


def contradiction(present: Present, number: int) -> Words:
    """What a page of the pass says that cannot be so together; or nothing. Rule: 21.invasion.custodians."""
    game = present.session.game
    if number == 1 and game.agenda_unlocked and game.custodians is None:
        return say("The agenda phase is unlocked by who takes the custodians: say who took them, or that it is locked.")
    if number == 1 and game.custodians is not None and not game.agenda_unlocked:
        who = game.name(game.custodians)
        return say("{who!c} took the custodians, which unlocks the agenda phase: say that it is unlocked.", who=who)
    return ""


def in_the_middle(present: Present) -> bool:
    """Whether a game can still begin in the middle: its set-up is not over."""
    return present.session.game.phase == "setup"


def set_all(games: Games, present: Present, posted: Mapping[str, str], by: str = "") -> Present:
    """Set every number that was changed; ``by`` says who did. Raises Stale, or Refused with those set that could be.

    What a law of the game refuses is tried again after the others: two numbers may fit only together.
    """
    if not in_the_middle(present):
        raise Refused(TOO_LATE)
    wanted = {field.removeprefix(VALUE): value for field, value in posted.items() if field.startswith(VALUE)}
    wanted = _unlocking(_changed(present, wanted))
    while wanted:
        refused: dict[str, Refused] = {}
        for field, value in wanted.items():
            try:
                present = games.correct(present.id, present.position, field, value, by)
            except Refused as error:
                refused[field] = error
        if len(refused) == len(wanted):
            raise next(iter(refused.values()))
        wanted = {field: wanted[field] for field in refused}
    return present


def _unlocking(wanted: Mapping[str, str]) -> dict[str, str]:
    """Whoever takes the custodians unlocks the agenda phase: nobody has to say both. Rule: 21.invasion.custodians."""
    unlocks = wanted.get("custodians", NOBODY) != NOBODY
    return {**wanted, **({"agenda_unlocked": "yes"} if unlocks else {})}


def _changed(present: Present, wanted: Mapping[str, str]) -> dict[str, str]:
    now = {row.field: str(row.read(present.session.game)) for row in correctables(present.session.game)}
    return {field: value for field, value in wanted.items() if now.get(field) != value}


def gone_on(games: Games, present: Present, by: str = "") -> Present:
    """Go past the checklist of the set-up, up to what the table has to say. Raises Stale or Refused."""
    while in_the_middle(present) and (step := present.session.pending) is not None and step.key == keys.SET_UP:
        present = games.answer(present.id, present.position, step.key, "done", by)
    return present
