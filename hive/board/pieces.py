"""What stands on the board of a game, and every way to change it. After each change the counts follow from the board.

A place is a position and, for what stands on a planet, the planet's name; without it the space area is meant. Every
function raises KeyError for a position or a planet that the galaxy does not have.
"""

from __future__ import annotations

from hive.board.adjacency import turned
from hive.catalog.tables import Owner, Seat, SpawningSystem
from hive.model.galaxy import Galaxy, PlanetState, System, TokenPlaced, count_units, counts_of, holds_units, set_number
from hive.model.game import MONUMENT, NEUTRAL, PLAYERS, Game, Player, known_galaxy


def join_players(game: Game, player: Player, position: str, place: System | PlanetState) -> None:
    """Neutral units of a Minor Faction turn into those of a player who comes, as far as the reinforcements go.

    Rules: 36.minor.replace-ships, 36.minor.replace-infantry.
    """
    minor, galaxy = game.tables.galaxy.minor_factions, game.galaxy
    if minor is None or galaxy is None or position not in minor.slots:
        return
    for unit, number in [one for one in place.units.get(NEUTRAL, {}).items() if one[0] != MONUMENT]:
        plastic = game.tables.units.by_key[unit].players_plastic
        left = number if plastic is None else max(0, plastic - count_units(galaxy, player).get(unit, 0))
        set_number(place.units, NEUTRAL, unit, 0)
        set_number(place.units, player, unit, place.units.get(player, {}).get(unit, 0) + min(number, left))


def turn_nexus(game: Game, system: System) -> None:
    """The wormhole nexus turns to its active side, for good, once anybody comes there (1.scope.unchanged-rules)."""
    active = game.tables.tiles.active_face(system.tile)
    if active and (holds_units(system, "hive", *PLAYERS) or any(planet.control for planet in system.planets.values())):
        system.tile = active


def change_station(game: Game, system: System) -> None:
    """A space station is controlled by the only side with units there, and stays with it until others alone have ships.

    Rule: 33.station.trade-good.
    """
    if game.tables.tiles.by_number[system.tile].space_station is None:
        return
    ships = {unit.key for unit in game.tables.units.ships}
    here = [seat for seat in game.seats if any(system.units.get(seat, {}).get(unit) for unit in ships)]
    if not here and system.station is None:
        here = [seat for seat in game.seats if holds_units(system, seat)]
    if len(here) == 1:
        system.station = here[0]


# --- what stands on the board of a game, and every way to change it. After each change the counts follow from the board


def galaxy_of(game: Game) -> Galaxy:
    """The galaxy of a game that tracks one. Raises ValueError where none is tracked."""
    if game.galaxy is None:
        raise ValueError("no galaxy is tracked in this game")
    return game.galaxy


def known_system(game: Game, position: str) -> System | None:
    """A system by its position; None without a tracked galaxy, and for no position."""
    return known_galaxy(game).systems.get(position)


def place_of(galaxy: Galaxy, position: str, planet: str | None = None) -> System | PlanetState:
    """The space area of a system, or a planet in it."""
    system = galaxy.systems[position]
    return system if planet is None else system.planets[planet]


def units_at(galaxy: Galaxy, owner: Owner, position: str, planet: str | None = None) -> dict[str, int]:
    """A side's units at a place, by type; types without any are left out."""
    return {unit: number for unit, number in place_of(galaxy, position, planet).units.get(owner, {}).items() if number}


def damaged_at(galaxy: Galaxy, owner: Owner, position: str, planet: str | None = None) -> dict[str, int]:
    """How many of a side's units at a place have sustained damage, by type."""
    return {
        unit: number for unit, number in place_of(galaxy, position, planet).damaged.get(owner, {}).items() if number
    }


def put(game: Game, owner: Owner, unit: str, number: int, position: str, planet: str | None = None) -> None:
    """Put units on the board."""
    if not number:
        return
    place = place_of(galaxy_of(game), position, planet)
    set_units(game, owner, unit, place.units.get(owner, {}).get(unit, 0) + number, position, planet)


def take(game: Game, owner: Owner, unit: str, number: int, position: str, planet: str | None = None) -> int:
    """Take units off the board, as many as stand there, damaged ones first; return how many went."""
    place = place_of(galaxy_of(game), position, planet)
    there = place.units.get(owner, {}).get(unit, 0)
    gone = min(number, there)
    damaged = place.damaged.get(owner, {}).get(unit, 0)
    set_units(game, owner, unit, there - gone, position, planet)
    set_damaged(game, owner, unit, max(0, damaged - gone), position, planet)
    return gone


def move(game: Game, owner: Owner, unit: str, origin: str, destination: str) -> None:
    """Move one ship from the space area of a system to that of another; undamaged ones go first."""
    transfer(game, owner, unit, 1, (origin, None), (destination, None))


def exchange(game: Game, owner: Owner, unit: str, other: str, position: str, damaged: bool = False) -> None:
    """Replace one ship in the space area of a system with one of another type, undamaged ones first or ``damaged``."""
    galaxy = galaxy_of(game)
    there = units_at(galaxy, owner, position).get(unit, 0)
    if there:
        if damaged:
            hurt = damaged_at(galaxy, owner, position).get(unit, 0)
            set_damaged(game, owner, unit, max(0, hurt - 1), position)
        set_units(game, owner, unit, there - 1, position)
        put(game, owner, other, 1, position)


def send(game: Game, owner: Owner, origin: str, destination: str) -> None:
    """All that a side has in the space area of a system goes to another one, damaged as it is."""
    for unit, number in units_at(galaxy_of(game), owner, origin).items():
        transfer(game, owner, unit, number, (origin, None), (destination, None))


def transfer(
    game: Game, owner: Owner, unit: str, number: int, origin: tuple[str, str | None], to: tuple[str, str | None]
) -> None:
    """Move units from one place to another, as many as stand there: undamaged ones first, damaged ones as they are."""
    galaxy = galaxy_of(game)
    there, damaged = (found(galaxy, owner, *origin).get(unit, 0) for found in (units_at, damaged_at))
    going = min(number, there) if to != origin else 0
    put(game, owner, unit, going, *to)
    set_units(game, owner, unit, there - going, *origin)
    hurt = damaged - (there - going)
    if hurt > 0:
        damage(game, owner, unit, hurt, *to)


def set_units(game: Game, owner: Owner, unit: str, number: int, position: str, planet: str | None = None) -> None:
    """Set how many units of a type a side has at a place; no more of them are damaged than are there."""
    place = place_of(galaxy_of(game), position, planet)
    came = number > place.units.get(owner, {}).get(unit, 0)
    set_number(place.units, owner, unit, number)
    if came and owner in PLAYERS and place.units.get(NEUTRAL):
        join_players(game, owner, position, place)
    set_number(place.damaged, owner, unit, min(number, place.damaged.get(owner, {}).get(unit, 0)))
    if isinstance(place, PlanetState) and not place.units.get(owner):
        place.coexisting = [seat for seat in place.coexisting if seat != owner]
    _changed(game, position)


def set_coexisting(game: Game, position: str, planet: str, seat: Seat, does: bool) -> None:
    """Mark a side's units on a planet as coexisting, or no longer; nobody coexists on a planet of its own."""
    place = galaxy_of(game).systems[position].planets[planet]
    others = [one for one in place.coexisting if one != seat]
    place.coexisting = [*others, seat] if does and place.units.get(seat) and place.control != seat else others
    _changed(game, position)


def set_damaged(game: Game, owner: Owner, unit: str, number: int, position: str, planet: str | None = None) -> None:
    """Set how many of a side's units of a type at a place have sustained damage, at most those that are there."""
    place = place_of(galaxy_of(game), position, planet)
    set_number(place.damaged, owner, unit, min(number, place.units.get(owner, {}).get(unit, 0)))
    _changed(game, position)


def damage(game: Game, owner: Owner, unit: str, number: int, position: str, planet: str | None = None) -> None:
    """Mark so many more of a side's units at a place as damaged."""
    before = damaged_at(galaxy_of(game), owner, position, planet).get(unit, 0)
    set_damaged(game, owner, unit, before + number, position, planet)


def set_control(game: Game, position: str, planet: str, owner: Seat | None) -> None:
    """Give the control of a planet to a side, or to nobody; nobody coexists on a planet of its own.

    Neutral units do not stay on a planet of anybody; a monument does on one of a player. Rule:
    37.monuments.hive-destroys.
    """
    place = galaxy_of(game).systems[position].planets[planet]
    place.control = owner
    place.coexisting = [seat for seat in place.coexisting if seat != owner]
    if owner is not None:
        kept = place.units.get(NEUTRAL, {}).get(MONUMENT, 0) if owner in PLAYERS else 0
        for forces in (place.units, place.damaged):
            forces.pop(NEUTRAL, None)
        set_number(place.units, NEUTRAL, MONUMENT, kept)
    _changed(game, position)


def set_barren(game: Game, position: str, planet: str) -> None:
    """Mark a planet whose card is purged. Rule: 36.conventions.marker."""
    galaxy_of(game).systems[position].planets[planet].barren = True
    _changed(game, position)


def put_command_token(game: Game, seat: Seat, position: str) -> None:
    """Put a side's command token into a system; a side never has two there."""
    tokens = galaxy_of(game).systems[position].command_tokens
    if seat not in tokens:
        tokens.append(seat)
    _changed(game, position)


def take_command_token(game: Game, seat: Seat, position: str) -> None:
    """Take a side's command token out of a system, if it lies there."""
    tokens = galaxy_of(game).systems[position].command_tokens
    if seat in tokens:
        tokens.remove(seat)
    _changed(game, position)


def lay_token(game: Game, position: str, token: TokenPlaced) -> None:
    """Lay a token that changes its system, or turn the one that lies there; a planet that it brings comes with it."""
    remove_token(game, position, token.key)
    system = galaxy_of(game).systems[position]
    system.tokens.append(token)
    planet = game.tables.tiles.tokens_by_key[token.key].planet
    if planet is not None:
        system.planets.setdefault(planet.name, PlanetState())
    _changed(game, position)


def turning_tokens(game: Game) -> dict[str, list[str]]:
    """The tokens with two sides on the board, such as the ion storm, by system; nothing without a galaxy."""
    systems = game.galaxy.systems.items() if game.galaxy is not None else ()
    found = {at: [one.key for one in system.tokens if one.side is not None] for at, system in systems}
    return {at: tokens for at, tokens in found.items() if tokens}


def turn_tokens(game: Game, position: str) -> None:
    """Turn every token with two sides in a system, such as the ion storm, to its other side."""
    tiles = game.tables.tiles
    for placed in list(galaxy_of(game).systems[position].tokens):
        if placed.side is not None:
            lay_token(game, position, turned(placed, tiles))


def remove_token(game: Game, position: str, key: str) -> None:
    """Take a token out of a system, with the planet that it brought once nothing stands there."""
    system = galaxy_of(game).systems[position]
    system.tokens = [placed for placed in system.tokens if placed.key != key]
    planet = game.tables.tiles.tokens_by_key[key].planet
    if planet is not None and system.planets.get(planet.name) == PlanetState():
        del system.planets[planet.name]
    _changed(game, position)


def attach(game: Game, position: str, planet: str, key: str) -> None:
    """Attach something to a planet, after what is attached already; a planet never has the same thing twice."""
    attachments = galaxy_of(game).systems[position].planets[planet].attachments
    if key not in attachments:
        attachments.append(key)
    touch(game, position)


def set_frontier(game: Game, position: str, there: bool) -> None:
    """Lay a frontier token into a system, or take it out."""
    galaxy_of(game).systems[position].frontier = there
    touch(game, position)


def touch_none(game: Game) -> None:
    """Another entry of the log begins: no system is touched by it yet."""
    if game.galaxy is not None:
        game.galaxy.touched = []


def touch(game: Game, position: str) -> None:
    """Mark a system as touched by the last entry of the log."""
    touched = galaxy_of(game).touched
    if position not in touched:
        touched.append(position)


def recount(game: Game) -> None:
    """Make the counts of the Hive's units, planets and command tokens on the board those of the board."""
    if game.galaxy is None:
        return
    counts = counts_of(game.galaxy, game.tables)
    game.hive.units = counts.units
    game.hive.spawning_planets = counts.spawning_planets
    game.hive.standard_planets = counts.standard_planets
    game.hive.tokens.board = counts.command_tokens
    game.hive.stations = counts.stations
    game.hive.barren_spawning, game.hive.barren_standard = counts.barren_spawning, counts.barren_standard
    game.hive.home_purged = counts.home_purged


def command_tokens(galaxy: Galaxy, seat: Seat) -> list[str]:
    """The positions of the systems in which a side has a command token."""
    return sorted(position for position, system in galaxy.systems.items() if seat in system.command_tokens)


def spawning_system_at(galaxy: Galaxy, position: str) -> SpawningSystem | None:
    """Which spawning system lies at a position, players' homes and Mecatol Rex included; None for any other system."""
    return next((key for key, where in galaxy.spawning.items() if where == position), None)


def set_station(game: Game, position: str, seat: Seat | None) -> None:
    """Give the control of a system's space station to a side, or to nobody."""
    galaxy_of(game).systems[position].station = seat
    touch(game, position)
    recount(game)


def _changed(game: Game, position: str) -> None:
    system = galaxy_of(game).systems[position]
    change_station(game, system)
    turn_nexus(game, system)
    touch(game, position)
    recount(game)


# --- units that have come somewhere in this move, beside those that stood there before


def take_newcomers(
    game: Game, owner: Owner, unit: str, number: int, position: str, came: int, stood_damaged: int
) -> int:
    """Take units off the board of those that have just come, undamaged ones first; return how many went.

    In: how many came, and how many damaged ones stood there before.
    """
    system = galaxy_of(game).systems[position]
    there, damaged = system.units.get(owner, {}).get(unit, 0), system.damaged.get(owner, {}).get(unit, 0)
    unhurt = came - max(0, damaged - stood_damaged)
    gone = min(number, there)
    set_units(game, owner, unit, there - gone, position)
    set_damaged(game, owner, unit, damaged - max(0, gone - unhurt), position)
    return gone
