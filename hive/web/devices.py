"""Whose device asks: the host's, or that of a guest, who has the codes of some games.

The host is the device on which the app runs. A request that came through another program on its way (a proxy, a
tunnel) is none of its own: that program adds a header which no browser sends, passes on a name under which others know
the app, or speaks HTTP as no browser does any more. On a public address nobody is the host. What codes a guest has
stands in the signed cookie of its browser; each is held against the game's codes of today.
"""

from __future__ import annotations

import re

from flask import current_app, g, request, session
from flask_wtf.csrf import generate_csrf

from hive.model.game import PLAYERS
from hive.store import Door, GameRow, Opens, StoreError
from hive.web.door import games
from hive.web.hosts import is_loopback, names_loopback

PUBLIC = "PUBLIC"
"""The setting of the app that says whether it stands on a public address."""
LAN = "LAN"
"""The setting of the app that says whether it listens to the local network."""
OWN_TAB = "players"
"""The tab of the table screen that on a player's phone is that player's own side."""
OF_PROXIES = "HTTP/1.0"
"""What nginx speaks to an app unless it is told otherwise."""
MOST_HELD = 40
"""So many games a device has at most, or its cookie becomes too large; the oldest goes."""
_HELD = "codes"
_FROM_HERE = ("x-csrftoken", "x-csrf-token", "x-requested-with", "x-prometheus-scrape-timeout-seconds")
"""Of the headers that begin with X- those of scripts, browsers on phones and Prometheus; others are from in between."""
_PASSED_ON = re.compile(r"x-.*|.*\b(forwarded|via|ip|clientip|proxy|cdn|cf|original|tailscale|ngrok)\b.*")
"""How programs in between call the headers that they add."""


def is_public() -> bool:
    """Whether the app stands on a public address, where nobody is the host."""
    return bool(current_app.config[PUBLIC])


def is_host() -> bool:
    """Whether the device that asks is the one on which the app runs."""
    return not is_public() and is_on_this_machine()


def is_on_this_machine() -> bool:
    """Whether the request comes from the machine on which the app runs, and through no other program."""
    if "on_this_machine" not in g:  # several parts of a page ask
        g.on_this_machine = (
            is_loopback(request.remote_addr)
            and names_loopback(request.headers.get("Host", ""))
            and request.environ.get("SERVER_PROTOCOL") != OF_PROXIES
            and not any(_is_passed_on(name.lower()) for name, _ in request.headers)
        )
    return bool(g.on_this_machine)


def _is_passed_on(header: str) -> bool:
    return header not in _FROM_HERE and _PASSED_ON.fullmatch(header) is not None


def begins_games() -> bool:
    """Whether this device may begin games: the host's; on a public address, everybody's."""
    return is_public() or is_host()


def opened_as(game_id: str) -> Opens | None:
    """As what this device has a game open; None if it does not have its code, or there is no such game.

    The host has every game open as the table, unless it holds a player's code.
    """
    known: dict[str, Opens | None] = g.setdefault("opened", {})
    if game_id not in known:
        found = _by_code(game_id)
        known[game_id] = found if found not in (None, "spectator") or not is_host() else "table"
    return known[game_id]


def _by_code(game_id: str) -> Opens | None:
    code = _held().get(game_id)
    if code is None:
        return None
    return next((opens for opens, known in games().known_codes(game_id).items() if known == code), None)


def _held() -> dict[str, str]:
    found = session.get(_HELD)
    return found if isinstance(found, dict) else {}


def held_before(game_id: str) -> bool:
    """Whether this device has a code of the game that opens nothing any more."""
    return game_id in _held() and _by_code(game_id) is None


def held_games() -> list[str]:
    """The games whose codes this device has, the one that it opened last first."""
    return [game_id for game_id in reversed(_held()) if _by_code(game_id) is not None]


def known_game(game_id: str) -> str:
    """The id, if it is that of a game which this device has open; else, or while none can be read, an empty text."""
    try:
        return games().row(game_id).id if game_id and opened_as(game_id) is not None else ""
    except StoreError:
        return ""


def own_games() -> list[GameRow]:
    """The games that this device sees in its list, the one that changed last first: the host all of them."""
    if is_host():
        return games().rows()
    rows = [games().row(game_id) for game_id in held_games()]
    return sorted(rows, key=lambda row: row.changed_at, reverse=True)


def hold(door: Door, code: str) -> None:
    """From now on this device has the game open as its code says."""
    others = {game_id: kept for game_id, kept in _held().items() if game_id != door.game_id}
    newest = [*others.items(), (door.game_id, code)][-MOST_HELD:]
    session[_HELD] = dict(newest)
    # Screens that are refused all at once would each be given a token of their own, of which one counts.
    generate_csrf()
    session.permanent = True
    g.pop("opened", None)


def hold_table(game_id: str) -> None:
    """The guest who has begun a game, or has changed its codes, has it open as the table; the host has it anyway."""
    if not is_host():
        hold(Door(game_id, "table"), games().codes(game_id)["table"])


def hold_alike(game_id: str, other: str) -> None:
    """The device is in one game who it is in another."""
    opens = opened_as(other)
    if opens is not None and (opens != "table" or not is_host()):
        hold(Door(game_id, opens), games().codes(game_id)[opens])


def own_tab(game_id: str) -> str | None:
    """The tab of the table screen on which a player's phone opens; None on any other device."""
    return OWN_TAB if opened_as(game_id) in PLAYERS else None


def entered_by(game_id: str) -> str:
    """Who enters what this device posts, as the log keeps it: a player on a phone of theirs, or the table."""
    return opened_as(game_id) or ""
