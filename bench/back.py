"""What going back takes: in a long game, and in games that were imported."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.figure import Figure, medians, p95, processor_seconds
from bench.simulated import late_game
from bench.steps import LATE, MILLISECONDS, bare_view
from bench.table import Table, tables

UNDONE, JUMPS = 40, 8


def undo_late() -> Iterator[Figure]:
    """Undo, one entry after the other, back over a whole round, and jumps; the same in the game imported."""
    with tables("bench") as (table,):
        table.go_to(LATE)
        played, imported = table.game_id, _import(table)
        yield from _against_bare(table, {"undo_at_3000": (played, 4.8), "undo_at_3000_imported": (imported, 4.8)})


def undo_on_a_map() -> Iterator[Figure]:
    """A game on a galaxy, late in its course, imported: what that takes for each line, and undo in it."""
    played = late_game()
    with TemporaryDirectory() as folder:
        table = Table(Path(folder), begins=played.begins)
        table.follow(played.log)
        seconds = processor_seconds(lambda: _import(table))
        yield Figure("import_on_a_map_each_line", seconds / len(played.log) * MILLISECONDS, "ms")
        yield from _against_bare(table, {"undo_on_a_map_imported": (_import(table), 5.5)})


def _against_bare(table: Table, games: dict[str, tuple[str, float]]) -> Iterator[Figure]:
    """Games in turns, each run on copies of its own, against bare views as large: p95. In: each one's id and bound."""
    for game_id, _ in games.values():
        table.look_at(table.games.store.copy(game_id, "seen"))
        _see_the_screens(table)
    bare = bare_view(table)

    def run() -> dict[str, float]:
        found = {}
        for name, (game_id, _) in games.items():
            table.look_at(table.games.store.copy(game_id, name))
            times = [(seconds, bare.seconds()) for seconds in chain(_undos(table), _jumps(table))]
            undone, bares = zip(*times, strict=True)
            found[name] = p95(undone) / p95(bares)
        return found

    return medians(run, {name: bound for name, (_, bound) in games.items()})


def _import(table: Table) -> str:
    """Export the game and import it again; returns the id of that."""
    return table.games.import_game(json.loads(json.dumps(table.games.store.export_game(table.game_id))))


def _see_the_screens(table: Table) -> None:
    """Back and forth once, unmeasured: a template is compiled when it is first shown, whichever way leads to it."""
    for _ in _undos(table):
        pass
    for _ in range(UNDONE):
        table.post("redo", {})


def _undos(table: Table) -> Iterator[float]:
    for _ in range(UNDONE):
        yield table.post("undo", {})[0]


def _jumps(table: Table) -> Iterator[float]:
    """Back to lines all over the log, the last of them the first."""
    top = table.position - 2 * UNDONE
    for number in range(1, JUMPS + 1):
        yield table.post("undo", {"to": str(max(1, top - top * number // JUMPS))})[0]
