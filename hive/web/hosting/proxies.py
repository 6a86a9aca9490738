"""The proxies in front of the app: what they say of a browser is believed only where their number is told."""

from __future__ import annotations

import os

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

MOST_PROXIES = 9


def register_proxies(app: Flask) -> None:
    """Believe the last HIVE_PROXIES proxies who asks, by which scheme and host; without it, nobody."""
    if count := believed():
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=count, x_proto=count, x_host=count)  # type: ignore[method-assign]


def believed() -> int:
    """How many proxies are believed. Raises SystemExit where the setting is not understood."""
    told = os.environ.get("HIVE_PROXIES", "0")
    if not (told.isdecimal() and int(told) <= MOST_PROXIES):
        raise SystemExit(f"HIVE_PROXIES must be the number of proxies in front of the app, up to {MOST_PROXIES}.")
    return int(told)
