"""Edits of one system, one after another, are one line of the log and one undo: each takes the place of the one before.

The log keeps them all, as it keeps what was undone: an undo makes room for the line that says them together.
"""

from __future__ import annotations

from dataclasses import dataclass

from hive.board.edits import editables
from hive.engine.entries import AnyEntry, Board, Forward, Undo, from_json
from hive.engine.errors import JsonObject
from hive.engine.session import Session
from hive.present import Running
from hive.reaching import Reaching
from hive.rules import RULES_VERSION
from hive.store import Entry, NewEntry, Store

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
