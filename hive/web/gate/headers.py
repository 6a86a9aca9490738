"""What each answer carries so that no browser can be led to misuse it, and how the signed cookie travels."""

from __future__ import annotations

from flask import Flask, Response, request
from flask.sessions import SecureCookieSessionInterface

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


class Sessions(SecureCookieSessionInterface):
    """The signed cookie; where the page came by https, it goes back by https alone."""

    def get_cookie_secure(self, app: Flask) -> bool:
        """Whether the cookie may travel by https alone."""
        return request.is_secure


def harden(response: Response) -> Response:
    """Set what every answer carries. No script reads a cookie, so none may."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    cookies = response.headers.getlist("set-cookie")
    if cookies:
        response.headers.setlist("set-cookie", [_hardened(cookie) for cookie in cookies])
    return response


def _hardened(cookie: str) -> str:
    said = {part.strip().partition("=")[0].lower() for part in cookie.split(";")[1:]}
    wanted = {"httponly": True, "samesite=lax": True, "secure": request.is_secure}
    missing = [part for part, wants in wanted.items() if wants and part.partition("=")[0] not in said]
    return "; ".join((cookie, *missing))
