"""Tiles and planets that change in the middle of a game, by what players do (1.scope.unchanged-rules).

A tile that a faction brings, such as the supernova of the Muaat, takes the place of another one; two systems change
places with all that lies in them (the Creuss); a planet is destroyed (Stellar Converter).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from hive.board import pieces
from hive.board.editable import NO, Edit, Editable
from hive.board.hexes import hex_at
from hive.fields import Choice, Number, OneOf
from hive.model.galaxy import PlanetState, System
from hive.model.game import PLAYERS, Game, Player
from hive.naming import planet as planet_name
from hive.naming import system_label
from hive.words import Name, say

_STAYS = Choice(NO, say("No"))


def exchanges(game: Game, system: System) -> Iterator[Edit]:
    """What can become of a system itself, as fields of its sheet."""
    on_map = hex_at(system.position) is not None
    if on_map and system.position not in pieces.galaxy_of(game).spawning.values():
        yield from _tile(game, system)
    if on_map:
        yield _place(game, system)
    for planet in game.tables.tiles.by_number[system.tile].planets:
        yield _destroyed(game, system, planet.name)


def _tile(game: Game, system: System) -> Iterator[Edit]:
    """Which tile takes the place of this one, where a faction of these boxes brings any."""
    choices = tuple(
        Choice(one.tile, say("{faction}: tile {number}", faction=Name(one.faction or ""), number=Name(one.tile)))
        for one in game.tables.tiles.tiles
        if one.role == "faction_ability_tile" and one.box in game.settings.boxes and one.tile != system.tile
    )
    if choices:
        field = OneOf(f"{system.position}/tile", say("another tile takes its place"), (_STAYS, *choices))
        yield Editable(field, partial(_write, change=set_tile, position=system.position), "exchanges", NO)


def _place(game: Game, system: System) -> Edit:
    """With which other system on the map this one changes places."""
    others = [one for one in sorted(pieces.galaxy_of(game).systems) if hex_at(one) and one != system.position]
    choices = tuple(Choice(one, system_label(game, one)) for one in others)
    field = OneOf(f"{system.position}/place", say("changes places with"), (_STAYS, *choices))
    return Editable(field, partial(_write, change=exchange, position=system.position), "exchanges", NO)


def _write(game: Game, value: str, change: Callable[[Game, str, str], None], position: str) -> None:
    if value != NO:
        change(game, position, value)


def _destroyed(game: Game, system: System, name: str) -> Edit:
    """Whether a planet that is printed on the tile is destroyed."""
    words = say("{planet} is destroyed", planet=planet_name(game, name))
    field = Number(f"{system.position}/planet/{name}/destroyed", words, maximum=1)
    write = partial(_write_destroyed, position=system.position, planet=name)
    return Editable(field, write, "exchanges", int(name not in system.planets))


def _write_destroyed(game: Game, value: int, position: str, planet: str) -> None:
    set_destroyed(game, position, planet, bool(value))


def set_tile(game: Game, position: str, number: str) -> None:
    """Lay another tile into a system: its planets go with all that is on them, and the ships of all but its owner."""
    system = pieces.galaxy_of(game).systems[position]
    owner = _owner(game, game.tables.tiles.by_number[number].faction or "")
    system.tile, system.planets, system.frontier = number, {}, False
    for token in list(system.tokens):
        pieces.remove_token(game, position, token.key)
    if owner is not None:
        system.units = {seat: units for seat, units in system.units.items() if seat == owner}
        system.damaged = {seat: units for seat, units in system.damaged.items() if seat == owner}
    pieces.touch(game, position)
    pieces.recount(game)


def _owner(game: Game, faction: str) -> Player | None:
    settings = {"p1": game.settings.p1, "p2": game.settings.p2}
    return next((seat for seat in PLAYERS if settings[seat].faction == faction), None)


def exchange(game: Game, position: str, other: str) -> None:
    """Two systems change places with all that lies in them; what is known by its place is so where it lies now."""
    galaxy = pieces.galaxy_of(game)
    one, two = galaxy.systems[position], galaxy.systems[other]
    one.position, two.position = other, position
    galaxy.systems[position], galaxy.systems[other] = two, one
    moved = {position: other, other: position}
    galaxy.spawning = {name: moved.get(at, at) for name, at in galaxy.spawning.items()}
    for at in moved:
        pieces.touch(game, at)
    pieces.recount(game)


def set_destroyed(game: Game, position: str, planet: str, gone: bool) -> None:
    """Take a planet off the map with all that is on it, or put it back without anything."""
    system = pieces.galaxy_of(game).systems[position]
    if gone:
        system.planets.pop(planet, None)
    elif any(printed.name == planet for printed in game.tables.tiles.by_number[system.tile].planets):
        system.planets.setdefault(planet, PlanetState())
    pieces.touch(game, position)
    pieces.recount(game)
