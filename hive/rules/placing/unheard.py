"""A system as it might be without anybody having said so, and what is known of players there.

Nobody books every move of the players. Where the Hive has units it is only in doubt whether players have left: players
who go there say so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import replace

from hive.catalog.tables import Foe, Seat
from hive.model.board_counts import holds_units, places_in
from hive.model.galaxy import PlanetState, System
from hive.model.game import FOES, PLAYERS, Game, Player
from hive.naming import units
from hive.words import PlanetName, Words, listed, say

# What might have come to a system: something that is hardly there at all, and something that blocks and outweighs.
_ARRIVALS: tuple[str, ...] = ("fighter", "war_sun")


def might_be(system: System) -> Iterator[System]:
    """The system as it might be without anybody having said so."""
    left = _without_players(system, [system]) if any(system.units.get(seat) for seat in PLAYERS) else None
    if left is not None:
        yield left
    if holds_units(system, *PLAYERS):
        yield _without_players(system, places_in(system))
    if holds_units(system, "hive"):
        return
    for seat in PLAYERS:
        for unit in _ARRIVALS:
            yield _with_one_more(system, seat, unit)
        if any(planet.control not in PLAYERS for planet in system.planets.values()):
            yield _taken(system, seat)
            if left is not None:
                yield _taken(left, seat)
    yield _with_one_more(_with_one_more(system, "p1", _ARRIVALS[0]), "p2", _ARRIVALS[0])


def _without_players(system: System, places: Iterable[System | PlanetState]) -> System:
    """Without the players' units in some of its places: its space area, its planets."""
    emptied = deepcopy(system)
    left = [id(place) for place in places]
    for place, there in zip(places_in(emptied), places_in(system), strict=True):
        if id(there) in left:
            for seat in PLAYERS:
                place.units.pop(seat, None)
    return emptied


def _taken(system: System, seat: Player) -> System:
    """All planets that no player is known to hold in a player's hands."""
    held = {
        name: planet if planet.control in PLAYERS else replace(planet, control=seat, units={seat: {"infantry": 1}})
        for name, planet in system.planets.items()
    }
    return replace(system, planets=held)


def _with_one_more(system: System, seat: Seat, unit: str) -> System:
    side = dict(system.units.get(seat, {}))
    side[unit] = side.get(unit, 0) + 1
    return replace(system, units={**system.units, seat: side})


def players_known(game: Game, system: System) -> Words:
    """The units of players, and neutral ones, in a system in words, as last known; empty without any."""
    sides = [(seat, _units(game, system, seat)) for seat in FOES]
    known = [say("{who} {units}", who=game.name(seat), units=listed(there)) for seat, there in sides if there]
    return listed(known, ";") if known else ""


def _units(game: Game, system: System, seat: Foe) -> list[Words]:
    words: list[Words] = [units(game, number, key) for key, number in system.units.get(seat, {}).items()]
    for name, planet in system.planets.items():
        words += [
            say("{units} on {planet}", units=units(game, number, key), planet=PlanetName(name, system.position))
            for key, number in planet.units.get(seat, {}).items()
        ]
    return words
