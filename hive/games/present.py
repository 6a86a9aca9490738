"""A game as a page shows it: now, or as it stood at a line of its log; and how it is reached there.

The rules of a later version may not play every entry of an old log. Nothing is lost by that: a line that cannot be
reached is passed over, and whoever asked for it is told.

The log keeps them all, as it keeps what was undone: an undo makes room for the line that says them together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from hive.board.edits import editables
from hive.catalog.reading import tables_from_json
from hive.catalog.tables import Tables
from hive.engine import entries
from hive.engine.entries import Answer, AnyEntry, Board, Forward, New, Undo, from_json, from_log
from hive.engine.errors import JsonObject, LogMismatch, Refused
from hive.engine.narration import plainly
from hive.engine.session import Session, SessionView, replay
from hive.engine.state import load
from hive.games.beginning import game_of
from hive.model.game import Game, known_galaxy
from hive.rules import RULES_VERSION
from hive.steps import Ask
from hive.store import Entry, EntryUnknown, Head, NamedHead, NewEntry, Snapshot, Store, StoreError, Written
from hive.words import Words, heard_or_plain, say, words_of_error

FAR = 40
"""After so many entries in a row the states between them are kept, so that the next way there is short."""
AT_ONCE = 50
"""So many states are written at once."""


UNREACHED = say("The rules have changed since that line: the game cannot go back there.")
PASSED_BACK = say(
    "The rules have changed since that line. The game stands at the last line before it that still plays."
)
PASSED_ON = say("The rules have changed since that line. The game stands at the first line after it that still plays.")


@dataclass(frozen=True)
class Reached:
    """A line, and the game in force there.

    ``stopped`` is the entry after it that no longer plays, if one was tried. ``notice`` tells the table of lines that
    had to be passed over. ``passed`` is the state, as JSON text, after the line that was asked about on the way.
    """

    position: int
    session: Session
    stopped: Entry | None = None
    notice: Words = ""
    passed: str | None = None


class Reaching:
    """Finds the way to any line of a game. Safe to share between threads, as the store is."""

    def __init__(self, store: Store) -> None:
        """Begin with the file of games."""
        self._store = store

    def back(self, game_id: str, line: int) -> Reached:
        """The last line up to the one given that still plays. Raises LogMismatch if not even the first does."""
        tables = self._tables(game_id)
        before = line + 1
        while True:
            snapshot, entries = self._store.chain(game_id, line, before=before)
            if snapshot is None and not entries:
                raise EntryUnknown(line)
            try:
                return self._played(game_id, snapshot, entries, tables)
            except LogMismatch:
                if snapshot is None:
                    raise
                before = snapshot.position

    def looked_at(self, game_id: str, line: int) -> Session:
        """The session in force at just this line. Raises Refused if the rules no longer lead there."""
        with suppress(LogMismatch):
            reached = self.back(game_id, line)
            if reached.position == line:
                return reached.session
        raise Refused(UNREACHED)

    def ahead(self, game_id: str, line: int, tip: int) -> list[int]:
        """The lines in force after one of them. Raises Refused if it is none."""
        if line == tip:
            return []
        try:
            return self._store.path_positions(game_id, line or -1, tip)
        except EntryUnknown as error:
            raise Refused(say("That line is not part of the game as it stands. Begin with the first one.")) from error

    def undone(self, game_id: str, line: int, tip: int) -> Reached:
        """Where undo comes to on its way from the tip back to a line. Raises Refused if no line still plays."""
        try:
            reached = self.back(game_id, line)
        except LogMismatch:
            reached = self._kept_after(game_id, line, tip)
        if reached.position == tip:
            raise Refused(UNREACHED)
        return reached if reached.position >= line else replace(reached, notice=PASSED_BACK)

    def redone(self, game_id: str, line: int, last: int) -> Reached:
        """Where redo comes to on its way to a line and the last one. Raises Refused if no line still plays."""
        with suppress(LogMismatch):
            reached = self.back(game_id, line)
            if reached.position == line:
                return reached
        return self._kept_after(game_id, line, last)

    def _kept_after(self, game_id: str, line: int, last: int) -> Reached:
        """The first line after one that does not play, up to the last, that does: it has a snapshot that fits."""
        tables = self._tables(game_id)
        way = set(self._store.path_positions(game_id, line, last))
        for position in self._store.snapshots_between(game_id, line, last):
            snapshot, _ = self._store.chain(game_id, position) if position in way else (None, [])
            if snapshot is not None:
                with suppress(LogMismatch):
                    return Reached(position, replay(load(snapshot.state, tables), []), notice=PASSED_ON)
        raise Refused(UNREACHED)

    def from_the_start(self, game_id: str, last: int, by: int = 0) -> Reached:
        """The last line up to the one given that plays without any snapshot; the states on the way are kept.

        The state after the line ``by`` is noted. Raises LogMismatch if not even the first line plays.
        """
        _, entries = self._store.chain(game_id, last, before=1)
        return self._played(game_id, None, entries, self._tables(game_id), by)

    def _tables(self, game_id: str) -> Tables:
        return tables_from_json(self._store.tables_json(game_id))

    def _played(
        self, game_id: str, snapshot: Snapshot | None, entries: list[Entry], tables: Tables, by: int = 0
    ) -> Reached:
        """The entries on top of a snapshot, or of nothing, as far as they play. Raises LogMismatch if that does not."""
        if snapshot is None:
            new, *entries = entries
        begin = partial(game_of_entry, new, tables) if snapshot is None else partial(load, snapshot.state, tables)
        reached = new.position if snapshot is None else snapshot.position
        session = replay(begin(), [])
        passed = session.boundary if reached == by else None
        states: list[tuple[int, str]] = []
        for number, entry in enumerate(entries):
            if not plays(session, entry):
                self._keep(game_id, states)
                again = replay(begin(), from_log((one.kind, one.data) for one in entries[:number]))
                return Reached(reached, again, entry, passed=passed)
            reached = entry.position
            passed = session.boundary if reached == by else passed
            if session.boundary is not None and len(entries) > FAR:
                states.append((reached, session.boundary))
            if len(states) == AT_ONCE:
                self._keep(game_id, states)
                states = []
        self._keep(game_id, states)
        return Reached(reached, session, passed=passed)

    def _keep(self, game_id: str, states: list[tuple[int, str]]) -> None:
        """States are a help and not the truth: where the file does not take them, the game goes on without."""
        if states:
            with suppress(StoreError):
                self._store.keep_snapshots(game_id, RULES_VERSION, states)


def game_of_entry(new: Entry, tables: Tables) -> Game:
    """The game that the first line of a log begins. Raises LogMismatch if it begins none."""
    (first,) = from_log([(new.kind, new.data)])
    if not isinstance(first, New):
        raise LogMismatch(say("the log does not begin with a new game"))
    return game_of(first, tables)


def plays(session: Session, entry: Entry) -> bool:
    """Apply an entry; whether the rules still take it. A log of other rules can fail in any way."""
    try:
        read = from_json(entry.kind, entry.data)
        if not isinstance(read, Forward):
            return False
        session.apply(read)
    except Exception:
        return False
    return True


# --- a game as a page shows it: now, or as it stood at a line of its log


LINES_SHOWN = 9
BESIDE = (entries.Correct.kind, entries.Board.kind, entries.Event.kind)
"""What leaves the open step as it is: what is corrected or happens meanwhile."""


@dataclass
class Running:
    """A game in memory: its session, its name, and what its log says where it stands.

    ``words`` are those of the entry in force, ``lines`` the latest ones in force, newest first, ``redo`` what redo
    brings back. ``used`` is when it was last asked for, by a clock that nobody sets.
    """

    session: Session
    standing: NamedHead
    words: dict[str, Any] | None = None
    lines: tuple[dict[str, Any], ...] = ()
    redo: Words = ""
    notice: Words = ""
    used: float = 0.0
    _view: SessionView | None = None

    @property
    def head(self) -> Head:
        """Where its log stands."""
        return self.standing.head

    @property
    def before(self) -> int:
        """The line that undo goes back to: before all that one tap has answered. Raises Refused where there is none."""
        if len(self.lines) < 2:
            raise Refused(say("There is nothing to undo."))
        return int(self.lines[min(len(of_one_tap(self.lines)), len(self.lines) - 1)]["position"])

    @property
    def view(self) -> SessionView:
        """The game as it stands, in a copy that all who look at it share."""
        if self._view is None:
            self._view = self.session.view()
        return self._view


@dataclass(frozen=True)
class Present:
    """A game as a page shows it. ``undo`` and ``redo`` name what they take back or bring back; empty if they cannot."""

    id: str
    name: str
    position: int
    session: SessionView
    words: dict[str, Any] | None
    lines: tuple[dict[str, Any], ...]
    undo: Words
    redo: Words
    notice: Words = ""
    shares: int = 0
    rematch: str = ""

    @property
    def in_force(self) -> int:
        """The last line in force."""
        return int(self.lines[0]["position"]) if self.lines else self.position

    @property
    def of_one_tap(self) -> tuple[dict[str, Any], ...]:
        """The latest lines that were entered by one tap, newest first."""
        return of_one_tap(self.lines)

    @property
    def asked_since(self) -> int:
        """The line after which the open step is asked."""
        lines = [int(line["position"]) for line in self.lines if line["kind"] not in BESIDE]
        return lines[0] if lines else self.position


def of_one_tap(lines: tuple[dict[str, Any], ...]) -> tuple[dict[str, Any], ...]:
    """The latest of some lines, and those that were entered with them by one tap. In and out: newest first."""
    first = next((number for number, one in enumerate(lines) if not one.get("joined")), len(lines) - 1)
    return lines[: first + 1]


@dataclass(frozen=True)
class Coming:
    """A question that comes when those before it are answered as expected, and which unit of the Hive its answer puts
    where; no place without a galaxy.
    """

    step: Ask
    unit: str
    at: str

    @property
    def expected(self) -> str:
        """The answer to expect."""
        return self.step.choices[0].value


def coming(session: Session, asked: Collection[str]) -> Iterator[Coming]:
    """The open question and those after it, as long as they are about this and have an answer to expect."""
    while isinstance(step := session.pending, Ask) and step.key in asked and step.shown.expects:
        before = _units_of_the_hive(session.game)
        session.apply(Answer(step.key, step.choices[0].value))
        came = sorted(_units_of_the_hive(session.game) - before, reverse=True)
        if not came:
            return
        at, unit = came[0]
        yield Coming(step, unit, at)


def _units_of_the_hive(game: Game) -> Counter[tuple[str, str]]:
    """How many ships of the Hive are where, by position and type, and by no position, how many units it has."""
    systems = known_galaxy(game).systems.items()
    there = {(at, unit): number for at, one in systems for unit, number in one.units.get("hive", {}).items()}
    return Counter({**{("", unit): number for unit, number in game.hive.units.items()}, **there})


@dataclass(frozen=True)
class Then:
    """A game as it stood at a line of its log; ``before`` and ``after``: the lines beside it; ``last``: the present."""

    present: Present
    before: int | None
    after: int | None
    last: int


def line_of(game_id: str, entry: Entry) -> dict[str, Any]:
    """A line of the history: whose, position, what was said, the steps that followed, when, and by whom."""
    words = entry.words if isinstance(entry.words, dict) else {}
    return {
        "game": game_id,
        "position": entry.position,
        "kind": entry.kind,
        "said": heard_or_plain(words.get("said", entry.kind)),
        "steps": words.get("steps", []),
        "joined": bool(words.get("joined")),
        "made_at": entry.made_at,
        "by": entry.made_by,
    }


def read_log(store: Store, game_id: str, running: Running) -> Running:
    """The running game with what its log says there. Raises what the store raises."""
    look = store.look(game_id, running.head, LINES_SHOWN)
    lines = tuple(line_of(game_id, entry) for entry in look.lines)
    redo: Words = line_of(game_id, look.ahead)["said"] if look.ahead is not None else ""
    return replace(running, words=look.lines[0].words if look.lines else None, lines=lines, redo=redo)


def gone_on(game_id: str, session: Session, before: Running, kept: Written) -> Running:
    """A running game after an entry that goes forward and was kept just now; ``before`` is the game before that.

    A line never changes, so none is read again. One entry takes the place of another where the two were joined.
    """
    known = (line for line in before.lines if line["position"] <= kept.entry.parent)
    lines = (line_of(game_id, kept.entry), *known)[:LINES_SHOWN]
    return Running(session, stands_now(before.standing, kept), kept.entry.words, lines)


def stands_now(before: NamedHead, kept: Written) -> NamedHead:
    """Where a game stands by an entry that was kept just now; whether it has a rematch, who asks next looks up."""
    return replace(before, name=kept.name, head=kept.head, shares=kept.shares)


def now(game_id: str, running: Running, notice: Words = "") -> Present:
    """A running game as it stands."""
    return Present(
        game_id,
        running.standing.name,
        running.head.position,
        running.view,
        running.words,
        running.lines,
        undo=of_one_tap(running.lines)[-1]["said"] if len(running.lines) > 1 else "",
        redo=running.redo,
        notice=notice,
        shares=running.standing.shares,
        rematch=running.standing.rematch or "",
    )


def overtaken(running: Running) -> Words:
    """What is told to a tap that came later than somebody else's, which was an entry or took some back."""
    if running.redo:
        return say(
            "Somebody was faster and took back “{what}”. Here is how the game stands now; nothing was changed.",
            what=plainly(running.redo),
        )
    if not running.lines:
        return say("Somebody was faster: the game has gone on. Here is how it stands now; nothing was changed.")
    return say(
        "Somebody was faster with “{what}”: the game has gone on. Here is how it stands now; nothing was changed.",
        what=plainly(running.lines[0]["said"]),
    )


def unread(error: StoreError) -> Words:
    """What is said where an entry is kept, and its lines cannot be read."""
    return say("Your entry is kept. Reload this page in a moment. {what}", what=words_of_error(error))


def then(store: Store, game_id: str, position: int, session: Session, after: int | None, last: int) -> Then:
    """A game as it stood at a line. In: the session there, the line after it, and the present one."""
    words = store.lines(game_id, position, 2)
    lines = tuple(line_of(game_id, entry) for entry in words)
    running = Running(session, replace(store.standing(game_id), head=words[0].head), words[0].words, lines)
    present = replace(now(game_id, running), undo="")
    return Then(present, words[1].position if len(words) > 1 else None, after, last)


# --- edits of one system


EXCHANGES = ("/tile", "/place")
"""Edits that change which system it is, and so stand for themselves."""


@dataclass(frozen=True)
class Joined:
    """An entry as it goes into the log: together with the one before it, where both are edits of one system.

    ``session`` is the game that it is applied to, ``room`` the undo of the earlier edit, ``before`` where that leads.
    """

    session: Session
    entry: Forward
    room: NewEntry | None = None
    before: int = 0

    @property
    def takes_back(self) -> bool:
        """Whether a later edit takes the earlier one back, and so leaves only the undo of it."""
        return isinstance(self.entry, Board) and self.room is not None and not self.entry.changes


def joined(store: Store, reaching: Reaching, game_id: str, running: Running, entered: Forward, by: str) -> Joined:
    """An entry together with the one just before it, if both are edits of one system by the same device."""
    alone, head = Joined(running.session, entered), running.head
    if not isinstance(entered, Board) or head.tip != head.position:
        return alone
    last = store.lines(game_id, head.tip, 1)[0]
    earlier, system = _edit(last), _system(entered)
    if earlier is None or not system or system != _system(earlier) or (earlier.by, last.made_by) != (entered.by, by):
        return alone
    reached = reaching.back(game_id, last.parent)
    if reached.position != last.parent:
        return alone
    now = {one.field: str(one.value) for one in editables(reached.session.game, system)}
    both = {**earlier.changes, **entered.changes}
    changes = {field: value for field, value in both.items() if now.get(field) != str(value)}
    room = line(Undo(), by, tip=last.parent)
    return Joined(reached.session, Board(changes, by=entered.by), room, last.parent)


def line(
    entry: AnyEntry,
    by: str = "",
    words: JsonObject | None = None,
    tip: int | None = None,
    redo: int | None = None,
) -> NewEntry:
    """An entry as the store takes it; ``by`` says who made it, ``tip`` and ``redo`` where a jump goes."""
    return NewEntry(entry.kind, entry.to_json(), RULES_VERSION, words, tip, redo, by)


def _edit(entry: Entry) -> Board | None:
    """The edit of the board that a line is, if it is one that this version reads."""
    if entry.kind != Board.kind:
        return None
    read = from_json(entry.kind, entry.data)
    return read if isinstance(read, Board) else None


def _system(edit: Board) -> str:
    """The one system that an edit is of; empty where it is of several, changes which one it is, or books a move."""
    systems = {field.partition("/")[0] for field in edit.changes}
    exchanged = any(field.endswith(EXCHANGES) for field in edit.changes)
    return systems.pop() if len(systems) == 1 and not exchanged and not edit.moved else ""
