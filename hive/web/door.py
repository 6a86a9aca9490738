"""The door between the pages and the games: what forms post, what every page of a game has, what views answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Response, current_app, make_response, request
from werkzeug.wrappers import Response as BaseResponse

from hive.engine.replies import CHOICE
from hive.fields import whole_number
from hive.games.present import Present
from hive.games.service import Games
from hive.store import Stand

NO_CONTENT, NOT_FOUND, CONFLICT, UNPROCESSABLE = 204, 404, 409, 422

View = str | BaseResponse | tuple[str, int]


def games() -> Games:
    """The games of this app."""
    found: Games = current_app.extensions["games"]
    return found


def wants_fragment() -> bool:
    """Whether htmx asks, which swaps a part of the page."""
    return bool(request.headers.get("HX-Request")) and not request.headers.get("HX-History-Restore-Request")


def not_kept(page: str, status: int = 200) -> Response:
    """An answer that no browser keeps: what it shows may be another the next time."""
    response = make_response(page, status)
    response.headers["Cache-Control"] = "no-store"
    return response


def named_game() -> str:
    """The game that the request's address names, known or not; empty if it names none."""
    parts = request.path.split("/")
    return parts[2] if parts[1] == "games" and len(parts) > 2 else ""


# --- what the forms of a running game post


def posted_position(form: Mapping[str, Any]) -> int:
    """The position that a form was made at; -1, which no game has, if it names none."""
    number = whole_number(form.get("position"))
    return -1 if number is None else number


def posted_line(value: str | None) -> int | None:
    """The line of the log that a form or an address names; None if it names none, 0 (no line) if it is nonsense."""
    return (whole_number(value) or 0) if value is not None else None


def posted_answer(form: Mapping[str, Any]) -> Any:
    """An answer as the log keeps it: the choice's value, with the numbers beside it, or the fields of a drawn card."""
    fields = _posted_under(form, "card.")
    if fields:
        return fields
    choice, numbers = str(form.get("value", "")), _posted_under(form, "number.")
    if not numbers:
        return choice
    # What is no number is kept as it was typed: the question refuses it in words.
    whole = {name: whole_number(typed) for name, typed in numbers.items()}
    return {CHOICE: choice, **{name: numbers[name] if one is None else one for name, one in whole.items()}}


def _posted_under(form: Mapping[str, Any], prefix: str) -> dict[str, str]:
    return {name.removeprefix(prefix): str(value) for name, value in form.items() if name.startswith(prefix)}


# --- what every page of a game has


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
    settings = present.session.game.settings
    colours = settings.p1.colour, settings.p2.colour
    return present.id, present.name, present.position, *colours, present.rematch, present.shares


def knows_rematch(stand: Stand) -> bool:
    """Whether the screen that asks shows the rematch of the game, if one was begun."""
    return request.args.get("rematch", "") == (stand.rematch or "")


def shows_now(game_id: str) -> bool:
    """Whether the screen that asks shows the game as it stands: its line, its rematch, what was entered beside it."""
    stand, shares = games().store.stands(game_id), request.args.get("shares")
    return (
        stand.position == whole_number(request.args.get("position"))
        and knows_rematch(stand)
        and shares in (None, str(stand.shares))
    )
