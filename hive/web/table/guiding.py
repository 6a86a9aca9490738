"""Whether this device is accompanied through a game: the cookie that keeps it, and what it has seen."""

from __future__ import annotations

from flask import after_this_request, render_template, request, url_for
from werkzeug.wrappers import Response

from hive.games.present import Present
from hive.web.devices import own_games
from hive.web.table.guide import COOKIE, OFF, Guided, guided

YEAR = 365 * 24 * 3600
HINT = "<!-- hint -->"
"""Stands for the hint in what the screens of a table share: each has its own. What people type cannot look so."""


def guided_here(present: Present) -> Guided:
    """What this device is told of the open step; what it has seen is kept with the answer."""
    before = request.cookies.get(COOKIE)
    found = guided(present, before, first_game=lambda: len(own_games()) == 1)
    if found.cookie != (before or OFF):

        @after_this_request
        def keep(response: Response) -> Response:
            set_guide(response, present.id, found.cookie)
            return response

    return found


def with_hint(drawn: str, guided: Guided, present: Present, tab: str) -> str:
    """A table screen with this device's hint, if it has one at this step."""
    said = {"present": present, "tab": tab, "sentence": guided.sentence}
    return drawn.replace(HINT, render_template("table/_guide.html", **said) if guided.sentence else "")


def set_guide(response: Response, game_id: str, value: str) -> None:
    """Keep on this device whether the game is accompanied, and what it has seen."""
    path = url_for("table.table", game_id=game_id)
    response.set_cookie(COOKIE, value, path=path, max_age=YEAR, samesite="Lax")
