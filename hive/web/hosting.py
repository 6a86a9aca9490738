"""What whoever hosts the app asks of it: is it well, what does it do, who asks too much.

The log of requests names the kind of page, never what a player typed; the game stands there as a mark that gives nobody
access.

Limits are counted in the memory of each process: with several behind one address the sum is what they allow together,
and a restart forgets. That keeps a script from taking the host for itself; it is no wall against many addresses.

Metrics of several processes of one machine add up where PROMETHEUS_MULTIPROC_DIR names a folder that they share, which
is empty at the start; whichever is asked answers for all.
"""

from __future__ import annotations

import hmac
import json
import logging
import os
import sys
import time
import traceback
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from time import monotonic, perf_counter

from flask import Blueprint, Flask, Response, current_app, g, jsonify, request
from limits import RateLimitItem, parse
from limits.strategies import FixedWindowRateLimiter
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
from werkzeug.middleware.proxy_fix import ProxyFix

from hive.files import VERSION
from hive.games.service import Games, Told
from hive.live.front import household
from hive.live.hub import Hub
from hive.store import StoreError
from hive.store.database import ANEW
from hive.web.devices import is_on_this_machine, is_ours
from hive.web.door import NOT_FOUND, games
from hive.web.gate import Memory
from hive.web.messages import message
from hive.web.words import lang, language
from hive.words import Words, say

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


# --- one line for each request


REQUEST_LOG = logging.getLogger("hive.requests")
FORMATS = ("json", "logfmt")
FRAMES = 8
"""So many places of the program, innermost last, stand beside an error."""

Fields = dict[str, str | int | float]


class Lines(logging.Formatter):
    """Writes a record as one line of JSON, or of logfmt."""

    def __init__(self, kind: str) -> None:
        """``kind`` is one of FORMATS."""
        super().__init__()
        self.kind = kind

    def format(self, record: logging.LogRecord) -> str:
        """The line. Of an error it tells its kind and where it arose, not its text, which may hold what was typed."""
        when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        fields: Fields = {"time": when, "level": record.levelname.lower(), "logger": record.name}
        fields["event"] = record.getMessage()
        fields |= getattr(record, "fields", {})
        if record.exc_info and record.exc_info[1] is not None:
            fields["error"] = type(record.exc_info[1]).__name__
            frames = traceback.extract_tb(record.exc_info[2])[-FRAMES:]
            fields["at"] = " > ".join(f"{frame.filename}:{frame.lineno}" for frame in frames)
        return json.dumps(fields) if self.kind == "json" else " ".join(_pair(*field) for field in fields.items())


def register_logs(app: Flask) -> None:
    """Write logs in the format of HIVE_LOG; without it the app stays silent unless it makes a mistake."""
    kind = os.environ.get("HIVE_LOG", "")
    if not kind:
        return
    if kind not in FORMATS:
        raise SystemExit(f"HIVE_LOG must be {' or '.join(FORMATS)}.")
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines(kind))
    root = logging.getLogger("hive")
    root.handlers, root.propagate = [handler], False
    root.setLevel(logging.INFO)
    app.after_request(_tell)


def _pair(name: str, value: str | int | float) -> str:
    text = str(value)
    plain = text.isprintable() and not set(text) & set(' "=')
    return f"{name}={text if plain and text else json.dumps(text)}"


def _tell(response: Response) -> Response:
    fields: Fields = {"method": request.method, "route": request.url_rule.rule if request.url_rule else "none"}
    fields |= {"status": response.status_code, "ms": round((perf_counter() - g.started) * 1000, 1)}
    if game := (request.view_args or {}).get("game_id"):
        fields["game"] = blake2b(str(game).encode(), digest_size=6).hexdigest()
    REQUEST_LOG.info("request", extra={"fields": fields})
    return response


# --- on a public address (HIVE_PUBLIC=1)


RATE, NEW_GAMES = "1200/minute", "50"
TOO_MANY = 429
FREE = {"hosting.health", "hosting.figures", "static", "htmx_script", "page_scripts"}
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
        refused = message(say("Too much at once"), words, TOO_MANY, "")
        reset = self._counts.get_window_stats(limit, *kind, _asker()).reset_time
        refused.headers["Retry-After"] = str(max(1, int(reset - time.time()) + 1))
        return refused


def register_limits(app: Flask) -> None:
    """Limit what is asked of a public app: HIVE_RATE for each address, HIVE_NEW_GAMES for each address and day."""
    if not app.config.setdefault("PUBLIC", os.environ.get("HIVE_PUBLIC", "") not in ("", "0")):
        return
    rate, games = os.environ.get("HIVE_RATE", RATE), os.environ.get("HIVE_NEW_GAMES", NEW_GAMES)
    limits = Limits(
        _limit(rate, "HIVE_RATE must be an amount for a time, such as 1200/minute."),
        _limit(f"{games}/day", "HIVE_NEW_GAMES must be a number; 0 allows none."),
    )
    app.before_request(limits.refuse)
    app.after_request(limits.count)


def _limit(text: str, wanted: str) -> RateLimitItem:
    try:
        return parse(text)
    except ValueError as error:
        raise SystemExit(wanted) from error


def _may_begin() -> bool:
    return request.method == "POST" and (request.endpoint in BEGINS or request.blueprint == "setup")


def _asker() -> str:
    """Who asks, as far as addresses tell: a household has a whole range of those of IPv6."""
    return household(request.remote_addr or "")


# --- how many games stay in the memory of a process, and what is told when that is too few


SETTING = "HIVE_KEPT"
OF_A_GAME = 1024 * 1024
"""So many bytes a game takes with its drawings and three screens, or less."""
LEAST, MOST = 64, 4096
TOLD_EACH = 600.0
"""Seconds from one warning to the next."""
LIMITS = {"": "sys/fs/cgroup{path}/memory.max", "memory": "sys/fs/cgroup/memory{path}/memory.limit_in_bytes"}
"""Where Linux says what memory a group of processes may have, by its name in /proc/self/cgroup: today's way and
the earlier one. In a container the group's own path may not be seen, but its limit at the top.
"""

LOG = logging.getLogger("hive.memory")
PUT_OUT = Counter("hive_live_games_put_out", "Games that left the memory while people played them.")


def keep(games: Games) -> None:
    """Keep as many games in memory as HIVE_KEPT says, or as many as there is room for; tell where that is too few."""
    told = os.environ.get(SETTING, str(games_for(share())))
    if not (told.isdecimal() and int(told)):
        raise SystemExit(f"{SETTING} must be the number of games that stay in memory, from 1 up.")
    games.kept_running, games.put_out = int(told), Crowded(int(told)).warn


def games_for(share: int) -> int:
    """How many games a process keeps in half of its share of the memory, in bytes."""
    return min(MOST, max(LEAST, share // 2 // OF_A_GAME))


def share(top: Path = Path("/"), processors: int | None = None) -> int:
    """The bytes of memory for a process: all that its container may have; else the machine's, by its processors.

    A container has one process, as hosting/compose.yaml has it, and a machine one on each of its processors.
    """
    machine = _machine(top)
    limits = [limit for limit in _limits_of_memory(top) if limit < machine]
    return min(limits) if limits else machine // (processors or os.cpu_count() or 1)


def _machine(top: Path) -> int:
    """The machine's memory; where it does not say so, as much as 256 games need on one processor."""
    try:
        for line in (top / "proc/meminfo").read_text().splitlines():
            if line.startswith("MemTotal:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 512 * OF_A_GAME


def _limits_of_memory(top: Path) -> list[int]:
    """What the groups of this process may have, from its own one up to the outermost."""
    try:
        lines = (top / "proc/self/cgroup").read_text().splitlines()
    except OSError:
        return []
    found = []
    for line in lines:
        _, names, path = line.split(":", 2)
        for name in set(names.split(",")) & LIMITS.keys():
            for group in (Path(path), *Path(path).parents):
                file = top / LIMITS[name].format(path=str(group).rstrip("/"))
                text = file.read_text().strip() if file.exists() else ""
                found += [int(text)] if text.isdecimal() else []
    return found


class Crowded:
    """Counts the live games that are put out, and warns now and then."""

    def __init__(self, kept: int) -> None:
        self._kept, self._told, self._since = kept, -TOLD_EACH, 0

    def warn(self) -> None:
        """A game was put out while people played it."""
        PUT_OUT.inc()
        self._since += 1
        if monotonic() - self._told >= TOLD_EACH:
            fields = {"put_out": self._since, "kept": self._kept}
            LOG.warning(
                "Games that left the memory while people played them: %d. %s (%d) is too few.",
                *(self._since, SETTING, self._kept),
                extra={"fields": fields},
            )
            self._told, self._since = monotonic(), 0


# --- counts what the app does, for Prometheus


SHARED = "PROMETHEUS_MULTIPROC_DIR"
METHODS = ("GET", "POST", "HEAD")
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 10)

REQUESTS = Counter("hive_requests", "Requests that were answered.", ["endpoint", "method", "status"])
SECONDS = Histogram("hive_request_seconds", "How long the answers took.", ["endpoint"], buckets=BUCKETS)
OPEN_GAMES = Gauge("hive_games_open", "Games kept running in memory.", multiprocess_mode="livesum")
OPEN_STREAMS = Gauge("hive_streams_open", "Screens that wait for news.", multiprocess_mode="livesum")
APPENDS = Counter("hive_appends", "Changes of games that were kept.")
UNTOLD = Gauge(
    "hive_untold_texts", "Texts shown in English for want of words.", ["language"], multiprocess_mode="livemax"
)


def register_metrics(app: Flask) -> None:
    """Count and time each request of the app."""
    app.before_request(_start)
    app.after_request(_count_request)


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


def _count_request(response: Response) -> Response:
    endpoint = request.endpoint or "none"
    method = request.method if request.method in METHODS else "other"
    REQUESTS.labels(endpoint, method, str(response.status_code)).inc()
    SECONDS.labels(endpoint).observe(perf_counter() - g.started)
    games: Games = current_app.extensions["games"]
    hub: Hub = current_app.extensions["hub"]
    OPEN_GAMES.set(games.open)
    OPEN_STREAMS.set(hub.streams)
    if language().untold:
        UNTOLD.labels(lang()).set(len(language().untold))
    return response


# --- the health page and the metrics: no page for players, and nothing of any game


UNREACHABLE = 503

pages = Blueprint("hosting", __name__)


@pages.get("/health")
def health() -> tuple[Response, int]:
    """Whether the app can serve: for load balancers, and whoever waits for a start."""
    try:
        games().store.check()
    except StoreError:
        return jsonify(status="failing", store="unreachable", version=VERSION), UNREACHABLE
    return jsonify(status="ok", store="reachable", version=VERSION), 200


@pages.get("/metrics")
def figures() -> Response:
    """What Prometheus reads, of all processes of this machine."""
    if not _may_read():
        return Response("Not found\n", NOT_FOUND, mimetype="text/plain")
    return Response(as_text(), content_type=CONTENT_TYPE_LATEST)


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
    keep(app.extensions["games"])
    register_proxies(app)
    register_logs(app)
    register_metrics(app)
    register_limits(app)
    app.register_blueprint(pages)
