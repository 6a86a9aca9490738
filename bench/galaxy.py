"""How long a destination takes on a full board, and its distances against networkx on the same board."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial

import networkx

from bench.figure import Figure
from bench.simulated import late_game
from bench.steps import MILLISECONDS, p95
from hive.board.movement import distances
from hive.model.galaxy import Galaxy
from hive.model.game import Game
from hive.rules.tactical.intent import intent
from hive.rules.tactical.moves import TYPES, TacticalType, targets
from hive.rules.tactical.sight import sight

DECISIONS, ALIKE, SEARCHES = 100, 3, 500
ICONS = 3


def destination_decision() -> Iterator[Figure]:
    """From the bare board to the destination, each type of action in turn; of some like decisions the shortest counts.

    Nothing is kept from one to the next.
    """
    game, galaxy = _late_board()
    times = [
        min(_seconds(partial(_decide, game, galaxy, action)) for _ in range(ALIKE))
        for action in TYPES * (DECISIONS // len(TYPES))
    ]
    yield Figure("destination_on_full_board_p95", p95(times) * MILLISECONDS, "ms", 10)


def distances_against_networkx() -> Iterator[Figure]:
    """The steps of every system to its nearest target, ours and networkx's in turns, and both the same."""
    game, galaxy = _late_board()
    seen = sight(game, galaxy)
    chart = seen.chart
    aims = [one for one in targets(game, seen.survey, chart, "infest") if one not in chart.closed]
    graph = networkx.Graph()
    graph.add_nodes_from(position for position in chart.adjacent if position not in chart.closed)
    steps = ((here, there) for here, around in chart.adjacent.items() for there in around)
    graph.add_edges_from(step for step in steps if chart.closed.isdisjoint(step))
    ours, theirs = [], []
    if distances(chart, aims) != networkx.multi_source_dijkstra_path_length(graph, set(aims)):
        raise RuntimeError("networkx finds other distances")
    for _ in range(SEARCHES):
        ours.append(_seconds(lambda: distances(chart, aims)))
        theirs.append(_seconds(lambda: networkx.multi_source_dijkstra_path_length(graph, set(aims))))
    yield Figure("distances_against_networkx", statistics.median(ours) / statistics.median(theirs), "ratio", 1)


def _decide(game: Game, galaxy: Galaxy, action: TacticalType) -> None:
    intent(game, sight(game, galaxy), action, ICONS)


def _late_board() -> tuple[Game, Galaxy]:
    game = late_game().game
    if game.galaxy is None:
        raise RuntimeError("a simulated game tracks its galaxy")
    return game, game.galaxy


def _seconds(measured: Callable[[], object]) -> float:
    start = time.perf_counter()
    measured()
    return time.perf_counter() - start
