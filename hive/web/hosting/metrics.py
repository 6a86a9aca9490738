"""Counts what the app does, for Prometheus.

Several processes of one machine add up where PROMETHEUS_MULTIPROC_DIR names a folder that they share, which is empty
at the start; whichever is asked answers for all.
"""

from __future__ import annotations

import os
from pathlib import Path
from time import perf_counter

from flask import Flask, Response, current_app, g, request
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
    multiprocess,
)

from hive.games.service import Games, Told
from hive.live.hub import Hub
from hive.store.database import ANEW

CONTENT_TYPE = CONTENT_TYPE_LATEST
SHARED = "PROMETHEUS_MULTIPROC_DIR"
METHODS = ("GET", "POST", "HEAD")
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 10)

REQUESTS = Counter("hive_requests", "Requests that were answered.", ["endpoint", "method", "status"])
SECONDS = Histogram("hive_request_seconds", "How long the answers took.", ["endpoint"], buckets=BUCKETS)
OPEN_GAMES = Gauge("hive_games_open", "Games kept running in memory.", multiprocess_mode="livesum")
OPEN_STREAMS = Gauge("hive_streams_open", "Screens that wait for news.", multiprocess_mode="livesum")
APPENDS = Counter("hive_appends", "Changes of games that were kept.")


def register_metrics(app: Flask) -> None:
    """Count and time each request of the app."""
    app.before_request(_start)
    app.after_request(_count)


def counted(told: Told) -> Told:
    """Whoever is told of each change, and the count of them."""

    def tell(game_id: str, position: int, shares: int) -> None:
        if position != ANEW and not shares:
            APPENDS.inc()
        told(game_id, position, shares)

    return tell


def as_text() -> bytes:
    """All figures, as Prometheus reads them."""
    folder = os.environ.get(SHARED)
    if folder is None:
        return generate_latest(REGISTRY)
    for process in _ended(Path(folder)):
        multiprocess.mark_process_dead(process, folder)  # type: ignore[no-untyped-call]
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry, folder)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def _ended(folder: Path) -> set[int]:
    """The processes that have left figures of what is open, and are no more: nobody else says so when one is killed."""
    found = {int(path.stem.rpartition("_")[2]) for path in folder.glob("gauge_live*_*.db")}
    return {process for process in found if not _runs(process)}


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _start() -> None:
    g.started = perf_counter()


def _count(response: Response) -> Response:
    endpoint = request.endpoint or "none"
    method = request.method if request.method in METHODS else "other"
    REQUESTS.labels(endpoint, method, str(response.status_code)).inc()
    SECONDS.labels(endpoint).observe(perf_counter() - g.started)
    games: Games = current_app.extensions["games"]
    hub: Hub = current_app.extensions["hub"]
    OPEN_GAMES.set(games.open)
    OPEN_STREAMS.set(hub.streams)
    return response
