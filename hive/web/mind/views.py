"""The pages about the Hive's mind: to look at, beside the table."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, url_for

from hive.web.door import NOT_FOUND, View, games
from hive.web.messages import message
from hive.web.mind.threats import threat_page
from hive.web.mind.units import units_page
from hive.web.mind.why_not import why_page
from hive.words import Typed, say

pages = Blueprint("mind", __name__)


@pages.get("/games/<game_id>/why")
@pages.get("/games/<game_id>/why/<at>")
def why(game_id: str, at: str = "") -> View:
    """Why the Hive's tactical action does not go to another system; back to the table once it is over."""
    page = why_page(games().present(game_id), at)
    if page is None:
        return redirect(url_for("table.table", game_id=game_id), code=303)
    if at and page.answer is None:
        return message(say("No such system"), say("This galaxy has no system “{at}”.", at=Typed(at[:40])), NOT_FOUND)
    return render_template("mind/why.html", page=page)


@pages.get("/games/<game_id>/threats")
def threats(game_id: str) -> View:
    """What threatens the players, with the counters as they are."""
    return render_template("mind/threats.html", page=threat_page(games().present(game_id)))


@pages.get("/games/<game_id>/units")
def units(game_id: str) -> View:
    """The Hive's units as they are now."""
    return render_template("mind/units.html", page=units_page(games().present(game_id)))
