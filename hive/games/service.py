"""The games of this machine: every change goes through the engine first, then into the log, and what is asked of it.

A game that somebody plays is kept running in memory; the log in the file is the truth, and the running game is thrown
away and replayed whenever it may not match.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Generic, TypeVar
from weakref import WeakValueDictionary

from hive.board.layout import Layout, misplaced
from hive.catalog.copying import Brewed, with_homebrew
from hive.catalog.reading import tables_to_json
from hive.engine import entries
from hive.engine.errors import LogMismatch, Refused
from hive.engine.narration import said, words_of
from hive.engine.session import Session
from hive.games.beginning import House, fresh, rematch
from hive.games.importing import import_game
from hive.games.present import (
    Joined,
    Present,
    Reached,
    Reaching,
    Running,
    Then,
    gone_on,
    joined,
    line,
    line_of,
    now,
    overtaken,
    read_log,
    stands_now,
    then,
    unread,
)
from hive.model.game import Game, Settings
from hive.model.laws import broken_laws
from hive.steps import Step
from hive.store import (
    Entry,
    GameUnknown,
    Head,
    JsonObject,
    NamedHead,
    NewEntry,
    Question,
    StalePosition,
    Stand,
    Store,
    StoreError,
    Written,
)
from hive.store.database import ANEW
from hive.store.keeper import newest_backup
from hive.words import Spoken, Words, say, words_of_error

SUMMARIES = 5_000

T = TypeVar("T")


class Summaries(Generic[T]):
    """What was made of a game as it stood at its last line, so that a list of games plays none of them once more."""

    def __init__(self) -> None:
        """Begin with none."""
        self._made: OrderedDict[str, tuple[int, T]] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, what: str, position: int, make: Callable[[], T]) -> T:
        """What was made of a game at this position; where that is not known, ``make`` makes it. In: its name."""
        with self._lock:
            found = self._made.get(what)
        if found is not None and found[0] == position:
            return found[1]
        made = make()
        with self._lock:
            self._made[what] = (position, made)
            self._made.move_to_end(what)
            while len(self._made) > SUMMARIES:
                self._made.popitem(last=False)
        return made


Told = Callable[[str, int, int], None]
"""Hears of a game: the last line of its log, and how much was entered beside it; 0 where there is no news of that."""


class Shelf:
    """All games in one file. Whatever names a game raises GameUnknown where there is none of that id."""

    def __init__(self, store: Store, told: Told | None = None) -> None:
        """``store`` is the file. ``told`` hears of each entry that counts: the game, and the last line of its log."""
        self.store = store
        self._told: Told = told or (lambda game_id, position, shares: None)
        self.summaries: Summaries[Any] = Summaries()

    def close(self) -> None:
        """Close the file for every thread; it is opened again when it is asked for."""
        self.store.close()

    def missing(self) -> tuple[Path, Path] | None:
        """The file of games and the newest backup beside it, where only that is left; ask before they are reached."""
        file = self.store.file
        backup = newest_backup(file) if file and not file.exists() else None
        return (file, backup) if file and backup else None

    @property
    def can_back_up(self) -> bool:
        """Whether the games lie in a file of their own."""
        return self.store.file is not None

    def position(self, game_id: str) -> int:
        """The last line of a game's log; it grows with whatever is entered."""
        return self.store.head(game_id).position

    def stands(self, game_id: str) -> Stand | None:
        """Where a game stands, its last line as ``told`` names it; None while the file cannot be read."""
        try:
            return self.store.stands(game_id)
        except GameUnknown:
            return Stand(ANEW)
        except StoreError:
            return None

    def kept(self, game_id: str) -> dict[str, Any] | None:
        """A game's state as its last snapshot has it, without playing what came after; None if there is no snapshot."""
        snapshot, _ = self.store.chain(game_id, self.store.head(game_id).tip)
        return snapshot.state if snapshot is not None else None

    def lines(self, game_id: str, before: int | None, limit: int = 60) -> list[Entry]:
        """The log backwards from the present, or from the line before ``before``."""
        return self.store.lines(game_id, self.store.head(game_id).tip, limit, before)

    def rematch(self, game_id: str) -> str:
        """Begin a game anew as another one did, or find what was begun; returns its id. Raises NoRematch."""
        again = rematch(self.store, game_id)
        self._told(game_id, ANEW, 0)
        return again

    def rematch_of(self, game_id: str) -> str:
        """The id of the rematch of a game; empty where none was begun."""
        return self.store.stands(game_id).rematch or ""

    def enter_shares(
        self, game_id: str, position: int, question: Question, who: str, numbers: Mapping[str, int], age: float = 0.0
    ) -> None:
        """Keep what somebody has entered for the question that is open at a position, so many seconds ago."""
        self._told(game_id, position, self.store.keep_shares(game_id, question, who, numbers, age))

    def change_codes(self, game_id: str) -> None:
        """Give a game other codes: those it had open nothing any more."""
        self.store.change_codes(game_id)
        self._told(game_id, ANEW, 0)

    def _append(
        self,
        game_id: str,
        expected: Head,
        entry: NewEntry,
        snapshot: tuple[int, str] | None = None,
        room: NewEntry | None = None,
    ) -> Written:
        kept = self.store.append(game_id, expected, entry, snapshot, room)
        self._told(game_id, kept.entry.position, 0)
        return kept


# --- the games of this machine


KEPT_RUNNING = 256
"""So many games stay in memory, the latest, unless somebody says how many; each takes a sixth of a megabyte there."""
LIVE = 300.0
"""A game that was asked for within so many seconds is being played."""
LONGEST_WAIT = 3.0
"""For so many seconds one waits for another who enters something in the same game."""
A_MOMENT = 0.2
"""So long looks wait for that. An entry that takes longer waits for the file, and the log tells the game meanwhile."""
RESUMED = say("The rules have changed since this game was played. It goes on from the last line that still plays.")


class GameBroken(Spoken):
    """A log that can be replayed neither from its last snapshot nor from its beginning."""


class GameBusy(StoreError):
    """Somebody else's entry in this game takes too long, as while the file is held by another program."""

    def __init__(self) -> None:
        super().__init__(
            say(
                "Another entry in this game is still waiting for the file of games. Nothing was changed; try again in "
                "a moment."
            )
        )


class Stale(Spoken):
    """A post made at a position that is no longer the last. Its text is for the table."""


def _check_places(game: Game) -> None:
    """Raises Refused if an edit of the board puts something on it twice: no import would take such a game."""
    for wrong in misplaced(game):
        raise Refused(say("{what!c}. Take it away there first. Nothing was changed.", what=wrong))


class Games(Shelf):
    """All games in one file, and how they are played. Safe to share between threads."""

    def __init__(self, store: Store, house_tables: Path | None = None, told: Told | None = None) -> None:
        """``house_tables`` is a folder whose tables and options replace ours of the same name in new games.

        ``told`` hears of each entry that counts: the game, and the last line of its log.
        """
        super().__init__(store, told)
        self._reaching = Reaching(store)
        self.house = House(house_tables, store.copies)
        self._running: OrderedDict[str, Running] = OrderedDict()
        # A lock lives as long as somebody holds it: made-up addresses leave nothing behind.
        self._locks: WeakValueDictionary[str, threading.Lock] = WeakValueDictionary()
        self._guard = threading.Lock()
        self.longest_wait = LONGEST_WAIT
        self.kept_running = KEPT_RUNNING
        self.put_out: Callable[[], None] = lambda: None
        """Hears of each game that is put out of memory while it is being played."""

    @property
    def open(self) -> int:
        """How many games are kept running."""
        return len(self._running)

    # --- the list of games

    def create(
        self, name: str, settings: Settings, seed: str | None = None, layout: Layout | None = None, own: Brewed = ()
    ) -> str:
        """Begin a game; returns its id. The seed of its shuffles is drawn here and kept in the log.

        ``layout`` is the galaxy that the game tracks; without it the table answers what only the board tells. ``own``
        joins its tables. Raises TableError if the house tables are broken, an option does not fit, or no game can begin
        with them; BadHomebrew.
        """
        tables = with_homebrew(self.house.tables(settings.options), own)
        new = entries.New(settings, seed or secrets.token_hex(16), layout)
        session = fresh(new, tables)
        first = line(new, words=words_of(say("New game"), session.news))
        return self.store.create_game(name, tables_to_json(tables), first)

    def import_game(self, document: JsonObject, as_far: bool = False) -> str:
        """Add an exported game, after replaying it; returns its id. Raises ImportRefused, and then none is added.

        ``as_far``: where its log does not lead to its snapshot, the game goes on from what the log does lead to.
        """
        return import_game(self.store, document, self._reaching, self.present, as_far)

    def delete(self, game_id: str, changed_at: str | None = None) -> None:
        """Delete a game for good; with ``changed_at`` only if it was changed last then. Raises StalePosition."""
        self.store.delete(game_id, changed_at)
        self.forget(game_id)
        self._told(game_id, ANEW, 0)

    def forget(self, game_id: str) -> None:
        """Throw the running game away; the next look replays the log."""
        with self._guard:
            self._running.pop(game_id, None)

    # --- one game

    def present(self, game_id: str, notice: Words = "") -> Present:
        """The game as it stands, also while somebody's entry waits. Raises GameBroken, or what the store raises."""
        try:
            with self._lock(game_id, A_MOMENT):
                running = self._current(game_id)
                return now(game_id, running, notice or running.notice)
        except GameBusy:
            return now(game_id, self._beside(game_id), notice)

    def present_at(self, game_id: str, position: int) -> Present:
        """The game where somebody is about to make an entry, as it runs. Raises Stale."""
        with self._lock(game_id):
            return now(game_id, self._at(game_id, position))

    def at(self, game_id: str, position: int) -> Then:
        """The game as it stood at a line in force, to look at; nothing changes.

        Raises Refused if the log has no such line in force, or if the rules have changed since.
        """
        tip = self.store.head(game_id).tip
        ahead = self._reaching.ahead(game_id, position, tip)
        session = self._reaching.looked_at(game_id, position)
        return then(self.store, game_id, position, session, ahead[0] if ahead else None, tip)

    def tried(self, game_id: str, line: int, answers: Iterable[entries.Answer] = ()) -> Session:
        """The game from a line in force on with these answers, for oneself; nothing changes. Raises Refused."""
        session = self._reaching.looked_at(game_id, line)
        for answer in answers:
            session.apply(answer)
            if laws := broken_laws(session.game):
                raise Refused(laws[0])
        return session

    def answer(self, game_id: str, position: int, key: str, value: entries.Value, by: str = "") -> Present:
        """Answer the open question; ``by`` says who did. Raises Stale or Refused, and then nothing has changed."""
        return self.enter(game_id, position, entries.Answer(key, value), by)

    def event(
        self,
        game_id: str,
        position: int,
        name: str,
        args: Mapping[str, entries.Plain],
        forced: bool = False,
        by: str = "",
    ) -> Present:
        """Start an event, also while a procedure waits. Raises Stale, Refused, or Forbidden where it can be forced."""
        return self.enter(game_id, position, entries.Event(name, args, forced), by)

    def correct(self, game_id: str, position: int, field: str, value: entries.Plain, by: str = "") -> Present:
        """Set a tracked value by hand. Raises Stale or Refused."""
        return self.enter(game_id, position, entries.Correct(field, value), by)

    def board(self, game_id: str, position: int, changes: Mapping[str, entries.Plain], by: str = "") -> Present:
        """Mend the board by hand, all fields or none (:mod:`hive.board.edits`). Raises Stale or Refused."""
        return self.enter(game_id, position, entries.Board(changes), by)

    def undo(self, game_id: str, position: int, to: int | None = None, by: str = "") -> Present:
        """Take the last entry back, or everything after the entry at ``to``. Raises Stale or Refused.

        Where the rules have changed since and no longer lead there, the game goes back to the last line before it that
        still plays, or else to the first after it, and says so.
        """
        with self._lock(game_id):
            running = self._at(game_id, position)
            head = running.head
            goal = running.before if to is None else to
            if goal == head.tip:
                raise Refused(say("The game stands there already."))
            return self._back(game_id, running, goal, by)

    def _back(self, game_id: str, running: Running, goal: int, by: str) -> Present:
        head = running.head
        reached = self._reaching.undone(game_id, goal, head.tip)
        entry = line(entries.Undo(), by, tip=reached.position, redo=head.redo or head.tip)
        return self._jump(game_id, running, entry, reached)

    def redo(self, game_id: str, position: int, by: str = "") -> Present:
        """Bring back the entry that was undone last, or the next one that still plays. Raises Stale or Refused."""
        with self._lock(game_id):
            running = self._at(game_id, position)
            head = running.head
            if head.redo is None:
                raise Refused(say("There is nothing to redo."))
            reached = self._reaching.redone(game_id, self._undone(game_id, head.tip, head.redo), head.redo)
            further = head.redo if reached.position != head.redo else None
            entry = line(entries.Redo(), by, tip=reached.position, redo=further)
            return self._jump(game_id, running, entry, reached)

    def _undone(self, game_id: str, tip: int, last: int) -> int:
        """The line that redo goes to on its way to the last one: the next, with what was entered by the same tap."""
        goal, *later = self.store.path_positions(game_id, tip, last)
        for position in later:
            if not line_of(game_id, self.store.lines(game_id, position, 1)[0])["joined"]:
                break
            goal = position
        return goal

    # --- within

    def enter(
        self,
        game_id: str,
        position: int,
        entered: entries.Forward,
        by: str = "",
        then: Callable[[Step | None], entries.Answer | None] = lambda _: None,
    ) -> Present:
        """Make an entry that goes forward. Raises Stale or Refused, and then nothing has changed.

        ``then`` answers by the same tap what is asked after it, as long as it has an answer; whoever gives it has seen
        to it that it fits.
        """
        entries.from_json(entered.kind, entered.to_json())  # What is kept can be read again.
        with self._lock(game_id):
            running = self._at(game_id, position)
            first = joined(self.store, self._reaching, game_id, running, entered, by)
            if first.takes_back:
                return self._back(game_id, running, first.before, by)
            running = self._made(game_id, running, first, by)
            while (answer := then(running.session.pending)) is not None:
                running = self._made(game_id, running, Joined(running.session, answer), by, with_it=True)
            return now(game_id, running)

    def _made(self, game_id: str, running: Running, one: Joined, by: str, with_it: bool = False) -> Running:
        position, session = running.head.position, one.session
        with self._counting(game_id, position):
            words = said(session, one.entry)
            session.apply(one.entry)
            if laws := broken_laws(session.game):
                raise Refused(laws[0])
            if isinstance(one.entry, entries.Board):
                _check_places(session.game)
            moved = isinstance(one.entry, entries.Board) and bool(one.entry.moved)
            told = words_of(words, session.news, moved, with_it)
            at, boundary = position + (2 if one.room else 1), session.boundary
            snapshot = (at, boundary) if boundary is not None else None
            kept = self._append(game_id, running.head, line(one.entry, by, told), snapshot, one.room)
        return self._keep(game_id, gone_on(game_id, session, running, kept))

    def _jump(self, game_id: str, running: Running, entry: NewEntry, reached: Reached) -> Present:
        with self._counting(game_id, running.head.position):
            kept = self._append(game_id, running.head, entry)
        gone = Running(reached.session, stands_now(running.standing, kept), notice=reached.notice)
        # The entry counts by now, whatever the file says to a look at its lines.
        try:
            gone = self._keep(game_id, read_log(self.store, game_id, gone))
        except StoreError as error:
            self.forget(game_id)
            return now(game_id, gone, unread(error))
        return now(game_id, gone, gone.notice)

    @contextmanager
    def _counting(self, game_id: str, position: int) -> Iterator[None]:
        """An entry at a position either counts, or leaves no running game behind, which may have moved on without it.

        What is refused may only look wrong because another process was faster.
        """
        try:
            yield
        except BaseException as error:
            self.forget(game_id)
            if isinstance(error, StalePosition) or (isinstance(error, Refused) and self.position(game_id) != position):
                raise Stale(overtaken(self._current(game_id))) from error
            raise

    def _at(self, game_id: str, position: int) -> Running:
        """The game where an entry is to be made: as it runs, without a look whether another process has made one since.

        A line never changes, so the game stood there like this; whether it still does, the entry itself finds out.
        """
        with self._guard:
            running = self._running.get(game_id)
        if running is not None and running.head.position == position:
            return running
        if (running := self._current(game_id)).head.position != position:
            raise Stale(overtaken(running))
        return running

    def _current(self, game_id: str) -> Running:
        standing = self.store.standing(game_id)
        with self._guard:
            running = self._running.get(game_id)
        if running is None or running.head != standing.head:
            running = self._replayed(game_id, standing)
        else:
            running.standing = standing  # it may have another name
        return self._keep(game_id, running)

    def _keep(self, game_id: str, running: Running) -> Running:
        running.used = time.monotonic()
        with self._guard:
            self._running[game_id] = running
            self._running.move_to_end(game_id)
            gone = [self._running.popitem(last=False)[1] for _ in range(len(self._running) - self.kept_running)]
        for one in gone:
            if running.used - one.used < LIVE:
                self.put_out()
        return running

    def _replayed(self, game_id: str, standing: NamedHead) -> Running:
        """The game from its log; where that no longer plays to its end, from the last line that does."""
        head = standing.head
        reached = self._reached(game_id, head.tip)
        notice: Words = ""
        if reached.position != head.tip:
            notice = RESUMED
            resume = line(entries.Resume(), tip=reached.position, redo=head.redo or head.tip)
            standing = stands_now(standing, self._append(game_id, head, resume))
        return read_log(self.store, game_id, Running(reached.session, standing, notice=notice))

    def _beside(self, game_id: str) -> Running:
        """The game from its log, while the running one is in the hands of somebody who enters something."""
        standing = self.store.standing(game_id)
        session = self._reached(game_id, standing.head.tip).session
        return read_log(self.store, game_id, Running(session, standing))

    def _reached(self, game_id: str, tip: int) -> Reached:
        try:
            return self._reaching.back(game_id, tip)
        except LogMismatch as error:
            raise GameBroken(
                say("This game was made with other rules and cannot go on: {why}.", why=words_of_error(error))
            ) from error

    @contextmanager
    def _lock(self, game_id: str, longest_wait: float | None = None) -> Iterator[None]:
        """The game for oneself. Raises GameBusy: whoever waits for the file keeps nobody waiting for long."""
        with self._guard:
            lock = self._locks.setdefault(game_id, threading.Lock())
        if not lock.acquire(timeout=self.longest_wait if longest_wait is None else longest_wait):
            raise GameBusy
        try:
            yield
        finally:
            lock.release()
