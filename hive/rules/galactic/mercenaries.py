"""Mercenaries for Hire: cards that players gain, of which the second makes the Hive angry. Rules: page 36."""

from __future__ import annotations

from hive.model.game import Game, Player
from hive.rules.area.points import gain_counters
from hive.steps import Item, Procedure, Tell
from hive.words import Words, count, say

COUNTER, MAXIMUM = "36.mercenaries.counter", "36.mercenaries.maximum"
_ANGERS = 2


def hired(game: Game, seat: Player) -> Procedure[None]:
    """A player has gained a mercenary card; the second brings an aggression counter. Rule: 36.mercenaries.counter."""
    player = game.players[seat]
    player.mercenaries += 1
    number = count(player.mercenaries, "mercenary card")
    lines = []
    if player.mercenaries == _ANGERS:
        gained = count(gain_counters(game, seat, 1), "aggression counter")
        lines.append(Item(say("{who} gains {counters}.", who=game.name(seat), counters=gained), rule=COUNTER))
    left = game.tables.figures.mercenaries_maximum.value - _gained(game)
    note = say("{number} can yet be gained", number=left)
    lines.append(Item(say("{who} has {cards}.", who=game.name(seat), cards=number), note, MAXIMUM))
    yield Tell(say("{who} hires a mercenary.", who=game.name(seat)), COUNTER, items=tuple(lines))


def no_mercenary(game: Game) -> Words:
    """Why no other card can be gained. Rule: 36.mercenaries.maximum."""
    most = game.tables.figures.mercenaries_maximum.value
    if _gained(game) < most:
        return ""
    return say("You have gained {most} together: that is all there can be.", most=count(most, "mercenary card"))


def _gained(game: Game) -> int:
    return sum(player.mercenaries for player in game.players.values())
