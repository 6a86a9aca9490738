"""A player gains aggression counters, and the table hears of it. Rules: page 14."""

from __future__ import annotations

from collections.abc import Iterator

from hive.model.game import Game, Player
from hive.rules.area.points import gain_counters, gain_points
from hive.steps import Tell
from hive.words import count


def takes_mecatol_rex(game: Game, seat: Player) -> Iterator[Tell]:
    """A player has taken Mecatol Rex: counters, and the first time the custodians leave it, for a point of the player.

    Without the custodians the agenda phase is open. Rules: 14.gain.mecatol-rex, 28.6.deck-agenda,
    1.scope.unchanged-rules.
    """
    figures = game.tables.figures
    if not game.agenda_unlocked:
        game.agenda_unlocked = True
        gain_points(game, seat, figures.custodians_points.value)
        points = count(figures.custodians_points.value, "victory point")
        text = f"The custodians leave: {game.name(seat)} gains {points}, and the agenda phase is unlocked."
        yield Tell(text, "28.6.deck-agenda")
    yield angered(game, seat, figures.counters_mecatol_rex.value, "14.gain.mecatol-rex")


def angered(game: Game, seat: Player, number: int, rule: str) -> Tell:
    """Give a player counters up to the maximum, and return the step that tells of it."""
    gained = gain_counters(game, seat, number)
    maximum = game.level.counter_maximum
    text = f"{game.name(seat)} gains {count(gained, 'aggression counter')}" if gained else f"{game.name(seat)} stays"
    return Tell(f"{text}, {game.players[seat].counters} of {maximum}.", rule)
