"""A game as a page shows it: now, or as it stood at a line of its log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hive.engine.session import Session, SessionView
from hive.store import Entry, Head, Store, StoreError
from hive.words import Words, heard_or_plain, say, words_of_error

LINES_SHOWN = 9


@dataclass
class Running:
    """A game in memory: its session, where its log stands, and the words of the entry in force.

    ``lines``: those that were read last, newest first. They may be of an earlier entry.
    """

    session: Session
    head: Head
    words: dict[str, Any] | None
    notice: Words = ""
    lines: tuple[dict[str, Any], ...] = ()


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
        "made_at": entry.made_at,
        "by": entry.made_by,
    }


def now(store: Store, game_id: str, running: Running, notice: Words = "") -> Present:
    """A running game as it stands. Raises what the store raises."""
    head = running.head
    lines = running.lines = _lines(store, game_id, running)
    ahead = () if head.redo is None else store.path_positions(game_id, head.tip, head.redo)[:1]
    return Present(
        game_id,
        store.game(game_id).name,
        head.position,
        running.session.view(),
        running.words,
        lines,
        undo=lines[0]["said"] if len(lines) > 1 else "",
        redo=next((line_of(game_id, store.lines(game_id, position, 1)[0])["said"] for position in ahead), ""),
        notice=notice,
    )


def _lines(store: Store, game_id: str, running: Running) -> tuple[dict[str, Any], ...]:
    """The latest lines in force. A line never changes: after an entry only that one is read."""
    tip, known = running.head.tip, running.lines
    if known and known[0]["position"] == tip:
        return known
    (newest,) = store.lines(game_id, tip, 1)
    if known and known[0]["position"] == newest.parent:
        return (line_of(game_id, newest), *known)[:LINES_SHOWN]
    return tuple(line_of(game_id, entry) for entry in store.lines(game_id, tip, LINES_SHOWN))


def now_unread(game_id: str, running: Running, error: StoreError) -> Present:
    """A running game whose entry is kept, where its lines cannot be read: it says why."""
    notice = say("Your entry is kept. Reload this page in a moment. {what}", what=words_of_error(error))
    return Present(game_id, "", running.head.position, running.session.view(), running.words, (), "", "", notice)


def then(store: Store, game_id: str, position: int, session: Session, after: int | None, last: int) -> Then:
    """A game as it stood at a line. In: the session there, the line after it, and the present one."""
    words = store.lines(game_id, position, 2)
    lines = tuple(line_of(game_id, entry) for entry in words)
    present = Present(game_id, store.game(game_id).name, position, session.view(), words[0].words, lines, "", "")
    return Then(present, words[1].position if len(words) > 1 else None, after, last)
