"""A game for those who only look at it: the map, the points, what is next, and what came last."""

from __future__ import annotations

from dataclasses import dataclass

from hive.present import Present
from hive.web.drawing.marks import game_map
from hive.web.drawing.shapes import MapView
from hive.web.frame import GamePage, framed
from hive.web.table.log import LogLine, log_line
from hive.web.table.now import Now, now_of
from hive.web.table.players import Score, scores
from hive.web.words import Run, hive_acts, phase_words, whose_turn
from hive.words import Words

LINES = 3
"""So many of the last lines of the log are shown."""


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
    hive_acts: bool
    map: MapView | None
    lines: tuple[LogLine, ...]


def watch_page(present: Present, kind: str) -> WatchPage:
    """The page of a game as it stands."""
    game, pending = present.session.game, present.session.pending
    return WatchPage(
        *framed(present),
        kind=kind,
        round=game.round,
        phase=phase_words(game),
        set_up=game.phase == "setup",
        turn=whose_turn(present),
        scores=scores(game),
        now=now_of(present),
        hive_acts=pending is not None and hive_acts(game, pending.key),
        map=game_map(game, pending) if game.tracked else None,
        lines=tuple(log_line(game, words) for words in present.lines[:LINES]),
    )
