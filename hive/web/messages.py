"""One clear page for whatever goes wrong: what happened, and what to do."""

from __future__ import annotations

import logging
from types import UnionType

from flask import Flask, Response, make_response, redirect, render_template, request, url_for
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, MethodNotAllowed
from werkzeug.wrappers import Response as BaseResponse

from hive.catalog.documents import TableError
from hive.catalog.reading import StoredTablesUnfit
from hive.games.service import GameBroken, GameBusy
from hive.live.pages import NOT_REACHED, REFUSED
from hive.store import (
    EntryUnknown,
    FileLost,
    GameUnknown,
    JournalAlone,
    JournalForeign,
    SchemaMissing,
    StoreDown,
    StoreError,
    StoreFull,
    StoreLocked,
    StoreNewer,
    StoreOlder,
    StoreReadOnly,
    StoreRefused,
)
from hive.web.devices import is_public, known_game
from hive.web.door import named_game
from hive.words import Name, Words, say, words_of_error

JOINS = "screens.join_by_hand"
"""The page to which a code is typed."""
LOG = logging.getLogger(__name__)

STATUS: dict[type[StoreError] | UnionType, int] = {
    GameUnknown: 404,
    EntryUnknown: 404,
    JournalForeign: 503,
    JournalAlone: 503,
    FileLost: 503,
    StoreLocked: 503,
    GameBusy: 503,
    StoreReadOnly: 503,
    StoreOlder: 503,
    StoreNewer: 503,
    StoreDown: 503,
    StoreRefused: 503,
    SchemaMissing: 503,
    StoreFull: 507,
}
TITLES: dict[int, Words] = {
    404: say("Not found"),
    503: say("The games cannot be reached"),
    507: say("The disk is full"),
    500: say("Something is wrong with the file of games"),
}
AWAY: Words = say("What is kept is safe. This page comes back by itself as soon as the games can be reached.")
WAITED: Words = say("Another entry could not reach the games just now. Nothing was changed; try again in a moment.")
HEADINGS: dict[int, Words] = {
    400: say("This was not understood"),
    404: say("Not found"),
    405: say("Not like this"),
    413: say("Too much at once"),
}
PLAIN: dict[int, Words] = {
    400: say("The app could not read that. Go back, reload the page, and try again."),
    404: say("There is no such page. Go back to your games."),
    405: say("That page cannot be used like this. Go back to your games."),
    413: say("That was more than the app takes at once. Send less."),
}


def message(
    title: Words,
    text: Words,
    status: int,
    game_id: str | None = None,
    page: str = "table.table",
    joins: bool = False,
    waits: bool = False,
) -> Response:
    """A page with one message; htmx shows it in place of the whole page.

    It leads back to all games and, under a game's address, to a page of that game. An empty ``game_id`` leads to none.
    ``joins``: a code can be entered there.
    One that ``waits`` gives way to the page that was asked for as soon as the games can be reached.
    """
    game_id = known_game(named_game()) if game_id is None else game_id
    game_url = url_for(page, game_id=game_id) if game_id else ""
    told = {"title": title, "text": text, "status": status, "game_url": game_url, "page": page}
    response = make_response(render_template("message.html", **told, joins=joins, waits=waits), status)
    if request.headers.get("HX-Request"):
        response.headers["HX-Retarget"] = "body"
        response.headers["HX-Reswap"] = "innerHTML"
    return response


def refuse_who_waited() -> Response | None:
    """Tell a post that an entry before it could not reach the games, without a look at them.

    Where the table's own script asks, it knows this answer by its header, stays, and says so itself (live.js).
    """
    if not request.environ.get(REFUSED):
        return None
    response = message(TITLES[NOT_REACHED], WAITED, NOT_REACHED, named_game())
    response.headers.update({"Retry-After": "1", "Games-Reached": "no"})
    for name in ("HX-Retarget", "HX-Reswap"):
        response.headers.remove(name)
    return response


def register(app: Flask) -> None:
    """Give the app an answer to everything that can go wrong."""
    app.register_error_handler(StoreError, _store_error)
    app.register_error_handler(GameBroken, _broken)
    app.register_error_handler(TableError, _table_error)
    app.register_error_handler(StoredTablesUnfit, _tables_unfit)
    app.register_error_handler(CSRFError, _csrf)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _unexpected)


def _store_error(error: StoreError) -> Response:
    status = next((code for kind, code in STATUS.items() if isinstance(error, kind)), 500)
    # A file that cannot be read now is not asked once more.
    game_id = "" if isinstance(error, GameUnknown) else named_game()
    waits = isinstance(error, StoreDown | StoreRefused | SchemaMissing | FileLost)
    # Where the games lie is for whoever hosts the app, and nobody else on a public address.
    words = AWAY if waits and is_public() else words_of_error(error)
    if waits:
        LOG.warning("%s", error)
    return message(TITLES[status], words, status, game_id, waits=waits)


def _broken(error: GameBroken) -> Response:
    return message(
        say("This game cannot go on"),
        say("{what} Export it under its menu, and start a new game.", what=error.words),
        409,
        page="lobby.game_menu",
    )


def _table_error(error: TableError) -> Response:
    return message(say("Your own tables are not in order"), error.words, 422)


def _tables_unfit(_: StoredTablesUnfit) -> Response:
    text = say(
        "This game's tables are of another version of the app. The game is as it was: export it under its menu, "
        "and import it where that version runs."
    )
    return message(say("This game cannot be opened here"), text, 409, page="lobby.game_menu")


def _csrf(_: CSRFError) -> Response:
    text = say("This form does not come from this app, or is from an earlier start. Reload the page and try again.")
    return message(say("Refused"), text, 400, joins=request.endpoint == JOINS)


def _http(error: HTTPException) -> BaseResponse:
    game_id = known_game(named_game()) if isinstance(error, MethodNotAllowed) and request.method == "GET" else ""
    if game_id:
        # A refused form leaves its own address in the browser; opened again, that means the table.
        return redirect(url_for("table.table", game_id=game_id), code=303)
    status = error.code or 500
    text = PLAIN.get(status, say("Go back to your games and try again."))
    return message(HEADINGS.get(status, Name(error.name)), text, status)


def _unexpected(error: Exception) -> Response:
    LOG.exception("unexpected error", exc_info=error)
    text = say(
        "The app made a mistake. Your game is as it was. Reload it; if this happens again, export it and report it."
    )
    return message(say("That went wrong"), text, 500)
