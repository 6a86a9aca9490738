"""The scoring of objectives as tiles, and the end of a game: who has won, and the points of all rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from hive import keys
from hive.catalog.tables import Seat
from hive.model.game import PLAYERS, Game, RoundRecord, other_player
from hive.naming import system_label
from hive.rules.area import victory
from hive.rules.objectives.on_board import Progress, lost_at_home, progress, progress_of
from hive.rules.objectives.scoring import REX, SECRET, extra_points
from hive.rules.status import record_of
from hive.steps import Ask, Choice, Item, Shown, Step, Tell
from hive.web.steps.scene import NO_REMINDERS, Answers, Bar, Button, Scene
from hive.web.steps.telling import Happening
from hive.words import Name, Words, count, listed, say, sentence

# A player's name of more letters than these has no room beside the bars.
LONG_NAME = 10


@dataclass(frozen=True)
class Tick:
    """A side beside an objective: the answer by which it scores, if it can, and whether it has scored it."""

    seat: Seat
    name: Words
    value: str
    scored: bool
    words: Words


@dataclass(frozen=True)
class ObjectiveTile:
    """An objective: its sign, what it brings and asks for, the Hive's progress, and the sides.

    ``players``: how far those players are who have not scored it, as far as the board shows it.
    """

    sign: str
    name: Words
    wants: Words
    points: Words
    progress: tuple[Progress, ...]
    hive: bool
    ticks: tuple[Tick, ...]
    players: tuple[tuple[Seat, Progress], ...] = ()

    @property
    def open(self) -> bool:
        """Whether a player can score it now."""
        return any(tick.value for tick in self.ticks)

    @property
    def on_it(self) -> int:
        """How many sides stand on it: that have scored it, or can."""
        return self.hive + sum(bool(tick.value or tick.scored) for tick in self.ticks)

    @property
    def named_long(self) -> bool:
        """Whether one of the sides has a long name."""
        return any(len(str(tick.name)) > LONG_NAME for tick in self.ticks)


class Score(Scene):
    """What players score: a tile for each objective, with a button for each side."""

    kind = "score"
    dense = False
    watched = "steps/score_watched.html"
    one_is_next = False
    # What a player can score last stays on its tile, with what it asks for.
    alone_beside = False

    @cached_property
    def tiles(self) -> tuple[ObjectiveTile, ...]:
        """The objectives, those that can still be scored first."""
        return scoring_of(self.game, self.ask) if self.ask and self.answers.choices else ()

    def wide(self, large: bool) -> bool:
        """The tiles."""
        return bool(self.tiles)

    @property
    def bar(self) -> Bar:
        """That is all, with how many each has scored."""
        bar = super().bar
        return bar._replace(so_far=bar.go.note) if bar.go else bar

    @property
    def lines(self) -> tuple[Item, ...]:
        """With whoever has lost a planet at home."""
        return (*super().lines, *(without_home(self.game, self.ask) if self.ask else ()))

    def button(self, choice: Choice) -> Button:
        """Below the side that scores it."""
        plain, side = super().button(choice), choice.value.partition(".")[0]
        return plain._replace(label=sentence(choice.short), kind=side) if side in PLAYERS else plain


def scoring_of(game: Game, step: Ask) -> tuple[ObjectiveTile, ...]:
    """The tiles of a question what players score, first those that can still be scored."""
    offered = {choice.value: choice for choice in step.choices}
    seats = tuple(seat for seat in game.seats if seat in PLAYERS)
    tiles = [_objective(game, revealed.name, revealed.scored_by, seats, offered) for revealed in game.objectives]
    tiles += [tile for extra in (SECRET, REX) if (tile := _extra(game, extra, seats, offered)) is not None]
    return tuple(sorted(tiles, key=lambda tile: not tile.open))


def without_home(game: Game, step: Ask) -> tuple[Item, ...]:
    """Whom the map shows without a planet of the home system, of those who could score a public objective now.

    As in the base game, a side needs all of them for that (Q102). The table has the last word: nothing is refused.
    """
    public = [choice.value for choice in step.choices if choice.value.partition(".")[2] not in ("", SECRET, REX)]
    seats = [seat for seat in PLAYERS if any(value.startswith(f"{seat}.") for value in public)]
    lost = {seat: lost_at_home(game, seat) for seat in seats}
    return tuple(
        Item(
            say(
                "The map shows that {who} does not control {planets}. Without all planets of the home system {who} "
                "scores no public objective.",
                who=game.name(seat),
                planets=listed([Name(name) for name in planets]),
            ),
            rule="1.scope.unchanged-rules",
            aside=True,
        )
        for seat, planets in lost.items()
        if planets
    )


def _objective(
    game: Game, name: str, scored: list[Seat], seats: tuple[Seat, ...], offered: Mapping[str, Choice]
) -> ObjectiveTile:
    objective = game.tables.objectives.by_name[name]
    ticks = tuple(_tick(game, seat, name, seat in scored, offered) for seat in seats)
    there = () if "hive" in scored else progress(game, objective)
    points = say("{number}", number=objective.points)
    found = ((seat, progress_of(game, seat, objective)) for seat in PLAYERS if seat not in scored)
    players = tuple((seat, one) for seat, one in found if one is not None)
    wants = Name(objective.wants)
    return ObjectiveTile(objective.group, Name(name), wants, points, there, "hive" in scored, ticks, players)


def _tick(game: Game, seat: Seat, name: str, scored: bool, offered: Mapping[str, Choice]) -> Tick:
    value = f"{seat}.{name}"
    choice = offered.get(value)
    words = choice.label if choice else say("{who!c} has scored {objective}", who=game.name(seat), objective=Name(name))
    return Tick(seat, game.name(seat), value if choice else "", scored, words)


_EXTRAS: dict[str, tuple[Words, Words]] = {
    SECRET: (say("A secret objective"), say("Name it at the table; its points count here.")),
    REX: (say("Mecatol Rex"), say("for who controls it")),
}


def _extra(game: Game, extra: str, seats: tuple[Seat, ...], offered: Mapping[str, Choice]) -> ObjectiveTile | None:
    """A tile that stands for no objective on the table; None where nobody can score it."""
    ticks = tuple(_tick(game, seat, extra, False, offered) for seat in seats if f"{seat}.{extra}" in offered)
    if not ticks:
        return None
    name, wants = _EXTRAS[extra]
    return ObjectiveTile(extra, name, wants, say("{number}", number=extra_points(game, extra)), (), False, ticks)


# --- the end of a game


# The box of the plot, what stays free around its steps, and how far apart the names at their ends stand.
WIDTH, HEIGHT = 480, 290
_LEFT, _RIGHT, _TOP, _BOTTOM = 34, 96, 14, 30
_APART = 20
_GRID = 2


@dataclass(frozen=True)
class Course:
    """A side's points over the rounds, as a line of steps; where its name stands, and its last point."""

    seat: Seat
    name: Words
    points: int
    line: str
    end: tuple[int, int]
    label: int


@dataclass(frozen=True)
class Figure:
    """A number that tells something of the game, with its words."""

    number: int
    words: Words
    of_hive: bool = False


@dataclass(frozen=True)
class EndView:
    """What stands below the name of the winner. ``goal`` is the height at which the Hive has won."""

    courses: tuple[Course, ...]
    rounds: tuple[tuple[int, int], ...]
    grid: tuple[tuple[int, int], ...]
    goal: int
    figures: tuple[Figure, ...]


class Over(Scene):
    """The end of the game: who has won, and how it came."""

    kind = "over"
    watched = "steps/over_watched.html"
    bar = Bar(instead="steps/_rematch.html")
    is_news = uses = False
    # Nothing is left to answer, to remember or to be entered.
    answers, reminders, cards, quick = Answers(), NO_REMINDERS, (), ()

    @property
    def step(self) -> Step:
        """The winner, as a step would tell."""
        won, number = victory(self.game), self.game.round
        text = won.text if won else say("The game is over")
        above = Shown(say("The game is over · round {number}", number=number))
        return Tell(text, "", key="over", detail=short_of(self.game), shown=above)

    @property
    def winner(self) -> str:
        """Who has won."""
        return self.game.winner or "hive"

    def wide(self, large: bool) -> bool:
        """The course of the points."""
        return True

    @cached_property
    def end(self) -> EndView:
        """What stands below."""
        return end_of(self.game)

    @property
    def news(self) -> tuple[Happening, ...]:
        """What just happened, but for the victory itself."""
        return tuple(one for one in super().news if one.key != keys.WON)


def end_of(game: Game) -> EndView:
    """The end of a game that somebody has won."""
    rounds = [*game.story, record_of(game)]
    goals = game.tables.figures
    top = max(goals.player_victory.value, goals.hive_victory.value, *(max(one.points.values()) for one in rounds))
    return EndView(
        courses=_courses(game, rounds, top),
        rounds=tuple((_across(place, len(rounds)), one.round) for place, one in enumerate(rounds, start=1)),
        grid=tuple((_down(number, top), number) for number in range(0, top + 1, _GRID)),
        goal=_down(goals.hive_victory.value, top),
        figures=tuple(_figures(game, rounds)),
    )


def short_of(game: Game) -> Words:
    """How the losing side stood: what the players lacked, or how far the Hive had come."""
    if game.winner == "players":
        goal = game.tables.figures.hive_victory.value
        return say(
            "[The Hive] had {points} of {goal}.", points=game.hive.victory_points, goal=count(goal, "victory point")
        )
    high, low = sorted(PLAYERS, key=lambda seat: -game.players[seat].victory_points)
    figures = game.tables.figures
    lacks = {
        high: figures.player_victory.value - game.players[high].victory_points,
        low: figures.ally_victory.value - game.players[low].victory_points,
    }
    far = [seat for seat in PLAYERS if lacks[seat] > 0]
    if len(far) == len(PLAYERS):
        first, second = far
        return say(
            "{first!c} was {lack} short, {second} {other}.",
            first=game.name(first),
            lack=lacks[first],
            second=game.name(second),
            other=lacks[second],
        )
    if far:
        who, ally = game.name(far[0]), game.name(other_player(far[0]))
        return say("{who!c} was {lack} short; {ally} had enough.", who=who, lack=lacks[far[0]], ally=ally)
    return say("Nothing is left that could stop it.")


# --- the points as steps


def _courses(game: Game, rounds: Sequence[RoundRecord], top: int) -> tuple[Course, ...]:
    ends = {seat: rounds[-1].points.get(seat, 0) for seat in game.seats}
    labels = _apart({seat: _down(points, top) for seat, points in ends.items()})
    return tuple(
        Course(
            seat,
            say("[Hive]") if seat == "hive" else sentence(game.name(seat)),
            ends[seat],
            _steps([one.points.get(seat, 0) for one in rounds], top),
            (_across(len(rounds), len(rounds)), _down(ends[seat], top)),
            labels[seat],
        )
        for seat in game.seats
    )


def _steps(values: Sequence[int], top: int) -> str:
    """A line that goes along each round, and up where the round has brought points."""
    corners, before = [(_across(0, len(values)), _down(0, top))], 0
    for place, value in enumerate(values, start=1):
        x = _across(place, len(values))
        corners += [(x, _down(before, top)), (x, _down(value, top))]
        before = value
    return " ".join(f"{x},{y}" for x, y in corners)


def _apart(heights: dict[Seat, int]) -> dict[Seat, int]:
    """Where names stand so that none is over another, from the top down, each as near to its line as can be."""
    placed: dict[Seat, int] = {}
    last = -_APART
    for seat, height in sorted(heights.items(), key=lambda pair: pair[1]):
        last = max(height, last + _APART)
        placed[seat] = last
    return placed


def _across(place: int, of: int) -> int:
    return _LEFT + (WIDTH - _LEFT - _RIGHT) * place // of


def _down(value: int, top: int) -> int:
    return HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * value // top


# --- figures


def _figures(game: Game, rounds: Sequence[RoundRecord]) -> list[Figure]:
    """At most three, each only where the game has something to tell."""
    found = [_best_round(game, rounds), _contested(game, rounds), _height(rounds), _cards(rounds)]
    return [one for one in found if one is not None][:3]


def _best_round(game: Game, rounds: Sequence[RoundRecord]) -> Figure | None:
    """The most points that a side has gained in one round."""
    best, before = (0, 0, game.seats[0]), dict.fromkeys(game.seats, 0)
    for one in rounds:
        for seat in game.seats:
            gained = one.points.get(seat, 0) - before[seat]
            best = (gained, one.round, seat) if gained > best[0] else best
            before[seat] = one.points.get(seat, 0)
    gained, number, who = best
    if gained < 1:
        return None
    words = say("victory points for {who} in round {number}, the most of all", who=game.name(who), number=number)
    return Figure(gained, words, who == "hive")


def _contested(game: Game, rounds: Sequence[RoundRecord]) -> Figure | None:
    """The system that has changed hands most often, and how often."""
    changes: dict[str, int] = {}
    held: dict[str, tuple[str, ...]] = {}
    for one in rounds:
        for position in sorted({at for systems in one.systems.values() for at in systems} | {*held}):
            sides = tuple(seat for seat in game.seats if position in one.systems.get(seat, ()))
            if position in held and held[position] != sides:
                changes[position] = changes.get(position, 0) + 1
            held[position] = sides
    if not changes or max(changes.values()) < 2:
        return None
    most = max(sorted(changes), key=lambda position: changes[position])
    return Figure(changes[most], say("times {system} changed hands", system=system_label(game, most)))


def _height(rounds: Sequence[RoundRecord]) -> Figure | None:
    """How many planets the Hive held at most, and in the end."""
    most = max(rounds, key=lambda one: one.planets)
    if not most.planets:
        return None
    if most.planets == rounds[-1].planets:
        return Figure(most.planets, say("planets of [the Hive] in the end, as many as ever"), True)
    words = say("planets of [the Hive] in round {number}, {end} in the end", number=most.round, end=rounds[-1].planets)
    return Figure(most.planets, words, True)


def _cards(rounds: Sequence[RoundRecord]) -> Figure | None:
    """How many cards of the Hive Mind have decided."""
    number = sum(sum(one.drawn.values()) for one in rounds)
    return Figure(number, say("cards of the Hive Mind were drawn")) if number else None
