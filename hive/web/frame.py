"""What every page of a game has: which game it shows, at which line of the log, in whose colours, what came after."""

from __future__ import annotations

from dataclasses import dataclass

from flask import request

from hive.fields import whole_number
from hive.games.present import Present
from hive.store import Stand
from hive.web.door import games


@dataclass(frozen=True)
class GamePage:
    """A page of a game.

    ``position`` is the line of the log that it shows, ``p1`` and ``p2`` the players' colours, ``rematch`` the id of the
    game's rematch, if one was begun, ``shares`` how much was entered for open questions.
    """

    id: str
    name: str
    position: int
    p1: str
    p2: str
    rematch: str
    shares: int


def framed(present: Present) -> tuple[str, str, int, str, str, str, int]:
    """What the page of a game begins with, in the order of ``GamePage``."""
    settings, stand = present.session.game.settings, games().stand_of(present.id)
    colours = settings.p1.colour, settings.p2.colour
    return present.id, present.name, present.position, *colours, stand.rematch or "", stand.shares


def knows_rematch(stand: Stand) -> bool:
    """Whether the screen that asks shows the rematch of the game, if one was begun."""
    return request.args.get("rematch", "") == (stand.rematch or "")


def shows_now(game_id: str) -> bool:
    """Whether the screen that asks shows the game as it stands: its line, its rematch, what was entered beside it."""
    stand, shares = games().stand_of(game_id), request.args.get("shares")
    return (
        stand.position == whole_number(request.args.get("position"))
        and knows_rematch(stand)
        and shares in (None, str(stand.shares))
    )
