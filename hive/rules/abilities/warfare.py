"""(6) Warfare: command tokens off the board, and free ships. Rules: page 12."""

from __future__ import annotations

from hive.model.game import Game
from hive.naming import items
from hive.rules.abilities.board import board_of
from hive.rules.abilities.outcome import Outcome, no_ship_placed
from hive.rules.area.planets import controlled_spawning_systems, weakest_ships
from hive.steps import Item, Procedure
from hive.words import say


def primary(game: Game, icons: int) -> Procedure[Outcome]:
    """Take as many command tokens off the board as there are icons; a free ship for each that is missing.

    Rules: 12.warfare.remove, 12.warfare.gain, 12.warfare.ship-instead.
    """
    taken = yield from board_of(game).take_tokens(icons)
    lines = [*taken.lines, *([_gained(taken.number)] if taken.number else [])]
    if taken.number == icons:
        return Outcome(tuple(lines), moves_plastic=True, confirmed=taken.confirmed)
    return (yield from place_ships(game, icons - taken.number, lines, "12.warfare.ship-instead"))


def secondary(game: Game) -> Procedure[Outcome]:
    """Place the weakest non-fighter ship. Rule: 12.warfare.secondary."""
    ships = game.tables.figures.warfare_secondary_ships.value
    return (yield from place_ships(game, ships, [], "12.warfare.secondary"))


def _gained(removed: int) -> Item:
    return Item(
        say("[The Hive] gains {tokens} in its tactic pool.", tokens=items(removed, "command_tokens")),
        rule="12.warfare.gain",
    )


def place_ships(game: Game, number: int, before: list[Item], rule: str) -> Procedure[Outcome]:
    """Place the cheapest non-fighter ships of the reinforcements free of charge, as many as find a place.

    Rules: 12.warfare.ship-instead, 12.warfare.ship-location, 12.warfare.ship-condition.
    """
    if not weakest_ships(game, number):
        return no_ship_placed(before, say("No ship is left in [the Hive]'s reinforcements."), rule)
    if not controlled_spawning_systems(game):
        none = say("[The Hive] controls no planet in a spawning system.")
        return no_ship_placed(before, none, "12.warfare.ship-condition")
    return (yield from board_of(game).place_ships(number, before, rule))
