"""The log by rounds and turns: a chapter for each phase, and each turn of the Hive kept as a card with its reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from hive import keys
from hive.catalog.tables import Seat
from hive.engine.narration import Retold, plainly, retold, said_of
from hive.model.game import PLAYERS, Game, Phase
from hive.steps import Item
from hive.store import Entry
from hive.web.table.cards import CardView, card_views, drawn_cards
from hive.web.table.reasons import Reason, reason_of
from hive.words import Words, pieces, say

# The keys of steps at which a phase has begun.
_PHASES: dict[str, Phase] = {
    keys.SET_UP: "setup",
    keys.TRANSFER: "strategy",
    keys.HIVE_PICKS: "strategy",
    keys.PLAYER_PICKS: "strategy",
    keys.HIVE_TURN: "action",
    keys.PLAYER_TURN: "action",
    keys.PLAYERS_SCORE: "status",
    keys.HIVE_SCORES: "status",
    keys.STATUS: "status",
    keys.AGENDA: "agenda",
}
# What the Hive does on its turn, and what tells the most of it.
_ACTIONS = (keys.TACTICAL_ACTION, keys.STRATEGIC_ACTION, keys.PASS)
# What the Hive does beside its turns.
_OF_THE_HIVE = (
    keys.HIVE_TURN,
    keys.HIVE_PICKS,
    keys.HIVE_SCORES,
    keys.PRODUCTION_SITE,
    keys.FEWEST_CAPACITY_SHIPS,
    keys.PLACE_SHIPS,
    keys.PLACE_STRUCTURES,
    keys.SECONDARY,
    keys.STATUS,
    keys.VOTES,
    keys.AGENDA_END,
    *_ACTIONS,
)
# Answers that say no more than that a step is done.
_DONE = ("done", "right", "draw", "Done")


@dataclass(frozen=True)
class LineOfGame:
    """Where a line of the log stands in the game. ``seat``: whose it is, where it is somebody's."""

    entry: Entry
    round: int
    phase: Phase
    turn: int
    seat: Seat | None
    of_hives_turn: bool

    @property
    def position(self) -> int:
        """Its number in the log."""
        return self.entry.position


@dataclass(frozen=True)
class Told:
    """A line of the story: what somebody said or did, and what came of it."""

    position: int
    seat: Seat | None
    said: Words
    outcome: Words
    current: bool


@dataclass(frozen=True)
class HiveTurn:
    """A turn of the Hive: its cards, what it does, why, its moves, and what else it brought."""

    position: int
    headline: Words
    cards: tuple[CardView, ...]
    why: Reason | None
    moves: tuple[Item, ...]
    after: tuple[Words, ...]
    current: bool


@dataclass(frozen=True)
class Chapter:
    """What belongs below one heading: a phase, and in the action phase a turn of it (0: none)."""

    phase: Phase
    turn: int
    parts: tuple[Told | HiveTurn, ...]


def lines_of(game: Game, entries: Iterable[Entry]) -> list[LineOfGame]:
    """The lines of a game in force, oldest first, each with its round, phase and turn.

    The log counts no rounds; each begins with a transfer, and the last of them is the round that the game is in.
    """
    walker = _Walker({seat: game.name(seat) for seat in PLAYERS})
    found = [walker.place(entry) for entry in entries]
    before = game.round - walker.round
    last = {_turn_of(one): one.position for one in found if one.of_hives_turn}
    return [_within(replace(one, round=max(1, one.round + before)), last.get(_turn_of(one), 0)) for one in found]


def _turn_of(place: LineOfGame) -> tuple[int, int]:
    return place.round, place.turn


def _within(place: LineOfGame, last: int) -> LineOfGame:
    """What the table enters in the middle of a turn of the Hive, such as a correction, belongs to that turn."""
    return replace(place, of_hives_turn=place.phase == "action" and place.position <= last)


@dataclass
class _Walker:
    """What is known on the way through the log."""

    names: Mapping[Seat, Words]
    round: int = 0
    phase: Phase = "setup"
    turn: int = 0
    hives_turn: bool = False
    steps: tuple[Retold, ...] = field(default_factory=tuple)

    def place(self, entry: Entry) -> LineOfGame:
        """The place of the next line."""
        words = entry.words if isinstance(entry.words, dict) else {}
        self.steps = retold(words)
        first = _key(self.steps[0]) if self.steps else ""
        self._go_on(first)
        seat = self._seat(entry, first, said_of(words))
        place = LineOfGame(entry, self.round, self.phase, self.turn, seat, self.hives_turn and entry.kind == "answer")
        if any(_key(step) == keys.TRANSFER for step in self.steps):
            # The line that has ended a round belongs to it; what it brought is told at the beginning of the next.
            self.round, self.phase, self.turn, self.hives_turn = self.round + 1, "strategy", 0, False
        return place

    def _go_on(self, key: str) -> None:
        self.phase = _PHASES.get(key, self.phase)
        if key == keys.HIVE_TURN:
            self.turn, self.hives_turn = self.turn + 1, True
        elif key in (keys.PLAYER_TURN, keys.PLAYERS_SCORE, keys.STATUS, keys.AGENDA, keys.PLAYER_PICKS):
            self.hives_turn = False

    def _seat(self, entry: Entry, key: str, said: Words) -> Seat | None:
        if key in _OF_THE_HIVE or (self.hives_turn and entry.kind == "answer"):
            return "hive"
        # Lines of earlier versions are plain text.
        at = {seat: said.find(name) for seat, name in self.names.items() if name in said}
        return next(
            (piece.seat for piece in pieces(said) if piece.seat), min(at, key=lambda seat: at[seat], default=None)
        )


def _key(step: Retold) -> str:
    return str(step.data.get("key", ""))


def chapters(game: Game, lines: Sequence[LineOfGame], current: int) -> list[Chapter]:
    """The chapters of some lines, such as those of a round; ``current`` is the line that is looked at."""
    found = []
    for (phase, turn), several in groupby(lines, lambda one: (one.phase, one.turn if one.phase == "action" else 0)):
        parts: list[Told | HiveTurn] = []
        for of_hive, run in groupby(several, lambda one: one.of_hives_turn):
            if of_hive:
                parts.append(_turn(game, list(run), current))
            else:
                parts += [told for one in run if (told := _told(one, current)) is not None]
        if parts:
            found.append(Chapter(phase, turn, tuple(parts)))
    return found


def _turn(game: Game, lines: list[LineOfGame], current: int) -> HiveTurn:
    words = [line.entry.words for line in lines if isinstance(line.entry.words, dict)]
    steps = [step for one in words for step in retold(one)]
    main = next((step for key in _ACTIONS for step in steps if _key(step) == key), None)
    after = [step for step in steps if step.kind == "tell" and step is not main and _key(step) != keys.CLEANUP]
    return HiveTurn(
        position=lines[0].position,
        headline=main.text if main else say("[The Hive]'s turn"),
        cards=card_views(game, [card for one in words for card in drawn_cards(one)]),
        why=reason_of(game, main.why) if main else None,
        moves=main.items if main else (),
        after=tuple(step.text for step in after),
        current=any(line.position == current for line in lines),
    )


def _told(place: LineOfGame, current: int) -> Told | None:
    """A line of the story; None for one that says nothing but that a step is done."""
    words = place.entry.words if isinstance(place.entry.words, dict) else {}
    steps = retold(words)
    said = said_of(words)
    outcome: Words = next((step.text for step in steps[1:] if step.kind == "tell"), "")
    data = place.entry.data
    if place.entry.kind == "answer" and steps and str(data.get("value")) in _DONE:
        said = steps[0].text
        if _key(steps[0]) == keys.PLAYER_TURN and not outcome:
            said = say("{turn}: done", turn=said)
    return Told(place.position, place.seat, plainly(said), outcome, place.position == current)
