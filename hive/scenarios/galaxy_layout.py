"""Which tile lies where on the board of a scenario, and which factions have their homes there."""

from __future__ import annotations

from collections.abc import Mapping

from hive.board.adjacency import hex_at
from hive.board.layout import Layout
from hive.catalog.documents import Document, Keys, TableError
from hive.catalog.tables import Tables, Tile
from hive.catalog.wording import near
from hive.model.game import PLAYERS, Player
from hive.scenarios.default_board import HOMES, TILES
from hive.scenarios.galaxy_schema import GivenGalaxy
from hive.scenarios.schema import Given

KEYS: Keys = ("given", "galaxy")


def layout_of(document: Document, given: Given, tables: Tables) -> Layout | None:
    """The layout that a scenario gives; None if it gives no galaxy. Errors: TableError naming what fits no board."""
    if given.galaxy is None:
        return None
    homes = _homes(document, given.galaxy)
    placed = _with_homes(given, homes, tables)
    for slot, number in given.galaxy.tiles.items():
        keys: Keys = (*KEYS, "tiles", slot)
        _known_tile(document, given, tables, keys, number)
        if hex_at(slot) is not None:
            check_slot(document, slot, keys)
            _lay(placed, slot, number)
    for slot, number in given.galaxy.tiles.items():
        if placed.get(slot, number) != number:
            raise _wrong(document, (*KEYS, "tiles", slot), f"tile {number} is named for two slots")
    return Layout(placed, given.galaxy.ion_side, homes)


def faction_at_home(layout: Layout, tables: Tables, player: Player) -> str | None:
    """The faction to which the tile in a player's home slot belongs; None for a tile that is nobody's home."""
    tile = tables.tiles.by_number[layout.tiles[layout.homes[player]]]
    return tile.home_of or tile.faction


def check_slot(document: Document, slot: str, keys: Keys) -> None:
    """Errors: TableError where the board has no such slot."""
    if slot not in TILES:
        text = f"no slot is called '{slot}'; there are 000, 101 to 106, 201 to 212 and 301 to 318"
        raise _wrong(document, keys, text)


def _homes(document: Document, given: GivenGalaxy) -> dict[Player, str]:
    homes = dict(HOMES)
    named: dict[Player, str | None] = {"p1": given.homes.p1, "p2": given.homes.p2}
    for player, slot in named.items():
        if slot is not None:
            check_slot(document, slot, (*KEYS, "homes", player))
            homes[player] = slot
    if homes["p1"] == homes["p2"]:
        raise _wrong(document, (*KEYS, "homes"), "the players have their homes in two different slots")
    return homes


def _with_homes(given: Given, homes: Mapping[Player, str], tables: Tables) -> dict[str, str]:
    """The default tiles, but with the home of a player's faction, or the gate to it, where one is named."""
    placed = dict(TILES)
    for player in PLAYERS:
        _lay(placed, homes[player], TILES[HOMES[player]])
    factions: dict[Player, str | None] = {"p1": given.players.p1.faction, "p2": given.players.p2.faction}
    for player, faction in factions.items():
        number = _tile_of(faction, tables) if faction is not None else None
        if number is not None:
            _lay(placed, homes[player], number)
    return placed


def _tile_of(faction: str, tables: Tables) -> str | None:
    """The tile that a faction has on the map: its gate, if it has one; None for a faction without a home."""
    return tables.tiles.gate_of(faction) or next(iter(tables.tiles.homes_of(faction)), None)


def _lay(placed: dict[str, str], slot: str, number: str) -> None:
    """Lay a tile; if it lies elsewhere, the two change places."""
    before = next((other for other, tile in placed.items() if tile == number), None)
    if before is not None:
        placed[before] = placed[slot]
    placed[slot] = number


def _known_tile(document: Document, given: Given, tables: Tables, keys: Keys, number: str) -> Tile:
    tile = tables.tiles.by_number.get(number)
    if tile is None:
        raise _wrong(document, keys, f"no tile has the number '{number}'.{near(number, list(tables.tiles.by_number))}")
    if tile.box not in given.boxes:
        raise _wrong(document, keys, f"tile {number} comes with the box '{tile.box}'; name it under given.boxes")
    return tile


def _wrong(document: Document, keys: Keys, text: str) -> TableError:
    return TableError([document.message(keys, text)])
