"""A game as a page shows it: now, or as it stood at a line of its log."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from hive.engine.session import Session, SessionView
from hive.model.game import Game
from hive.rules.options.reminders import passed_in_phase
from hive.store import Entry, Head
from hive.words import Words, heard_or_plain

LINES_SHOWN = 9
LINES_READ = 120
"""How far back the running phase is looked at: a longer one reminds the table anew."""


@dataclass
class Running:
    """A game in memory: its session, where its log stands, and the words of the entry in force."""

    session: Session
    head: Head
    words: dict[str, Any] | None
    notice: Words = ""


@dataclass(frozen=True)
class Present:
    """A game as a page shows it. ``undo`` and ``redo`` name what they take back or bring back; empty if they cannot.

    ``passed`` are the keys of the steps that are over in the running phase.
    """

    id: str
    name: str
    position: int
    session: SessionView
    words: dict[str, Any] | None
    lines: tuple[dict[str, Any], ...]
    undo: Words
    redo: Words
    notice: Words = ""
    passed: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Then:
    """A game as it stood at a line of its log; ``before`` and ``after``: the lines beside it; ``last``: the present."""

    present: Present
    before: int | None
    after: int | None
    last: int


def line_of(entry: Entry) -> dict[str, Any]:
    """A line of the history: position, what was said, the steps that followed, and when."""
    words = entry.words if isinstance(entry.words, dict) else {}
    return {
        "position": entry.position,
        "said": heard_or_plain(words.get("said", entry.kind)),
        "steps": words.get("steps", []),
        "made_at": entry.made_at,
    }


def passed_keys(game: Game, entries: Iterable[Entry]) -> frozenset[str]:
    """The keys of the steps that are over in the running phase, as the entries in force tell, the newest first."""
    kept = (entry.words.get("steps") for entry in entries if isinstance(entry.words, dict))
    steps = (step for steps in kept if isinstance(steps, list) for step in reversed(steps))
    return passed_in_phase(game, (str(step.get("key", "")) for step in steps))
