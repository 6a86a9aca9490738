"""The door between the pages and the games, and what a view answers with."""

from __future__ import annotations

from flask import current_app, request
from werkzeug.wrappers import Response as BaseResponse

from hive.games.service import Games

NO_CONTENT, NOT_FOUND, CONFLICT, UNPROCESSABLE = 204, 404, 409, 422

View = str | BaseResponse | tuple[str, int]


def games() -> Games:
    """The games of this app."""
    found: Games = current_app.extensions["games"]
    return found


def wants_fragment() -> bool:
    """Whether htmx asks, which swaps a part of the page."""
    return bool(request.headers.get("HX-Request")) and not request.headers.get("HX-History-Restore-Request")


def named_game() -> str:
    """The game that the request's address names, known or not; empty if it names none."""
    parts = request.path.split("/")
    return parts[2] if parts[1] == "games" and len(parts) > 2 else ""
