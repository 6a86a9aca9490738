"""A whole board: the default template with a tile in every slot, the Hive and both players in their systems."""

from __future__ import annotations

from collections.abc import Mapping

from board_drawing import TABLES
from hive.board.layout import new_galaxy
from hive.model.galaxy import Galaxy
from hive.scenarios.situation import TILES

SPAWNING = {"main": "310", "aux1": "209", "aux2": "205", "home_p1": "316", "home_p2": "304", "mecatol_rex": "000"}


def galaxy(tiles: Mapping[str, str] = TILES, **ships: Mapping[str, int]) -> Galaxy:
    """The board with the Hive in control of its spawning systems; ships by position, ``h209`` the Hive's."""
    found = new_galaxy(TABLES, tiles, ["base", "pok"])
    found.spawning = {key: position for key, position in SPAWNING.items() if position in tiles}  # type: ignore[misc]
    for seat, systems in (("hive", ("310", "209", "205")), ("p1", ("316",)), ("p2", ("304",))):
        for position in systems:
            control(found, position, seat)
    for name, units in ships.items():
        seat = {"h": "hive", "a": "p1", "b": "p2"}[name[0]]
        found.systems[name[1:]].units[seat] = dict(units)  # type: ignore[index]
    return found


def control(found: Galaxy, position: str, seat: str | None) -> None:
    if position in found.systems:
        for planet in found.systems[position].planets.values():
            planet.control = seat  # type: ignore[assignment]
