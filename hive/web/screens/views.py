"""The pages of more screens: joining by a code, the codes of a game, and the views that only show it."""

from __future__ import annotations

from flask import Blueprint, current_app, make_response, redirect, render_template, request, url_for

from hive.store import CODE_LENGTH, Opens, typed_code
from hive.web.devices import hold, hold_alike, hold_table, opened_as, own_tab
from hive.web.door import NO_CONTENT, NOT_FOUND, View, games
from hive.web.frame import shows_now
from hive.web.gate.checks import may
from hive.web.gate.tries import Tries
from hive.web.messages import message
from hive.web.screens.codes import code_views
from hive.web.screens.watching import watch_page
from hive.words import Words, count, say

TOO_MANY = 429
TRIES = "tries"
"""Under this name the app keeps who tried wrong codes."""

pages = Blueprint("screens", __name__)


@pages.get("/join/<code>")
def join(code: str) -> View:
    """Join a game by the code in an address, as a picture holds it."""
    return _join(code)


@pages.post("/join")
def join_by_hand() -> View:
    """Join a game by a code that somebody has typed."""
    return _join(request.form.get("code", ""))


def _join(typed: str) -> View:
    tries, address = _tries(), request.remote_addr or ""
    if closed := tries.closed(address):
        again = say("Too many wrong codes came from this address. Try again in {wait}.", wait=count(closed, "second"))
        return _slowed(again, closed)
    code = typed_code(typed)
    door = games().opened_by(code) if len(code) == CODE_LENGTH else None
    if door is None:
        if seconds := tries.wrong(address):
            text = say(
                "Too many wrong codes came from this address. A right one is let in at once: it stands on the table's "
                "screen, under “More screens”."
            )
            return _slowed(text, seconds)
        text = say(
            "No game has this code. A code has {number} letters and digits, and stands on the table's screen, under "
            "“More screens”. It may have been changed since; then scan the new one.",
            number=CODE_LENGTH,
        )
        return message(say("This code opens nothing"), text, NOT_FOUND, joins=True)
    # Whoever plays and follows a spectator's link to see what it shows still plays: nobody else may have their code.
    if door.opens != "spectator" or opened_as(door.game_id) in (None, "spectator"):
        hold(door, code)
    return redirect(_way_in(door.game_id, door.opens), code=303)


def _tries() -> Tries:
    found: Tries = current_app.extensions.setdefault(TRIES, Tries())
    return found


def _slowed(text: Words, seconds: int) -> View:
    response = message(say("Not so fast"), text, TOO_MANY, joins=True)
    response.headers["Retry-After"] = str(seconds)
    return response


def _way_in(game_id: str, opens: Opens) -> str:
    if opens == "spectator":
        return url_for("screens.watch", game_id=game_id)
    return url_for("table.table", game_id=game_id, tab=own_tab(game_id))


@pages.get("/games/<game_id>/rematch")
def come_along(game_id: str) -> View:
    """Go on to the rematch of a game as who the device is in it, a wall as a wall; with none, back to the game."""
    again = games().rematch_of(game_id) or game_id
    hold_alike(again, game_id)
    wall = request.args.get("kind") == "wall"
    way = url_for("screens.wall", game_id=again) if wall else _way_in(again, opened_as(again) or "spectator")
    return redirect(way, code=303)


@pages.get("/games/<game_id>/screens")
def screens(game_id: str) -> View:
    """The codes of a game, to be scanned or typed."""
    present = games().present(game_id)
    settings = present.session.game.settings
    views = code_views(_told_codes(game_id), settings)
    response = make_response(render_template("screens/screens.html", game=present, settings=settings, codes=views))
    response.headers["Cache-Control"] = "no-store"
    return response


def _told_codes(game_id: str) -> dict[Opens, str]:
    """The codes that this device may pass on: a player's phone does not make itself the table."""
    codes = games().codes(game_id)
    if not may("screens.change_codes", game_id):
        del codes["table"]
    return codes


@pages.post("/games/<game_id>/screens")
def change_codes(game_id: str) -> View:
    """Give a game other codes: whoever came by the old ones is out, but for the device that asks."""
    games().change_codes(game_id)
    hold_table(game_id)
    return redirect(url_for("screens.screens", game_id=game_id), code=303)


@pages.get("/games/<game_id>/wall")
def wall(game_id: str) -> View:
    """The game for a television: nothing to tap, readable from afar."""
    return _watched(game_id, "wall")


@pages.get("/games/<game_id>/watch")
def watch(game_id: str) -> View:
    """The game for a spectator."""
    return _watched(game_id, "watch")


def _watched(game_id: str, kind: str) -> View:
    page = watch_page(games().present(game_id), kind)
    response = make_response(render_template("screens/watch.html", page=page))
    response.headers["Cache-Control"] = "no-store"
    return response


@pages.get("/games/<game_id>/watch/since")
def since(game_id: str) -> View:
    """What such a view asks for: nothing while the game stands at its position, else the game as it is now."""
    if shows_now(game_id):
        response = make_response("", NO_CONTENT)
    else:
        kind = "wall" if request.args.get("kind") == "wall" else "watch"
        response = make_response(
            render_template("screens/_watch.html", page=watch_page(games().present(game_id), kind))
        )
    response.headers["Cache-Control"] = "no-store"
    return response
