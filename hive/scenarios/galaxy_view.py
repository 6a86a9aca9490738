"""The board of a game in the words of ``given.galaxy``: what ``expect`` is compared with."""

from __future__ import annotations

from hive.board.growing import fracture_lies
from hive.board.layout import ION_STORM
from hive.catalog.documents import Data
from hive.catalog.tables import Seat
from hive.model.galaxy import Forces, Galaxy
from hive.model.game import OWNERS, Game

_SEATS: tuple[Seat, ...] = ("hive", "p1", "p2")


def galaxy_state(game: Game) -> Data:
    """The board under the keys of ``given.galaxy``, every system, planet, side and unit filled in; None without one."""
    galaxy = game.galaxy
    if galaxy is None:
        return None
    systems = galaxy.systems.items()
    return {
        "tiles": {position: system.tile for position, system in systems},
        "ion_side": next((one.side for _, system in systems for one in system.tokens if one.key == ION_STORM), None),
        "homes": {"p1": galaxy.spawning.get("home_p1"), "p2": galaxy.spawning.get("home_p2")},
        "units": {position: _forces(game, system.units) for position, system in systems},
        "damaged": {position: _forces(game, system.damaged) for position, system in systems},
        "planets": _planets(game, galaxy),
        "control": {seat or "nobody": _controlled(galaxy, seat) for seat in (*_SEATS, None)},
        "command_tokens": {
            seat: [*sorted(position for position, system in systems if seat in system.command_tokens)]
            for seat in _SEATS
        },
        "tokens": {position: [one.key for one in system.tokens] for position, system in systems},
        "fracture": fracture_lies(galaxy),
        "frontier": [position for position, system in systems if system.frontier],
    }


def _forces(game: Game, forces: Forces) -> Data:
    units = [unit.key for unit in game.tables.units.units]
    return {seat: {unit: forces.get(seat, {}).get(unit, 0) for unit in units} for seat in OWNERS}


def _planets(game: Game, galaxy: Galaxy) -> Data:
    return {
        name: {
            "control": planet.control or "nobody",
            "units": _forces(game, planet.units),
            "damaged": _forces(game, planet.damaged),
            "attachments": list(planet.attachments),
            "coexisting": list(planet.coexisting),
        }
        for system in galaxy.systems.values()
        for name, planet in system.planets.items()
    }


def _controlled(galaxy: Galaxy, seat: Seat | None) -> Data:
    planets = ((name, planet) for system in galaxy.systems.values() for name, planet in system.planets.items())
    return [*sorted(name for name, planet in planets if planet.control == seat)]
