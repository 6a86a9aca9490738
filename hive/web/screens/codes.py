"""The codes of a game as a page shows them: to be scanned, or to be typed."""

from __future__ import annotations

from dataclasses import dataclass

import segno
from flask import current_app, request, url_for
from markupsafe import Markup

from hive.model.game import Settings
from hive.store import OPENS, Opens, told_code
from hive.web.devices import LAN
from hive.web.hosts import lan_address, names_loopback
from hive.words import PlayerName, Words, say

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
