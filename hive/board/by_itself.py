"""What changes by itself on the board of a game once pieces come or go: whose units, which side up, whose station."""

from __future__ import annotations

from hive.model.board_counts import count_units, holds_units
from hive.model.galaxy import PlanetState, System, set_number
from hive.model.game import NEUTRAL, PLAYERS, Game, Player
from hive.model.seats import MONUMENT


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
