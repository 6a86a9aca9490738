"""Reaches a game at a line of its log: from the nearest snapshot that fits, as far as the entries still play.

The rules of a later version may not play every entry of an old log. Nothing is lost by that: a line that cannot be
reached is passed over, and whoever asked for it is told.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from hive.beginning import game_of
from hive.catalog.reading import tables_from_json
from hive.catalog.tables import Tables
from hive.engine.entries import Forward, New, from_json, from_log
from hive.engine.errors import LogMismatch, Refused
from hive.engine.session import Session, replay
from hive.engine.state import load
from hive.model.game import Game
from hive.rules import RULES_VERSION
from hive.store import Entry, EntryUnknown, Snapshot, Store, StoreError
from hive.words import Words, say

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
