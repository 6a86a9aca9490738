"""How long the server takes for a step, against a bare view, and late in a game against early."""

from __future__ import annotations

import sqlite3
import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

from flask import Flask, render_template
from jinja2 import DictLoader

from bench.figure import Figure
from bench.table import Taken, tables
from hive.store.sqlite import PRAGMAS

ROUNDS = 10
EARLY, LATE = 30, 3000
GAMES, STEPS_EACH = 8, 40
OBJECTIVES = 3
"""So many public objectives lie there early as well as late, so that both pages are as large."""
MILLISECONDS = 1000
COMPARED = {"hive_turn": ("draw", True), "player_turn": ("done", False)}
"""The kinds of steps that are compared late against early: their answers, and whether the Hive draws in them."""

BARE = """<!doctype html><title>Bare</title><ul>{% for row in rows %}
<li class="row {{ row.kind }}" id="row-{{ row.number }}">
<a class="value" href="{{ url_for('bare', n=row.number) }}"><span class="label">{{ row.label }}</span></a>
<strong>{{ row.number }}</strong> <em>{{ row.kind }}</em>{% if row.note %} <small>{{ row.note }}</small>{% endif %}
</li>{% endfor %}</ul>"""
ENTRY_BYTES = 700
ROW = {
    "kind": "plain",
    "label": "A label of some words",
    "note": "a note to it of a few words more, as a page has them",
}
"""A row of about as many bytes for an address and for a tag as our pages have."""


class BareView:
    """A Flask view that commits one row and renders a page of at least this size from a template: nothing else.

    Its file lies in the folder of the games, opened as theirs is; the row is as long as an entry of the log.
    """

    def __init__(self, size: int, folder: Path) -> None:
        app = Flask("bare")
        app.jinja_loader = DictLoader({"bare.html": BARE})
        self.client = app.test_client()
        self.rows: list[dict[str, str | int]] = []
        self.file = sqlite3.connect(folder / "bare.sqlite", isolation_level=None)
        for statement in (
            *PRAGMAS,
            "PRAGMA journal_mode = WAL",
            "CREATE TABLE IF NOT EXISTS rows (text TEXT NOT NULL)",
        ):
            self.file.execute(statement)
        app.add_url_rule("/", "bare", self._view, methods=["POST"])
        while len(self.client.post("/").data) < size:
            self.rows.append({**ROW, "number": len(self.rows)})

    def _view(self) -> str:
        self.file.execute("BEGIN IMMEDIATE")
        self.file.execute("INSERT INTO rows VALUES (?)", ("x" * ENTRY_BYTES,))
        self.file.execute("COMMIT")
        return render_template("bare.html", rows=self.rows)

    def seconds(self) -> float:
        """How long it takes once."""
        start = time.perf_counter()
        self.client.post("/")
        return time.perf_counter() - start


def p95(seconds: Sequence[float]) -> float:
    return statistics.quantiles(seconds, n=20)[-1]


def step_against_bare_view() -> Iterator[Figure]:
    """All steps of some whole rounds, and those among them in which the Hive draws, each followed by bare views.

    One sends the whole table screen, as an app does that keeps nothing of it; the other no more than a step sends.
    """
    taken: list[Taken] = []
    whole: list[float] = []
    update: list[float] = []
    with tables("bench") as (table,):
        table.go_to(EARLY)
        sizes = [(table.whole_screen(), len(one.body)) for one in table.whole_round()]
        file = table.games.store.file
        assert file is not None
        bare_whole, bare_update = (
            BareView(round(statistics.mean(size)), file.parent) for size in zip(*sizes, strict=True)
        )
        for _ in range(ROUNDS):
            for one in table.whole_round():
                taken.append(one)
                whole.append(bare_whole.seconds())
                update.append(bare_update.seconds())
    every, hives = [one.seconds for one in taken], [one.seconds for one in taken if one.drew]
    yield Figure("step_p95_against_bare_view", p95(every) / p95(whole), "ratio", 2)
    yield Figure("hive_step_p95_against_bare_view", p95(hives) / p95(whole), "ratio", 2)
    yield Figure("step_p95_against_bare_update", p95(every) / p95(update), "ratio")


def late_against_early() -> Iterator[Figure]:
    """Like steps at about line 3000 and about line 30, in turns, so that both meet the same machine.

    Compared are the lower quartiles: what else the machine does makes steps slower, and none faster.
    """
    early: list[Taken] = []
    late: list[Taken] = []
    with ExitStack() as files:
        games = files.enter_context(tables(*(f"bench {number}" for number in range(GAMES)), objectives=OBJECTIVES))
        (long_game,) = files.enter_context(tables("bench", objectives=OBJECTIVES))
        long_game.go_to(LATE)
        for game in games:
            game.go_to(EARLY)
            for _ in range(STEPS_EACH):
                early.append(game.step())
                late.append(long_game.step())
    for kind in COMPARED:
        ratio = _quartile(late, kind) / _quartile(early, kind)
        yield Figure(f"{kind}_at_3000_against_30", ratio, "ratio", 1.1)


def _quartile(taken: Sequence[Taken], kind: str) -> float:
    like = [one.seconds for one in taken if one.kind == kind and (one.answer, one.drew) == COMPARED[kind]]
    return statistics.quantiles(like, n=4)[0]
