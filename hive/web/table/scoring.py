"""The scoring of objectives as tiles: what each asks for, how far the Hive is, and who scores or has scored it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hive.catalog.tables import Seat
from hive.model.game import PLAYERS, Game
from hive.rules.objectives.on_board import Progress, lost_at_home, progress, progress_of
from hive.rules.objectives.scoring import REX, SECRET, extra_points
from hive.steps import Ask, Choice, Item, Step
from hive.words import Name, Words, listed, say

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
    def named_long(self) -> bool:
        """Whether one of the sides has a long name."""
        return any(len(str(tick.name)) > LONG_NAME for tick in self.ticks)


def scoring_of(game: Game, step: Step) -> tuple[ObjectiveTile, ...]:
    """The tiles of a question what players score, first those that can still be scored; none for any other step."""
    if not isinstance(step, Ask) or step.shown.layout != "sides":
        return ()
    offered = {choice.value: choice for choice in step.choices}
    seats = tuple(seat for seat in game.seats if seat in PLAYERS)
    tiles = [_objective(game, revealed.name, revealed.scored_by, seats, offered) for revealed in game.objectives]
    tiles += [tile for extra in (SECRET, REX) if (tile := _extra(game, extra, seats, offered)) is not None]
    return tuple(sorted(tiles, key=lambda tile: not tile.open))


def without_home(game: Game, step: Step) -> tuple[Item, ...]:
    """Whom the map shows without a planet of the home system, of those who could score a public objective now.

    As in the base game, a side needs all of them for that (Q102). The table has the last word: nothing is refused.
    """
    if not isinstance(step, Ask) or step.shown.layout != "sides":
        return ()
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
