"""What the story of the game keeps of each round. No rule reads it."""

from __future__ import annotations

from hive.model.game import PLAYERS, Game
from hive.model.story import RoundRecord
from hive.rules.board.sides import board_of


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
        systems=board_of(game).held(),
        drawn=dict(game.drawn),
    )
