"""A running game: the procedures that wait, and how entries move them on. The heart of replay."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import assert_never

from hive import keys
from hive.board.edits import apply_edits
from hive.board.pieces import touch_none
from hive.engine.entries import Answer, AnyEntry, Board, Correct, Event, Forward
from hive.engine.errors import Forbidden, LogMismatch, Refused
from hive.engine.facts import ACTIVE_SIDE, correct
from hive.engine.replies import automatic_reply, reply_to
from hive.engine.state import copied, dump_text
from hive.fields import Misfit
from hive.keys import ASKED_ONCE, ASKED_SINCE, CONFIRMED_ONCE, MERGED_INTO
from hive.model.game import Game
from hive.model.laws import broken_laws
from hive.rules.action.hive_turn import is_cancelled
from hive.rules.area import victory
from hive.rules.control.taking import mended, stood
from hive.rules.deck import read_card
from hive.rules.events.doings import event_of
from hive.rules.events.kinds import NotNow, begin_event
from hive.rules.flow import next_procedure
from hive.rules.objectives.confirming import mended as heard
from hive.rules.objectives.scoring import after_correction
from hive.rules.options import step_passed
from hive.steps import AGAIN, HIT, Ask, Draw, Procedure, Reply, Step, Tell
from hive.words import Typed, say, words_of_error


@dataclass(frozen=True)
class Told:
    """A step that is over, and what it was answered with."""

    step: Step
    reply: Reply


@dataclass
class Frame:
    """A procedure on its way, and the step that it waits at."""

    procedure: Procedure[object]
    waiting: Step | None = None


@dataclass(frozen=True)
class SessionView:
    """A session as it stood at one moment: it stays so while the game goes on."""

    game: Game
    pending: Step | None
    told: tuple[Told, ...]
    news: tuple[Told, ...]


@dataclass
class Session:
    """A game with its running procedures.

    ``stack`` holds the course of the game at its bottom and the events started meanwhile above it. ``told`` are the
    steps that are over since the last boundary, ``news`` those of the last entry. ``boundary`` is the state, as JSON
    text, when last no procedure was running: what a snapshot keeps. ``stopped`` are the procedures that were on their
    way when the game was won, None as long as it is not: they stand still, while events that come later go on.
    """

    game: Game
    stack: list[Frame] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)
    news: list[Told] = field(default_factory=list)
    boundary: str | None = None
    stopped: list[Frame] | None = None

    @property
    def pending(self) -> Step | None:
        """The step at which the game waits for the table; None once the game is won."""
        if self.game.winner is not None or not self.stack:
            return None
        return self.stack[-1].waiting

    def view(self) -> SessionView:
        """The session as it stands, in a copy that nobody else changes."""
        return SessionView(copied(self.game), self.pending, tuple(self.told), tuple(self.news))

    def settle(self) -> None:
        """Go on until the table is needed, or the game is over."""
        for line in after_correction(self.game):
            self.news.append(Told(line, None))
            step_passed(self.game, line.key)
        while True:
            self._stop_if_won()
            if not self.stack:
                self.boundary = dump_text(self.game)
                self.told = []
                procedure = next_procedure(self.game)
                if procedure is None:
                    return
                self._begin(procedure)
                continue
            step = self.stack[-1].waiting
            if self.stopped and any(self.stack[-1] is frame for frame in self.stopped):
                # Nobody is asked to confirm anything any more: what waits is told with the entry that won.
                if isinstance(step, Tell):
                    self._over(step, None)
                return
            if isinstance(step, Draw) and self.game.settings.draws == "app":
                self._reply(read_card(self.game, step.card))
            elif step is not None and automatic_reply(step):
                self._reply(None)
            else:
                return

    def _stop_if_won(self) -> None:
        if self.game.winner is None:
            self.stopped = None
        elif self.stopped is None:
            self.stopped = list(self.stack)

    def apply(self, entry: Forward) -> None:
        """Apply one entry of the log. Raises Refused if it does not fit; the session is then no longer sound."""
        self.news = []
        self.boundary = None
        touch_none(self.game)
        waiting, winner = [frame.waiting for frame in self.stack], self.game.winner
        self._enter(entry)
        self.settle()
        if self.stack and any(self.stack[-1].waiting is step for step in waiting):
            self._ask_anew()
        if self.game.winner != winner:
            won = victory(self.game)
            self.news.extend([Told(won, None)] if won else [])

    def _enter(self, entry: Forward) -> None:
        match entry:
            case Answer():
                self._answer(entry)
            case Event():
                self._start_event(entry)
            case Correct():
                self._correct(entry)
            case Board():
                self._mend_board(entry)
            case _:
                assert_never(entry)

    def _ask_anew(self) -> None:
        """What the open question rests on may have changed: begin its procedure anew, or let that ask once more."""
        step = self.stack[-1].waiting if self.stack else None
        if self._opens_its_procedure():
            self.stack.clear()
            self.settle()
        elif is_cancelled(self.game) and len(self.stack) == 1:
            self._advance(AGAIN)
            self.settle()
        elif isinstance(step, Ask) and step.anew:
            self._advance(HIT if any(told.step.key == keys.HITS for told in self.news) else AGAIN)
            self.settle()

    def _answer(self, entry: Answer) -> None:
        step = self.pending
        if entry.key in CONFIRMED_ONCE and (step is None or step.key != entry.key):
            return
        while step is not None and step.key in ASKED_SINCE and step.key != entry.key:
            self._reply(reply_to(self.game, step, ASKED_SINCE[step.key]))
            self.settle()
            step = self.pending
        if isinstance(step, Ask) and step.key == MERGED_INTO.get(entry.key):
            if entry.value in [choice.value for choice in step.choices]:
                self._reply(str(entry.value))
            return
        if entry.value == ASKED_ONCE.get(entry.key) and (step is None or step.key != entry.key):
            return
        if step is None:
            raise Refused(say("The game is over: nothing is asked now."))
        if step.key != entry.key:
            raise Refused(say("That question is no longer open. Here is the present one."))
        self._reply(reply_to(self.game, step, entry.value))

    def _start_event(self, entry: Event) -> None:
        event = event_of(self.game, entry.name)
        if event is None:
            raise Refused(say("There is no such event."))
        try:
            procedure = begin_event(self.game, event, entry.args, entry.forced)
        except NotNow as error:
            raise (
                Forbidden(error.words, entry.name, entry.args) if error.forcible else Refused(error.words)
            ) from error
        except Misfit as error:
            raise Refused(error.words) from error
        self._begin(procedure)

    def _correct(self, entry: Correct) -> None:
        """Correct a value; another side's turn can begin only where the present one has not been used."""
        if entry.field == ACTIVE_SIDE and not (self.game.phase == "action" and self._opens_its_procedure()):
            raise Refused(
                say("Whose turn it is can be corrected only while a turn has not begun. Finish or undo it first.")
            )
        correct(self.game, entry.field, entry.value)

    def _mend_board(self, entry: Board) -> None:
        """Set what stands on the board by hand. Planets may have been lost or taken by that: the table is asked."""
        before = stood(self.game)
        try:
            apply_edits(self.game, entry.changes)
            heard(self.game, entry.changes, entry.moved)
        except Misfit as error:
            raise Refused(error.words) from error
        for law in broken_laws(self.game):
            raise Refused(law)
        follows = mended(self.game, before, sure=bool(entry.moved))
        if follows is not None:
            self._begin(follows)

    def _opens_its_procedure(self) -> bool:
        """Whether the course of the game waits at a question before which nothing of its procedure has happened."""
        step = self.stack[0].waiting if len(self.stack) == 1 else None
        return isinstance(step, Ask) and step.opens

    def _begin(self, procedure: Procedure[object]) -> None:
        self.stack.append(Frame(procedure))
        self._advance(None)

    def _reply(self, reply: Reply) -> None:
        step = self.stack[-1].waiting
        assert step is not None, "only a waiting procedure can be answered"
        self._over(step, reply)
        self._advance(reply)

    def _over(self, step: Step, reply: Reply) -> None:
        if any(one.step is step for one in self.told):
            return
        told = Told(step, reply)
        self.told.append(told)
        self.news.append(told)
        step_passed(self.game, step.key)

    def _advance(self, reply: Reply) -> None:
        frame = self.stack[-1]
        try:
            frame.waiting = frame.procedure.send(reply)
        except StopIteration:
            self.stack.remove(frame)


def replay(game: Game, entries: Iterable[AnyEntry]) -> Session:
    """Return the session after these entries on top of a game. Raises LogMismatch where one no longer fits."""
    session = Session(game)
    # A log of other rules can fail in any way; each means that it no longer fits.
    try:
        session.settle()
        for entry in entries:
            if not isinstance(entry, Forward):
                raise LogMismatch(say("the kind “{kind}” does not go forward", kind=Typed(entry.kind)))
            session.apply(entry)
    except Exception as error:
        raise LogMismatch(say("an entry no longer fits: {error}", error=words_of_error(error))) from error
    return session
