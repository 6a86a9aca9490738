"""Games that play themselves: how many a minute, and one late in its course, with a full board, for other measures."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from bench.figure import Figure, processor_seconds
from hive.catalog.reading import load_tables
from hive.simulate.game import Played, Setting, play_all, simulate

LATE_ROUNDS = 5
MEASURED_ROUNDS, MEASURED = 3, 10
SEEDS = range(1, 100)
MINUTE = 60


OPTIONS = ("thunders_edge", "age_of_commerce", "hidden_agenda", "total_war", "zealous_orthodoxy")
"""A box with its expedition, and events that bend agendas, votes, commodities, countermeasures and battles."""


@cache
def late_game(options: tuple[str, ...] = ()) -> Played:
    """A game of five rounds that nobody has won yet."""
    tables = load_tables(options=options)
    for seed in SEEDS:
        played = simulate(Setting(seed, LATE_ROUNDS, options=options), tables, replayed=False)
        if played.game.winner is None and played.game.settings.draws == "app":
            return played
    raise RuntimeError("every simulated game is over after five rounds")


def games_per_minute() -> Iterator[Figure]:
    """Games of three rounds, laws checked after each entry and the log of every fifth replayed at the end."""
    tables = load_tables()
    seconds = processor_seconds(lambda: [*play_all(Setting(SEEDS[0], MEASURED_ROUNDS), MEASURED, tables)])
    yield Figure("simulated_games_of_three_rounds", MEASURED * MINUTE / seconds, "per minute of a processor")
