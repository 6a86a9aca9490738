"""Games that play themselves: how many a minute, and one late in its course, with a full board, for other measures."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import cache

from bench.figure import Figure
from hive.catalog.reading import load_tables
from hive.simulate.game import Played, simulate
from hive.simulate.start import Setting

LATE_ROUNDS = 5
MEASURED_ROUNDS, MEASURED_GAMES = 3, 6
SEEDS = range(1, 100)
MINUTE = 60


@cache
def late_game() -> Played:
    """A game of five rounds that nobody has won yet."""
    for seed in SEEDS:
        played = simulate(Setting(seed, LATE_ROUNDS), load_tables())
        if played.game.winner is None and played.game.settings.draws == "app":
            return played
    raise RuntimeError("every simulated game is over after five rounds")


def games_per_minute() -> Iterator[Figure]:
    """Games of three rounds, laws checked after each entry and the log replayed at the end."""
    tables = load_tables()
    start = time.perf_counter()
    for seed in SEEDS[:MEASURED_GAMES]:
        simulate(Setting(seed, MEASURED_ROUNDS), tables)
    seconds = time.perf_counter() - start
    yield Figure("simulated_games_of_three_rounds", MEASURED_GAMES * MINUTE / seconds, "per minute")
