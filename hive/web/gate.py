"""The gate of the app: which hosts it answers, which device may do what, and what each answer carries.

An address that does not stand in the table of needs is refused to everybody; a test walks through all of the app.

What a form or an address brings stands several times on the pages that it is carried to. So it is cut before a page
sees it: a name has as many values as the forms of the app have of it, and none is longer than any that they take. One
character and one value more than that still come through, so that a page says in its own words that it is too much.

Wrong codes are counted by address, and a convention has one address. So a right code is let in however many wrong ones
came before it, but for those of a script. That one finds nothing: there are 27 ** 10 codes, of which ten thousand games
have 40,000. Who guesses as fast as one address may finds one of any game in thirty years.
"""

from __future__ import annotations

import logging
import math
import os
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from enum import Enum, auto
from io import BytesIO
from typing import IO, Any, NamedTuple, get_args
from urllib.parse import urlsplit

from flask import Flask, Request, Response, current_app, redirect, request, url_for
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature
from limits import RateLimitItem, RateLimitItemPerSecond
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter
from werkzeug.datastructures import ImmutableMultiDict, MultiDict
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.formparser import FormDataParser
from werkzeug.http import dump_cookie
from werkzeug.wrappers import Response as BaseResponse

from hive.board.map_string import LONGEST_TEXT
from hive.catalog.copying import LONGEST_HOMEBREW, MOST_HOMEBREW
from hive.catalog.tables import Box
from hive.live.front import household
from hive.web.devices import LAN, PUBLIC, begins_games, held_before, hosts_of, is_host, is_ours, is_public, opened_as
from hive.web.messages import message, refuse_who_waited
from hive.words import Typed, Words, say

PUT_BACK = 60
"""Seconds: a clock that is set right by less only lengthens a wait by them."""


class Memory(MemoryStorage):
    """Counts that forget all once the clock was put back: by it, what was counted before would run out years later."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._latest = time.time()
        super().__init__()

    def mind_the_clock(self) -> None:
        """Look at the clock before something is looked up."""
        now = time.time()
        if now < self._latest - PUT_BACK:
            self.reset()
        self._latest = now


# --- who may do what: each page and each post of the app, with what a device needs for it


class Need(Enum):
    """What a device needs: to be the host, to be one that may begin games, or a code.

    Any code of the game lets it ``WATCH``, any but a spectator's ``PLAY``, and some things are the ``TABLE``'s alone.
    """

    NOTHING = auto()
    BEGIN = auto()
    HOST = auto()
    WATCH = auto()
    PLAY = auto()
    TABLE = auto()


_ENDPOINTS: dict[Need, tuple[str, ...]] = {
    Need.NOTHING: (
        *("static", "htmx_script", "page_scripts", "lobby.index", "lobby.change_theme", "lobby.change_text"),
        "lobby.change_language",
        *("lobby.change_keys", "lobby.change_sound", "lobby.change_awake"),
        *("lookup.doings", "lookup.rule", "lookup.rules", "lookup.tables"),
        *("paper.deck", "paper.index", "paper.quick_reference"),
        *("screens.join", "screens.join_by_hand"),
        # These two guard themselves, and tell nothing of any game.
        *("hosting.health", "hosting.figures"),
    ),
    Need.BEGIN: (
        *("lobby.example", "lobby.copy"),
        *("setup.begin", "setup.by_hand", "setup.by_slot", "setup.draw_event", "setup.galaxy", "setup.homebrew"),
        *("setup.name_homebrew", "setup.new_game", "setup.one_slot", "setup.paste"),
    ),
    Need.HOST: (
        *("lobby.backup", "lobby.delete", "lobby.import_game"),
        *("copies.begin", "copies.card", "copies.delete", "copies.diagram", "copies.export", "copies.galaxy"),
        *("copies.index", "copies.one", "copies.pools", "copies.replace", "copies.upload"),
    ),
    Need.WATCH: (
        *("table.table", "following.stream", "following.position", "screens.since", "screens.wall", "screens.watch"),
        *("screens.come_along", "story.at", "story.story", "story.walk"),
        *("lookup.played", "mind.threats", "mind.units", "mind.why", "paper.layout", "paper.sheet"),
    ),
    Need.PLAY: (
        *("table.all_set_up", "table.answer", "table.correct", "table.corrections", "table.event"),
        *("table.event_place", "table.events", "table.guide", "table.log", "table.mark", "table.middle"),
        *("table.moved", "table.redo", "table.set_middle", "table.set_system", "table.share", "table.since"),
        *("table.undo", "table.used"),
        *("map.galaxy_map", "map.mend_system", "map.system_sheet", "map.systems", "map.tap_system"),
        *("mind.keep_note", "mind.note", "mind.wrong"),
        *("lobby.export", "lobby.game_menu", "lobby.rename", "lobby.rematch_of", "screens.screens"),
    ),
    Need.TABLE: ("screens.change_codes",),
}
NEEDS: dict[str, Need] = {endpoint: need for need, endpoints in _ENDPOINTS.items() for endpoint in endpoints}


# --- how much a form or an address brings to the pages


LARGEST_ANSWER = 2_000_000
"""Bytes, before they are compressed. Ten times what the largest page takes; a larger one is a mistake of the app."""
LARGER = {"lobby.export", "lobby.backup", "copies.export", "mind.note"}
"""What may be larger: files of games and copies."""
LOG = logging.getLogger(__name__)


class Bound(NamedTuple):
    """So many values a name has at most, and so many characters each of them."""

    most: int = 1
    longest: int = 200


USUAL = Bound()
BOUNDS = {
    "boxes": Bound(most=len(get_args(Box)) + 1),
    "homebrew": Bound(MOST_HOMEBREW + 1, LONGEST_HOMEBREW + 1),
    "map": Bound(longest=LONGEST_TEXT + 1),
    "options": Bound(most=200),
    "pool": Bound(longest=LONGEST_TEXT + 1),
    "said": Bound(longest=1000),
    "set": Bound(longest=4000),
    "tile": Bound(most=200),
}
"""The names that have more; of a name with dots, the part before the first."""


class Cut(ImmutableMultiDict[str, Any]):
    """What a form or an address brings, cut to its bounds."""

    def __init__(self, brought: Iterable[tuple[str, Any]] = ()) -> None:
        """In: the names and values in their order, as they came."""
        super().__init__(list(_cut(brought)))


def _cut(brought: Iterable[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    seen = Counter[str]()
    for name, value in brought:
        bound = bound_of(name)
        seen[name] += 1
        # A part of a form may have no name at all.
        if seen[name] <= bound.most and len(name or "") <= USUAL.longest:
            yield name, value[: bound.longest] if isinstance(value, str) else value


def bound_of(name: str) -> Bound:
    """How much may come under a name."""
    return BOUNDS.get((name or "").partition(".")[0], USUAL)


class FormParser(FormDataParser):
    """Forms of both kinds have so many parts and no more: Werkzeug counts those of one kind alone."""

    def parse(
        self, stream: IO[bytes], mimetype: str, content_length: int | None, options: dict[str, str] | None = None
    ) -> tuple[IO[bytes], MultiDict[str, str], MultiDict[str, Any]]:
        """The form in a stream. Raises RequestEntityTooLarge."""
        if mimetype == "application/x-www-form-urlencoded":
            body = stream.read()
            if self.max_form_parts is not None and body.count(b"&") >= self.max_form_parts:
                raise RequestEntityTooLarge
            stream = BytesIO(body)
        return super().parse(stream, mimetype, content_length, options)


class Asked(Request):
    """A request as the pages see it."""

    form_data_parser_class = FormParser
    parameter_storage_class = Cut


def register_bounds(app: Flask) -> None:
    """Cut what each request brings, and send no answer that is too large.

    Of what is done after a request, the last that was registered comes first: so this is measured uncompressed.
    """
    app.request_class = Asked
    app.after_request(hold_back)


def hold_back(response: Response) -> Response:
    """The answer, or what is said in its place where it has become too large."""
    size = response.calculate_content_length() or response.content_length or 0
    if size <= LARGEST_ANSWER or request.endpoint in LARGER:
        return response
    LOG.error("an answer of %d bytes was held back: %s", size, request.endpoint)
    text = say(
        "The app sends no page as large as this one would be. What was entered before is safe. Go back, and choose or "
        "type less at once."
    )
    return message(say("Too much at once"), text, 500)


# --- wrong codes are counted by address


AT_ONCE, MOST, SECONDS = 8, 600, 120
"""So many wrong codes of an address are nothing special, and so many are looked up, within so many seconds."""


class Tries:
    """The wrong codes that came of late, by address. Safe to share between threads."""

    def __init__(self, at_once: int = AT_ONCE, most: int = MOST, seconds: int = SECONDS) -> None:
        """``at_once`` wrong codes are nothing special, ``most`` are looked up; each is forgotten after ``seconds``."""
        self._at_once, self._most = (RateLimitItemPerSecond(number, seconds) for number in (at_once, most))
        self._memory = Memory()
        self._counts = MovingWindowRateLimiter(self._memory)

    def closed(self, address: str) -> int:
        """For how many seconds no code of the address is looked up, not even a right one; 0 if it is."""
        self._memory.mind_the_clock()
        home = household(address)
        return 0 if self._counts.test(self._most, home) else self._seconds(self._most, home)

    def wrong(self, address: str) -> int:
        """The address has tried a code that opens nothing; how many seconds it should wait, 0 if it need not."""
        home = household(address)
        self._counts.hit(self._most, home)
        return 0 if self._counts.hit(self._at_once, home) else self._seconds(self._at_once, home)

    def _seconds(self, limit: RateLimitItem, home: str) -> int:
        return max(1, math.ceil(self._counts.get_window_stats(limit, home).reset_time - time.time()))


# --- what each answer carries so that no browser can be led to misuse it


SELF = "'self'"
CONTENT = {
    "default-src": (SELF,),
    "style-src": (SELF, "'unsafe-inline'"),
    "img-src": (SELF, "data:"),
    "object-src": ("'none'",),
    "base-uri": ("'none'",),
    "form-action": (SELF,),
    "frame-ancestors": ("'none'",),
}
"""From where a page may take what; no other page may frame it."""
UNUSED = ("camera", "display-capture", "geolocation", "microphone", "midi", "payment", "serial", "usb")
"""What the app never asks a browser for."""
HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "content-security-policy": "; ".join(" ".join((what, *whence)) for what, whence in CONTENT.items()),
    "permissions-policy": ", ".join(f"{feature}=()" for feature in UNUSED),
    "cross-origin-resource-policy": "same-origin",
}
OF_FILES = ("text/css", "text/javascript")
OF_A_FILE = ("x-content-type-options", "cross-origin-resource-policy")
"""What counts for a style sheet or a script, which are no pages: the page that takes them says the rest."""


class Sessions(SecureCookieSessionInterface):
    """The signed cookie; where the page came by https, it goes back by https alone.

    A machine without a clock of its own begins in 1970 and jumps to today once it is on a network. So no time of day
    says how long the cookie lasts, and none when it is too old: what it opens is looked up at each request.
    """

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """What stands in the cookie that came with a request, however old it is; nothing where it is not ours."""
        serializer = self.get_signing_serializer(app)
        if serializer is None:
            return None
        signed = request.cookies.get(self.get_cookie_name(app), "")
        try:
            return self.session_class(serializer.loads(signed))
        except BadSignature:
            return self.session_class()

    def save_session(self, app: Flask, session: SessionMixin, response: BaseResponse) -> None:
        """Send the cookie where it has changed, with the seconds that it lasts on the device, not until when."""
        if session.accessed:
            response.vary.add("Cookie")
        serializer = self.get_signing_serializer(app)
        if serializer is None or not session.modified:
            return
        cookie = dump_cookie(
            self.get_cookie_name(app),
            str(serializer.dumps(dict(session))),
            max_age=app.permanent_session_lifetime if session.permanent else None,
            sync_expires=False,
            path=self.get_cookie_path(app),
            domain=self.get_cookie_domain(app),
            secure=self.get_cookie_secure(app),
            httponly=self.get_cookie_httponly(app),
            samesite=self.get_cookie_samesite(app),
        )
        response.headers.add("Set-Cookie", cookie)

    def get_cookie_secure(self, app: Flask) -> bool:
        """Whether the cookie may travel by https alone."""
        return request.is_secure


def harden(response: Response) -> Response:
    """Set what every answer carries. No script reads a cookie, so none may."""
    for name in OF_A_FILE if response.mimetype in OF_FILES else HEADERS:
        response.headers.setdefault(name, HEADERS[name])
    response.headers.remove("Date")  # the server says it, and once is enough
    cookies = response.headers.getlist("set-cookie")
    if cookies:
        response.headers.setlist("set-cookie", [_hardened(cookie) for cookie in cookies])
    return response


def _hardened(cookie: str) -> str:
    said = {part.strip().partition("=")[0].lower() for part in cookie.split(";")[1:]}
    wanted = {"httponly": True, "samesite=lax": True, "secure": request.is_secure}
    missing = [part for part, wants in wanted.items() if wants and part.partition("=")[0] not in said]
    return "; ".join((cookie, *missing))


# --- what is looked at before a request reaches its page


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
    app.before_request(refuse_who_waited)
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
