"""What the server works for a step, against a bare view, and late in a game against early."""

from __future__ import annotations

import sqlite3
import statistics
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Flask, render_template
from jinja2 import DictLoader

from bench.figure import Figure, medians, p95, processor_seconds
from bench.simulated import OPTIONS, late_game
from bench.table import Table, Taken, tables
from hive.store.sqlite import PRAGMAS

ROUNDS, MAP_ROUNDS = 4, 2
EARLY, LATE = 30, 3000
GAMES, STEPS_EACH = 4, 40
PAIRS = 200
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
        """What it works once."""
        return processor_seconds(lambda: self.client.post("/"))


def bare_view(table: Table, update: int = 0) -> BareView:
    """One as large as a table's whole screen, or as what a step sends."""
    file = table.games.store.file
    assert file is not None
    return BareView(update or table.whole_screen(), file.parent)


def steps_without_a_map() -> Iterator[Figure]:
    """Whole rounds early in a game without a galaxy."""
    with tables("bench") as (table,):
        table.go_to(EARLY)
        yield from _against_bare(table, "step", ROUNDS, (2.5, 2.9))


def steps_on_a_map() -> Iterator[Figure]:
    """Whole rounds late in a game of two players on a galaxy, with five options."""
    played = late_game(OPTIONS)
    with TemporaryDirectory() as folder:
        table = Table(Path(folder), begins=played.begins)
        table.follow(played.log)
        yield from _against_bare(table, "map_step", MAP_ROUNDS, (1.8, 3.6))


def _against_bare(table: Table, name: str, rounds: int, bounds: tuple[float, float]) -> Iterator[Figure]:
    """All steps of whole rounds, each followed by bare views, in p50 and p95; and those in which the Hive draws.

    One sends the whole table screen, as an app does that keeps nothing of it; the other no more than a step sends.
    """
    sent = [len(one.body) for one in table.whole_round()]  # templates are compiled when they are first shown
    whole, update = bare_view(table), bare_view(table, round(statistics.mean(sent)))

    def run() -> dict[str, float]:
        each = [(one, whole.seconds(), update.seconds()) for _ in range(rounds) for one in table.whole_round()]
        taken, wholes, updates = zip(*each, strict=True)
        every, hives = [one.seconds for one in taken], [one.seconds for one in taken if one.drew]
        middle = statistics.median
        return {
            f"{name}_p50": middle(every) / middle(wholes),
            f"{name}_p95": p95(every) / p95(wholes),
            f"{name}_p50_of_hive": middle(hives) / middle(wholes),
            f"{name}_p50_against_update": middle(every) / middle(updates),
            f"{name}_p50_in_ms": middle(every) * MILLISECONDS,
            f"{name}_p95_in_ms": p95(every) * MILLISECONDS,
        }

    told = dict.fromkeys((f"{name}_p50_of_hive", f"{name}_p50_against_update"))
    return medians(run, {f"{name}_p50": bounds[0], f"{name}_p95": bounds[1], **told})


def german_against_english() -> Iterator[Figure]:
    """The same steps late in a game on a map, told in German and in English, either first in turn."""
    yield from _against_english("de", "german")


def spanish_against_english() -> Iterator[Figure]:
    """As for German."""
    yield from _against_english("es", "spanish")


def _against_english(code: str, name: str) -> Iterator[Figure]:
    played = late_game(OPTIONS)
    with TemporaryDirectory() as told, TemporaryDirectory() as english:
        both = [
            Table(Path(folder), begins=played.begins, compressed=True, language=language)
            for folder, language in ((told, code), (english, "en"))
        ]
        for one in both:
            one.follow(played.log)
            one.whole_round()

        def run() -> dict[str, float]:
            told, english = list[Taken](), list[Taken]()
            for number in range(PAIRS):
                for table in reversed(both) if number % 2 else both:
                    (told if table is both[0] else english).append(table.step())
            return {
                f"{name}_step": _middle(told) / _middle(english),
                f"{name}_step_bytes": sum(len(one.body) for one in told) / sum(len(one.body) for one in english),
            }

        yield from medians(run, {f"{name}_step": 1.05, f"{name}_step_bytes": 1.15})


def _middle(taken: Sequence[Taken]) -> float:
    return statistics.median(one.seconds for one in taken)


def late_against_early() -> Iterator[Figure]:
    """Like steps at about line 3000 and about line 30, in turns, so that both meet the same machine.

    Compared are the lower quartiles: what else the machine does makes steps dearer, and none cheaper.
    """
    with tables("bench", objectives=OBJECTIVES) as (long_game,):
        long_game.go_to(LATE)

        def run() -> dict[str, float]:
            early: list[Taken] = []
            late: list[Taken] = []
            with tables(*(f"bench {number}" for number in range(GAMES)), objectives=OBJECTIVES) as games:
                for game in games:
                    game.go_to(EARLY)
                    for _ in range(STEPS_EACH):
                        early.append(game.step())
                        late.append(long_game.step())
            return {f"{kind}_at_3000": _quartile(late, kind) / _quartile(early, kind) for kind in COMPARED}

        yield from medians(run, {f"{kind}_at_3000": 1.25 for kind in COMPARED})


def _quartile(taken: Sequence[Taken], kind: str) -> float:
    like = [one.seconds for one in taken if one.kind == kind and (one.answer, one.drew) == COMPARED[kind]]
    return statistics.quantiles(like, n=4)[0]
