"""A game's galaxy as small as a stamp: zones, and who is where."""

from __future__ import annotations

from dataclasses import dataclass

from hive.catalog.tables import Owner
from hive.model.game import Game
from hive.web.drawing.galaxy import map_view
from hive.web.drawing.shapes import HexView

_APART = 34


@dataclass(frozen=True)
class Spot:
    """A side that has units in a system, and where its shape is drawn."""

    seat: Owner
    x: int
    y: int


@dataclass(frozen=True)
class Stamp:
    """A hex of it: its middle, the colour of its zone, who is there."""

    x: int
    y: int
    colour: str
    spots: tuple[Spot, ...]


@dataclass(frozen=True)
class Thumb:
    """The whole: the box around it, and its hexes."""

    view_box: str
    hexes: tuple[Stamp, ...]


def thumb_of(game: Game) -> Thumb | None:
    """The galaxy of a game; None for one that tracks none."""
    if game.galaxy is None:
        return None
    found = map_view(game, game.tables)
    return Thumb(found.view_box, tuple(_stamp(one) for one in found.hexes))


def _stamp(one: HexView) -> Stamp:
    here = one.present
    left = one.x - _APART * (len(here) - 1) // 2
    spots = tuple(Spot(seat, left + _APART * number, one.y) for number, seat in enumerate(here))
    return Stamp(one.x, one.y, one.colour, spots)
