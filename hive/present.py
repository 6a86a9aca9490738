"""A game as a page shows it: now, or as it stood at a line of its log."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from hive.engine import entries
from hive.engine.errors import Refused
from hive.engine.narration import plainly
from hive.engine.session import Session, SessionView
from hive.store import Entry, Head, NamedHead, Store, StoreError, Written
from hive.words import Words, heard_or_plain, say, words_of_error

LINES_SHOWN = 9
_BESIDE = (entries.Correct.kind, entries.Board.kind, entries.Event.kind)
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
        """The line that undo goes back to. Raises Refused where there is none."""
        if len(self.lines) < 2:
            raise Refused(say("There is nothing to undo."))
        return int(self.lines[1]["position"])

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

    @property
    def asked_since(self) -> int:
        """The line after which the open step is asked."""
        lines = [int(line["position"]) for line in self.lines if line["kind"] not in _BESIDE]
        return lines[0] if lines else self.position


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


def read_log(store: Store, game_id: str, running: Running) -> Running:
    """The running game with what its log says there. Raises what the store raises."""
    look = store.look(game_id, running.head, LINES_SHOWN)
    lines = tuple(line_of(game_id, entry) for entry in look.lines)
    redo: Words = line_of(game_id, look.ahead)["said"] if look.ahead is not None else ""
    return replace(running, words=look.lines[0].words if look.lines else None, lines=lines, redo=redo)


def gone_on(game_id: str, session: Session, before: tuple[dict[str, Any], ...], kept: Written) -> Running:
    """A running game after an entry that goes forward and was kept just now; ``before`` are the lines before that.

    A line never changes, so none is read again. One entry takes the place of another where the two were joined.
    """
    known = (line for line in before if line["position"] <= kept.entry.parent)
    lines = (line_of(game_id, kept.entry), *known)[:LINES_SHOWN]
    return Running(session, NamedHead(kept.name, kept.head), kept.entry.words, lines)


def now(game_id: str, running: Running, notice: Words = "") -> Present:
    """A running game as it stands."""
    return Present(
        game_id,
        running.standing.name,
        running.head.position,
        running.view,
        running.words,
        running.lines,
        undo=running.lines[0]["said"] if len(running.lines) > 1 else "",
        redo=running.redo,
        notice=notice,
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
    present = Present(game_id, store.game(game_id).name, position, session.view(), words[0].words, lines, "", "")
    return Then(present, words[1].position if len(words) > 1 else None, after, last)
