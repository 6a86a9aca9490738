"""A game for those who only look at it: the map, the points, what is next, and what came last."""

from __future__ import annotations

from dataclasses import dataclass

from hive.games.present import Present
from hive.steps import Item
from hive.web.drawing.galaxy import game_map
from hive.web.drawing.shapes import MapView
from hive.web.frame import GamePage, framed
from hive.web.table.asked import SystemView
from hive.web.table.entered import entered_of
from hive.web.table.log import LogLine, log_line
from hive.web.table.now import Now, now_of
from hive.web.table.players import Score, scores
from hive.web.words import Run, hive_acts, phase_words, whose_turn
from hive.words import Words

LINES = 3
"""So many of the last lines of the log are shown."""
FACTS = 5
"""So many of the systems and lines that a decision rests on have room."""
LONG = 80
"""A list of systems where nobody is that has more letters than these says only how many they are."""


@dataclass(frozen=True)
class FactsShown:
    """What a decision rests on, as far as there is room: systems with units first, where nobody is last.

    ``more`` is how many of the systems and lines have none.
    """

    systems: tuple[SystemView, ...]
    lines: tuple[Item, ...]
    more: int
    nobody: tuple[Words, ...]


@dataclass(frozen=True)
class WatchPage(GamePage):
    """The page. ``kind`` is ``wall``, for a television, or ``watch``, for a spectator."""

    kind: str
    round: int
    phase: Words
    set_up: bool
    turn: tuple[Run, ...]
    scores: tuple[Score, ...]
    now: Now
    facts: FactsShown | None
    hive_acts: bool
    map: MapView | None
    lines: tuple[LogLine, ...]


def watch_page(present: Present, kind: str) -> WatchPage:
    """The page of a game as it stands."""
    game, pending = present.session.game, present.session.pending
    now = now_of(present, entered=entered_of(present, watched=True))
    return WatchPage(
        *framed(present),
        kind=kind,
        round=game.round,
        phase=phase_words(game),
        set_up=game.phase == "setup",
        turn=whose_turn(present),
        scores=scores(game),
        now=now,
        facts=facts_shown(now) if now.layout == "facts" else None,
        hive_acts=pending is not None and hive_acts(game, pending.key),
        map=game_map(game, pending) if game.tracked else None,
        lines=tuple(log_line(game, words) for words in present.lines[:LINES]),
    )


def facts_shown(now: Now) -> FactsShown:
    """What of the facts to be confirmed is shown; nothing of them is tapped here."""
    systems = sorted(now.facts, key=lambda fact: not fact.forces)
    room = max(0, FACTS - len(systems))
    return FactsShown(
        tuple(systems[:FACTS]),
        now.hands[:room],
        max(0, len(systems) + len(now.hands) - FACTS),
        tuple(now.summed_up(line, LONG) for line in now.asides),
    )
