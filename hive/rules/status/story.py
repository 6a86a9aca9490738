"""What the story of the game keeps of each round. No rule reads it."""

from __future__ import annotations

from hive.catalog.tables import Seat
from hive.model.board_counts import holds_units
from hive.model.galaxy import Galaxy
from hive.model.game import PLAYERS, Game, RoundRecord


def close_round(game: Game) -> None:
    """Keep how the game stands at the end of a round, and begin to count drawn cards anew."""
    game.story.append(record_of(game))
    game.drawn = {}


def record_of(game: Game) -> RoundRecord:
    """How the game stands now."""
    hive, ships = game.hive, [unit.key for unit in game.tables.units.larger_ships]
    return RoundRecord(
        round=game.round,
        points={"hive": hive.victory_points, **{seat: game.players[seat].victory_points for seat in PLAYERS}},
        resources=hive.bank.resources,
        influence=hive.bank.influence,
        trade_goods=hive.trade_goods,
        command_tokens=hive.tokens.tactic + hive.tokens.strategy,
        fleet={ship: hive.units[ship] for ship in ships if hive.units.get(ship)},
        planets=sum(hive.spawning_planets.values()) + hive.standard_planets,
        systems={seat: _held(game.galaxy, seat) for seat in game.seats} if game.galaxy else {},
        drawn=dict(game.drawn),
    )


def _held(galaxy: Galaxy, seat: Seat) -> list[str]:
    """The systems in which a side has units or controls a planet."""
    return sorted(
        position
        for position, system in galaxy.systems.items()
        if holds_units(system, seat) or any(planet.control == seat for planet in system.planets.values())
    )
