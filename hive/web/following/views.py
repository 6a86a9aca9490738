"""The stream of news of a game, as far as the pages have a say in it: whether somebody may follow, and where it stands.

The front keeps the stream open (:mod:`hive.live.front`). Under a server without it the stream ends at once, and the
browser asks again after a while: then it is a way of asking every few seconds.
"""

from __future__ import annotations

import random

from flask import Blueprint, Response

from hive.web.door import games

SOONEST, LATEST = 1000, 4000
"""Milliseconds until a screen whose stream has ended comes back: not all at once when a server starts again."""

pages = Blueprint("following", __name__)


@pages.get("/games/<game_id>/stream")
def stream(game_id: str) -> Response:
    """Where the game stands, as the first news of a stream."""
    first = f"retry: {random.randint(SOONEST, LATEST)}\ndata: {games().position(game_id)}\n\n"
    # A proxy must neither gather nor compress what is sent piece by piece.
    headers = {"Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no"}
    return Response(first, mimetype="text/event-stream", headers=headers)
