"""What lies in a system: a row of discs with names below the planets."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from hive.board.adjacency import wormholes_in
from hive.catalog.tables import Tile, Wormhole
from hive.model.galaxy import System
from hive.web.drawing.shapes import Item
from hive.web.drawing.words import GREEK, Board

_ROW = -17
_WIDEST_GAP, _ROW_WIDTH = 46, 87
# How many letters of a planet's name fit below it, by the number of planets.
_NAME_ROOM = {1: 19, 2: 8, 3: 5}


def discs(board: Board, system: System) -> Iterator[Item]:
    """The planets of a system, its wormholes, and what else is printed or placed there, from left to right."""
    tile = board.tables.tiles.by_number[system.tile]
    found = list(chain(_planets(board, system), _station(tile), _wormholes(board, system), _others(board, system)))
    gap = min(_WIDEST_GAP, _ROW_WIDTH // len(found)) if found else 0
    named = sum(bool(item.name) for item in found)
    for number, item in enumerate(found):
        x = round(gap * (number - (len(found) - 1) / 2))
        yield Item(item.kind, item.text, x, _ROW, _fitting(item.name, named), item.symbol, item.seat)


def _fitting(name: str, named: int) -> str:
    """A planet's name, as much of it as has room beside the names of its neighbours."""
    room = _NAME_ROOM.get(named, 0)
    return name if len(name) <= room else f"{name[: room - 1].strip()}…"


def _planets(board: Board, system: System) -> Iterator[Item]:
    for name, planet in system.planets.items():
        worth = board.survey.planet(system.position, name)
        yield Item("planet", f"{worth.resources}/{worth.influence}", 0, 0, name, seat=planet.control)


def _station(tile: Tile) -> Iterator[Item]:
    if tile.space_station is not None:
        yield Item("station", f"{tile.space_station.resources}/{tile.space_station.influence}", 0, 0)


def _wormholes(board: Board, system: System) -> Iterator[Item]:
    """The wormholes of a system; those that a token brings look like a token."""
    printed = board.tables.tiles.by_number[system.tile].wormholes
    for kind in wormholes_in(system, board.tables.tiles):
        token = any(_brings(board, placed.key, placed.side, kind) for placed in system.tokens)
        yield Item("token" if token or kind not in printed else "wormhole", GREEK[kind], 0, 0)


def _brings(board: Board, key: str, side: Wormhole | None, kind: Wormhole) -> bool:
    return kind == side or kind in board.tables.tiles.tokens_by_key[key].wormholes


def _others(board: Board, system: System) -> Iterator[Item]:
    for anomaly in board.tables.tiles.by_number[system.tile].anomalies:
        yield Item("anomaly", "", 0, 0, symbol=anomaly)
    for placed in system.tokens:
        token = board.tables.tiles.tokens_by_key[placed.key]
        if token.sides:
            yield Item("anomaly", "", 0, 0, symbol="storm")
        elif not token.wormholes and token.planet is None:
            yield Item("token", token.name[:2], 0, 0)
    if system.frontier:
        yield Item("frontier", "", 0, 0)
