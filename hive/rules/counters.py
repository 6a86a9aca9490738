"""A player gains aggression counters, and the table hears of it. Rules: page 14."""

from __future__ import annotations

from hive.model.game import Game, Player
from hive.rules.points import gain_counters
from hive.steps import Tell
from hive.words import count


def angered(game: Game, seat: Player, number: int, rule: str) -> Tell:
    """Give a player counters up to the maximum, and return the step that tells of it."""
    gained = gain_counters(game, seat, number)
    maximum = game.level.counter_maximum
    text = f"{game.name(seat)} gains {count(gained, 'aggression counter')}" if gained else f"{game.name(seat)} stays"
    return Tell(f"{text}, {game.players[seat].counters} of {maximum}.", rule)
