"""What the table screen needs to know, read off a game and its log; and what a table reads that comes back to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any

from hive import keys
from hive.board.survey import Survey
from hive.effects import effects
from hive.engine.narration import plainly
from hive.games.present import Present
from hive.model.game import Game, Player
from hive.naming import system_label
from hive.rules.galactic import war
from hive.steps import Step
from hive.web.devices import opened_as
from hive.web.door import GamePage, framed
from hive.web.drawing.galaxy import Cut, cut_of, game_map, with_way
from hive.web.drawing.shapes import MapView, closer
from hive.web.steps import scene_of
from hive.web.steps.asking import NOTHING, Entered
from hive.web.steps.scene import Scene
from hive.web.steps.telling import LogLine, log_line
from hive.web.table.hive import ExpeditionView, HiveView, LawView, expedition_view, hive_view, laws_view
from hive.web.table.place import BUILT, Looking, MoveView, PlaceView, books_moves, docks, move_of, place_of
from hive.web.table.players import (
    MineView,
    ObjectiveView,
    PlayerView,
    Score,
    mine_of,
    objectives_view,
    players_view,
    scores,
)
from hive.web.words import Eye, Run, clock, eye_of, phase_words, whose_turn
from hive.words import Amount, Name, Piece, Typed, Words, count, listed, say, sentence

PAUSE = timedelta(minutes=45)
"""How long nothing was entered before a table wants to be told where it was."""


@dataclass(frozen=True)
class Returning:
    """What to tell: when it was, the turn, the last line that brought something, the Hive's goods, and what is next."""

    when: str
    turn: tuple[Piece, ...]
    last: tuple[Piece, ...]
    has: Words
    saves: Words
    next: tuple[Piece, ...]


def returning(present: Present, now: datetime | None = None) -> Returning | None:
    """Where a game stood that is opened again; None where no pause lies behind it, and while it is set up."""
    made_at = str(present.lines[0]["made_at"]) if present.lines else ""
    game = present.session.game
    if game.phase == "setup" or game.winner is not None or not _paused(made_at, now or datetime.now(UTC)):
        return None
    return Returning(
        when=clock(made_at),
        turn=whose_turn(present),
        last=_last([log_line(game, line) for line in present.lines]),
        has=_has(game),
        saves=_saves(game),
        next=scene_of(present).head.pieces,
    )


def _last(lines: list[LogLine]) -> tuple[Piece, ...]:
    """What came of the last line that brought more than a card; of none, what the table said last."""
    return next((line.outcome for line in lines if line.steps and line.outcome), lines[0].said)


def _paused(made_at: str, now: datetime) -> bool:
    try:
        moment = datetime.fromisoformat(made_at).astimezone(UTC)
    except ValueError:
        return False
    return now - moment >= PAUSE


def _has(game: Game) -> Words:
    hive = game.hive
    amounts: list[Amount] = [
        count(hive.bank.resources, "resource"),
        count(hive.bank.influence, "influence", "influence"),
        count(hive.trade_goods, "trade good"),
        count(hive.tokens.tactic + hive.tokens.strategy, "command token"),
        count(hive.action_cards, "action card"),
        count(game.event_cards.atomics, "token on Stellar Atomics", "tokens on Stellar Atomics"),
        count(len(game.event_cards.monuments), "monument"),
        count(war.held(game), "special commodity", "special commodities"),
    ]
    return listed([amount for amount in amounts if amount.number]) or say("nothing")


def _saves(game: Game) -> Words:
    saved = [
        say(
            "{objective} ({meters})",
            objective=Name(saving.objective),
            meters=listed(
                [say("{number} of {all}", number=meter.have, all=meter.words) for meter in saving.meters], ","
            ),
        )
        for saving in hive_view(game).savings
    ]
    return listed(saved)


# --- what the table screen needs to know, read off a game and its log


SET_IN_THE_MIDDLE = say("begins in the middle")
TABS: dict[str, Words] = {
    "now": say("Now"),
    "map": say("Map"),
    "hive": say("Hive"),
    "players": say("Players"),
    "log": say("Log"),
    "more": say("More"),
}


@dataclass(frozen=True)
class TablePage(GamePage):
    """The table screen: what to do now, the Hive, the players, and the last lines of the log."""

    asked_since: int
    tab: str
    round: int
    phase: str
    turn: tuple[Run, ...]
    eye: Eye
    scores: tuple[Score, ...]
    scene: Scene
    hive: HiveView
    players: tuple[PlayerView, ...]
    objectives: tuple[ObjectiveView, ...]
    laws: tuple[LawView, ...]
    expedition: ExpeditionView | None
    map: MapView | None
    place: PlaceView | None
    move: MoveView | None
    looking: Looking
    lines: tuple[LogLine, ...]
    undo: Words
    redo: Words
    notice: Words
    mine: MineView | None
    game: Game = field(repr=False)

    @property
    def tabs(self) -> tuple[tuple[str, Words], ...]:
        """The tabs of a narrow screen, and their words; the map's only where a galaxy is tracked.

        On a player's phone that of the players has the player's own name.
        """
        own: dict[str, Words] = {"players": Typed(self.mine.player.name)} if self.mine else {}
        return tuple((tab, own.get(tab, words)) for tab, words in TABS.items() if self.map or tab != "map")

    @property
    def to_tap(self) -> dict[str, str]:
        """What a tap on a system of the map says beside its position, and under which name it says the position."""
        tab = {"tab": self.tab} if self.tab != "now" else {}
        if self.move is None:
            return {**tab, "name": "near" if self.map and self.map.near else "at"}
        told = {"do": self.move.do, "who": self.move.who, "tab": self.tab}
        if self.move.do == BUILT:
            return {**tab, "who": self.move.who, "do": BUILT, "name": "at"}
        if self.move.start:
            return {**told, "start": self.move.start, "name": "to"}
        return {**told, **({"to": self.move.to} if self.move.to else {}), "name": "start"}

    @property
    def closer(self) -> tuple[str, Words]:
        """The system around which the map comes closer, and its name: one that is looked at, touched, or the middle."""
        touched = self.game.galaxy.touched if self.game.galaxy else []
        near = self.looking.at or (self.map.near if self.map else "") or next(iter(touched), "000")
        return near, sentence(system_label(self.game, near))

    @property
    def books(self) -> Player | None:
        """The player whose move and building can be booked in one tap from here."""
        return books_moves(self.game, self.scene.key)

    @property
    def docks(self) -> list[str]:
        """Where that player can have built."""
        galaxy = self.game.galaxy
        return docks(Survey(galaxy, self.game.tables, effects(self.game)), self.books) if galaxy and self.books else []

    @property
    def activates(self) -> bool:
        """Whether the move that is booked leads to the Hive, so that the player whose turn it is activates first."""
        return self.move is not None and self.move.activates and self.scene.kind == "player"

    @cached_property
    def cut(self) -> Cut | None:
        """The part of the map that a phone shows beside the step."""
        shown = self.scene.on_the_map and not self.opened and not self.asks_place
        return cut_of(self.map) if self.map is not None and shown else None

    @property
    def opened(self) -> bool:
        """Whether something is open over the step: a system, or a move that is booked."""
        return self.place is not None or self.move is not None

    @property
    def asks_place(self) -> bool:
        """Whether the open step is of places, and so stands on the map: a question, or the tiles to be laid out."""
        return self.map is not None and (self.map.asks or self.map.laid_out)

    def line(self, words: Mapping[str, Any]) -> LogLine:
        """A line of the whole log as the pages show it."""
        return log_line(self.game, words)


def _in_the_middle(step: Step | None) -> bool:
    """Whether a step asks how a game stands that begins in the middle: then its round is under way already."""
    return step is not None and step.key in (keys.OPEN_OBJECTIVE, keys.SCORED_BEFORE)


def table_page(
    present: Present, looking: Looking, typed: Mapping[str, Any] | None = None, entered: Entered = NOTHING
) -> TablePage:
    """The table screen of a game as it stands. An unknown tab is the first, as is the map's without a galaxy.

    ``typed`` are the numbers of an answer that was refused, ``entered`` those that people have entered so far.
    """
    game, pending = present.session.game, present.session.pending
    tracked, tab, move = game.tracked, looking.tab, move_of(game, looking)
    scene = scene_of(present, typed, entered)
    return TablePage(
        *framed(present),
        asked_since=present.asked_since,
        tab=tab if tab in TABS and (tracked or tab != "map") else "now",
        round=game.round,
        phase=SET_IN_THE_MIDDLE if _in_the_middle(pending) else phase_words(game),
        turn=whose_turn(present),
        eye=eye_of(game, pending),
        scores=scores(game),
        scene=scene,
        hive=hive_view(game),
        players=players_view(game),
        objectives=objectives_view(game),
        laws=laws_view(game),
        expedition=expedition_view(game, opened_as(present.id)),
        map=_map(scene, looking, move) if tracked else None,
        place=None if move else place_of(game, pending, looking),
        move=move,
        looking=looking,
        lines=tuple(log_line(game, words) for words in present.lines),
        undo=plainly(present.undo),
        redo=plainly(present.redo),
        notice=present.notice,
        mine=mine_of(game, opened_as(present.id), books_moves(game, pending.key) if pending else None),
        game=game,
    )


def _map(scene: Scene, looking: Looking, move: MoveView | None) -> MapView:
    """The map with what the step asks, or with what the booking of a move asks."""
    if move is None:
        drawn = scene.layer(looking.at)
        return closer(drawn, looking.near) if looking.near and not looking.at else drawn
    return with_way(game_map(scene.game, None, move.to or move.start), move.lit, move.start, move.to)
