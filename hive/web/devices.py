"""Whose device asks, and under which name: the host's, or that of a guest, who has the codes of some games.

Such a page has its own name lead to this machine, and then counts as of the same origin. So a name is ours only if it
says so: this machine's, one that only a local network knows, or one that HIVE_HOSTS lists.

The host is the device on which the app runs. A request that came through another program on its way (a proxy, a tunnel)
is none of its own: that program adds a header which no browser sends, passes on a name under which others know the app,
or speaks HTTP as no browser does any more. On a public address nobody is the host. What codes a guest has stands in the
signed cookie of its browser; each is held against the game's codes of today.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable

from flask import current_app, g, request, session
from flask_wtf.csrf import generate_csrf

from hive.model.game import PLAYERS
from hive.store import Door, GamePage, Opens, StoreError
from hive.web.door import games

LOCAL = ".local"


def hosts_of(listed: str) -> frozenset[str]:
    """The names of a list with commas, as HIVE_HOSTS has them; ``*.name`` stands for all below a name."""
    return frozenset(name_in(one) for one in listed.split(",") if one.strip())


def name_in(host: str) -> str:
    """The name or address in a ``Host``, without its port, in small letters."""
    host = host.strip().lower()
    if host.startswith("["):
        name, closed, _ = host[1:].partition("]")
        return name if closed else ""
    name, _, port = host.rpartition(":")
    return (name if name and port.isdecimal() and ":" not in name else host).rstrip(".")


def is_ours(host: str, listed: Iterable[str] = ()) -> bool:
    """Whether a ``Host`` names this machine, or is one of the names that are listed."""
    name = name_in(host)
    if not name:
        return False
    if name in listed or any(one.startswith("*.") and name.endswith(one[1:]) for one in listed):
        return True
    try:
        return _is_own(ipaddress.ip_address(name))
    except ValueError:
        own = socket.gethostname().lower()
        return name in ("localhost", own, own.partition(".")[0]) or name.endswith(LOCAL)


def is_loopback(address: str | None) -> bool:
    """Whether a request from this address comes from this very machine."""
    try:
        found = ipaddress.ip_address(address or "")
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None)
    return found.is_loopback or (mapped is not None and mapped.is_loopback)


def names_loopback(host: str) -> bool:
    """Whether a ``Host`` is one that only this very machine reaches itself by."""
    name = name_in(host)
    return name == "localhost" or is_loopback(name)


def _is_own(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Whether the address is one of this machine: nothing can be bound to any other. No name is looked up for it."""
    if address.is_loopback:
        return True
    if address.is_unspecified or address.is_multicast:
        return False
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind((str(address), 0))
    except OSError:
        return False
    return True


def lan_address() -> str:
    """This machine's address on the local network; no packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


# --- whose device asks: the host's, or that of a guest, who has the codes of some games


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
    return next((opens for opens, known in games().store.known_codes(game_id).items() if known == code), None)


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
        return games().store.game(game_id).id if game_id and opened_as(game_id) is not None else ""
    except StoreError:
        return ""


def own_games(most: int, skip: int = 0, search: str = "") -> GamePage:
    """So many of the games that this device sees in its list, after so many others: the host sees all of them.

    Those whose name or players' names have the words that are searched.
    """
    return games().store.page(most, skip, search, only=None if is_host() else held_games())


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
        hold(Door(game_id, "table"), games().store.codes(game_id)["table"])


def hold_alike(game_id: str, other: str) -> None:
    """The device is in one game who it is in another."""
    opens = opened_as(other)
    if opens is not None and (opens != "table" or not is_host()):
        hold(Door(game_id, opens), games().store.codes(game_id)[opens])


def own_tab(game_id: str) -> str | None:
    """The tab of the table screen on which a player's phone opens; None on any other device."""
    return OWN_TAB if opened_as(game_id) in PLAYERS else None


def entered_by(game_id: str) -> str:
    """Who enters what this device posts, as the log keeps it: a player on a phone of theirs, or the table."""
    return opened_as(game_id) or ""


# --- what somebody has chosen for the device, as its cookies keep it


TEXT_SIZES = ("normal", "large", "larger")


def theme() -> str:
    """How this device shows the app: dark, unless somebody chose light."""
    return "light" if request.cookies.get("theme") == "light" else "dark"


def short_keys() -> bool:
    """Whether this device takes U and ? as keys: some who speak to it, or tap beside a key, switch them off."""
    return request.cookies.get("keys") != "off"


def sounds() -> bool:
    """Whether a new step of the Hive is heard on this device: only where somebody has asked for it."""
    return request.cookies.get("sound") == "on"


def stays_awake() -> bool:
    """Whether this device's screen is kept awake, as far as its browser can."""
    return request.cookies.get("awake") != "off"


def text_size() -> str:
    """How large this device shows the text: the style sheet has a size for each name."""
    return size_of(request.cookies.get("text"))


def size_of(told: str | None) -> str:
    """A size of the text by its name; the normal one where it is none."""
    return told if told in TEXT_SIZES else TEXT_SIZES[0]
