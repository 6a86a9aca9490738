"""The story of a game: its plots, its chapters, and a walk through its log that changes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from flask import Blueprint, redirect, render_template, request, url_for

from hive import keys
from hive.catalog.tables import Seat
from hive.engine.errors import Refused
from hive.engine.narration import Retold, plainly, retold, said_of
from hive.games.present import Present, line_of
from hive.model.game import PLAYERS, Game, Phase, RoundRecord
from hive.naming import purpose_words, system_label
from hive.rules.status import record_of
from hive.steps import Item
from hive.store import Entry
from hive.web.door import NOT_FOUND, GamePage, View, framed, games
from hive.web.drawing.shapes import box, places
from hive.web.messages import message
from hive.web.steps.cards import CardView, card_views, drawn_cards
from hive.web.steps.telling import HIVE_ACTIONS, LogLine, Reason, log_line, reason_of
from hive.web.table.page import TablePage, table_page
from hive.web.table.place import Looking
from hive.web.words import ChangedTables, changed_tables
from hive.words import Name, Words, listed, pieces, say, sentence

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
    *HIVE_ACTIONS,
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
    main = next((step for key in HIVE_ACTIONS for step in steps if _key(step) == key), None)
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


# --- the story of a game: plots of its rounds as shapes


# The box of a plot, and what stays free around its lines for the numbers.
WIDTH, HEIGHT = 360, 170
_LEFT, _RIGHT, _TOP, _BOTTOM = 30, 10, 10, 24
_STEPS = 4


@dataclass(frozen=True)
class Line:
    """A line of a plot: whose it is, its points, and the number that it ends with."""

    name: str
    kind: str
    points: str
    last: tuple[int, int]
    values: tuple[int, ...]


@dataclass(frozen=True)
class Tick:
    """A number beside a plot, and where it stands."""

    at: int
    text: str


@dataclass(frozen=True)
class Plot:
    """A plot over the rounds: its lines, and the numbers at its sides."""

    title: Words
    lines: tuple[Line, ...]
    rounds: tuple[Tick, ...]
    numbers: tuple[Tick, ...]


@dataclass(frozen=True)
class Bar:
    """How many cards were drawn for a purpose; ``share`` in percent of the most."""

    name: str
    number: int
    share: int


@dataclass(frozen=True)
class Holding:
    """The map at the end of a round: a small hex for each system, and which sides are there."""

    round: int
    hexes: tuple[tuple[int, int, str, str], ...]
    counts: tuple[tuple[Seat, str, int], ...]


@dataclass(frozen=True)
class StoryPage(GamePage):
    """The story of a game so far."""

    plots: tuple[Plot, ...]
    bars: tuple[Bar, ...]
    maps: tuple[Holding, ...]
    view_box: str
    over: str
    changed: ChangedTables | None


def story_page(present: Present) -> StoryPage:
    """The plots of a game as it stands."""
    game = present.session.game
    rounds = [*game.story, record_of(game)]
    return StoryPage(
        *framed(present),
        tuple(_plots(game, rounds)),
        _bars(rounds),
        tuple(_holding(game, record) for record in rounds) if game.tracked else (),
        _view_box(game),
        game.winner or "",
        changed_tables(game.tables),
    )


# --- plots


def _plots(game: Game, rounds: Sequence[RoundRecord]) -> list[Plot]:
    points: dict[Words, tuple[str, tuple[int, ...]]] = {
        game.name(seat): (seat, tuple(one.points.get(seat, 0) for one in rounds)) for seat in game.seats
    }
    funds: dict[Words, tuple[str, tuple[int, ...]]] = {
        say("Resources"): ("resources", tuple(one.resources for one in rounds)),
        say("Influence"): ("influence", tuple(one.influence for one in rounds)),
        say("Trade goods"): ("goods", tuple(one.trade_goods for one in rounds)),
    }
    ships = game.tables.units.larger_ships
    fleet: dict[Words, tuple[str, tuple[int, ...]]] = {
        Name(ship.plural): (ship.key, values)
        for ship in ships
        if any(values := tuple(one.fleet.get(ship.key, 0) for one in rounds))
    }
    return [
        _plot(say("Victory points"), rounds, points),
        _plot(say("[The Hive]'s funds"), rounds, funds),
        _plot(say("[The Hive]'s fleet"), rounds, fleet),
        _plot(say("[The Hive]'s planets"), rounds, {say("Planets"): ("hive", tuple(one.planets for one in rounds))}),
    ]


def _plot(title: Words, rounds: Sequence[RoundRecord], lines: Mapping[Words, tuple[str, tuple[int, ...]]]) -> Plot:
    highest = max((value for _, values in lines.values() for value in values), default=0)
    step = max(1, -(-highest // _STEPS))
    top = step * _STEPS
    across = [_across(number, len(rounds)) for number in range(len(rounds))]
    drawn = []
    for name, (kind, values) in lines.items():
        middles = [(x, _down(value, top)) for x, value in zip(across, values, strict=True)]
        points = " ".join(f"{x},{y}" for x, y in middles)
        drawn.append(Line(sentence(name), kind, points, middles[-1], values))
    return Plot(
        title,
        tuple(drawn),
        tuple(Tick(x, str(one.round)) for x, one in zip(across, rounds, strict=True)),
        tuple(Tick(_down(number, top), str(number)) for number in range(0, top + 1, step)),
    )


def _across(number: int, of: int) -> int:
    wide = WIDTH - _LEFT - _RIGHT
    return _LEFT + (wide // 2 if of == 1 else wide * number // (of - 1))


def _down(value: int, top: int) -> int:
    return HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * value // top


def _bars(rounds: Sequence[RoundRecord]) -> tuple[Bar, ...]:
    drawn: dict[str, int] = {}
    for record in rounds:
        for purpose, number in record.drawn.items():
            drawn[purpose] = drawn.get(purpose, 0) + number
    most = max(drawn.values(), default=1)
    ordered = sorted(drawn.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(Bar(sentence(purpose_words(purpose)), number, 100 * number // most) for purpose, number in ordered)


# --- the map, round by round


def _holding(game: Game, record: RoundRecord) -> Holding:
    assert game.galaxy is not None, "systems are held on a tracked galaxy"
    hexes = []
    for position, middle in places(game.galaxy.systems).items():
        there = [seat for seat in game.seats if position in record.systems.get(seat, ())]
        names = listed([game.name(seat) for seat in there], "and") if there else say("nobody")
        hexes.append(
            (
                *middle,
                "-".join(sorted(there)),
                say("{system}: {names}", system=system_label(game, position), names=names),
            )
        )
    counts = tuple((seat, sentence(game.name(seat)), len(record.systems.get(seat, ()))) for seat in game.seats)
    return Holding(record.round, tuple(hexes), counts)


def _view_box(game: Game) -> str:
    if game.galaxy is None:
        return ""
    return " ".join(map(str, box(places(game.galaxy.systems).values())))


# --- the walk through a game


# The share of the slider, in percent, that its handle keeps free at either end.
_EDGE = 1.2


@dataclass(frozen=True)
class Dot:
    """Something on the strip below the slider, at so many percent of its width, and the line that it leads to."""

    at: float
    position: int
    seat: Seat | None = None
    round: int = 0


@dataclass(frozen=True)
class WalkPage:
    """The game as it stood at a line of its log: the table then, the round's story, and the way to other lines.

    ``before`` and ``after`` are the lines beside it (None: none), ``index`` counts it among ``number`` lines. Where the
    rules have changed since, only the words of that time are known: ``stands`` is false, and the table is that of now.
    """

    table: TablePage
    stands: bool
    line: LogLine
    round: int
    chapters: tuple[Chapter, ...]
    before: int | None
    after: int | None
    index: int
    number: int
    rounds: tuple[Dot, ...]
    turns: tuple[Dot, ...]


def walk_page(line: int, then: Present | None, now: Present, log: Sequence[Entry]) -> WalkPage:
    """The game as it stood at a line in force. In: the game then, if it can be played back to there, and as it stands
    now; its lines in force, oldest first. Raises StopIteration if the line is none of them.
    """
    game, shown = now.session.game, then or now
    walked = lines_of(game, log)
    index = next(at for at, one in enumerate(walked) if one.position == line)
    here = walked[index].round
    return WalkPage(
        table=table_page(shown, Looking()),
        stands=then is not None,
        line=log_line(shown.session.game, line_of(now.id, log[index])),
        round=here,
        chapters=tuple(chapters(game, [one for one in walked if one.round == here], line)),
        before=log[index - 1].position if index else None,
        after=log[index + 1].position if index + 1 < len(log) else None,
        index=index,
        number=len(walked),
        rounds=tuple(_rounds(walked)),
        turns=tuple(_turns(walked)),
    )


def _across_the_walk(index: int, number: int) -> float:
    return round(_EDGE + (100 - 2 * _EDGE) * index / max(1, number - 1), 2)


def _rounds(walked: Sequence[LineOfGame]) -> list[Dot]:
    """Where each round begins."""
    found: dict[int, Dot] = {}
    for index, one in enumerate(walked):
        found.setdefault(one.round, Dot(_across_the_walk(index, len(walked)), one.position, round=one.round))
    return list(found.values())


def _turns(walked: Sequence[LineOfGame]) -> list[Dot]:
    """A dot for each turn of the action phases, where it begins."""
    numbered = [(index, one) for index, one in enumerate(walked) if one.phase == "action" and one.seat]
    found = []
    for _, run in groupby(numbered, lambda pair: (pair[1].round, pair[1].turn, pair[1].seat, pair[1].of_hives_turn)):
        index, one = next(run)
        found.append(Dot(_across_the_walk(index, len(walked)), one.position, "hive" if one.of_hives_turn else one.seat))
    return found


# --- the story of a game: its plots, and a walk through its log that changes nothing


MOST_LINES = 100_000
LONGEST_INDEX = 6

pages = Blueprint("story", __name__)


@pages.get("/games/<game_id>/story")
def story(game_id: str) -> View:
    """How the game went so far, round by round."""
    return render_template("story/story.html", page=story_page(games().present(game_id)), width=WIDTH, height=HEIGHT)


@pages.get("/games/<game_id>/story/<int:line>")
def walk(game_id: str, line: int) -> View:
    """The game as it stood at a line of its log; where the rules have changed since, what its words tell."""
    log, then, refused = _log(game_id), None, None
    try:
        then = games().at(game_id, line).present
    except Refused as error:
        refused = error
    if refused is not None and all(entry.position != line for entry in log):
        return message(say("Not found"), refused.words, NOT_FOUND)
    return render_template("story/walk.html", walk=walk_page(line, then, games().present(game_id), log))


@pages.get("/games/<game_id>/story/at")
def at(game_id: str) -> View:
    """The line to which the slider was moved."""
    typed = request.args.get("at", "")
    index = int(typed) if typed.isdecimal() and len(typed) <= LONGEST_INDEX else 0
    log = _log(game_id)
    line = log[min(index, len(log) - 1)].position
    return redirect(url_for("story.walk", game_id=game_id, line=line), code=303)


def _log(game_id: str) -> list[Entry]:
    """The lines in force, oldest first."""
    return games().lines(game_id, None, MOST_LINES)[::-1]
