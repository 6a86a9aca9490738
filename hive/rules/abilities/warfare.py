"""(6) Warfare: command tokens off the board, and free ships. Rules: page 12."""

from __future__ import annotations

from hive import keys
from hive.board import table as board
from hive.model.game import Game
from hive.naming import items, system_name, units
from hive.rules.abilities.outcome import Outcome
from hive.rules.area.planets import controlled_spawning_systems
from hive.rules.area.reinforcements import place, weakest_ships
from hive.rules.placing.places import book, hears_of_players, place_words
from hive.rules.placing.ships import ask_free_ships, plan_free_ships
from hive.rules.placing.tokens import remove_tokens, tokens_to_remove
from hive.steps import Item, Mended, Procedure, anew, asked
from hive.words import listed


def primary(game: Game, icons: int) -> Procedure[Outcome]:
    """Take as many command tokens off the board as there are icons; a free ship for each that is missing.

    Rules: 12.warfare.remove, 12.warfare.gain, 12.warfare.ship-instead.
    """
    if game.galaxy is not None:
        return (yield from _primary_on_board(game, icons))
    removed = min(icons, game.hive.tokens.board)
    game.hive.tokens.board -= removed
    game.hive.tokens.tactic += removed
    lines = _removal(removed)
    if removed == icons:
        return Outcome(tuple(lines), moves_plastic=True)
    return (yield from place_ships(game, icons - removed, lines, "12.warfare.ship-instead"))


def _primary_on_board(game: Game, icons: int) -> Procedure[Outcome]:
    """The same with a tracked galaxy: the board says which tokens leave."""
    positions = yield from tokens_to_remove(game, icons)
    lines = remove_tokens(game, positions)
    if lines:
        lines.append(_gained(len(lines)))
    if len(positions) == icons:
        return Outcome(tuple(lines), moves_plastic=True)
    return (yield from place_ships(game, icons - len(positions), lines, "12.warfare.ship-instead"))


def secondary(game: Game) -> Procedure[Outcome]:
    """Place the weakest non-fighter ship. Rule: 12.warfare.secondary."""
    ships = game.tables.figures.warfare_secondary_ships.value
    return (yield from place_ships(game, ships, [], "12.warfare.secondary"))


def _removal(removed: int) -> list[Item]:
    if not removed:
        return []
    return [
        Item(
            f"Take {items(removed, 'command_tokens')} of the Hive off the board.",
            "no spawning system first, then most ship strength, fewest planets, least influence and resources",
            "12.warfare.remove",
        ),
        _gained(removed),
    ]


def _gained(removed: int) -> Item:
    return Item(f"The Hive gains {items(removed, 'command_tokens')} in its tactic pool.", rule="12.warfare.gain")


def place_ships(game: Game, number: int, before: list[Item], rule: str) -> Procedure[Outcome]:
    """Place the cheapest non-fighter ships of the reinforcements free of charge, as many as find a place.

    Rules: 12.warfare.ship-instead, 12.warfare.ship-location, 12.warfare.ship-condition.
    """
    ships = weakest_ships(game, number)
    if not ships:
        none = Item("No ship is left in the Hive's reinforcements.", rule=rule)
        return Outcome((*before, none), moves_plastic=bool(before))
    if not controlled_spawning_systems(game):
        none = Item("The Hive controls no planet in a spawning system.", rule="12.warfare.ship-condition")
        return Outcome((*before, none), moves_plastic=bool(before))
    if game.galaxy is not None:
        closed: set[str] = set()
        return (yield from anew(lambda: _place_on_board(game, number, before, rule, closed)))
    text = f"Place {listed([units(game, share, key) for key, share in ships.items()])}"
    told = [*before, *_places(game)]
    placed = yield from board.placed(game, keys.PLACE_SHIPS, text, sum(ships.values()), rule, told, "Ship production")
    lines = list(before)
    for key, share in ships.items():
        now = min(placed, share)
        placed -= now
        place(game, key, now)
        lines.append(Item(f"Placed {units(game, now, key)}, free of charge.", rule=rule))
    return Outcome(tuple(lines), moves_plastic=True, confirmed=True)


def _place_on_board(game: Game, number: int, before: list[Item], rule: str, closed: set[str]) -> Procedure[Outcome]:
    """The same with a tracked galaxy: the board says where, and is asked anew whenever the table mends it."""
    in_turn = [key for key, share in weakest_ships(game, number).items() for _ in range(share)]
    plan = yield from plan_free_ships(game, in_turn, closed)
    answer = yield from asked(ask_free_ships(game, plan, before, rule, closed))
    if hears_of_players(game, answer, closed):
        raise Mended
    placed = plan[: int(answer)]
    book(game, placed)
    lines = [Item(f"Placed {place_words(game, one)}, free of charge.", one.because, rule) for one in placed]
    return Outcome((*before, *lines), moves_plastic=True, confirmed=True)


def _places(game: Game) -> list[Item]:
    """Rules: 12.warfare.ship-location, 12.warfare.ship-condition."""
    names = [system_name(game, system) for system in controlled_spawning_systems(game)]
    return [
        Item(
            "One by one, each in the spawning system with the fewest Hive ships.",
            "ties: least ship strength, most planets, influence, resources",
            "12.warfare.ship-location",
        ),
        Item(
            f"Only {listed(names, 'or')} can take them, and only without player ships.",
            "at least 1 Hive planet there",
            "12.warfare.ship-condition",
        ),
    ]
