"""On a public address (HIVE_PUBLIC=1): how much one address may ask for, and how many games it may begin.

Counted in the memory of each process: with several behind one address the sum is what they allow together, and a
restart forgets. That keeps a script from taking the host for itself; it is no wall against many addresses.
"""

from __future__ import annotations

import os
import time

from flask import Flask, Response, current_app, request
from limits import RateLimitItem, parse
from limits.strategies import FixedWindowRateLimiter

from hive.live.front import household
from hive.web.gate.memory import Memory
from hive.web.messages import message
from hive.words import Words, say

RATE, NEW_GAMES = "1200/minute", "50"
TOO_MANY = 429
FREE = {"hosting.health", "hosting.figures", "static", "htmx_script"}
BEGINS = {"lobby.example", "lobby.import_game", "lobby.copy", "lobby.rematch_of"}
_SLOWER = say("Too much was asked for from your address within a minute. Wait a little, and go on.")
_ENOUGH = say("So many games were begun from your address today that this host takes no more. Try again tomorrow.")


class Limits:
    """What each address has asked for so far."""

    def __init__(self, rate: RateLimitItem, games: RateLimitItem) -> None:
        """``rate`` is for whatever is asked, ``games`` for games that are begun."""
        self._memory = Memory()
        self._counts = FixedWindowRateLimiter(self._memory)
        self._rate, self._games = rate, games

    def refuse(self) -> Response | None:
        """What the request is refused with, if it is."""
        if request.endpoint in FREE:
            return None
        self._memory.mind_the_clock()
        if not self._counts.hit(self._rate, _asker()):
            return self._too_many(_SLOWER, self._rate)
        if _may_begin() and not self._counts.test(self._games, "new", _asker()):
            return self._too_many(_ENOUGH, self._games, "new")
        return None

    def count(self, response: Response) -> Response:
        """Count a game that was begun."""
        if _may_begin() and response.status_code == 303 and "/games/" in (response.location or ""):
            self._counts.hit(self._games, "new", _asker())
        return response

    def _too_many(self, words: Words, limit: RateLimitItem, *kind: str) -> Response:
        refused = message(say("Too many"), words, TOO_MANY, "")
        reset = self._counts.get_window_stats(limit, *kind, _asker()).reset_time
        refused.headers["Retry-After"] = str(max(1, int(reset - time.time()) + 1))
        return refused


def register_limits(app: Flask) -> None:
    """Limit what is asked of a public app: HIVE_RATE for each address, HIVE_NEW_GAMES for each address and day."""
    if not app.config.setdefault("PUBLIC", os.environ.get("HIVE_PUBLIC", "") not in ("", "0")):
        return
    rate, games = os.environ.get("HIVE_RATE", RATE), os.environ.get("HIVE_NEW_GAMES", NEW_GAMES)
    app.extensions["limits"] = Limits(
        _limit(rate, "HIVE_RATE must be an amount for a time, such as 1200/minute."),
        _limit(f"{games}/day", "HIVE_NEW_GAMES must be a number; 0 allows none."),
    )
    app.before_request(_refuse)
    app.after_request(_count)


def _limit(text: str, wanted: str) -> RateLimitItem:
    try:
        return parse(text)
    except ValueError as error:
        raise SystemExit(wanted) from error


def _limits() -> Limits:
    found: Limits = current_app.extensions["limits"]
    return found


def _refuse() -> Response | None:
    return _limits().refuse()


def _count(response: Response) -> Response:
    return _limits().count(response)


def _may_begin() -> bool:
    return request.method == "POST" and (request.endpoint in BEGINS or request.blueprint == "setup")


def _asker() -> str:
    """Who asks, as far as addresses tell: a household has a whole range of those of IPv6."""
    return household(request.remote_addr or "")
