"""The pages about the Hive's mind: to look at, beside the table."""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint, current_app, make_response, redirect, render_template, request, url_for

from hive.web.door import NOT_FOUND, View, games
from hive.web.messages import message
from hive.web.mind.threats import threat_page
from hive.web.mind.units import units_page
from hive.web.mind.why_not import why_page
from hive.web.mind.wrong import file_of, keep, wrong_page
from hive.words import Typed, say

SERVER_ERROR = 500

pages = Blueprint("mind", __name__)


@pages.get("/games/<game_id>/why")
@pages.get("/games/<game_id>/why/<at>")
def why(game_id: str, at: str = "") -> View:
    """Why the Hive has not chosen another system, card, technology or ship; back to the table once it is over."""
    page = why_page(games().present(game_id), at)
    if page is None:
        return redirect(url_for("table.table", game_id=game_id), code=303)
    if at and page.answer is None:
        if page.map:
            return message(
                say("No such system"), say("This galaxy has no system “{at}”.", at=Typed(at[:40])), NOT_FOUND
            )
        words = say("“{at}” was not among what the Hive could choose here.", at=Typed(at[:40]))
        return message(say("No such choice"), words, NOT_FOUND)
    return render_template("mind/why.html", page=page)


@pages.get("/games/<game_id>/wrong")
def wrong(game_id: str) -> View:
    """A note that the table thinks a decision wrong, and the notes that were kept of this game."""
    just = request.args.get("kept") == "yes"
    return render_template("mind/wrong.html", page=wrong_page(games().present(game_id), _notes(), just))


@pages.post("/games/<game_id>/wrong")
def keep_note(game_id: str) -> View:
    """Keep a note with the situation and the game as it stands."""
    present = games().present(game_id)
    try:
        keep(_notes(), present, request.form.get("said", ""), games().export(game_id))
    except OSError:
        words = say("The folder of notes cannot be written. The game itself is safe; copy the situation by hand.")
        return message(say("The note is not kept"), words, SERVER_ERROR)
    return redirect(url_for("mind.wrong", game_id=game_id, kept="yes"), code=303)


@pages.get("/games/<game_id>/notes/<int:line>.<kind>")
def note(game_id: str, line: int, kind: str) -> View:
    """A file of a note that was kept."""
    path = file_of(_notes(), game_id, line, kind)
    if path is None:
        return message(say("No such note"), say("No note was kept of this line."), NOT_FOUND)
    response = make_response(path.read_bytes())
    response.headers["Content-Type"] = "application/json" if kind == "json" else "text/yaml; charset=utf-8"
    response.headers["Content-Disposition"] = f'attachment; filename="{path.name}"'
    return response


def _notes() -> Path:
    """The folder of notes, beside the secret key."""
    return Path(current_app.instance_path) / "notes"


@pages.get("/games/<game_id>/threats")
def threats(game_id: str) -> View:
    """What threatens the players, with the counters as they are."""
    return render_template("mind/threats.html", page=threat_page(games().present(game_id)))


@pages.get("/games/<game_id>/units")
def units(game_id: str) -> View:
    """The Hive's units as they are now."""
    return render_template("mind/units.html", page=units_page(games().present(game_id)))
