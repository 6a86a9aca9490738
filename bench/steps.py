"""How long the server takes for a step, against a bare view, and late in a game against early."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from flask import Flask, render_template_string

from bench.figure import Figure
from bench.table import Table

TIMES = 200
EARLY, LATE = 30, 3000
MILLISECONDS = 1000.0

BARE = """<!doctype html><title>Bare</title><ul>{% for row in rows %}<li class="row">
<a href="{{ url_for('bare', n=row) }}">{{ row }}</a> <span>{{ words }}</span></li>{% endfor %}</ul>"""


def p95(seconds: list[float]) -> float:
    return statistics.quantiles(seconds, n=20)[-1]


def bare_view(size: int) -> list[float]:
    """The times of a Flask view that renders a page of at least this size from a template, and does nothing else."""
    app = Flask("bare")
    words = "a line of a page like any other, with its words"

    @app.get("/")
    def bare() -> str:
        return render_template_string(BARE, rows=range(rows), words=words)

    client, rows = app.test_client(), 1
    while len(client.get("/").data) < size:
        rows += 10
    times = []
    for _ in range(TIMES):
        start = time.perf_counter()
        client.get("/")
        times.append(time.perf_counter() - start)
    return times


def step_against_bare_view() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        table = Table(Path(folder))
        table.go_to(EARLY)
        measured = [table.step() for _ in range(TIMES)]
    step = p95([seconds for seconds, _ in measured])
    size = round(statistics.mean(len(body) for _, body in measured))
    bare = p95(bare_view(size))
    yield Figure("step_p95_against_bare_view", step / bare, "ratio", 3)
    yield Figure("step_p95", step * MILLISECONDS, "ms", 3 * bare * MILLISECONDS)


def late_against_early() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        table = Table(Path(folder))
        table.go_to(EARLY)
        early = statistics.median(table.step()[0] for _ in range(TIMES))
        table.go_to(LATE)
        late = statistics.median(table.step()[0] for _ in range(TIMES))
    yield Figure("step_at_3000_against_30", late / early, "ratio", 1.2)


def undo_late() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        table = Table(Path(folder))
        table.go_to(LATE)
        times = [table.post("undo")[0] for _ in range(30)]
    yield Figure("undo_at_3000_p95", p95(times) * MILLISECONDS, "ms", 150)
