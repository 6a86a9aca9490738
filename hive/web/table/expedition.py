"""The expedition token as the pages draw it: its slices, who has claimed each, and who can claim one now."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

from hive.catalog.tables import Seat
from hive.model.game import PLAYERS, Game
from hive.store import Opens
from hive.web.words import anchor
from hive.words import Name, Words, sentence

_RADIUS, _WORDS_AT = 98.0, 62.0


@dataclass(frozen=True)
class SliceView:
    """A slice: its number, its outline and where its words stand, what it costs, and who has claimed it."""

    number: int
    outline: str
    x: float
    y: float
    name: Words
    short: Words
    owner: Seat | None
    who: Words
    anchor: str


@dataclass(frozen=True)
class ExpeditionView:
    """The token. ``joins``: the player whose turn it is, and who can claim a slice by a tap here; else empty."""

    slices: tuple[SliceView, ...]
    joins: str
    who: Words


def expedition_view(game: Game, opened: Opens | None) -> ExpeditionView | None:
    """The expedition of a game; None where there is none, or the set-up is not over.

    ``opened``: as what the screen has the game open. Nobody claims a slice from the phone of the other player.
    """
    slices = game.tables.setup.expedition
    if not slices or game.phase == "setup":
        return None
    here = (opened,) if opened in PLAYERS else PLAYERS
    joins = next((seat for seat in PLAYERS if seat == game.active and seat in here and game.phase == "action"), None)
    return ExpeditionView(
        slices=tuple(_slice(game, number) for number in range(len(slices))),
        joins=joins or "",
        who=sentence(game.name(joins)) if joins else "",
    )


def _slice(game: Game, number: int) -> SliceView:
    """Slice zero lies at the top, the others follow clockwise."""
    row, owner = game.tables.setup.expedition[number], game.expedition.get(number)
    width = 2 * pi / len(game.tables.setup.expedition)
    middle = number * width - pi / 2
    (x1, y1), (x2, y2) = (_at(_RADIUS, middle + side * width / 2) for side in (-1, 1))
    x, y = _at(_WORDS_AT, middle)
    return SliceView(
        number=number,
        outline=f"M0 0L{x1} {y1}A{_RADIUS} {_RADIUS} 0 0 1 {x2} {y2}Z",
        x=x,
        y=y,
        name=Name(row.name),
        short=Name(row.short),
        owner=owner,
        who=sentence(game.name(owner)) if owner is not None else "",
        anchor=anchor(f"expedition.{number}"),
    )


def _at(radius: float, angle: float) -> tuple[float, float]:
    return round(radius * cos(angle), 1), round(radius * sin(angle), 1)
