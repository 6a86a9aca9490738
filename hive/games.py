"""The games of this machine: every change goes through the engine first, then into the log, and only then counts.

A game that somebody plays is kept running in memory; the log in the file is the truth, and the running game is thrown
away and replayed whenever it may not match.
"""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from hive.beginning import fresh, replay_from_start
from hive.board.layout import Layout
from hive.catalog.reading import load_tables, tables_from_json, tables_to_json
from hive.catalog.tables import Tables
from hive.engine.errors import LogMismatch, Refused
from hive.engine.narration import said, words_of
from hive.engine.session import Session, replay
from hive.engine.state import load
from hive.importing import import_game
from hive.model.game import Settings
from hive.model.laws import broken_laws
from hive.present import Present, Running, Then, line_of
from hive.rules import RULES_VERSION
from hive.shelf import Shelf
from hive.store import EntryUnknown, Head, NewEntry, StalePosition, Store, StoreError

KEPT_RUNNING = 8
LINES_SHOWN = 9
FARTHEST_UNDO = 60
STALE = "Somebody was faster: the game has gone on. Here is how it stands now; nothing was changed."


class GameBroken(Exception):
    """A log that can be replayed neither from its last snapshot nor from its beginning."""


class Stale(Exception):
    """A post made at a position that is no longer the last. Its text is for the table."""


class Games(Shelf):
    """All games in one file, and how they are played. Safe to share between threads."""

    def __init__(self, store: Store, house_tables: Path | None = None) -> None:
        """``house_tables`` is a folder whose tables replace ours of the same name in new games."""
        super().__init__(store)
        self._house = house_tables
        self._running: OrderedDict[str, Running] = OrderedDict()
        # A lock lives as long as somebody holds it: made-up addresses leave nothing behind.
        self._locks: WeakValueDictionary[str, threading.Lock] = WeakValueDictionary()
        self._guard = threading.Lock()

    # --- the list of games

    def tables(self) -> Tables:
        """The tables that a new game starts with. Raises TableError if the table's own are broken."""
        house = self._house if self._house is not None and self._house.is_dir() else None
        return load_tables(house=house)

    def create(self, name: str, settings: Settings, seed: str | None = None, layout: Layout | None = None) -> str:
        """Begin a game; returns its id. The seed of its shuffles is drawn here and kept in the log.

        ``layout`` is the galaxy that the game tracks; without it the table answers what only the board can tell.
        """
        tables = self.tables()
        data: dict[str, Any] = {"settings": asdict(settings), "seed": seed or secrets.token_hex(16)}
        if layout is not None:
            data["layout"] = {"tiles": layout.tiles, "ion_side": layout.ion_side, "homes": layout.homes}
        session = fresh(data, tables)
        first = NewEntry("new", data, RULES_VERSION, words=words_of("New game", session.news))
        return self.store.create_game(name, tables_to_json(tables), first)

    def import_game(self, document: dict[str, Any]) -> str:
        """Add an exported game, after replaying it; returns its id. Raises ImportRefused, and then none is added."""
        return import_game(self.store, document, self.present)

    def delete(self, game_id: str) -> None:
        """Delete a game for good."""
        self.store.delete(game_id)
        self.forget(game_id)

    def forget(self, game_id: str) -> None:
        """Throw the running game away; the next look replays the log."""
        with self._guard:
            self._running.pop(game_id, None)

    # --- one game

    def present(self, game_id: str, notice: str = "") -> Present:
        """The game as it stands. Raises GameUnknown, GameBroken, or what the store raises."""
        with self._lock(game_id):
            running = self._current(game_id)
            return self._present(game_id, running, notice or running.notice)

    def at(self, game_id: str, position: int) -> Then:
        """The game as it stood at a line in force, to look at; nothing changes.

        Raises Refused if the log has no such line in force, or if the rules have changed since.
        """
        with self._lock(game_id):
            tip = self.store.head(game_id).tip
            ahead = self._ahead(game_id, position, tip)
            session = self._reached(game_id, position)
            words = self.store.lines(game_id, position, 2)
            present = Present(
                game_id,
                self.store.game(game_id).name,
                position,
                session.view(),
                words[0].words,
                tuple(line_of(entry) for entry in words),
                "",
                "",
            )
            before = words[1].position if len(words) > 1 else None
            return Then(present, before, ahead[0] if ahead else None, tip)

    def _ahead(self, game_id: str, position: int, tip: int) -> list[int]:
        """The lines in force after one of them. Raises Refused if it is none."""
        if position == tip:
            return []
        try:
            return self.store.path_positions(game_id, position or -1, tip)
        except EntryUnknown as error:
            raise Refused("That line is not part of the game as it stands. Begin with the first one.") from error

    def answer(self, game_id: str, position: int, key: str, value: Any) -> Present:
        """Answer the open question. Raises Stale or Refused, and then nothing has changed."""
        return self._enter(game_id, position, "answer", {"key": key, "value": value})

    def event(self, game_id: str, position: int, name: str, args: Mapping[str, Any], forced: bool = False) -> Present:
        """Start an event, also while a procedure waits. Raises Stale, Refused, or Forbidden where it can be forced."""
        data: dict[str, Any] = {"name": name, "args": dict(args)}
        return self._enter(game_id, position, "event", {**data, "forced": True} if forced else data)

    def correct(self, game_id: str, position: int, field: str, value: Any) -> Present:
        """Set a tracked value by hand. Raises Stale or Refused."""
        return self._enter(game_id, position, "correct", {"field": field, "value": value})

    def board(self, game_id: str, position: int, changes: Mapping[str, Any]) -> Present:
        """Mend the board by hand, all fields or none (:mod:`hive.board.edits`). Raises Stale or Refused."""
        return self._enter(game_id, position, "board", {"changes": dict(changes)})

    def undo(self, game_id: str, position: int, to: int | None = None) -> Present:
        """Take the last entry back, or everything after the entry at ``to``. Raises Stale or Refused.

        Where the rules have changed since and the line before can no longer be reached, the nearest that can is taken.
        """
        with self._lock(game_id):
            running = self._at(game_id, position)
            goal, session = self._goal(game_id, running, to)
            entry = NewEntry("undo", {}, RULES_VERSION, tip=goal, redo=running.head.redo or running.head.tip)
            return self._jump(game_id, running, entry, session)

    def _goal(self, game_id: str, running: Running, to: int | None) -> tuple[int, Session]:
        if to is not None:
            if to == running.head.tip:
                raise Refused("The game stands there already.")
            return to, self._reached(game_id, to)
        chain = self.store.lines(game_id, running.head.tip, FARTHEST_UNDO)[1:]
        if not chain:
            raise Refused("There is nothing to undo.")
        for line in chain[:-1]:
            with suppress(LogMismatch):
                return line.position, self._session_at(game_id, line.position)
        return chain[-1].position, self._reached(game_id, chain[-1].position)

    def redo(self, game_id: str, position: int) -> Present:
        """Bring back the entry that was undone last. Raises Stale or Refused."""
        with self._lock(game_id):
            running = self._at(game_id, position)
            head = running.head
            if head.redo is None:
                raise Refused("There is nothing to redo.")
            goal = self.store.path_positions(game_id, head.tip, head.redo)[0]
            session = self._reached(game_id, goal)
            entry = NewEntry("redo", {}, RULES_VERSION, tip=goal, redo=head.redo if goal != head.redo else None)
            return self._jump(game_id, running, entry, session)

    # --- within

    def _enter(self, game_id: str, position: int, kind: str, data: dict[str, Any]) -> Present:
        with self._lock(game_id):
            running = self._at(game_id, position)
            try:
                words = said(running.session, kind, data)
                running.session.apply(kind, data)
                laws = broken_laws(running.session.game)
                if laws:
                    raise Refused(laws[0])
                told = words_of(words, running.session.news)
                entry = NewEntry(kind, data, RULES_VERSION, words=told)
                boundary = running.session.boundary
                snapshot = (running.head.position + 1, boundary) if boundary is not None else None
                running.head = self.store.append(game_id, running.head, entry, snapshot)
            except StalePosition as error:
                self.forget(game_id)
                raise Stale(STALE) from error
            except BaseException:
                # Whatever went wrong, the session may have moved on while the log has not.
                self.forget(game_id)
                raise
            running.words, running.notice = told, ""
            return self._entered(game_id, running)

    def _jump(self, game_id: str, running: Running, entry: NewEntry, session: Session) -> Present:
        try:
            head = self.store.append(game_id, running.head, entry)
        except StalePosition as error:
            self.forget(game_id)
            raise Stale(STALE) from error
        words = self.store.lines(game_id, head.tip, 1)[0].words
        return self._entered(game_id, self._keep(game_id, Running(session, head, words)))

    def _reached(self, game_id: str, tip: int) -> Session:
        try:
            return self._session_at(game_id, tip)
        except LogMismatch as error:
            raise Refused("The rules have changed since that line: the game cannot go back there.") from error

    def _session_at(self, game_id: str, tip: int) -> Session:
        """The session in force at a line, from its nearest snapshot. Raises LogMismatch."""
        tables = tables_from_json(self.store.tables_json(game_id))
        snapshot, entries = self.store.chain(game_id, tip)
        steps = [(entry.kind, entry.data) for entry in entries]
        if snapshot is None:
            return replay_from_start(steps, tables)
        return replay(load(snapshot.state, tables), steps)

    def _at(self, game_id: str, position: int) -> Running:
        running = self._current(game_id)
        if running.head.position != position:
            raise Stale(STALE)
        return running

    def _current(self, game_id: str) -> Running:
        head = self.store.head(game_id)
        with self._guard:
            running = self._running.get(game_id)
        if running is None or running.head != head:
            running = self._replayed(game_id, head)
        return self._keep(game_id, running)

    def _keep(self, game_id: str, running: Running) -> Running:
        with self._guard:
            self._running[game_id] = running
            self._running.move_to_end(game_id)
            while len(self._running) > KEPT_RUNNING:
                self._running.popitem(last=False)
        return running

    def _replayed(self, game_id: str, head: Head) -> Running:
        notice = ""
        try:
            session = self._session_at(game_id, head.tip)
        except LogMismatch:
            session, head = self._resumed(game_id, head)
            notice = "The rules have changed since this game was played. It goes on from its last snapshot."
        words = self.store.lines(game_id, head.tip, 1)
        return Running(session, head, words[0].words if words else None, notice)

    def _resumed(self, game_id: str, head: Head) -> tuple[Session, Head]:
        """Go on from the last snapshot alone, or replay everything if the snapshot no longer fits either."""
        tables = tables_from_json(self.store.tables_json(game_id))
        snapshot, _ = self.store.chain(game_id, head.tip)
        try:
            if snapshot is not None:
                session = replay(load(snapshot.state, tables), [])
                return session, self._jump_to(game_id, head, snapshot.position)
        except LogMismatch:
            pass
        try:
            _, entries = self.store.chain(game_id, head.tip, ignore_snapshots=True)
            return replay_from_start([(entry.kind, entry.data) for entry in entries], tables), head
        except LogMismatch as error:
            raise GameBroken(f"This game was made with other rules and cannot go on: {error}.") from error

    def _jump_to(self, game_id: str, head: Head, position: int) -> Head:
        if position == head.tip:
            return head
        return self.store.append(game_id, head, NewEntry("resume", {}, RULES_VERSION, tip=position))

    def _entered(self, game_id: str, running: Running) -> Present:
        """The present after an entry. The entry counts by now, whatever the file says to a look at its lines."""
        try:
            return self._present(game_id, running)
        except StoreError as error:
            self.forget(game_id)
            notice = f"Your entry is kept. Reload this page in a moment. {error}"
            return Present(
                game_id, "", running.head.position, running.session.view(), running.words, (), "", "", notice
            )

    def _present(self, game_id: str, running: Running, notice: str = "") -> Present:
        head = running.head
        chain = self.store.lines(game_id, head.tip, LINES_SHOWN)
        lines = tuple(line_of(entry) for entry in chain)
        redo = ""
        if head.redo is not None:
            redo = self._words_at(game_id, self.store.path_positions(game_id, head.tip, head.redo)[0])
        return Present(
            id=game_id,
            name=self.store.game(game_id).name,
            position=head.position,
            session=running.session.view(),
            words=running.words,
            lines=lines,
            undo=lines[0]["said"] if len(lines) > 1 else "",
            redo=redo,
            notice=notice,
        )

    def _words_at(self, game_id: str, position: int) -> str:
        return str(line_of(self.store.lines(game_id, position, 1)[0])["said"])

    def _lock(self, game_id: str) -> threading.Lock:
        with self._guard:
            return self._locks.setdefault(game_id, threading.Lock())
