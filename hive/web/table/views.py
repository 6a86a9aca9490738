"""The table screen and the pages behind it. A view only reads the form, asks the games, and answers.

htmx gets the fragment that it swaps; a browser without it is redirected to the whole page.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for

from hive import keys
from hive.engine.errors import Forbidden, Refused
from hive.games.present import Present, line_of
from hive.games.service import Stale
from hive.web.devices import entered_by
from hive.web.door import (
    CONFLICT,
    NO_CONTENT,
    UNPROCESSABLE,
    View,
    games,
    not_kept,
    posted_answer,
    posted_line,
    posted_position,
    shows_now,
    wants_fragment,
)
from hive.web.steps.asking import answer_posted, asked_now, enter
from hive.web.table.by_hand import (
    contradiction,
    corrections_page,
    event_place_page,
    events_page,
    gone_on,
    in_the_middle,
    page_of_middle,
    set_all,
    used_page,
)
from hive.web.table.page import Returning, returning, table_page
from hive.web.table.place import UNOPENED, Looking, changes_of, looking_at, move_entry, read
from hive.web.table.players import asked_on_own_side, own_side
from hive.web.table.shared import OFF, ON, SEEN, set_guide, table_screen
from hive.words import Words, say

HISTORY_PAGE = 60
NO_ARGUMENTS = ("position", "csrf_token", "forced")
"""What the form of an event posts beside what the event has to know."""

pages = Blueprint("table", __name__)


@pages.get("/games/<game_id>")
def table(game_id: str) -> View:
    """The table screen: what to do now, the Hive, the players, the log."""
    present = games().present(game_id)
    pause = None if wants_fragment() else _coming_back(present)
    response = not_kept(table_screen(present, _look(), pause=pause))
    if pause is not None:
        # Told once: this device has seen it at this line of the log.
        response.set_cookie(SEEN, str(present.position), path=url_for("table.table", game_id=game_id), samesite="Lax")
    response.headers["Vary"] = "HX-Request"
    return response


def _coming_back(present: Present) -> Returning | None:
    """Where the table was, for a device that opens the game after a pause and was not told yet."""
    told = request.cookies.get(SEEN) == str(present.position)
    return None if told else returning(present)


@pages.get("/games/<game_id>/since")
def since(game_id: str) -> View:
    """What an idle screen asks for: nothing while the game stands at its position, else the table as it is now."""
    if shows_now(game_id):
        return not_kept("", NO_CONTENT)
    return not_kept(table_screen(games().present(game_id), _look(), part=True))


@pages.post("/games/<game_id>/answer")
def answer(game_id: str) -> View:
    """Answer the open question."""
    typed, after = posted_answer(request.form), request.args.get("after")
    numbers = typed if isinstance(typed, dict) else None
    return _entered(game_id, lambda: answer_posted(game_id, request.form, after), typed=numbers)


@pages.post("/games/<game_id>/numbers")
def share(game_id: str) -> View:
    """Keep what a device has entered for the numbers of the open question, for all who look on."""
    try:
        enter(games().present(game_id), request.form)
    except Stale as error:
        return _refused(game_id, error.words, CONFLICT)
    except Refused as error:
        return _refused(game_id, error.words, UNPROCESSABLE, posted_answer(request.form))
    if wants_fragment():
        return make_response("", NO_CONTENT)
    return redirect(url_for("table.table", game_id=game_id, tab=own_side()), code=303)


@pages.post("/games/<game_id>/moved")
def moved(game_id: str) -> View:
    """Book a player's move."""
    position = posted_position(request.form)

    def booked() -> Present:
        move = move_entry(games().present(game_id).session.game, request.form)
        return games().enter(game_id, position, move, entered_by(game_id))

    return _entered(game_id, booked)


@pages.get("/games/<game_id>/events")
def events(game_id: str) -> View:
    """Everything that can happen beside the course of the game."""
    page = events_page(games().present(game_id))
    return render_template("table/events.html", page=page, own=entered_by(game_id), tab=own_side())


@pages.get("/games/<game_id>/used")
def used(game_id: str) -> View:
    """All that the factions and the boxes at this table can have, to be searched by its name."""
    page = used_page(games().present(game_id))
    return render_template("table/used.html", page=page, own=entered_by(game_id), tab=own_side())


@pages.get("/games/<game_id>/events/<name>")
def event_place(game_id: str, name: str) -> View:
    """Tap on the map where an event happens."""
    page = event_place_page(games().present(game_id), name, request.args.get("at", ""))
    if page is None:
        return redirect(url_for("table.events", game_id=game_id, tab=own_side(), _anchor=name), code=303)
    return render_template("table/event.html", page=page, own=entered_by(game_id), tab=own_side())


@pages.post("/games/<game_id>/events/<name>")
def event(game_id: str, name: str) -> View:
    """Start an event."""
    position = posted_position(request.form)
    args = {field: value for field, value in request.form.items() if field not in NO_ARGUMENTS}
    forced = request.form.get("forced") == "yes"
    return _entered(game_id, lambda: games().event(game_id, position, name, args, forced, entered_by(game_id)))


@pages.post("/games/<game_id>/marks")
def mark(game_id: str) -> View:
    """Mark an objective as scored by a side, or take that back: what, who and which, as its button says."""
    position = posted_position(request.form)
    name, who, objective = [*request.form.get("mark", "").split(".", 2), "", ""][:3]
    scored = name if name in ("scored", "unscored") else ""
    args = {"who": who, "objective": objective}
    return _entered(game_id, lambda: games().event(game_id, position, scored, args, by=entered_by(game_id)))


@pages.get("/games/<game_id>/corrections")
def corrections(game_id: str) -> View:
    """Every tracked number, to be corrected by hand."""
    present = games().present(game_id)
    return render_template("table/corrections.html", page=corrections_page(present), tab=own_side())


@pages.post("/games/<game_id>/correct")
def correct(game_id: str) -> View:
    """Set a tracked value by hand."""
    position, field = posted_position(request.form), request.form.get("field", "")
    value = request.form.get("value", "")
    by = entered_by(game_id)
    return _entered(game_id, lambda: games().correct(game_id, position, field, value, by), back="table.corrections")


@pages.get("/games/<game_id>/middle/<int:number>")
def middle(game_id: str, number: int) -> View:
    """One page of the guided pass of a game that begins in the middle."""
    return _middle_page(games().present(game_id), number, look=_look())


@pages.post("/games/<game_id>/middle/<int:number>/systems/<at>")
def set_system(game_id: str, number: int, at: str) -> View:
    """Book one tap in the panel of a system, which stays open beside the map."""
    look = looking_at({**request.values, "at": at})
    try:
        changes = changes_of(at, read(request.form.get("set", "")))
        games().board(game_id, posted_position(request.form), changes, entered_by(game_id))
    except (Stale, Refused) as error:
        status = CONFLICT if isinstance(error, Stale) else UNPROCESSABLE
        return _middle_page(games().present(game_id), number, error=error.words, look=look, status=status)
    return redirect(url_for("table.middle", game_id=game_id, number=number, **look.args), code=303)


@pages.post("/games/<game_id>/middle/<int:number>")
def set_middle(game_id: str, number: int) -> View:
    """Set the numbers of a page of the pass, and go on to the next; after the last one the game goes on."""
    present, posted = games().present(game_id), request.form.to_dict()
    try:
        if posted_position(request.form) != present.position:
            return _middle_page(present, number, posted, say("Something was entered meanwhile. Look again, and go on."))
        present = set_all(games(), present, posted, entered_by(game_id))
        if wrong := contradiction(present, number):
            return _middle_page(present, number, posted, wrong)
        if page_of_middle(present, number + 1) is None:
            gone_on(games(), present, entered_by(game_id))
            return redirect(url_for("table.table", game_id=game_id), code=303)
    except Refused as error:
        return _middle_page(games().present(game_id), number, posted, error.words)
    return redirect(url_for("table.middle", game_id=game_id, number=number + 1), code=303)


def _middle_page(
    present: Present,
    number: int,
    typed: Mapping[str, str] | None = None,
    error: Words = "",
    look: Looking = UNOPENED,
    status: int = UNPROCESSABLE,
) -> View:
    page = page_of_middle(present, number, typed, error, look)
    if page is None or not in_the_middle(present):
        return redirect(url_for("table.table", game_id=present.id), code=303)
    return render_template("table/middle.html", page=page), status if error else HTTPStatus.OK


@pages.post("/games/<game_id>/undo")
def undo(game_id: str) -> View:
    """Take back the last entry, or everything after the line named by ``to``."""
    position = posted_position(request.form)
    to = posted_line(request.form.get("to"))
    return _entered(game_id, lambda: games().undo(game_id, position, to, entered_by(game_id)))


@pages.post("/games/<game_id>/redo")
def redo(game_id: str) -> View:
    """Bring back what was undone last."""
    position = posted_position(request.form)
    return _entered(game_id, lambda: games().redo(game_id, position, entered_by(game_id)))


@pages.get("/games/<game_id>/log")
def log(game_id: str) -> View:
    """The whole history, a page at a time."""
    present = games().present(game_id)
    entries = games().lines(game_id, posted_line(request.args.get("before")), HISTORY_PAGE)
    older = entries[-1].position if len(entries) == HISTORY_PAGE else None
    lines = [line_of(game_id, entry) for entry in entries]
    return render_template("table/log.html", page=table_page(present, Looking("log")), lines=lines, older=older)


def _entered(game_id: str, enter: Any, back: str = "table.table", typed: dict[str, Any] | None = None) -> View:
    """Make an entry and show what came of it; a refused one shows the present with a sentence, and what was typed."""
    look, asked = _look(), asked_on_own_side(game_id)
    try:
        present: Present = enter()
    except Stale as error:
        return _refused(game_id, error.words, CONFLICT)
    except Refused as error:
        return _refused(game_id, error.words, UNPROCESSABLE, typed, error if isinstance(error, Forbidden) else None)
    if asked and asked != asked_now(present):
        look = replace(look, tab="now")
    if wants_fragment():
        response, tab = make_response(table_screen(present, look)), None if look.tab == "now" else look.tab
        # What has been booked is closed, in the address as well: a reload does not begin with it again.
        response.headers["HX-Replace-Url"] = url_for("table.table", game_id=game_id, tab=tab, **look.args)
        return response
    return redirect(url_for(back, game_id=game_id, tab=look.tab), code=303)


def _refused(
    game_id: str,
    sentence: Words,
    status: int,
    typed: dict[str, Any] | None = None,
    forbidden: Forbidden | None = None,
) -> Response:
    return make_response(table_screen(games().present(game_id, sentence), _look(), typed, forbidden), status)


@pages.post("/games/<game_id>/guide")
def guide(game_id: str) -> View:
    """Accompany a game on this device from its next step on, or no more."""
    on = request.form.get("guide") != OFF
    answer = redirect(url_for("table.table", game_id=games().store.game(game_id).id, tab=_look().tab), code=303)
    set_guide(answer, game_id, ON if on else OFF)
    return answer


@pages.post("/games/<game_id>/set-up")
def all_set_up(game_id: str) -> View:
    """Answer the pages of the set-up that are left, for a table that has done all of it."""
    position = posted_position(request.form)

    def done() -> Present:
        present = games().answer(game_id, position, keys.SET_UP, "done", entered_by(game_id))
        while present.session.pending is not None and present.session.pending.key == keys.SET_UP:
            present = games().answer(game_id, present.position, keys.SET_UP, "done", entered_by(game_id))
        return present

    return _entered(game_id, done)


def _look() -> Looking:
    return looking_at(request.values)
