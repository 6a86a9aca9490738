"""What is looked at before a request reaches its page: the host it names, where a post comes from, who may do it."""

from __future__ import annotations

import os
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from hive.web.devices import LAN, PUBLIC, begins_games, held_before, is_host, is_public, opened_as
from hive.web.gate.headers import Sessions, harden
from hive.web.gate.needs import NEEDS, Need
from hive.web.hosts import hosts_of, is_ours
from hive.web.messages import message
from hive.words import Typed, Words, say

FORBIDDEN, MISDIRECTED = 403, 421
HOSTS = "HOSTS"
"""The setting of the app that lists its names beside those of this machine."""
WITHOUT_NAME = "hosting"
"""The part of the app that may be asked under any name: a load balancer asks its address whether it is well."""
_READS = ("GET", "HEAD", "OPTIONS")
_OWN_SITES = ("same-origin", "none")

NOTHING_CHANGED = say("Nothing was changed.")
WITHOUT_CODE = say(
    "This device does not have the code of this game. Scan it on the table's screen, under “More screens”, or enter it "
    "here."
)
CODES_CHANGED = say(
    "The codes of this game were changed, or it was deleted, and this screen is out. Scan the new code on the table's "
    "screen, under “More screens”, or enter it here."
)
WATCHES = say("You are a spectator: from this screen nothing can be changed. To play along, scan a player's code.")
NOT_THE_TABLE = say("This is done on the table's own screen, or on the device on which the app runs.")
NOT_THE_HOST = say("Only the device on which the app runs does this, where the app is opened as localhost.")
NOBODY = say("On this address nobody does this: it belongs to whoever runs the app, on the machine itself.")
BEGINS_NOTHING = say("New games are begun on the device on which the app runs. Enter the code of a game to join it.")


def register_checks(app: Flask) -> None:
    """Let nobody in who may not come in. Nothing of the app that changes anything may look at a request before this.

    HIVE_PUBLIC, HIVE_HOSTS and LAN say where the app stands, unless its settings do.
    """
    for setting, named in ((PUBLIC, "HIVE_PUBLIC"), (LAN, "LAN")):
        app.config.setdefault(setting, os.environ.get(named, "") not in ("", "0"))
    app.config[HOSTS] = hosts_of(str(app.config.get(HOSTS) or os.environ.get("HIVE_HOSTS", "")))
    app.session_interface = Sessions()
    app.before_request(_check)
    app.after_request(harden)


def _check() -> BaseResponse | None:
    if request.blueprint != WITHOUT_NAME and not is_ours(request.headers.get("Host", ""), current_app.config[HOSTS]):
        return _foreign_host()
    if request.method not in _READS and _is_from_elsewhere():
        return _refused(say("This was sent by another page than the app's own. Open the app itself, and do it there."))
    if request.endpoint is None:
        return None  # there is no such page, which is said elsewhere
    need = NEEDS.get(request.endpoint)
    game_id = str((request.view_args or {}).get("game_id", ""))
    why = missing(need, game_id)
    if why is not None:
        return _refused(why, game_id)
    if request.endpoint == "table.table" and opened_as(game_id) == "spectator":
        return redirect(url_for("screens.watch", game_id=game_id), code=303)
    return None


def missing(need: Need | None, game_id: str = "") -> Words | None:
    """What the device that asks lacks for something, in a sentence; None if it may do it."""
    if need is Need.NOTHING:
        return None
    opened = opened_as(game_id) if game_id else None
    if game_id and opened is None:
        return CODES_CHANGED if held_before(game_id) else WITHOUT_CODE
    if opened == "spectator" and need is not Need.WATCH:
        return WATCHES
    if need is Need.BEGIN:
        return None if begins_games() else BEGINS_NOTHING
    if need in (Need.HOST, None):
        return None if is_host() else NOBODY if is_public() else NOT_THE_HOST
    return NOT_THE_TABLE if need is Need.TABLE and opened != "table" and not is_host() else None


def may(endpoint: str, game_id: str = "") -> bool:
    """Whether the device that asks may use a page, so that no other page offers what it may not."""
    return missing(NEEDS.get(endpoint), game_id) is None


def _is_from_elsewhere() -> bool:
    """Whether another page than ours has sent the post: browsers say so by themselves, in one header or the other."""
    if request.headers.get("Sec-Fetch-Site", "none") not in _OWN_SITES:
        return True
    origin = request.headers.get("Origin")
    try:
        return origin is not None and urlsplit(origin).netloc.lower() != request.host.lower()
    except ValueError:
        return True


def _foreign_host() -> Response:
    text = say(
        "This app does not answer to the name {name}. Open it by an address of the machine on which it runs; whoever "
        "runs it can add the name to HIVE_HOSTS.",
        name=Typed(request.headers.get("Host", "")[:80]),
    )
    return message(say("Not one of our names"), text, MISDIRECTED, game_id="")


def _refused(why: Words, game_id: str = "") -> Response:
    text = why if request.method in _READS else say("{why} {nothing}", why=why, nothing=NOTHING_CHANGED)
    known = game_id if game_id and opened_as(game_id) is not None else ""
    joins = why in (WITHOUT_CODE, CODES_CHANGED)
    title = say("The codes were changed") if why == CODES_CHANGED else say("Not from this screen")
    return message(title, text, FORBIDDEN, game_id=known, joins=joins)
