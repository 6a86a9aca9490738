"""How long going back takes: in a long game, and in games that were imported."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.figure import Figure
from bench.simulated import late_game
from bench.steps import LATE, MILLISECONDS, p95
from bench.table import Table, tables

UNDONE, JUMPS = 40, 8
BOUND = 100


def undo_late() -> Iterator[Figure]:
    """Undo, one entry after the other, back over a whole round, and jumps; the same in the game imported."""
    with tables("bench") as (table,):
        table.go_to(LATE)
        _import(table)
        imported = [*_undos(table), *_jumps(table)]
        played = table.games.rows()[-1].id
        table.look_at(played)
        yield Figure("undo_at_3000_p95", p95([*_undos(table), *_jumps(table)]) * MILLISECONDS, "ms", BOUND)
        yield Figure("undo_at_3000_imported_p95", p95(imported) * MILLISECONDS, "ms", BOUND)


def undo_on_a_map() -> Iterator[Figure]:
    """A game on a galaxy, late in its course, imported: how long that takes for each line, and undo in it."""
    played = late_game()
    with TemporaryDirectory() as folder:
        table = Table(Path(folder), begins=played.begins)
        table.follow(played.log)
        seconds = _import(table)
        _see_the_screens(table)
        times = [*_undos(table), *_jumps(table)]
    yield Figure("import_on_a_map_each_line", seconds / len(played.log) * MILLISECONDS, "ms")
    yield Figure("undo_on_a_map_imported_p95", p95(times) * MILLISECONDS, "ms", BOUND)


def _import(table: Table) -> float:
    """Export the game and import it again; the table goes on with that. Returns the seconds that the import took."""
    document = json.loads(json.dumps(table.games.export(table.game_id)))
    start = time.perf_counter()
    game_id = table.games.import_game(document)
    seconds = time.perf_counter() - start
    table.look_at(game_id)
    return seconds


def _see_the_screens(table: Table) -> None:
    """Back and forth once, unmeasured: a template is compiled when it is first shown, whichever way leads to it."""
    _undos(table)
    for _ in range(UNDONE):
        table.post("redo", {})


def _undos(table: Table) -> list[float]:
    return [table.post("undo", {})[0] for _ in range(UNDONE)]


def _jumps(table: Table) -> list[float]:
    """Back to lines all over the log, the last of them the first."""
    top = table.position - 2 * UNDONE
    lines = [max(1, top - top * number // JUMPS) for number in range(1, JUMPS + 1)]
    return [table.post("undo", {"to": str(line)})[0] for line in lines]
