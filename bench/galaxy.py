"""What a destination takes on a full board, and its distances, against networkx on the same board."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from functools import partial

import networkx

from bench.figure import Figure, medians, p95, processor_seconds
from bench.simulated import late_game
from hive.board.movement import distances
from hive.model.galaxy import Galaxy
from hive.model.game import Game
from hive.rules.tactical.intent import intent, sight
from hive.rules.tactical.plan import TYPES, TacticalType, targets

DECISIONS, ALIKE, SEARCHES = 40, 3, 200
ICONS = 3


def decisions_on_full_board() -> Iterator[Figure]:
    """On a board late in a game, against networkx's search of the steps from every system to its nearest target there:
    the same search of ours, and a whole destination from the bare board on, of which nothing is kept (each type of
    action in turn; of some like decisions the cheapest counts).
    """
    game, galaxy = _late_board()
    seen = sight(game, galaxy)
    chart = seen.chart
    aims = [one for one in targets(game, seen.survey, chart, "infest") if one not in chart.closed]
    graph = networkx.Graph()
    graph.add_nodes_from(position for position in chart.adjacent if position not in chart.closed)
    steps = ((here, there) for here, around in chart.adjacent.items() for there in around)
    graph.add_edges_from(step for step in steps if chart.closed.isdisjoint(step))
    if distances(chart, aims) != networkx.multi_source_dijkstra_path_length(graph, set(aims)):
        raise RuntimeError("networkx finds other distances")

    def run() -> dict[str, float]:
        ours, theirs = [], []
        for _ in range(SEARCHES):
            ours.append(processor_seconds(lambda: distances(chart, aims)))
            theirs.append(processor_seconds(lambda: networkx.multi_source_dijkstra_path_length(graph, set(aims))))
        times = [
            min(processor_seconds(partial(_decide, game, galaxy, action)) for _ in range(ALIKE))
            for action in TYPES * (DECISIONS // len(TYPES))
        ]
        search = statistics.median(theirs)
        return {"distances": statistics.median(ours) / search, "destination_p95": p95(times) / search}

    yield from medians(run, {"distances": 1, "destination_p95": 100})


def _decide(game: Game, galaxy: Galaxy, action: TacticalType) -> None:
    intent(game, sight(game, galaxy), action, ICONS)


def _late_board() -> tuple[Game, Galaxy]:
    game = late_game().game
    if game.galaxy is None:
        raise RuntimeError("a simulated game tracks its galaxy")
    return game, game.galaxy
