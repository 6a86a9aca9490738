"""What the screens of a table show alike is drawn once: each change is fetched by all of them at the same moment.

An answer is the same for two screens that stand at the same line, look at the same, and show the same already. Only
the token of its forms is each device's own, and takes the place of the other's; and so is the hint of a first game,
which is put in afterwards (:mod:`hive.web.table.guiding`).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from flask import current_app, render_template, request
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup

from hive.engine.errors import Forbidden
from hive.games.present import Present
from hive.web.devices import is_host, opened_as
from hive.web.door import games, wants_fragment
from hive.web.language import code
from hive.web.table.entered import Entered, entered_of
from hive.web.table.guide import COOKIE
from hive.web.table.guiding import HINT, guided_here, with_hint
from hive.web.table.looking import Looking
from hive.web.table.page import table_page
from hive.web.table.parts import SHOWN
from hive.web.table.returning import Returning

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
        stand = games().stand_of(present.id)
        shown = (present.id, present.position, stand.rematch, stand.shares, *entered.shown_to, looking, hints)
        answer = self._answer((*shown, *_device(present.id)))
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
    """What of an answer is the device's: its language, what it shows already, what it may do, how it came here.

    And whatever its cookies have set: colours, text, keys, sound. What it may do says more than its signed one, what it
    was told of a pause stands on whole pages alone, and which hints it has seen is no part of what is shared.
    """
    may = opened_as(game_id), is_host()
    others = (current_app.config["SESSION_COOKIE_NAME"], SEEN, COOKIE)
    own = tuple(sorted((name, value) for name, value in request.cookies.items() if name not in others))
    return code(), request.headers.get(SHOWN, ""), may, own, request.script_root


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
        page, hint = table_page(present, looking, typed, entered), Markup(HINT)
        return render_template(template, page=page, forbidden=forbidden, pause=pause, hints=guided.on, hint=hint)

    of_one = not part or present.notice or typed or forbidden or pause
    drawn = draw() if of_one else SHARED.drawn(present, looking, entered, guided.on, draw)
    return with_hint(drawn, guided, present, looking.tab)
