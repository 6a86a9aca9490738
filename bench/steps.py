"""How long the server takes for a step, against a bare view, and late in a game against early."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack

from flask import Flask, render_template
from jinja2 import DictLoader

from bench.figure import Figure
from bench.table import Taken, tables

ROUNDS = 10
EARLY, LATE = 30, 3000
GAMES, STEPS_EACH = 8, 40
UNDONE = 40
MILLISECONDS = 1000
COMPARED = {"hive_turn": True, "player_turn": False}
"""The kinds of steps that are compared late against early, and whether the Hive draws in them."""

BARE = """<!doctype html><title>Bare</title><ul>{% for row in rows %}
<li class="row {{ row.kind }}" id="row-{{ row.number }}">
<a class="value" href="{{ url_for('bare', n=row.number) }}"><span class="label">{{ row.label }}</span></a>
<strong>{{ row.number }}</strong> <em>{{ row.kind }}</em>{% if row.note %} <small>{{ row.note }}</small>{% endif %}
</li>{% endfor %}</ul>"""
ROW = {
    "kind": "plain",
    "label": "A label of some words",
    "note": "a note to it of a few words more, as a page has them",
}
"""A row of about as many bytes for an address and for a tag as our pages have."""


class BareView:
    """A Flask view that renders a page of at least this size from a template, and does nothing else."""

    def __init__(self, size: int) -> None:
        app = Flask("bare")
        app.jinja_loader = DictLoader({"bare.html": BARE})
        self.client = app.test_client()
        self.rows: list[dict[str, str | int]] = []
        app.add_url_rule("/", "bare", lambda: render_template("bare.html", rows=self.rows))
        while len(self.client.get("/").data) < size:
            self.rows.append({**ROW, "number": len(self.rows)})

    def seconds(self) -> float:
        """How long it takes once."""
        start = time.perf_counter()
        self.client.get("/")
        return time.perf_counter() - start


def p95(seconds: Sequence[float]) -> float:
    return statistics.quantiles(seconds, n=20)[-1]


def step_against_bare_view() -> Iterator[Figure]:
    """All steps of some whole rounds, and those among them in which the Hive draws, each followed by a bare view."""
    taken: list[Taken] = []
    times: list[float] = []
    with tables("bench") as (table,):
        table.go_to(EARLY)
        size = statistics.mean(len(one.body) for one in table.whole_round())
        bare_view = BareView(round(size))
        for _ in range(ROUNDS):
            for one in table.whole_round():
                taken.append(one)
                times.append(bare_view.seconds())
    bare = p95(times)
    every, hives = [one.seconds for one in taken], [one.seconds for one in taken if one.drew]
    yield Figure("step_p95_against_bare_view", p95(every) / bare, "ratio", 3)
    yield Figure("hive_step_p95_against_bare_view", p95(hives) / bare, "ratio", 3)


def late_against_early() -> Iterator[Figure]:
    """The medians of like steps at about line 3000 and about line 30, in turns, so that both meet the same machine."""
    early: list[Taken] = []
    late: list[Taken] = []
    with ExitStack() as files:
        games = files.enter_context(tables(*(f"bench {number}" for number in range(GAMES))))
        (long_game,) = files.enter_context(tables("bench"))
        long_game.go_to(LATE)
        for game in games:
            game.go_to(EARLY)
            for _ in range(STEPS_EACH):
                early.append(game.step())
                late.append(long_game.step())
    for kind in COMPARED:
        ratio = _median(late, kind) / _median(early, kind)
        yield Figure(f"{kind}_at_3000_against_30", ratio, "ratio", 1.2)


def _median(taken: Sequence[Taken], kind: str) -> float:
    return statistics.median(one.seconds for one in taken if one.kind == kind and one.drew == COMPARED[kind])


def undo_late() -> Iterator[Figure]:
    """Undo, one entry after the other, back over a whole round and more."""
    with tables("bench") as (table,):
        table.go_to(LATE)
        times = [table.post("undo", {})[0] for _ in range(UNDONE)]
    yield Figure("undo_at_3000_p95", p95(times) * MILLISECONDS, "ms", 150)
