"""An open step as every kind of it is shown: head, lines, answers, the bar, and what stands around it.

A page draws a :class:`Scene`; each kind of step is a class of its own that says what is otherwise there, beside the
template of its name. Whatever a template does not ask for is not found out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from hive import keys
from hive.fields import AnyField, OneOf
from hive.games.present import Present
from hive.model.game import Game, Player
from hive.naming import system_label
from hive.rules.action.turns import FIRST_TURN
from hive.rules.acts.core import UNCHANGED
from hive.rules.deck import BY_SYMBOL
from hive.rules.events.doings import at_its_moment, events_of, offered, used_event
from hive.rules.events.kinds import Event, stands_against
from hive.rules.events.optional import GIFT_LENT
from hive.rules.options import reminded
from hive.steps import Ask, Choice, Draw, Item, Peak, Step
from hive.web.drawing.galaxy import game_map, places_among
from hive.web.drawing.shapes import MapView
from hive.web.steps.asking import (
    IN_THE_BAR,
    Entered,
    NumberView,
    SystemView,
    Together,
    numbers_of,
    tracked_systems,
)
from hive.web.steps.asking import NOTHING as NONE_ENTERED
from hive.web.steps.cards import ACTION_WORDS, SYMBOL_TITLES, CardView, shown_cards
from hive.web.steps.telling import Happening, Reason, happened, reason_of
from hive.web.words import Run, hive_acts, phase_words, runs
from hive.words import Words, count, say, sentence

# A headline of more letters than these takes smaller type, and of so many a smaller one still.
LONG, VERY_LONG = 28, 48
LONG_NOTE = 60
SHORT_NEWS = 6
# More lines for hands than these are written smaller on a wall.
MANY = 3


class Head(NamedTuple):
    """What a step says of itself: what stands above it, its symbol, its headline and the words below, its rule.

    ``by_phase``: above it stands just the phase, which where there is room is in the bar as well.
    """

    kicker: Words
    text: Words
    symbol: str = ""
    detail: Words = ""
    rule: str = ""
    by_phase: bool = False

    @property
    def pieces(self) -> tuple[Run, ...]:
        """The headline in the language of the page."""
        return runs(self.text)

    @property
    def long(self) -> bool:
        """Whether the headline is too long for large type beside the map."""
        return len(self.text) > LONG

    @property
    def very_long(self) -> bool:
        """Whether the headline would take most of the screen in the type of others, on the wall as well."""
        return len(self.text) > VERY_LONG


class Button(NamedTuple):
    """One answer as a button. ``after``: it is about what is asked after so many that are shown with it."""

    value: str
    label: Words
    note: Words = ""
    number: str = ""
    kind: str = ""
    beside: bool = False
    after: int = 0


class Answers(NamedTuple):
    """The answers to a step: the one next tap, a quieter one beside it, and the buttons in the page.

    ``in_a_list``: their notes are long.
    """

    go: Button | None = None
    second: Button | None = None
    choices: tuple[Button, ...] = ()
    in_a_list: bool = False


class Ends(NamedTuple):
    """Whose turn the next tap ends: on the other player's device it says so, and asks once."""

    seat: Player
    says: Words
    sure: Words


class Bar(NamedTuple):
    """What stands in the bar below: the next tap, a quieter one, a few numbers.

    ``all_hit`` is what the next tap says where every die hits, ``so_far`` a quiet line in it, ``undo`` what the way
    back is called. ``also`` and ``instead`` name templates of what else stands there, and of what stands there alone.
    """

    go: Button | None = None
    second: Button | None = None
    numbers: tuple[NumberView, ...] = ()
    all_hit: Words = ""
    so_far: Words = ""
    undo: Words = say("Undo")
    also: str = ""
    instead: str = ""
    ends: Ends | None = None


class Reminders(NamedTuple):
    """What stands open of the reminders, where a step has room for it, what is one tap away, and what that tap says."""

    open: tuple[Item, ...]
    rest: tuple[Item, ...]
    more: Words


NO_REMINDERS = Reminders((), (), "")


@dataclass(frozen=True)
class Scene:
    """An open step, or the end of the game. ``typed`` are numbers that were refused: they are shown once more.

    ``entered``: what people have entered so far for the numbers.
    """

    present: Present
    typed: Mapping[str, Any] = field(default_factory=dict)
    entered: Entered = NONE_ENTERED
    together: Together | None = None
    """What is shown with the open step."""

    kind: ClassVar[str]
    """The name of its template; a class of it on the page."""
    watched: ClassVar[str] = "steps/_watched.html"
    """The template of what those see of it who only look on."""
    one_is_next: ClassVar[bool] = True
    """Whether a single answer is the next tap, also where none is to be expected."""
    alone_beside: ClassVar[bool] = True
    """Whether the only other answer stands beside the next tap."""
    folds_events: ClassVar[bool] = False
    """Whether what can happen besides is one tap away, so that its own answers are in one view."""
    dense: ClassVar[bool] = True
    """Whether it draws together beside the map, so that all of it is in one view."""

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.present.session.game

    @property
    def step(self) -> Step:
        """The open step."""
        step = self.present.session.pending
        assert step is not None
        return step

    @property
    def ask(self) -> Ask | None:
        """The open step, if it is a question."""
        return self.step if isinstance(self.step, Ask) else None

    @property
    def key(self) -> str:
        """The key of the step."""
        return self.step.key

    # --- what it says

    @property
    def head(self) -> Head:
        """What stands above."""
        step = self.step
        text = "" if isinstance(step, Draw) else step.text
        by_phase = not step.shown.heading and not step.shown.symbol
        return Head(heading_of(self.game, step), text, step.shown.symbol or "", step.detail, step.rule, by_phase)

    @property
    def peak(self) -> Peak | None:
        """What the whole table should see once: it takes the place of the headline."""
        return self.step.shown.peak

    @property
    def turned(self) -> CardView | None:
        """The card that stands turned beside its headline."""
        return None

    @property
    def beside(self) -> tuple[CardView, ...]:
        """The other cards of the running decision."""
        return tuple(card for card in self.cards if card is not self.turned)

    @property
    def is_news(self) -> bool:
        """Whether what just happened is read first."""
        return self.turned is None

    def wide(self, large: bool) -> bool:
        """Whether it wants the whole width, where the text is ``large`` or not: then the map stands below."""
        return False

    @property
    def looks(self) -> tuple[str, ...]:
        """What the style sheets have to know of it beside its kind, as classes."""
        many = ("has-many",) if len(self.hands) > MANY else ()
        return (*(("dense",) if self.dense else ()), *many, *(("loud",) if self.step.shown.loud else ()))

    @property
    def lines(self) -> tuple[Item, ...]:
        """Its lines, but for those that are drawn otherwise."""
        return () if isinstance(self.step, Draw) else self.step.items

    @property
    def hands(self) -> tuple[Item, ...]:
        """What hands have to do, in this order."""
        return tuple(line for line in self.lines if not line.aside)

    @property
    def asides(self) -> tuple[Item, ...]:
        """What is worth knowing besides, with nothing to do for hands."""
        return tuple(line for line in self.lines if line.aside)

    @cached_property
    def why(self) -> Reason | None:
        """The reason for it."""
        return None if isinstance(self.step, Draw) else reason_of(self.game, self.step.why)

    @property
    def asks_why(self) -> bool:
        """Whether any other system can be asked about: why the Hive does not go there."""
        return self.ask is not None and self.ask.undertaking is not None

    @property
    def decides(self) -> bool:
        """Whether it can be asked why the Hive chooses nothing else."""
        return not isinstance(self.step, Draw) and self.step.why is not None and bool(self.step.why.decisions)

    @property
    def systems(self) -> tuple[SystemView, ...]:
        """The systems that it is about, to look at and to mend, but for those that stand somewhere else in it."""
        named = [one for one in tracked_systems(self.game, self.step) if one not in self.named_apart]
        return tuple(SystemView(one, sentence(system_label(self.game, one))) for one in named)

    @property
    def named_apart(self) -> Sequence[str]:
        """The systems that are answers of a list, or have a row of their own."""
        return ()

    # --- what is answered

    @cached_property
    def numbers(self) -> tuple[NumberView, ...]:
        """The numbers that it asks for."""
        return numbers_of(self.game, self.ask, self.typed, self.entered) if self.ask else ()

    @property
    def fills_in(self) -> bool:
        """Whether something is filled in beside the answer."""
        return bool(self.numbers)

    @cached_property
    def answers(self) -> Answers:
        """The answers, each where a finger looks for it."""
        if self.ask is None:
            return Answers(Button("done", say("Done")))
        shown, buttons = self.ask.shown, [self.button(choice) for choice in self.ask.choices]
        go, second = None, None
        if shown.expects or (len(buttons) == 1 and self.one_is_next):
            go, buttons = buttons[0], buttons[1:]
            alone = len(buttons) == 1 and self.alone_beside
            second = next((button for button in buttons if button.beside or alone), None)
            buttons = [button for button in buttons if button is not second]
        return Answers(go, second, tuple(buttons), any(len(button.note) > LONG_NOTE for button in buttons))

    def button(self, choice: Choice) -> Button:
        """An answer as a button."""
        return Button(choice.value, sentence(choice.label), choice.note, beside=choice.beside)

    @property
    def bar(self) -> Bar:
        """What stands in the bar."""
        go, second, *_ = self.answers
        few = go is not None and len(self.numbers) <= IN_THE_BAR
        return Bar(go, second, self.numbers if few else ())

    # --- what stands around it, and where

    @cached_property
    def news(self) -> tuple[Happening, ...]:
        """What just happened; who has won a battle in space alone says the peak of the step already."""
        news, peak = happened(self.present), self.peak
        if peak is None or peak.kind not in ("won", "lost") or peak.figures:
            return news
        return tuple(one for one in news if one.lines or one.why or one.rule != UNCHANGED)

    @cached_property
    def main_news(self) -> Happening | None:
        """The step that says most about what just happened; it is never folded away."""
        return max(self.news, key=lambda one: (len(one.lines), one.why is not None), default=None)

    @property
    def other_news(self) -> tuple[Happening, ...]:
        """What else happened, in its order."""
        return tuple(one for one in self.news if one is not self.main_news)

    @property
    def folded(self) -> bool:
        """Whether what else happened is too long to stand open."""
        return bool(self.other_news) and sum(1 + len(one.lines) for one in self.news) > SHORT_NEWS

    @cached_property
    def reminders(self) -> Reminders:
        """The rules that matter at it and that no app plays."""
        open_, rest = (found := reminded(self.game, self.step)).open, found.rest
        if self.step.detail and self.step.rule != UNCHANGED:
            # What it says below its headline needs no reminder beside it.
            open_, rest = (tuple(one for one in part if one.rule != self.step.rule) for part in (open_, rest))
        if self.folds_events or self.turned:
            open_, rest = (), (*open_, *rest)
        number = len(rest)
        return Reminders(open_, rest, count(number, "more reminder") if open_ else count(number, "reminder"))

    @property
    def small_cards(self) -> bool:
        """Whether its cards were seen at the step before, so that they are small: those of an action."""
        return self.turned is not None or any(card.purpose in ("definition", "support") for card in self.cards)

    @cached_property
    def cards(self) -> tuple[CardView, ...]:
        """The cards of the running decision, or of the last entry."""
        return shown_cards(self.present)

    @cached_property
    def quick(self) -> tuple[Button, ...]:
        """Events that it often brings and that can happen now."""
        return quick(self.game, self.step)

    @cached_property
    def uses(self) -> bool:
        """Whether players may own something that can be used just now."""
        return self.folds_events or bool(at_its_moment(self.game, self.step))

    @property
    def more_phones(self) -> bool:
        """Whether it is the time to say how others join."""
        return False

    @property
    def hive_acts(self) -> bool:
        """Whether it is one of the Hive's own: a screen may sound at it."""
        return hive_acts(self.game, self.key)

    @property
    def on_the_map(self) -> bool:
        """Whether a phone shows beside it where it is: what hands move or place, and answer with the next tap."""
        return False

    def layer(self, at: str = "") -> MapView:
        """The map with what it points out, a system open on it."""
        return game_map(self.game, self.step, at)


def heading_of(game: Game, step: Step) -> Words:
    """The symbol of the running action, or what the step says of itself, or the phase.

    Nothing where the headline is that already: once is enough.
    Where the Hive announces the other type of tactical action, the symbol's own was not possible
    (10.definition.other-type).
    """
    symbol = step.shown.symbol
    if not symbol:
        heading = step.shown.heading or phase_words(game)
        named = step.key == keys.STATUS or (not isinstance(step, Draw) and step.text == heading)
        return "" if named else heading
    announced = step.undertaking if isinstance(step, Ask) else None
    if announced is not None and announced.action != BY_SYMBOL[symbol]:
        # The symbol itself stands beside it, as a picture.
        return say("{own!c} was not possible", own=ACTION_WORDS[symbol])
    return SYMBOL_TITLES[symbol]


# --- the events that are one tap away from a step


HITS: dict[str, Words] = {"hits_space": say("Hits in space"), "hits_ground": say("Hits on the ground")}
# What players do to the Hive on their turn beside its answers, in the order of how often it happens.
PLAYERS_PANEL: dict[str, Words] = {
    "support": "",
    "planet_lost": say("We took a planet of [the Hive]"),
    "planet_gained": say("We lost a planet to [the Hive]"),
    "rex_taken": say("We took Mecatol Rex"),
    "sustained": "",
    "action_card": "",
    "arms_transaction": say("Deal with [the Hive]"),
    "pillaged": "",
    "planet_exhausted": "",
    "expedition": "",
    "scored": say("We scored"),
    **HITS,
}
QUICK_EVENTS: dict[str, Mapping[str, Words]] = {
    keys.PLAYER_TURN: PLAYERS_PANEL,
    keys.HIVE_TURN: {"interference": "", "pillaged": ""},
    keys.AGENDA_REWARDS: {"interference": ""},
    keys.HIVE_VOTES: {"interference": ""},
    keys.AGENDA_END: {"diplomacy_rider": say("We play the Diplomacy Rider")},
    keys.STATUS: {"exchange_planets": ""},
    keys.TACTICAL_ACTION: {"interference": "", "planet_gained": "", "planet_lost": "", "explore_frontier": "", **HITS},
}
"""What a step often brings: events, with words for their buttons where the table says them otherwise there."""
_BOOKED: dict[str, tuple[str, ...]] = {
    keys.TACTICAL_ACTION: ("planet_gained", "planet_lost", "explore_frontier", *HITS),
}
"""What a tracked galaxy needs no event for: it comes as an answer, or by the battle; at all other steps the support."""
MOST_NAMED = 3


def quick(game: Game, step: Step) -> tuple[Button, ...]:
    """Events that the step often brings and that can happen now; a link to the form of those that have to know more."""
    known = events_of(game)
    often = [(known[name], words) for name, words in _often(game, step).items() if name in known]
    events = [(event, words) for event, words in often if not stands_against(game, event)[0]]
    return tuple(_event(game, event, words) for event, words in (*events, *_used(game, step)))


def _used(game: Game, step: Step) -> list[tuple[Event, Words]]:
    """What players have for this very step, the first few by name; a link leads to the others."""
    found = [used_event(one) for one in offered(game, step)]
    return [(event, "") for event in found if not stands_against(game, event)[0]][:MOST_NAMED]


def _event(game: Game, event: Event, words: Words) -> Button:
    fields = event.fields(game)
    kind = ("place" if place_field(game, fields) else "form") if fields else ""
    return Button(event.name, words or event.title, kind=kind)


def _often(game: Game, step: Step) -> Mapping[str, Words]:
    """On a tracked galaxy an activation is an answer of its own, and the Hive's tactical action books its results."""
    events = QUICK_EVENTS.get(step.key, {})
    if game.stage == FIRST_TURN:
        events = {GIFT_LENT: "", **events}
    if not game.tracked:
        return events
    return {name: words for name, words in events.items() if name not in _BOOKED.get(step.key, ("support",))}


def place_field(game: Game, fields: Iterable[AnyField]) -> str:
    """The name of the field whose choices are places of the galaxy, or units there; empty if there is none."""
    return next((one.name for one in fields if isinstance(one, OneOf) and places_told(game, one)), "")


def places_told(game: Game, field: OneOf) -> dict[str, list[Choice]]:
    """The choices of a field that are at a place, a planet or a unit there, by the position of its system."""
    return places_among(game, field.choices) or places_among(game, field.choices, ".")
