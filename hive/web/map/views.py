"""The pages of the galaxy: the map, the text list, and the sheet of each system."""

from __future__ import annotations

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from hive.board.edits import BadEdit
from hive.engine.corrections.middle import pages as pages_of_middle
from hive.engine.errors import Refused
from hive.games.present import Present
from hive.games.service import Stale
from hive.web.devices import entered_by
from hive.web.door import CONFLICT, NOT_FOUND, UNPROCESSABLE, View, games, wants_fragment
from hive.web.map.sheets import changed_fields, galaxy_page, system_page
from hive.web.messages import message
from hive.web.posted import posted_position
from hive.web.table.looking import Looking, looking_at
from hive.web.table.presets import read
from hive.web.table.shared import table_screen
from hive.words import Typed, Words, say

ZOOMS = (1, 2, 3)
NO_GALAXY = say("This game is played without a galaxy: the table answers what only the board can tell.")

pages = Blueprint("map", __name__)


@pages.get("/games/<game_id>/map")
def galaxy_map(game_id: str) -> View:
    """The map over the whole screen; ``zoom`` enlarges it."""
    zoom = request.args.get("zoom", "1")
    return _galaxy(game_id, "map/map.html", int(zoom) if zoom in map(str, ZOOMS) else 1)


@pages.get("/games/<game_id>/systems")
def systems(game_id: str) -> View:
    """Every system in words."""
    return _galaxy(game_id, "map/systems.html")


def _galaxy(game_id: str, template: str, zoom: int = 1) -> View:
    present = games().present(game_id)
    if not present.session.game.tracked:
        return message(say("No galaxy"), NO_GALAXY, NOT_FOUND)
    page = galaxy_page(present, zoom)
    middle = len(pages_of_middle(present.session.game)) if _back_to() == "middle" else 0
    return render_template(template, page=page, zooms=ZOOMS, middle=middle)


@pages.get("/games/<game_id>/systems/<at>")
def system_sheet(game_id: str, at: str) -> View:
    """The sheet of one system."""
    return _sheet(games().present(game_id), at)


@pages.post("/games/<game_id>/systems/<at>/tap")
def tap_system(game_id: str, at: str) -> View:
    """Book one tap in the panel of a system, which stays open on the table screen."""
    look, position = looking_at({**request.values, "at": at}), posted_position(request.form)
    try:
        present = games().board(game_id, position, _own(at, read(request.form.get("set", ""))), entered_by(game_id))
    except Stale as error:
        return table_screen(games().present(game_id, error.words), look), CONFLICT
    except Refused as error:
        return table_screen(games().present(game_id, error.words), look), UNPROCESSABLE
    if wants_fragment():
        return table_screen(present, look)
    return redirect(url_for("table.table", game_id=game_id, tab=look.tab, **look.args), code=303)


@pages.post("/games/<game_id>/systems/<at>")
def mend_system(game_id: str, at: str) -> View:
    """Set what the posted sheet changes; a sheet that changes nothing makes no entry."""
    position = posted_position(request.form)
    posted = {field: value for field, value in request.form.items() if field not in ("csrf_token", "position", "back")}
    present = games().present(game_id)
    try:
        changes = changed_fields(present.session.game, at, posted)
        if position != present.position or changes:
            present = games().board(game_id, position, _own(at, changes), entered_by(game_id))
    except Stale as error:
        return _sheet(games().present(game_id), at, error.words, CONFLICT)
    except BadEdit as error:
        return message(say("No such system"), error.words, NOT_FOUND)
    except Refused as error:
        return _sheet(games().present(game_id), at, error.words, UNPROCESSABLE, posted)
    return _back(present, at)


def _own(at: str, changes: dict[str, str]) -> dict[str, str]:
    """The changes, all of them of this system. Raises Refused."""
    for field in changes:
        if field.partition("/")[0] != at:
            raise Refused(say("This sheet has no field “{field}”. Reload it and try again.", field=Typed(field[:60])))
    return changes


def _sheet(
    present: Present, at: str, notice: Words = "", status: int = 200, posted: dict[str, str] | None = None
) -> BaseResponse:
    try:
        page = system_page(present, at, _back_to(), notice, posted)
    except BadEdit as error:
        return message(say("No such system"), error.words, NOT_FOUND)
    template = "map/_system.html" if wants_fragment() else "map/system.html"
    response = make_response(render_template(template, page=page, back_url=_back_url(present.id, at)), status)
    response.headers["Vary"] = "HX-Request"
    response.headers["Cache-Control"] = "no-store"
    return response


def _back(present: Present, at: str) -> View:
    if wants_fragment():
        return table_screen(present, Looking("map" if _back_to() == "map" else "now"))
    return redirect(_back_url(present.id, at), code=303)


def _back_to() -> str:
    """Where a sheet was opened from: the map, the map on the way into a game's middle, the text list, or the table."""
    back = request.values.get("back", "")
    return back if back in ("map", "middle", "list", "tab") else "table"


def _back_url(game_id: str, at: str) -> str:
    match _back_to():
        case "map":
            return url_for("map.galaxy_map", game_id=game_id, zoom=request.values.get("zoom"))
        case "middle":
            return url_for("map.galaxy_map", game_id=game_id, back="middle")
        case "list":
            return url_for("map.systems", game_id=game_id, _anchor=f"at-{at}")
        case "tab":
            return url_for("table.table", game_id=game_id, tab="map")
    return url_for("table.table", game_id=game_id)
