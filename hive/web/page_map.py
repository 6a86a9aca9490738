"""The map of the galaxy as the pages draw it: a game's, a layout's before the game, and the template's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain

from hive.board.adjacency import wormholes_in
from hive.board.fitting import KIND_WORDS
from hive.board.layout import new_galaxy
from hive.catalog.tables import Seat, Tables, Tile, Wormhole
from hive.model.galaxy import Galaxy, System
from hive.model.game import Game
from hive.web.page_map_chips import chips
from hive.web.page_map_shapes import HexView, Item, MapView, Marks, box, lines, places
from hive.web.page_map_words import ANOMALIES, GREEK, SEATS, Board, name_of, position_words, system_words
from hive.words import sentence

_ROW = -17
_WIDEST_GAP, _ROW_WIDTH = 46, 87
# How many letters of a planet's name fit below it, by the number of planets.
_NAME_ROOM = {1: 19, 2: 8, 3: 5}
_ROWS_BELOW_NAMES, _ROWS = (16, 31), (2, 17, 32)
_NO_MARKS = Marks()


def map_view(of: Game | Galaxy, tables: Tables, marks: Marks = _NO_MARKS) -> MapView:
    """The map of a game that tracks a galaxy, or of a galaxy by itself.

    In: what to draw, the tables, and what to point out. Raises ValueError if the game tracks no galaxy.
    """
    board = board_of(of, tables)
    middles = places(board.galaxy.systems)
    hexes = tuple(_hex(board, position, middles[position], marks) for position in board.galaxy.systems)
    left, top, width, height = box(middles.values())
    return MapView(
        label="Map of the galaxy",
        left=left,
        top=top,
        width=width,
        height=height,
        hexes=hexes,
        paths=lines(marks.paths, middles),
        zones=tuple(tables.galaxy.zones.zones),
        sides=tuple((seat, sentence(board.side(seat))) for seat in SEATS) if board.game else (),
    )


def board_of(of: Game | Galaxy, tables: Tables) -> Board:
    """A galaxy with what its words need. Raises ValueError if the game tracks none."""
    if isinstance(of, Galaxy):
        return Board(of, tables)
    if of.galaxy is None:
        raise ValueError("This game tracks no galaxy.")
    return Board(of.galaxy, tables, of)


def layout_view(tables: Tables, tiles: Mapping[str, str], ion_side: Wormhole | None) -> MapView:
    """The map of a galaxy that is to be laid out: the number of each tile stands out."""
    galaxy = new_galaxy(tables, tiles, (), ion_side)
    board, middles = Board(galaxy, tables), places(galaxy.systems)
    left, top, width, height = box(middles.values())
    hexes = tuple(_laid_out(board, system, middles[position]) for position, system in galaxy.systems.items())
    zones = tuple(tables.galaxy.zones.zones)
    return MapView("The tiles to lay out", left, top, width, height, hexes, zones=zones)


def template_view(tables: Tables) -> MapView:
    """The map of the template: kind and zone of each slot, and no tiles. Rules: 2.board.template, 14.zone.board."""
    middles = places(tables.galaxy.kind_of)
    left, top, width, height = box(middles.values())
    hexes = []
    for slot, kind in tables.galaxy.kind_of.items():
        zone, colour = _zone(tables, slot)
        words = f"{slot}: {kind}, {KIND_WORDS[kind]}{f', zone {zone}' if zone else ''}"
        x, y = middles[slot]
        hexes.append(HexView(slot, x, y, colour, zone, top=slot, middle=kind, title=words))
    return MapView(
        "The template of the galaxy", left, top, width, height, tuple(hexes), zones=tuple(tables.galaxy.zones.zones)
    )


def _zone(tables: Tables, position: str) -> tuple[str, str]:
    zone = tables.galaxy.zones.of_slot.get(position)
    return (str(zone.zone), zone.colour) if zone else ("", "")


def _hex(board: Board, position: str, middle: tuple[int, int], marks: Marks) -> HexView:
    system = board.galaxy.systems[position]
    items = tuple(_items(board, system))
    zone, colour = _zone(board.tables, position)
    return HexView(
        position=position,
        x=middle[0],
        y=middle[1],
        colour=colour,
        zone=zone,
        top=position_words(position),
        bottom=board.spawning(position),
        bottom_seat=_spawning_seat(board, position),
        fine=_anomalies(board, system),
        items=items,
        chips=chips(system, board.tables, _ROWS_BELOW_NAMES if any(item.name for item in items) else _ROWS),
        command_tokens=tuple(system.command_tokens),
        mark=marks.of(position),
        touched=position in marks.touched,
        title=system_words(board, position).plain,
    )


def _laid_out(board: Board, system: System, middle: tuple[int, int]) -> HexView:
    zone, colour = _zone(board.tables, system.position)
    return HexView(
        position=system.position,
        x=middle[0],
        y=middle[1],
        colour=colour,
        zone=zone,
        top=position_words(system.position),
        middle=system.tile,
        items=tuple(_items(board, replace(system, frontier=False))),
        title=f"{system.position}: tile {system.tile}, {name_of(board, system)}",
    )


def _spawning_seat(board: Board, position: str) -> Seat | None:
    """The side whose colour the label of a spawning system has."""
    for name, at in board.galaxy.spawning.items():
        if at == position and name != "mecatol_rex":
            return "p1" if name == "home_p1" else "p2" if name == "home_p2" else "hive"
    return None


def _anomalies(board: Board, system: System) -> str:
    return " · ".join(ANOMALIES[key] for key in board.tables.tiles.by_number[system.tile].anomalies)


# --- What lies in a system: a row of discs


def _items(board: Board, system: System) -> Iterator[Item]:
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
