"""The stream of news of a game, by itself, since a server that keeps no streams open asks for it, too.

The front keeps the stream open (:mod:`hive.live.front`). Under a server without it the stream ends at once, and the
browser asks again after a while: then it is a way of asking every few seconds.
"""

from __future__ import annotations

import random

from flask import Blueprint, Response

from hive.live.hub import ANEW, as_told
from hive.web.door import games, knows_rematch

SOONEST, LATEST = 500, 2000
"""Milliseconds until a screen whose stream has ended comes back: not all at once when a server starts again."""

pages = Blueprint("following", __name__)


@pages.get("/games/<game_id>/stream")
def stream(game_id: str) -> Response:
    """Where the game stands, as the first news of a stream."""
    first = b"retry: %d\ndata: %b\n\n" % (random.randint(SOONEST, LATEST), _told(game_id).encode())
    answer = Response(first, mimetype="text/event-stream")
    # A proxy must neither gather nor compress what is sent piece by piece.
    answer.cache_control.no_store = answer.cache_control.no_transform = True
    answer.headers["X-Accel-Buffering"] = "no"
    return answer


@pages.get("/games/<game_id>/position")
def position(game_id: str) -> Response:
    """Where the game stands, for a screen whose stream fails."""
    answer = Response(_told(game_id), mimetype="text/plain")
    answer.cache_control.no_store = True
    return answer


def _told(game_id: str) -> str:
    """Where the game stands; a screen that does not know of its rematch has to ask anew."""
    stand = games().store.stands(game_id)
    return as_told(stand.position, stand.shares) if knows_rematch(stand) else as_told(ANEW)
