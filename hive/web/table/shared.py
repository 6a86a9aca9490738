"""What the screens of a table show alike is drawn once; what a device alone sees of it is put in afterwards.

Each part is a macro, drawn of nothing but what it is given, whose first element begins with its ``id``. A page names
what it shows in a header of its requests, by a mark of each part's text, so that the app need not remember what anybody
sees. Of a part with such a mark only its place is sent, and ``hx-preserve`` keeps what stands there. A page that names
nothing, such as one that is opened anew, gets all.

A device keeps in a cookie of the game's own which kinds it has seen; the only game of a machine is accompanied unasked.

An answer is the same for two screens that stand at the same line, look at the same, and show the same already. Only the
token of its forms is each device's own, and takes the place of the other's; and so is the hint of a first game, which
is put in afterwards.

So what a screen that posts gets goes to those that follow as well, if they would fetch the same: with the news of it,
through the stream. Which streams may be brought it, the app knows: those of devices that may do the same, in the same
language and with the same settings. Which screens look at the same and show the same already, they know themselves: by
a mark of all that.
"""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from threading import Lock
from typing import Any, NamedTuple

from flask import Flask, after_this_request, current_app, g, render_template, request, url_for
from flask_wtf.csrf import generate_csrf
from jinja2.runtime import Macro
from markupsafe import Markup
from werkzeug.wrappers import Response

from hive import keys
from hive.engine.errors import Forbidden
from hive.games.present import Present
from hive.live.hub import Drawing, Hub
from hive.model.game import Game
from hive.web.devices import is_host, opened_as, own_games
from hive.web.door import named_game, wants_fragment
from hive.web.steps.asking import Entered, entered_of
from hive.web.table.page import Returning, TablePage, table_page
from hive.web.table.place import Looking
from hive.web.words import YEAR, code
from hive.words import Words, say

OF_A_GAME = 200
"""So many drawings are kept for each game that stays in memory, the latest: those of a table with its map."""


class Drawings:
    """The drawings of an app by what they show. ``{{ kept(ground, one, ...) }}`` is ``{{ ground(one, ...) }}``."""

    def __init__(self, page: Callable[[], Hashable], games: int) -> None:
        """In: what a drawing takes from the page that is made now, whatever it shows: its language, and its game. And
        how many games stay in memory.
        """
        self._page = page
        keep = lru_cache(OF_A_GAME * games)
        self._drawn = keep(lambda page, macro, shown: macro(*shown))
        self.made = keep(_made)

    def __call__(self, macro: Macro, *shown: object) -> str:
        """What a macro draws of things that are compared by their values. It reads nothing else, no token of a form."""
        drawn: str = self._drawn(self._page(), macro, shown)
        return drawn

    def each(self, macro: Macro, ones: Iterable[tuple[Hashable, ...]]) -> Markup:
        """What a macro draws of several things, one below the other."""
        page = self._page()
        return Markup("\n".join([self._drawn(page, macro, one) for one in ones]))


def _made(make: Callable[[str], Any], drawn: str) -> Any:
    """What is made of a drawing's text."""
    return make(drawn)


# --- what the screens of a table show alike is drawn once


SHOWN = "Table-Shows"
_ROOT = re.compile(r'<(\w+) id="([\w-]+)"')
_MARK_BYTES = 6


class _Part(NamedTuple):
    """A part as it is sent, the mark of its text, and what keeps its place where the page shows it already."""

    drawn: Markup
    mark: str
    place: Markup


class Parts:
    """The parts of one answer: ``{{ part(macro, ...) }}`` draws one, or keeps the place of what the page shows."""

    def __init__(self, kept: Drawings) -> None:
        """In: what has been drawn before."""
        self._kept = kept
        self._shown = frozenset(request.headers.get(SHOWN, "").split()) if wants_fragment() else frozenset[str]()
        self._marks: list[str] = []

    def __call__(self, macro: Macro, *shown: object) -> Markup:
        """A part, drawn of things that are compared by their values."""
        part: _Part = self._kept.made(_part, self._kept(macro, *shown))
        self._marks.append(part.mark)
        return part.place if part.mark in self._shown else part.drawn

    @property
    def headers(self) -> dict[str, str]:
        """What a page that has these parts says with each of its requests."""
        return {SHOWN: " ".join(self._marks)}


def _part(text: str) -> _Part:
    drawn = text.strip()
    root = _ROOT.match(drawn)
    if root is None:
        raise ValueError(f"a part does not begin with its id: {drawn[:80]}")
    return _Part(Markup(drawn), _mark(drawn), Markup(f'<{root[1]} id="{root[2]}" hx-preserve></{root[1]}>'))


def _mark(text: str) -> str:
    return urlsafe_b64encode(blake2b(text.encode(), digest_size=_MARK_BYTES).digest()).decode()


# --- the accompanied game


COOKIE = "guide"
OFF, ON = "off", "on"
_DRAW = "draw."
_BATTLE = say("Roll your own dice; the app rolls or asks for [the Hive]'s, and says who takes its hits.")

SENTENCES: dict[str, Words] = {
    keys.SET_UP: say(
        "Do what the list says, then tap the amber button: it is always the next step, at the same place."
    ),
    keys.REVEAL: say("What lies on your table the app has to be told: tap the card that you turned up."),
    keys.HIVE_PICKS: say(
        "[The Hive] decides by drawing a card; bright on it is what this decision read. Why? tells all."
    ),
    keys.PLAYER_PICKS: say("You take your cards as always, and tap which."),
    keys.UNPICKED: say("What hands have to do stands in a numbered list. Tap on when it is done."),
    keys.PLACE_SHIPS: say("[The Hive] has nothing more to pay for this; you put its plastic where the list says."),
    keys.PLAYER_TURN: say("Play your turn; you need not book your moves. Tap what you did to [the Hive], or End turn."),
    keys.CARD_PLAYED: say("When you play a strategy card, [the Hive] decides on its secondary ability."),
    keys.SECONDARY: say("[The Hive] uses a secondary ability if it helps an objective; else a card decides."),
    keys.HIVE_TURN: say(
        "Red star: it attacks. Green compass: it invades planets. "
        "Blue arrow: its higher strategy card; yellow: its lower one."
    ),
    keys.STRATEGIC_ACTION: say("[The Hive] ignores the text of strategy cards: its own abilities stand here."),
    keys.FACTS: say("Before it moves, look whether the map is right where it matters; tap a system to correct it."),
    keys.TACTICAL_ACTION: say("Move its ships as listed. With a galaxy, Elsewhere lets you name another destination."),
    keys.ACTIVATE: say("Tap the system that you activate before your ships move: [the Hive]'s support comes first."),
    keys.SUPPORT: say("Each carrier, or other ship that carries, brings fighters and infantry, for this turn alone."),
    keys.SPACE_COMBAT: _BATTLE,
    keys.GROUND_COMBAT: _BATTLE,
    keys.PLAYERS_SCORE: say("Say what you score; what is tapped wrong, Undo takes back."),
    keys.HIVE_SCORES: say("[The Hive] scores the oldest of its best objectives by itself."),
    keys.STATUS: say("[The Hive]'s part of the status phase is counted already; your own you do as always."),
    keys.AGENDA: say("Tap the agenda that you revealed; [the Hive] weighs it with you, and draws its votes."),
    _DRAW: say("You draw from the printed deck: say only what is asked of the card."),
}
"""A sentence for each kind of step that newcomers meet."""


@dataclass(frozen=True)
class Guided:
    """What to say at the open step (empty: nothing), whether the game is accompanied, and what the cookie keeps."""

    sentence: Words
    on: bool
    cookie: str

    @property
    def seen(self) -> str:
        """The kinds of steps that it has seen, and that which has no hint."""
        return " ".join([_HINTLESS, *_read(self.cookie)[1]])


def guided(present: Present, cookie: str | None, first_game: Callable[[], bool]) -> Guided:
    """What a device is told at the open step. In: its cookie, and what finds out whether it has no other game."""
    game = present.session.game
    if cookie is None:
        cookie = ON if _begins(game) and first_game() else OFF
    if cookie == OFF:
        return Guided("", on=False, cookie=OFF)
    kind = _kind(present)
    at, seen = _read(cookie)
    if kind not in SENTENCES or (kind in seen and (kind, str(present.position)) != (seen[-1], at)):
        return Guided("", on=True, cookie=cookie)
    kinds = [*(one for one in seen if one != kind), kind]
    return Guided(SENTENCES[kind], on=True, cookie="-".join([str(present.position), *kinds]))


def _begins(game: Game) -> bool:
    return game.phase == "setup" and game.round == 1


def _kind(present: Present) -> str:
    pending = present.session.pending
    key = pending.key if pending is not None else ""
    return _DRAW if key.startswith(_DRAW) else key


def _read(cookie: str) -> tuple[str, list[str]]:
    at, *seen = cookie.split("-")
    return at, [one for one in seen if one in SENTENCES]


# --- whether this device is accompanied through a game: the cookie that keeps it, and what it has seen


HINT = "<!-- hint -->"
"""Stands for the hint in what the screens of a table share: each has its own. What people type cannot look so."""
_HINTLESS = "-"
HINTS_SEEN = "<seen>"
"""Stands for the kinds of steps whose hint a screen has had."""


def guided_here(present: Present) -> Guided:
    """What this device is told of the open step; what it has seen is kept with the answer."""
    before = request.cookies.get(COOKIE)
    found = guided(present, before, first_game=lambda: own_games(1).number == 1)
    if found.cookie != (before or OFF):

        @after_this_request
        def keep(response: Response) -> Response:
            set_guide(response, present.id, found.cookie)
            return response

    return found


def with_hint(drawn: str, guided: Guided, present: Present, tab: str) -> str:
    """A table screen with this device's hint, if it has one at this step."""
    said = {"present": present, "tab": tab, "sentence": guided.sentence}
    hint = render_template("table/_guide.html", **said) if guided.sentence else ""
    return drawn.replace(HINT, hint).replace(HINTS_SEEN, guided.seen, 1)


def set_guide(response: Response, game_id: str, value: str) -> None:
    """Keep on this device whether the game is accompanied, and what it has seen."""
    path = url_for("table.table", game_id=game_id)
    response.set_cookie(COOKIE, value, path=path, max_age=YEAR, samesite="Lax")


# --- what the screens of a table show alike is drawn once


KEPT = 512
SEEN = "seen"
"""The cookie that says at which line of a game's log a device was told where the table was."""


@dataclass
class _Answer:
    """An answer that somebody draws or has drawn, with the token that its forms have."""

    lock: Lock = field(default_factory=Lock)
    text: str = ""
    token: str = ""


class Shared:
    """The latest answers of this process. Who asks while one is drawn waits for it."""

    def __init__(self, kept: int = KEPT) -> None:
        self._answers: OrderedDict[Hashable, _Answer] = OrderedDict()
        self._kept = kept
        self._guard = Lock()

    def drawn(self, present: Present, looking: Looking, entered: Entered, hints: bool, draw: Callable[[], str]) -> str:
        """The answer for a screen, which has hints or has none."""
        shown = (present.id, present.position, present.rematch, present.shares, *entered.shown_to, looking, hints)
        answer = self._answer((*shown, request.headers.get(SHOWN, ""), *_device(present.id)))
        token = generate_csrf()
        with answer.lock:
            if not answer.text:
                answer.text, answer.token = draw(), token
        return answer.text.replace(answer.token, token)

    def _answer(self, key: Hashable) -> _Answer:
        with self._guard:
            answer = self._answers.setdefault(key, _Answer())
            self._answers.move_to_end(key)
            while len(self._answers) > self._kept:
                self._answers.popitem(last=False)
        return answer


def _device(game_id: str) -> tuple[Hashable, ...]:
    """What of an answer is the device's: its language, what it may do, how it came here.

    And whatever its cookies have set: colours, text, keys, sound. What it may do says more than its signed one, what it
    was told of a pause stands on whole pages alone, and which hints it has seen is no part of what is shared.
    """
    may = opened_as(game_id), is_host()
    others = (current_app.config["SESSION_COOKIE_NAME"], SEEN, COOKIE)
    own = tuple(sorted((name, value) for name, value in request.cookies.items() if name not in others))
    return code(), may, own, request.script_root


SHARED = Shared()


def table_screen(
    present: Present,
    looking: Looking,
    typed: Mapping[str, Any] | None = None,
    forbidden: Forbidden | None = None,
    pause: Returning | None = None,
    part: bool = False,
) -> str:
    """The table screen, as a page, or as what htmx or (``part``) a script without it swaps.

    ``typed`` are the numbers of an answer that was refused, ``forbidden`` is an event that was, and that the table can
    play anyway; ``pause`` says where the table was before a pause.
    """
    guided, entered = guided_here(present), entered_of(present)
    part = part or wants_fragment()

    def draw() -> str:
        template = "table/_table.html" if part else "table/table.html"
        page, own = table_page(present, looking, typed, entered), {"hint": Markup(HINT), "seen": Markup(HINTS_SEEN)}
        return render_template(template, page=page, forbidden=forbidden, pause=pause, hints=guided.on, **own)

    of_one = not part or present.notice or typed or forbidden or pause
    drawn = draw() if of_one else SHARED.drawn(present, looking, entered, guided.on, draw)
    if not of_one and not entered.shares:
        mark = mark_of(looking, guided.on, request.headers.get(SHOWN, ""), present.id)
        g.drawn = _Brought(present, guided.on, mark, drawn)
    return with_hint(drawn, guided, present, looking.tab)


# --- what a post brings goes to all who would be drawn the same


OWN_TOKEN = "<token>"
"""Stands for the token of a screen's forms in what is brought to it: each has its own (live.js)."""


class _Brought(NamedTuple):
    """The drawing of an answer, with hints or without, and the mark of those who would fetch the same."""

    present: Present
    hints: bool
    mark: str
    drawn: str


def alike(game_id: str) -> str:
    """The mark of the streams that may be brought the same drawing as the device that asks."""
    return _mark(repr(_device(game_id)))


def mark_of(looking: Looking, hints: bool, marks: str, game_id: str) -> str:
    """The mark of the screens that would fetch the same: who look at the same, and show the same parts already."""
    return _mark(repr((looking.tab, looking.args, hints, marks, _device(game_id))))


def register(app: Flask) -> None:
    """Tell what a post brings once it is answered, with what it has drawn."""
    hub: Hub = app.extensions["hub"]

    def hold() -> None:
        if request.method == "POST" and (game_id := named_game()):
            hub.hold(game_id)
            g.held = game_id

    def bring(response: Response) -> Response:
        brought: _Brought | None = g.pop("drawn", None)
        if brought is not None and "held" in g and response.status_code == 200 and hub.follows(brought.present.id):
            g.drawing = _drawing(brought, response.headers.get("Styles", ""))
        return response

    def release(_: BaseException | None) -> None:
        if game_id := g.pop("held", ""):
            hub.release(game_id, g.pop("drawing", None))

    app.before_request(hold)
    app.after_request(bring)
    app.teardown_request(release)
    app.jinja_env.globals["mark_of"] = _mark_of_page


def _mark_of_page(page: TablePage, hints: bool, parts: Parts) -> str:
    return mark_of(Looking(page.tab, **page.looking.args), hints, parts.headers[SHOWN], page.id)


def _drawing(brought: _Brought, styles: str) -> Drawing:
    """What others are brought: for whom, at which kind of step, with which styles; and what they show then."""
    present, kind = brought.present, _kind(brought.present)
    hinted = kind if brought.hints and kind in SENTENCES else _HINTLESS
    drawn = brought.drawn.replace(generate_csrf(), OWN_TOKEN).replace(HINT, "")
    line = json.dumps([brought.mark, hinted, styles.split(), drawn], ensure_ascii=False)
    return Drawing(present.position, alike(present.id), line.encode())
