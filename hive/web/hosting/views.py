"""The health page and the metrics: no page for players, and nothing of any game."""

from __future__ import annotations

import hmac
import os

from flask import Blueprint, Flask, Response, jsonify, request

from hive.files import VERSION
from hive.store import StoreError
from hive.web.devices import is_on_this_machine
from hive.web.door import NOT_FOUND, games
from hive.web.hosting import limits, logs, memory, metrics, proxies
from hive.web.hosts import is_ours

UNREACHABLE = 503

pages = Blueprint("hosting", __name__)


@pages.get("/health")
def health() -> tuple[Response, int]:
    """Whether the app can serve: for load balancers, and whoever waits for a start."""
    try:
        games().reach()
    except StoreError:
        return jsonify(status="failing", store="unreachable", version=VERSION), UNREACHABLE
    return jsonify(status="ok", store="reachable", version=VERSION), 200


@pages.get("/metrics")
def figures() -> Response:
    """What Prometheus reads, of all processes of this machine."""
    if not _may_read():
        return Response("Not found\n", NOT_FOUND, mimetype="text/plain")
    return Response(metrics.as_text(), content_type=metrics.CONTENT_TYPE)


def _may_read() -> bool:
    """Whether the asker has the token of HIVE_METRICS_TOKEN, or sits at this very machine."""
    token = os.environ.get("HIVE_METRICS_TOKEN", "")
    told = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if token and hmac.compare_digest(token.encode(), told.encode()):
        return True
    # Under a foreign name asks a page that has its own name lead here.
    return is_on_this_machine() and is_ours(request.headers.get("Host", ""))


def register(app: Flask) -> None:
    """Let the app count, log and limit what is asked of it. What it does comes before everything else."""
    memory.keep(app.extensions["games"])
    proxies.register_proxies(app)
    logs.register_logs(app)
    metrics.register_metrics(app)
    limits.register_limits(app)
    app.register_blueprint(pages)
