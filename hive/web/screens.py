"""More screens on one table: how a device joins a game, and what shows a game without a tap."""

from __future__ import annotations

import io
import random
from dataclasses import dataclass
from textwrap import wrap

import segno
from flask import Blueprint, Response, current_app, redirect, render_template, request, url_for
from markupsafe import Markup

from hive.games.present import Present
from hive.live.front import ALIKE
from hive.live.hub import ANEW, Hub, as_told
from hive.model.game import Settings
from hive.store import CODE_LENGTH, OPENS, Door, Opens, told_code, typed_code
from hive.web.devices import LAN, hold, hold_alike, hold_table, lan_address, names_loopback, opened_as, own_tab
from hive.web.door import NO_CONTENT, NOT_FOUND, GamePage, View, framed, games, knows_rematch, not_kept, shows_now
from hive.web.drawing.shapes import MapView
from hive.web.gate import Tries, may
from hive.web.messages import message
from hive.web.steps import scene_of
from hive.web.steps.asking import entered_of
from hive.web.steps.scene import Scene
from hive.web.steps.telling import LogLine, log_line
from hive.web.table.hive import HiveView, hive_view
from hive.web.table.players import Score, scores
from hive.web.table.shared import alike
from hive.web.words import Eye, Run, eye_of, phase_words, whose_turn
from hive.words import PlayerName, Typed, Words, count, in_terminal, say

QUIET_ZONE = 3


@dataclass(frozen=True)
class CodeView:
    """A code: whom it lets in, what that device can do, its picture, and the address that the picture holds.

    Without an address that other devices can reach there is no picture.
    """

    opens: Opens
    whom: Words
    what: Words
    code: str
    address: str
    picture: Markup


def code_views(codes: dict[Opens, str], settings: Settings) -> tuple[CodeView, ...]:
    """Codes of a game, the table's first."""
    root = root_for_others()
    return tuple(_view(opens, codes[opens], settings, root) for opens in OPENS if opens in codes)


def _view(opens: Opens, code: str, settings: Settings, root: str) -> CodeView:
    whom, what = _words(opens, settings)
    address = f"{root}{url_for('screens.join', code=code)}" if root else ""
    return CodeView(opens, whom, what, told_code(code), address, picture(address) if address else Markup())


def _words(opens: Opens, settings: Settings) -> tuple[Words, Words]:
    if opens == "table":
        return say("The table"), say("everything, as on this screen")
    if opens == "spectator":
        return say("A spectator"), say("sees the game, and changes nothing")
    name = settings.p1.name if opens == "p1" else settings.p2.name
    return PlayerName(opens, name), say("everything, this side first")


def root_for_others() -> str:
    """How addresses begin that other devices can reach; empty if none can."""
    if not names_loopback(request.host):
        return f"{request.scheme}://{request.host}"
    if not current_app.config[LAN]:
        return ""
    port = request.host.rpartition(":")[2]
    return f"{request.scheme}://{lan_address()}{f':{port}' if port.isdecimal() else ''}"


def picture(address: str) -> Markup:
    """An address as a QR code, to stand within a page: dark on light, whatever the page's colours."""
    code = segno.make(address, error="m", micro=False)
    return Markup(code.svg_inline(border=QUIET_ZONE, dark="#000", light="#fff", omitsize=True))


# --- what whoever starts the app for a local network reads in the terminal


def qr_text(address: str) -> str:
    """An address as a QR code of half blocks, to be scanned off a terminal."""
    drawn = io.StringIO()
    segno.make(address, error="m", micro=False).terminal(out=drawn, border=2, compact=True)
    return drawn.getvalue()


WIDTH = 110


def lan_text(address: str, encoding: str | None) -> str:
    """What it means that the app is open to the local network, and how a phone comes to it.

    ``encoding`` is that of the output: the QR code stands below where it has the signs for it.
    """
    everybody = say(
        "Everybody on this network can open that page. There they see only the games whose code they have, and neither "
        "delete nor import any. The codes of a game stand on its screen, under More screens."
    )
    lines = (
        in_terminal(say("On the local network: {address}", address=Typed(address))),
        *wrap(in_terminal(everybody), WIDTH),
    )
    picture = qr_text(address)
    try:
        picture.encode(encoding or "ascii")
    except UnicodeError:
        return "\n".join(lines)
    return "\n".join((*lines, "", picture))


# --- a game for those who only look at it: the map, the points, what is next, and what came last


LINES = 3
"""So many of the last lines of the log are shown."""


@dataclass(frozen=True)
class WatchPage(GamePage):
    """The page. ``kind`` is ``wall``, for a television, or ``watch``, for a spectator."""

    kind: str
    round: int
    phase: Words
    set_up: bool
    turn: tuple[Run, ...]
    eye: Eye
    scores: tuple[Score, ...]
    hive: HiveView
    scene: Scene
    map: MapView | None
    lines: tuple[LogLine, ...]


def watch_page(present: Present, kind: str) -> WatchPage:
    """The page of a game as it stands."""
    game, scene = present.session.game, scene_of(present, entered=entered_of(present, watched=True))
    return WatchPage(
        *framed(present),
        kind=kind,
        round=game.round,
        phase=phase_words(game),
        set_up=game.phase == "setup",
        turn=whose_turn(present),
        eye=eye_of(game, present.session.pending),
        scores=scores(game),
        hive=hive_view(game),
        scene=scene,
        map=scene.layer() if game.tracked else None,
        lines=tuple(log_line(game, words) for words in present.lines[:LINES]),
    )


# --- the pages of more screens: joining by a code, the codes of a game, and the views that only show it


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
    door = games().store.opened_by(code) if len(code) == CODE_LENGTH else None
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
        _hold(door, code)
    return redirect(_way_in(door.game_id, door.opens), code=303)


def _hold(door: Door, code: str) -> None:
    """From now on this device is who the code says; a stream on which it was somebody else ends."""
    other = opened_as(door.game_id) not in (None, door.opens)
    hold(door, code)
    if other:
        hub: Hub = current_app.extensions["hub"]
        hub.tell(door.game_id, ANEW)


def _tries() -> Tries:
    found: Tries = current_app.extensions.setdefault(TRIES, Tries())
    return found


def _slowed(text: Words, seconds: int) -> View:
    response = message(say("Too much at once"), text, TOO_MANY, joins=True)
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
    return not_kept(render_template("screens/screens.html", game=present, settings=settings, codes=views))


def _told_codes(game_id: str) -> dict[Opens, str]:
    """The codes that this device may pass on: a player's phone does not make itself the table."""
    codes = games().store.codes(game_id)
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
    return not_kept(render_template("screens/watch.html", page=watch_page(games().present(game_id), kind)))


@pages.get("/games/<game_id>/watch/since")
def since(game_id: str) -> View:
    """What such a view asks for: nothing while the game stands at its position, else the game as it is now."""
    if shows_now(game_id):
        return not_kept("", NO_CONTENT)
    kind = "wall" if request.args.get("kind") == "wall" else "watch"
    return not_kept(render_template("screens/_watch.html", page=watch_page(games().present(game_id), kind)))


# --- the stream of news of a game, by itself, since a server that keeps no streams open asks for it, too
#
# The front keeps the stream open (hive/live/front.py). Under a server without it the stream ends at once, and the
# browser asks again after a while: then it is a way of asking every few seconds.


SOONEST, LATEST = 500, 2000
"""Milliseconds until a screen whose stream has ended comes back: not all at once when a server starts again."""

news = Blueprint("following", __name__)


@news.get("/games/<game_id>/stream")
def stream(game_id: str) -> Response:
    """Where the game stands, as the first news of a stream."""
    first = b"retry: %d\ndata: %b\n\n" % (random.randint(SOONEST, LATEST), _told(game_id).encode())
    answer = Response(first, mimetype="text/event-stream")
    # A proxy must neither gather nor compress what is sent piece by piece.
    answer.cache_control.no_store = answer.cache_control.no_transform = True
    answer.headers["X-Accel-Buffering"] = "no"
    if request.args.get("draws") and may("table.since", game_id):
        answer.headers[ALIKE] = alike(game_id)
    return answer


@news.get("/games/<game_id>/position")
def position(game_id: str) -> Response:
    """Where the game stands, for a screen whose stream fails."""
    answer = Response(_told(game_id), mimetype="text/plain")
    answer.cache_control.no_store = True
    return answer


def _told(game_id: str) -> str:
    """Where the game stands; a screen that does not know of its rematch has to ask anew."""
    stand = games().store.stands(game_id)
    return as_told(stand.position, stand.shares) if knows_rematch(stand) else as_told(ANEW)
