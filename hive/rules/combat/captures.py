"""Ships of the Hive that the Vuil'raith capture in a combat. Rule: 30.transaction.vuil-raith."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from hive.catalog.tables.laws import Captures
from hive.effects import effects
from hive.model.game import PLAYERS, Game, Player
from hive.rules.diagrams.damage import unit_words
from hive.steps import Item
from hive.words import say

_RULE = "30.transaction.vuil-raith"


def captured(game: Game, fought: Collection[Player], destroyed: Mapping[str, int]) -> list[Item]:
    """Ships that fall in a space combat with the Vuil'raith do not come back into the reinforcements, and that is told.

    ``fought``: who is in combat. Other units are limited by no plastic, or are structures as the Hive's mechs are
    (1.setup.mech-double-nature).
    """
    capturing = [
        seat
        for seat in PLAYERS
        if any(seat in fought or one.effect.any_loss for one in effects(game).of(Captures, seat))
    ]
    limited = {unit.key for unit in game.tables.units.larger_ships}
    ships: dict[str, int] = {key: number for key, number in destroyed.items() if number > 0 and key in limited}
    if not capturing or not ships:
        return []
    for key, number in ships.items():
        game.hive.captured[key] = game.hive.captured.get(key, 0) + number
    text = say("{who} captures {units}.", who=game.name(capturing[0]), units=unit_words(game, ships))
    return [Item(text, say("not in the reinforcements until it is returned"), _RULE)]
