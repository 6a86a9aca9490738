"""The story of a game: plots of its rounds as shapes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hive.catalog.tables import Seat
from hive.games.present import Present
from hive.model.game import Game, RoundRecord
from hive.naming import purpose_words, system_label
from hive.rules.status import record_of
from hive.web.differing import ChangedTables, changed_tables
from hive.web.drawing.shapes import box, places
from hive.web.frame import GamePage, framed
from hive.words import Name, Words, listed, say, sentence

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
