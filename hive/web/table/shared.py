"""What the screens of a table show alike is drawn once: each change is fetched by all of them at the same moment.

An answer is the same for two screens that stand at the same line, look at the same, and show the same already. Only
the token of its forms is each device's own, and takes the place of the other's.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock

from flask import current_app, request
from flask_wtf.csrf import generate_csrf

from hive.web.devices import is_host, opened_as
from hive.web.language import code
from hive.web.table.looking import Looking
from hive.web.table.parts import SHOWN

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

    def drawn(self, game_id: str, position: int, looking: Looking, draw: Callable[[], tuple[str, bool]]) -> str:
        """The answer for a screen. ``draw`` draws it, and says whether it is the same for others."""
        answer = self._answer((game_id, position, looking, *_device(game_id)))
        token = generate_csrf()
        with answer.lock:
            if not answer.text:
                text, alike = draw()
                if alike:
                    answer.text, answer.token = text, token
                return text
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

    And whatever its cookies have set: colours, text, keys, sound, hints. What it may do says more than its signed one,
    and what it was told stands on whole pages alone.
    """
    may = opened_as(game_id), is_host()
    others = (current_app.config["SESSION_COOKIE_NAME"], SEEN)
    own = tuple(sorted((name, value) for name, value in request.cookies.items() if name not in others))
    return code(), request.headers.get(SHOWN, ""), may, own, request.script_root


SHARED = Shared()
