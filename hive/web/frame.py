"""What every page of a game has: which game it shows, at which line of the log, in whose colours, what came after."""

from __future__ import annotations

from dataclasses import dataclass

from flask import request

from hive.present import Present
from hive.web.door import games


@dataclass(frozen=True)
class GamePage:
    """A page of a game.

    ``position`` is the line of the log that it shows, ``p1`` and ``p2`` the players' colours, ``rematch`` the id of the
    game's rematch, if one was begun.
    """

    id: str
    name: str
    position: int
    p1: str
    p2: str
    rematch: str


def framed(present: Present) -> tuple[str, str, int, str, str, str]:
    """What the page of a game begins with, in the order of ``GamePage``."""
    settings = present.session.game.settings
    colours = settings.p1.colour, settings.p2.colour
    return present.id, present.name, present.position, *colours, games().rematch_of(present.id)


def knows_rematch(game_id: str) -> bool:
    """Whether the screen that asks shows the rematch of the game, if one was begun."""
    return request.args.get("rematch", "") == games().rematch_of(game_id)
