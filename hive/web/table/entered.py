"""Numbers of the open question as all who look on have entered them: whose they are, and what they come to together.

Each player's devices enter what is that player's, a device without a player what is its own. Of a number that counts
together all of it counts; of any other the last that was entered stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from flask import g, session
from flask_wtf.csrf import generate_csrf

from hive.engine.errors import Refused
from hive.fields import Misfit, whole_number
from hive.games.present import Present
from hive.games.service import Stale
from hive.model.game import PLAYERS, Game
from hive.steps import Ask, Number
from hive.store import Question, Share
from hive.web.devices import entered_by
from hive.web.door import games
from hive.web.posted import posted_answer, posted_position
from hive.words import Words, say

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
        g.shares = games().shares(present.id)
    return Entered(g.shares.get(asked_now(present), ()), "" if watched else _who(present.id))


def numbers_asked(present: Present) -> tuple[Number, ...]:
    """The numbers that the open question asks for."""
    step = present.session.pending
    return step.numbers if isinstance(step, Ask) else ()


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


def _together(present: Present, entered: Entered, value: Mapping[str, Any]) -> dict[str, int]:
    """The numbers that count together, with what others have entered; more than there can be is as good as that."""
    found = {}
    for number in numbers_asked(present):
        own, others = value.get(number.name), sum(one.value for one in entered.others(number.name))
        if number.together and others and isinstance(own, int) and number.fits(own):
            found[number.name] = min(own + others, number.maximum)
    return found
