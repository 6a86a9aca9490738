"""What lies in a system: a row of discs, planets first, large where nobody stands below them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from hive.board.adjacency import wormholes_in
from hive.catalog.tables import Wormhole
from hive.model.galaxy import System, anomalies_in
from hive.web.drawing.chips import fleets_in, split
from hive.web.drawing.shapes import Disc
from hive.web.drawing.words import GREEK, Board

# How far above the middle the row lies, how large it is, and how wide it can be: with nobody there, with ground forces
# alone, and with one, two or three fleets.
_ROWS = {0: (-5, 1.25, 98), 1: (-22, 1.12, 88), 2: (-30, 1.08, 83), 3: (-33.5, 0.8, 76), 4: (-39, 0.6, 66)}
# The same above one fleet that takes two belts.
_ABOVE_TWO_BELTS = (-33.5, 0.99, 82)
# Below this size a planet's values could not be read: they are left to the panel.
_LEAST_FOR_TEXT, _SMALLEST = 0.97, 0.5
_PLANET, _SIGN, _WIDEST_GAP, _ALONE = 28, 25, 6, 1.45


def discs(board: Board, system: System) -> Iterator[Disc]:
    """The planets of a system, its wormholes, and what else is printed or placed there, from left to right."""
    found = list(
        chain(_planets(board, system), _station(board, system), _wormholes(board, system), _others(board, system))
    )
    if not found:
        return
    y, size, room = _ABOVE_TWO_BELTS if split(system, board.tables) else _ROWS[_row(system)]
    if size > 1.2 and not system.planets:
        size = _ALONE if len(found) == 1 else size
    widths: list[float] = [_PLANET if item.kind in ("planet", "station") else _SIGN for item in found]
    size = max(min(size, room / sum(widths)), _SMALLEST)
    gap = max(0, min(_WIDEST_GAP, (room / size - sum(widths)) / len(found)))
    widths = [(width + gap) * size for width in widths]
    x = -sum(widths) / 2
    for item, width in zip(found, widths, strict=True):
        text = "" if item.kind in ("planet", "station") and size < _LEAST_FOR_TEXT else item.text
        yield replace(item, x=round(x + width / 2, 1), y=y, size=round(size, 2), text=text)
        x += width


def _row(system: System) -> int:
    fleets = fleets_in(system)
    landed = any(any(units.values()) for planet in system.planets.values() for units in planet.units.values())
    return fleets + 1 if fleets else int(landed)


def _planets(board: Board, system: System) -> Iterator[Disc]:
    for name, planet in system.planets.items():
        worth = board.survey.planet(system.position, name)
        yield Disc("planet", f"{worth.resources}/{worth.influence}", seat=planet.control)


def _station(board: Board, system: System) -> Iterator[Disc]:
    tile = board.tables.tiles.by_number[system.tile]
    if tile.space_station is not None:
        yield Disc("station", f"{tile.space_station.resources}/{tile.space_station.influence}", seat=system.station)


def _wormholes(board: Board, system: System) -> Iterator[Disc]:
    """The wormholes of a system; those that a token brings look like a token."""
    printed = board.tables.tiles.by_number[system.tile].wormholes
    for kind in wormholes_in(system, board.tables.tiles):
        token = any(_brings(board, placed.key, placed.side, kind) for placed in system.tokens)
        yield Disc("token" if token or kind not in printed else "wormhole", GREEK[kind])


def _brings(board: Board, key: str, side: Wormhole | None, kind: Wormhole) -> bool:
    return kind == side or kind in board.tables.tiles.tokens_by_key[key].wormholes


def _others(board: Board, system: System) -> Iterator[Disc]:
    for anomaly in anomalies_in(system, board.tables.tiles):
        yield Disc("anomaly", "", symbol=anomaly)
    if board.tables.tiles.by_number[system.tile].egress:
        yield Disc("wormhole", "Eg")
    for placed in system.tokens:
        token = board.tables.tiles.tokens_by_key[placed.key]
        if token.sides:
            yield Disc("anomaly", "", symbol="storm")
        elif not token.wormholes and not token.anomalies and token.planet is None:
            yield Disc("token", token.name[:2])
    if system.frontier:
        yield Disc("frontier", "")
