"""The games that the tables play: no two alike, begun before the clock runs, each with the entries that come next."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bench.table import Entry, Table
from hive.board.layout import lay_out
from hive.catalog.reading import load_tables
from hive.engine.entries import New
from hive.model.game import PlayerSetup, Settings

BEGINS, ENDS, AHEAD = 40, 296, 16
"""Of each long game so many stretches are played, of so many entries each."""
TABLES_OF_A_GAME = (ENDS - BEGINS) // AHEAD


@dataclass(frozen=True)
class Prepared:
    """A game as the clock finds it, and what is posted to it."""

    game_id: str
    position: int
    ahead: tuple[Entry, ...]


def prepare(folder: Path, database: str, tables: int) -> list[Prepared]:
    """Begin so many games with a galaxy: some stand in round 1, some in round 6."""
    found: list[Prepared] = []
    for number in range(-(-tables // TABLES_OF_A_GAME)):
        found += _stretches(folder, database, f"load {number}", tables - len(found))
    return found


def _stretches(folder: Path, database: str, seed: str, most: int) -> list[Prepared]:
    layout = lay_out(load_tables(), ("base", "pok"), {"p1": "1", "p2": "16"}, seed)
    players = PlayerSetup("Ada", "Federation of Sol", "blue"), PlayerSetup("Ben", "Emirates of Hacan", "green")
    table = Table(folder, begins=New(Settings(*players), seed, layout), database=database)
    table.go_to(BEGINS)
    found: list[Prepared] = []
    while table.position < ENDS and len(found) < most:
        copy, position = table.games.store.copy(table.game_id, seed), table.position
        found.append(Prepared(copy, position, tuple(table.played_on(AHEAD))))
    table.games.delete(table.game_id)
    table.games.store.close()
    return found
