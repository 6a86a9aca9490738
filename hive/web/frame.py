"""What every page of a game has: which game it shows, at which line of the log, in whose colours."""

from __future__ import annotations

from dataclasses import dataclass

from hive.present import Present


@dataclass(frozen=True)
class GamePage:
    """A page of a game. ``position`` is the line of the log that it shows, ``p1`` and ``p2`` the players' colours."""

    id: str
    name: str
    position: int
    p1: str
    p2: str


def framed(present: Present) -> tuple[str, str, int, str, str]:
    """What the page of a game begins with, in the order of ``GamePage``."""
    settings = present.session.game.settings
    return present.id, present.name, present.position, settings.p1.colour, settings.p2.colour
