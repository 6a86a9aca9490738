"""What the table screen needs to know, read off a game and its log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hive import keys
from hive.model.game import Game
from hive.present import Present
from hive.web.drawing.marks import game_map
from hive.web.drawing.shapes import MapView
from hive.web.table.hive import HiveView, hive_view
from hive.web.table.laws import LawView, laws_view
from hive.web.table.log import LogLine, log_line
from hive.web.table.looking import Looking
from hive.web.table.now import Now, now_of
from hive.web.table.place import PlaceView, place_of
from hive.web.table.players import ObjectiveView, PlayerView, Score, objectives_view, players_view, scores
from hive.web.words import Run, phase_words, whose_turn
from hive.words import Words, say

TABS: dict[str, Words] = {
    "now": say("Now"),
    "map": say("Map"),
    "hive": say("Hive"),
    "players": say("Players"),
    "log": say("Log"),
    "more": say("More"),
}


@dataclass(frozen=True)
class TablePage:
    """The table screen: what to do now, the Hive, the players, and the last lines of the log."""

    id: str
    name: str
    position: int
    tab: str
    round: int
    phase: str
    turn: tuple[Run, ...]
    scores: tuple[Score, ...]
    now: Now
    hive: HiveView
    players: tuple[PlayerView, ...]
    objectives: tuple[ObjectiveView, ...]
    laws: tuple[LawView, ...]
    map: MapView | None
    place: PlaceView | None
    looking: Looking
    lines: tuple[LogLine, ...]
    p1: str
    p2: str
    undo: Words
    redo: Words
    notice: Words
    game: Game = field(repr=False)

    @property
    def tabs(self) -> dict[str, Words]:
        """The tabs of a narrow screen, and their words; the map's only where a galaxy is tracked."""
        return {tab: words for tab, words in TABS.items() if self.map or tab != "map"}

    @property
    def asks_place(self) -> bool:
        """Whether the open question is of places, and so stands on the map."""
        return self.map is not None and self.map.asks

    def line(self, words: Mapping[str, Any]) -> LogLine:
        """A line of the whole log as the pages show it."""
        return log_line(self.game, words)


def table_page(present: Present, looking: Looking, typed: Mapping[str, Any] | None = None) -> TablePage:
    """The table screen of a game as it stands. An unknown tab is the first, as is the map's without a galaxy.

    ``typed`` are the numbers of an answer that was refused.
    """
    game, pending = present.session.game, present.session.pending
    tracked, tab = game.tracked, looking.tab
    return TablePage(
        id=present.id,
        name=present.name,
        position=present.position,
        tab=tab if tab in TABS and (tracked or tab != "map") else "now",
        round=game.round,
        phase=phase_words(game),
        turn=whose_turn(game, pending is not None and pending.key == keys.HIVE_PICKS),
        scores=scores(game),
        now=now_of(present, typed),
        hive=hive_view(game),
        players=players_view(game),
        objectives=objectives_view(game),
        laws=laws_view(game),
        map=game_map(game, pending, looking.at) if tracked else None,
        place=place_of(game, pending, looking),
        looking=looking,
        lines=tuple(log_line(game, words) for words in present.lines),
        p1=game.settings.p1.colour,
        p2=game.settings.p2.colour,
        undo=present.undo,
        redo=present.redo,
        notice=present.notice,
        game=game,
    )
