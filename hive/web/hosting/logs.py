"""One line for each request, in a format that collectors of logs read: HIVE_LOG=json or HIVE_LOG=logfmt.

A line names the kind of page, never what a player typed; the game stands there as a mark that gives nobody access.
"""

from __future__ import annotations

import json
import logging
import os
import sys
import traceback
from datetime import UTC, datetime
from hashlib import blake2b
from time import perf_counter

from flask import Flask, Response, g, request

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
