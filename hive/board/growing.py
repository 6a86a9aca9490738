"""Systems and tiles that come, go or change in the middle of a game.

Each brings its zone and its neighbours along: a discovered one by the slot where it is laid, The Fracture by its tiles.

A tile that a faction brings, such as the supernova of the Muaat, takes the place of another one; two systems change
places with all that lies in them (the Creuss); a planet is destroyed (Stellar Converter).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from hive.board import pieces
from hive.board.adjacency import hex_at, slots_around
from hive.board.editable import NO, Edit, Editable
from hive.board.layout import one_face_of_each
from hive.board.survey import Survey
from hive.catalog.tables import Tables, Tile
from hive.effects import effects
from hive.fields import Choice, Number, OneOf
from hive.model.galaxy import Galaxy, PlanetState, System
from hive.model.game import NEUTRAL, PLAYERS, Game, Settings
from hive.naming import planet as planet_name
from hive.naming import system_label
from hive.words import Name, Words, listed, say

FRACTURE = "fracture_"
# A discovered system touches so many that are no homes.
_NEIGHBOURS = 2


def new_slots(survey: Survey, zone: int) -> list[str]:
    """Where a system can be discovered next to one of a zone: it touches two systems that are no homes.

    Rules: 35.exploration.player-systems, 35.exploration.hive-systems, M40.
    """
    positions = survey.positions
    free = {slot for one in positions for slot in slots_around(one) if slot not in positions}
    found = []
    for slot in sorted(free):
        beside = [one for one in slots_around(slot) if one in positions and one not in homes(survey)]
        zones = [own.zone for one in beside if (own := survey.zone(one)) is not None]
        if len(beside) >= _NEIGHBOURS and zone in zones:
            found.append(slot)
    return found


def homes(survey: Survey) -> set[str]:
    """The home systems: the players', and the Hive's main spawning system (M40)."""
    main = survey.where("main")
    return {*survey.other_homes, *([main] if main is not None else [])}


def unused_tiles(game: Game, backs: Sequence[str] = ("blue", "red")) -> list[Tile]:
    """The tiles of these boxes that lie nowhere, by their backs."""
    lying = {system.tile for system in pieces.galaxy_of(game).systems.values()}
    return [
        tile
        for tile in game.tables.tiles.tiles
        if tile.back in backs and tile.box in game.settings.boxes and tile.tile not in lying and tile.role is None
    ]


def add_system(game: Game, position: str, number: str, zone: int | None = None) -> None:
    """Lay a tile where none lies: a system without anybody, with a frontier token where it has no planet."""
    tile = game.tables.tiles.by_number[number]
    planets = {planet.name: PlanetState() for planet in tile.planets}
    frontier = not planets and tile.role is None
    pieces.galaxy_of(game).systems[position] = System(position, number, planets, frontier=frontier, zone=zone)
    pieces.touch(game, position)
    pieces.recount(game)


def remove_system(game: Game, position: str) -> None:
    """A system is gone for good, with all that is in it; whose home it was has none."""
    galaxy = pieces.galaxy_of(game)
    del galaxy.systems[position]
    galaxy.spawning = {name: at for name, at in galaxy.spawning.items() if at != position}
    galaxy.touched = [at for at in galaxy.touched if at != position]
    pieces.recount(game)


def discoveries(game: Game, system: System) -> Iterator[Edit]:
    """A system that is discovered next to this one, for each free slot, where an option has them discovered."""
    rules = game.tables.galaxy.discoveries
    if not rules or hex_at(system.position) is None:
        return
    survey = Survey(pieces.galaxy_of(game), game.tables, effects(game))
    zone = survey.zone(system.position)
    own = next((rule for rule in rules if zone is not None and rule.beside == zone.zone), None)
    slots = [slot for slot in new_slots(survey, own.beside) if slot in slots_around(system.position)] if own else []
    choices = tuple(Choice(tile.tile, _words(tile)) for tile in unused_tiles(game))
    for slot in slots if own is not None else ():
        label = say("a system is discovered at {slot}", slot=Name(slot))
        field = OneOf(f"{system.position}/discovered/{slot}", label, (Choice(NO, say("No")), *choices))
        yield Editable(field, partial(_discover, position=slot, zone=own.zone if own else None), "exchanges", NO)


def _discover(game: Game, value: str, position: str, zone: int | None) -> None:
    if value != NO:
        add_system(game, position, value, zone)


def _words(tile: Tile) -> Words:
    names = listed([Name(planet.name) for planet in tile.planets], "/") if tile.planets else say("no planet")
    return say("tile {tile}: {planets}", tile=Name(tile.tile), planets=names)


def fracture_lies(galaxy: Galaxy) -> bool:
    """Whether The Fracture is in play."""
    return any(position.startswith(FRACTURE) for position in galaxy.systems)


def add_fracture(game: Game) -> list[str]:
    """Bring The Fracture into play with its neutral guards; out: its positions."""
    found = []
    for tile in game.tables.tiles.tiles:
        if tile.role == "fracture":
            position = FRACTURE + tile.tile[1:]
            add_system(game, position, tile.tile)
            found.append(position)
            for unit, number in tile.guards.items():
                pieces.put(game, NEUTRAL, unit, number, position)
            for planet in tile.planets:
                for unit, number in tile.planet_guards.items():
                    pieces.put(game, NEUTRAL, unit, number, position, planet.name)
    return found


def minor_factions(
    tables: Tables, settings: Settings, lying: Mapping[str, str], shuffled: Callable[[list[str]], list[str]]
) -> dict[str, str]:
    """The tile of each Minor Faction system: a home system that lies there already, or else a random unused one.

    In: the tile of each position; ``shuffled`` brings the unused ones into an order. Two faces of a tile are one.
    Rule: 36.minor.systems (M52).
    """
    minor, tiles = tables.galaxy.minor_factions, tables.tiles
    if minor is None:
        return {}
    found = {slot: lying[slot] for slot in minor.slots if tiles.by_number[lying[slot]].home_of}
    playing = {settings.p1.faction, settings.p2.faction}
    unused = [
        tile.tile
        for tile in tiles.tiles
        if tile.home_of and tile.planets and tile.box in settings.boxes
        if tile.home_of not in playing and tiles.gate_of(tile.home_of) is None
    ]
    drawn = one_face_of_each(shuffled(unused), lying.values())
    return found | dict(zip((slot for slot in minor.slots if slot not in found), drawn, strict=False))


def lay_minor_factions(game: Game, shuffled: Callable[[list[str]], list[str]]) -> None:
    """Lay random home systems of unused factions in place of some systems, each with its neutral units.

    A home system that lies there already stays: a new game comes with them, drawn where its galaxy is shown. What is
    drawn here is so in the logs of earlier versions, and in games that play themselves.

    Rules: 36.minor.systems, 36.minor.neutral-units (M52).
    """
    minor, galaxy = game.tables.galaxy.minor_factions, pieces.galaxy_of(game)
    if minor is None:
        return
    lying = {position: system.tile for position, system in galaxy.systems.items()}
    for slot, number in minor_factions(game.tables, game.settings, lying, shuffled).items():
        add_system(game, slot, number)
        for unit, ships in minor.ships.items():
            pieces.put(game, NEUTRAL, unit, ships, slot)
        planets = [planet.name for planet in game.tables.tiles.by_number[number].planets]
        for place in range(minor.infantry):
            pieces.put(game, NEUTRAL, "infantry", 1, slot, planets[place % len(planets)])


def refill_wilds(game: Game) -> dict[tuple[str, str], int]:
    """Neutral infantry comes to the planets of a trait that nobody controls, up to their resources; out: how many came.

    None comes where a side has units (M49). Rule: 35.scope.
    """
    galaxy, trait = pieces.galaxy_of(game), game.tables.galaxy.wilds
    survey = Survey(galaxy, game.tables, effects(game))
    came: dict[tuple[str, str], int] = {}
    for position, system in galaxy.systems.items() if trait is not None else ():
        for name, state in system.planets.items():
            planet, there = survey.planet(position, name), state.units.get(NEUTRAL, {}).get("infantry", 0)
            held = state.control is not None or any(state.units.get(seat) for seat in game.seats)
            if trait in planet.traits and not held and planet.resources > there:
                came[position, name] = planet.resources - there
    for (position, name), number in came.items():
        pieces.put(game, NEUTRAL, "infantry", number, position, name)
    return came


# --- tiles and planets that change in the middle of a game, by what players do (1.scope.unchanged-rules)


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
    words = say("{what} is destroyed", what=planet_name(game, name))
    field = Number(f"{system.position}/planet/{name}/destroyed", words, maximum=1)
    write = partial(_write_destroyed, position=system.position, planet=name)
    return Editable(field, write, "exchanges", int(name not in system.planets))


def _write_destroyed(game: Game, value: int, position: str, planet: str) -> None:
    set_destroyed(game, position, planet, bool(value))


def set_tile(game: Game, position: str, number: str) -> None:
    """Lay another tile into a system: its planets go with all that is on them, and all ships but those of the allies.

    Rule: 31.ability.neither-own-nor-other.
    """
    system = pieces.galaxy_of(game).systems[position]
    system.tile, system.planets, system.frontier = number, {}, False
    for token in list(system.tokens):
        pieces.remove_token(game, position, token.key)
    system.units = {seat: units for seat, units in system.units.items() if seat in PLAYERS}
    system.damaged = {seat: units for seat, units in system.damaged.items() if seat in PLAYERS}
    pieces.touch(game, position)
    pieces.recount(game)


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
