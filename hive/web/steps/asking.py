"""What stands in a question beside its answers: numbers that all may enter, systems to look at, and facts.

Each player's devices enter what is that player's, a device without a player what is its own. Of a number that counts
together all of it counts; of any other the last that was entered stands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any

from flask import g, session
from flask_wtf.csrf import generate_csrf

from hive import keys
from hive.catalog.tables import Owner, Seat
from hive.engine.entries import Answer
from hive.engine.errors import Refused
from hive.engine.replies import CHOICE, DONE, reply_to
from hive.engine.session import Session
from hive.fields import Misfit, whole_number
from hive.games.present import Coming, Present, coming
from hive.games.service import Stale
from hive.model.galaxy import System, holds_units
from hive.model.game import PLAYERS, Game
from hive.naming import system_label
from hive.rules.agenda.votes import voting_order
from hive.rules.events.doings import offered
from hive.rules.options import reminded
from hive.steps import Ask, Choice, Draw, Filled, Item, Number, Step, Tell, kind_of
from hive.store import Question, Share
from hive.web.devices import entered_by
from hive.web.door import games, posted_answer, posted_position
from hive.web.words import Run, runs
from hive.words import Message, Name, PlanetName, Words, listed, say, sentence

LONGEST_AGE = 24 * 3600.0
"""Seconds. What was entered on a device that was away longer is as old as this."""
_TOKEN = "csrf_token"


@dataclass(frozen=True)
class Entered:
    """What was entered for the open question, the latest last, for the device of ``who`` to show."""

    shares: tuple[Share, ...] = ()
    who: str = ""

    @property
    def last(self) -> int:
        """Which of all that was entered in the game is the latest here; 0 for none."""
        return max((one.nth for one in self.shares), default=0)

    @property
    def shown_to(self) -> tuple[int, str]:
        """What tells it apart from what other devices show: theirs is drawn alike if none of it is their own."""
        return self.last, self.who if any(one.who == self.who for one in self.shares) else ""

    def own(self, name: str) -> int:
        """This device's share of a number."""
        return sum(one.value for one in self.of(name) if one.who == self.who)

    def others(self, name: str) -> tuple[Share, ...]:
        """What others have entered for a number."""
        return tuple(one for one in self.of(name) if one.who != self.who)

    def of(self, name: str) -> tuple[Share, ...]:
        """What was entered for a number."""
        return tuple(one for one in self.shares if one.name == name)

    def value(self, number: Number) -> int:
        """What a number is filled in with on this device."""
        if number.together:
            return self.own(number.name)
        there = self.of(number.name)
        return there[-1].value if there else number.filled_in

    def name(self, game: Game, who: str) -> Words:
        """How the table calls somebody who has entered a number."""
        seat = next((one for one in PLAYERS if one == who), None)
        if seat is not None:
            return game.name(seat)
        return say("this screen") if who == self.who else say("another screen")


NOTHING = Entered()


def asked_now(present: Present) -> Question:
    """What is asked of the table."""
    step = present.session.pending
    return Question(step.key if step else "", present.asked_since)


def entered_of(present: Present, watched: bool = False) -> Entered:
    """What was entered for the open question, if it asks for numbers; where it is ``watched``, nothing is one's own."""
    if not numbers_asked(present):
        return NOTHING
    if "shares" not in g:  # an answer looks before it counts; what is asked then, nobody knows yet
        g.shares = games().store.shares(present.id)
    return Entered(g.shares.get(asked_now(present), ()), "" if watched else _who(present.id))


def numbers_asked(present: Present) -> tuple[Number, ...]:
    """The numbers that the open question asks for, and what is asked with it."""
    together = together_of(present)
    steps = (present.session.pending, together.step if together else None)
    return tuple(number for step in steps if isinstance(step, Ask) for number in step.numbers)


def _who(game_id: str) -> str:
    """Whose share this device enters: its player's, or else its own; by its token, which it has from the first page."""
    seat = entered_by(game_id)
    if seat in PLAYERS:
        return seat
    generate_csrf()
    return blake2b(str(session[_TOKEN]).encode(), digest_size=6).hexdigest()


def enter(present: Present, form: Mapping[str, Any]) -> None:
    """Keep what a device has entered for the open question. Raises Stale where another is asked by now, Refused."""
    if (form.get("key"), whole_number(form.get("asked"))) != asked_now(present) or not numbers_asked(present):
        raise Stale(say("The game has gone on: that number was for a step before. Nothing was changed."))
    age = min(max(whole_number(form.get("age")) or 0, 0) / 1000, LONGEST_AGE)
    name, _, who = str(form.get("without", "")).rpartition(" ")
    if any((one.name, one.who) == (name, who) for one in entered_of(present).shares):
        _keep(present, who, {name: 0})
    elif changed := _changed(present, form):
        _keep(present, _who(present.id), changed, age)


def _keep(present: Present, who: str, numbers: Mapping[str, int], age: float = 0.0) -> None:
    games().enter_shares(present.id, present.position, asked_now(present), who, numbers, age)
    g.pop("shares", None)


def _changed(present: Present, form: Mapping[str, Any]) -> dict[str, int]:
    """The numbers of a form that do not stand as it was made. Raises Refused."""
    changed = {}
    for number in numbers_asked(present):
        posted, was = form.get(f"number.{number.name}"), form.get(f"was.{number.name}")
        if posted is not None and posted != was:
            try:
                changed[number.name] = number.check(posted)
            except Misfit as error:
                raise Refused(error.words) from error
    return changed


def posted_together(game_id: str, form: Mapping[str, Any]) -> Any:
    """An answer as the log keeps it, with what others have entered.

    Raises Stale where the game has gone on, or they have entered more than the form shows: then what this device has
    entered is kept with it.
    """
    value = posted_answer(form)
    if not isinstance(value, dict):
        return value
    present = games().present_at(game_id, posted_position(form))
    entered, seen = entered_of(present), whole_number(form.get("shares")) or 0
    later = [one for one in entered.shares if one.who != entered.who and one.nth > seen]
    if later:
        if changed := _changed(present, form):
            _keep(present, entered.who, changed)
        who = entered.name(present.session.game, later[-1].who)
        raise Stale(say("{who!c} has entered a number meanwhile. It is shown now: look, and tap again.", who=who))
    return {**value, **_together(present, entered, value)}


# --- steps that follow each other and are shown as one: one tap answers them, and each is a line of its own in the log


PLACED = (keys.PRODUCTION_SITE, keys.FEWEST_CAPACITY_SHIPS)
ROUNDS = (keys.SPACE_COMBAT_ROUND, keys.GROUND_COMBAT_ROUND)
_FIRED = (keys.SPACE_CANNON, keys.SPACE_CANNON_DEFENCE, keys.BOMBARDMENT, keys.BARRAGE)
_THEN: dict[str, str] = {
    **dict.fromkeys((keys.SPACE_COMBAT, keys.GROUND_COMBAT, keys.STRATAGEM, *_FIRED, *ROUNDS), keys.ROUND_BEGINS),
    **dict.fromkeys((keys.BATTLE_OVER, keys.LANDING, keys.EXPLORATION), keys.CLEANUP),
    keys.AGENT_EXHAUSTED: keys.STATUS,
}
"""What is shown with an open step, and answered after it, as it was shown."""
_AHEAD = {keys.HIVE_VOTES: keys.VOTED}
"""What is shown with an open step that is answered as expected: of that the tap is."""
_NO_MATTER = (keys.EXPLORATION, keys.AGENT_EXHAUSTED)
"""Where nothing is expected, and the last answer leaves all as it is."""


@dataclass(frozen=True)
class Together:
    """An open step, and the one after it that is shown with it.

    ``ahead``: what is tapped answers that one, and the open one is answered as expected; what is drawn between them is
    not shown. ``otherwise``: what comes with the other answer.
    """

    open: Ask | Tell
    step: Ask | Tell
    ahead: bool = False
    otherwise: Ask | Tell | None = None

    @property
    def perhaps(self) -> tuple[Item, ...]:
        """What hands have to do only with the other answer."""
        return tuple(item for item in (self.otherwise.items if self.otherwise else ()) if item not in self.step.items)

    def then(self, game: Game, value: Any) -> Callable[[Step | None], Answer | None]:
        """What answers the step that comes next with a form: as it was shown; where it is another, nothing does.

        Raises Refused if a number of the form does not fit it.
        """
        given = value if isinstance(value, dict) else {}
        if isinstance(self.step, Ask):
            reply_to(game, self.step, _own(self.step, {**given, CHOICE: self.step.choices[0].value}))
        shown = [one.items for one in (self.step, self.otherwise) if one is not None]

        def answer(step: Step | None) -> Answer | None:
            if step is None or step.key != self.step.key:
                return None
            if isinstance(step, Tell):
                return Answer(step.key, DONE) if step.items in shown else None
            if isinstance(step, Draw) or not {number.name for number in step.numbers} <= given.keys():
                return None
            return Answer(step.key, _own(step, {**given, CHOICE: step.choices[0].value}))

        return answer


def together_of(present: Present) -> Together | None:
    """What is shown with the open step; None if it stands alone."""
    step, line = present.session.pending, present.in_force
    if not isinstance(step, Ask | Tell) or step.key not in _THEN | _AHEAD:
        return None
    if isinstance(step, Ask) and step.key in ROUNDS:
        return _next_round(present, step)
    found: Together | None = games().summaries.of(f"{present.id} with", line, lambda: _followed(present.id, line))
    return found if found is not None and found.open == step else None


_LOSSES_ALONE = Ask(keys.ROUND_BEGINS, "", (Choice("on", ""),), "1.scope.unchanged-rules")
"""The beginning of a round that asks nothing, and only tells what the dice before have cost."""


def _next_round(present: Present, step: Ask) -> Together | None:
    """Within a round the next one begins with what this one began with: whoever is still there then can retreat."""
    began = [one for one in present.session.told if isinstance(one.step, Ask) and one.step.systems == step.systems]
    asked = next((one for one in reversed(began) if one.step.key == keys.ROUND_BEGINS), None)
    numbers: tuple[Number, ...] = ()
    if asked is not None and isinstance(asked.step, Ask) and step.key == keys.SPACE_COMBAT_ROUND:
        leaving = asked.reply.numbers if isinstance(asked.reply, Filled) else {}
        numbers = tuple(one for one in asked.step.numbers if not leaving.get(one.name))
    after = replace(_LOSSES_ALONE, numbers=numbers)
    return None if offered(present.session.game, after) else Together(step, after)


def _followed(game_id: str, line: int) -> Together | None:
    """What comes where the open step is answered as expected; nothing where somebody has what acts just then."""
    with suppress(Refused):
        session = games().tried(game_id, line)
        step = session.pending
        after = _after(session, _expected(step)) if isinstance(step, Ask | Tell) else None
        if not isinstance(step, Ask | Tell) or after is None:
            return None
        if offered(session.game, after) or reminded(session.game, after).open:
            return None
        if step.key == keys.HIVE_VOTES:
            return _voted_with(session.game, step, after)
        if isinstance(step, Ask) and step.key == keys.AGENT_EXHAUSTED:
            other = next(one.value for one in step.choices if one.value != _expected(step))
            return Together(step, after, otherwise=_after(games().tried(game_id, line), other))
        return Together(step, after)
    return None


def _after(session: Session, value: str) -> Ask | Tell | None:
    """Answer the open step; what comes after it, if that is shown with it."""
    step = session.pending
    assert step is not None
    session.apply(Answer(step.key, value))
    after = session.pending
    if isinstance(after, Ask | Tell) and after.key in (_THEN.get(step.key), _AHEAD.get(step.key)):
        return after
    return _LOSSES_ALONE if _THEN.get(step.key) == keys.ROUND_BEGINS else None


def _voted_with(game: Game, step: Ask | Tell, after: Ask | Tell) -> Together | None:
    """The vote is counted on the same screen where all players vote before the Hive (Q110).

    Otherwise its cards are drawn by a tap: until then players answer the agenda without knowing them, and those who
    vote after it do.
    """
    order = voting_order(game)
    last = len(order) > 1 and order[-1] == "hive"
    both = (kind_of(step), kind_of(after)) == ("judge", "count")
    return Together(step, after, ahead=True) if last and both else None


def _expected(step: Ask | Tell) -> str:
    if isinstance(step, Tell):
        return DONE
    return step.choices[-1 if step.key in _NO_MATTER and not step.shown.expects else 0].value


def ships_of(present: Present) -> tuple[Coming, ...]:
    """The ships that the Hive produces one after the other as long as each goes where it is to be expected."""
    line = present.in_force
    with suppress(Refused):
        found: tuple[Coming, ...] = games().summaries.of(
            f"{present.id} produces", line, lambda: tuple(coming(games().tried(present.id, line), PLACED))
        )
        return found
    return ()


def answer_posted(game_id: str, form: Mapping[str, Any], after: str | None) -> Present:
    """Answer the open question, and what is shown with it: all of it or nothing. Raises Stale or Refused.

    Of steps that are shown together, the answer is about the one ``after`` so many that are answered as expected.
    """
    position, key, by = posted_position(form), str(form.get("key", "")), entered_by(game_id)
    value, before = posted_together(game_id, form), max(whole_number(after) or 0, 0)
    if not before and not form.get("then"):
        return games().answer(game_id, position, key, value, by)
    present = games().present_at(game_id, position)
    together, step = together_of(present), present.session.pending
    if before:
        return _in_a_row(present, key, value, before, together)
    answer = Answer(key, _own(step, value))
    if together is None or together.ahead:
        return games().enter(game_id, position, answer, by)
    return games().enter(game_id, position, answer, by, together.then(present.session.game, value))


def _in_a_row(present: Present, key: str, value: Any, before: int, together: Together | None) -> Present:
    """Answer one of the steps that are shown together, and those ``before`` it as expected, if all of them fit."""
    ahead = together is not None and together.ahead
    steps = [together.open, together.step] if together and ahead else [one.step for one in ships_of(present)]
    if key != next((one.key for one in steps), "") or before >= len(steps):
        raise Refused(say("That question is no longer open. Here is the present one."))
    answers = [Answer(one.key, _expected(one)) for one in steps[:before]]
    answers.append(Answer(steps[before].key, _own(steps[before], value)))
    games().tried(present.id, present.in_force, answers)
    first, *rest = answers
    by = entered_by(present.id)
    return games().enter(present.id, present.position, first, by, lambda _: rest.pop(0) if rest else None)


def _own(step: Step | None, value: Any) -> Any:
    """What of a form answers a step, without the numbers of what is shown with it."""
    if not isinstance(value, dict) or isinstance(step, Draw):
        return value
    names = {CHOICE, *(number.name for number in (step.numbers if isinstance(step, Ask) else ()))}
    own = {name: told for name, told in value.items() if name in names}
    return own if len(names) > 1 else value.get(CHOICE, "")


def _together(present: Present, entered: Entered, value: Mapping[str, Any]) -> dict[str, int]:
    """The numbers that count together, with what others have entered; more than there can be is as good as that."""
    found = {}
    for number in numbers_asked(present):
        own, others = value.get(number.name), sum(one.value for one in entered.others(number.name))
        if number.together and others and isinstance(own, int) and number.fits(own):
            found[number.name] = min(own + others, number.maximum)
    return found


# --- what stands in a question beside its answers


# Up to this number a row of tiles takes one tap, where a stepper may take several.
HIGHEST_TILE = 5
# Up to this number of hits a pad beside the stepper takes one tap; more seldom come at once.
HIGHEST_HITS = 6
# So many numbers stand in the bar beside the next tap, always in reach; more of them stand in the page.
IN_THE_BAR = 2
YES_NO = (say("No"), say("Yes"))


@dataclass(frozen=True)
class ShareView:
    """What somebody has entered of a number. ``own``: on this device, or another one of its player."""

    who: str
    words: Words
    value: int
    own: bool


@dataclass(frozen=True)
class NumberView:
    """A number to fill in; ``tiles`` are the values to tap and their words where they are few, else a stepper.

    ``pad`` are values of the stepper that one tap sets.
    ``wrong``: it holds what was posted, and that was refused. ``was``: what stood in it before. ``shares`` are what
    people have entered of one that counts together, where more than this screen enters it; ``by`` says who else has
    entered another number.
    """

    name: str
    label: str
    note: str
    value: str
    minimum: int
    maximum: int
    tiles: tuple[tuple[str, Words], ...] = ()
    pad: Sequence[int] = ()
    wrong: bool = False
    was: int = 0
    shares: tuple[ShareView, ...] = ()
    by: Words = ""

    @property
    def total(self) -> int:
        """What the shares come to."""
        return sum(one.value for one in self.shares)

    @property
    def beside(self) -> int:
        """What others have entered of it."""
        return sum(one.value for one in self.shares if not one.own)


@dataclass(frozen=True)
class SystemView:
    """A system that a step is about: its position, how the table finds it, and who is there as last known.

    ``forces`` are the players' units there, side by side; ``held`` says who holds its planets.
    """

    position: str
    label: str
    there: tuple[Run, ...] = ()
    forces: tuple[tuple[Seat, tuple[tuple[str, int], ...]], ...] = ()
    held: tuple[Words, ...] = ()


def numbers_of(game: Game, step: Ask, typed: Mapping[str, Any], entered: Entered) -> tuple[NumberView, ...]:
    """The numbers of a question, with what people have entered, or typed before the question was shown again."""
    sides = step.shown.sides
    fighting = [seat for seat in sides.seats if seat in PLAYERS] if sides else []
    whose = fighting[0] if len(fighting) == 1 else entered.who
    views = ((one, _number(one, typed.get(one.name), sides is not None, entered.value(one))) for one in step.numbers)
    return tuple(_with_shares(game, number, view, entered, whose) for number, view in views)


def _with_shares(game: Game, number: Number, view: NumberView, entered: Entered, whose: str) -> NumberView:
    """A number with who has entered what. On a player's device one that counts together is that player's alone.

    Unless ``whose`` it is fights alone.
    """
    there, own = entered.of(number.name), entered.who in PLAYERS
    if not number.together:
        others = there and there[-1].who != entered.who
        return replace(view, by=entered.name(game, there[-1].who)) if others else view
    if not own and not entered.others(number.name):
        return view
    values = {**({entered.who: 0} if own else {}), **{one.who: one.value for one in there}}
    shares = [
        ShareView(who, entered.name(game, who), value, own=who == entered.who)
        for who, value in sorted(values.items(), key=lambda one: (one[0] not in PLAYERS, one))
    ]
    label = _of_one(entered.name(game, whose), number.label) if own else number.label
    return replace(view, label=label, shares=tuple(shares))


def _of_one(who: Words, label: Words) -> Words:
    """What a number is called where only one player's part of it is entered."""
    if isinstance(label, Message) and "players" in label.args:
        return Message(label.sentence, {**label.args, "players": who})
    return say("{who!c}: {what}", who=who, what=label)


def _called(number: Number, value: int) -> Words:
    """What a value is called on its tile."""
    if number.named:
        return number.named[value - number.minimum]
    return YES_NO[value] if number.yes_no else Name(str(value))


def _number(number: Number, typed: Any, hits: bool, was: int) -> NumberView:
    """A number as it is asked, filled in as it ``was``.

    In a combat ``hits`` and what is left are steppers, however few there can be.
    """
    few = number.minimum >= 0 and number.maximum <= HIGHEST_TILE and not (hits and not number.yes_no)
    values = range(number.minimum, number.maximum + 1) if few else ()
    told = was if typed is None else whole_number(typed)
    return NumberView(
        name=f"number.{number.name}",
        label=number.label,
        note=number.note,
        value="" if told is None else str(told),
        minimum=number.minimum,
        maximum=number.maximum,
        tiles=tuple((str(value), _called(number, value)) for value in values),
        pad=range(1, min(number.maximum, HIGHEST_HITS) + 1) if hits and not few and number.maximum > 1 else (),
        wrong=told is None or not number.fits(told),
        was=was,
    )


def fact_of(game: Game, position: str, there: Words) -> SystemView:
    """A system on which a decision rests, with who is there."""
    label = sentence(system_label(game, position))
    if game.galaxy is None:
        return SystemView(position, label, runs(there))
    system = game.galaxy.systems[position]
    seats: tuple[Seat, ...] = ("hive", *PLAYERS)
    forces = tuple((seat, tuple(units_of(game, system, seat).items())) for seat in PLAYERS if holds_units(system, seat))
    owned = {
        seat: [PlanetName(name, position) for name, one in system.planets.items() if one.control == seat]
        for seat in seats
    }
    held = tuple(
        say(
            "{who!c} holds {planets}", who=game.name(seat), planets=listed([PlanetName(one, position) for one in names])
        )
        for seat, names in owned.items()
        if names
    )
    return SystemView(position, label, runs(there), forces, held)


def tracked_systems(game: Game, step: Step) -> list[str]:
    """The systems of a step that have a sheet."""
    if game.galaxy is None or not isinstance(step, Ask | Tell):
        return []
    return [position for position in dict.fromkeys(step.systems) if position in game.galaxy.systems]


def units_of(game: Game, system: System, seat: Owner) -> Mapping[str, int]:
    """The ships and ground forces of a side in a system, by type, ships from the strongest first."""
    places = [system.units, *(planet.units for planet in system.planets.values())]
    found: Counter[str] = Counter()
    for units in places:
        found.update(units.get(seat, {}))
    ships = [unit.key for unit in reversed(game.tables.units.ships)]
    ground = [unit.key for unit in game.tables.units.units if unit.category == "ground_force"]
    return {unit: found[unit] for unit in (*ships, *ground) if found[unit]}
