"""What each answer carries so that no browser can be led to misuse it, and how the signed cookie travels."""

from __future__ import annotations

from flask import Flask, Request, Response, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature
from werkzeug.http import dump_cookie
from werkzeug.wrappers import Response as BaseResponse

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
