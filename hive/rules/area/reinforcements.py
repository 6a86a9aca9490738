"""The Hive's plastic: what is left in its reinforcements, and which ships it may take. Rules: pages 2, 8 and 12."""

from __future__ import annotations

from collections.abc import Mapping

from hive.catalog.tables import UnitType
from hive.model.game import Game
from hive.naming import units
from hive.steps import Item, Procedure, Tell
from hive.words import Name, Words, listed, say


def in_reinforcements(game: Game, key: str) -> int:
    """How many pieces of a unit are left (Q31).

    A ship that needs an upgrade the Hive lacks counts as unavailable (Q79). What a player has captured is not at hand.
    Rule: 30.transaction.vuil-raith.
    """
    unit = game.tables.units.by_key[key]
    if unit.needs_upgrade is not None and unit.needs_upgrade not in game.hive.upgrades:
        return 0
    if unit.plastic is None:
        raise ValueError(f"{unit.plural} are not limited by plastic")
    return max(0, _in_use(game, unit) - game.hive.units.get(key, 0) - game.hive.captured.get(key, 0))


def _in_use(game: Game, unit: UnitType) -> int:
    """How many pieces are in the game: those of the second colour once all others are out of it.

    Rules: 35.fighters.pink-ships, 35.fighters.pink-last.
    """
    plastic, fallen = unit.plastic or 0, game.hive.fallen.get(unit.key, 0)
    return plastic - fallen + (unit.pink if fallen >= plastic else 0)


def fall(game: Game, destroyed: Mapping[str, int]) -> list[Item]:
    """Ships that are destroyed leave the game for good where an option has them do so; what is only removed does not.

    Rule: 35.fighters.pink-last (M43).
    """
    limited = {unit.key: unit for unit in game.tables.units.larger_ships}
    ships = {key: number for key, number in destroyed.items() if number > 0 and key in limited}
    if not ships or not game.tables.figures.ships_fall.value:
        return []
    for key, number in ships.items():
        before, most = game.hive.fallen.get(key, 0), most_fallen(limited[key])
        game.hive.fallen[key] = min(before + number, most)
    gone = listed([units(game, number, key) for key, number in ships.items()])
    pink = [limited[key] for key in ships if game.hive.fallen[key] >= (limited[key].plastic or 0) and limited[key].pink]
    note: Words = (
        say("from now on its {units} are pink", units=listed([Name(one.plural) for one in pink])) if pink else ""
    )
    return [Item(say("Out of the game: {units} of [the Hive].", units=gone), note, "35.fighters.pink-last")]


def out_of_the_game(game: Game, destroyed: Mapping[str, int]) -> Procedure[None]:
    """Ships fall where no battle tells of it: say so at once."""
    for line in fall(game, destroyed):
        yield Tell(line.text, line.rule, items=(Item(line.note, rule=line.rule),) if line.note else ())


def most_fallen(unit: UnitType) -> int:
    """How many ships of a type there are to fall at all, in both colours."""
    return (unit.plastic or 0) + unit.pink


def available_ships(game: Game) -> list[UnitType]:
    """The non-fighter ships in the reinforcements, weakest first (Q45). Rule: 5.2.strength."""
    ships = game.tables.units.larger_ships
    return sorted((ship for ship in ships if in_reinforcements(game, ship.key)), key=lambda ship: ship.cost)


def weakest_ships(game: Game, number: int) -> dict[str, int]:
    """The cheapest non-fighter ships that a number of free placements takes, one after the other.

    Rule: 12.warfare.ship-instead.
    """
    taken: dict[str, int] = {}
    for ship in available_ships(game):
        share = min(number - sum(taken.values()), in_reinforcements(game, ship.key))
        if share:
            taken[ship.key] = share
    return taken


def place(game: Game, key: str, number: int = 1) -> None:
    """Put units from the reinforcements on the board, as many as there are; for a game that tracks no galaxy."""
    game.hive.units[key] = game.hive.units.get(key, 0) + min(number, in_reinforcements(game, key))


def remove(game: Game, key: str, number: int) -> None:
    """Put units from the board back into the reinforcements, as many as are tracked; for a game without a galaxy."""
    game.hive.units[key] = max(0, game.hive.units.get(key, 0) - number)


def replace(game: Game, key: str, other: str) -> None:
    """Put a unit from the reinforcements in the place of another on the board; for a game without a galaxy."""
    remove(game, key, 1)
    place(game, other)


def capture(game: Game, key: str, number: int) -> int:
    """A player takes pieces of a unit out of the Hive's reinforcements, as many as are there; return how many."""
    taken = min(number, in_reinforcements(game, key))
    game.hive.captured[key] = game.hive.captured.get(key, 0) + taken
    return taken


def release(game: Game, key: str, number: int) -> None:
    """Captured pieces of a unit come back into the Hive's reinforcements, or leave the game, as many as are tracked."""
    if game.tables.figures.ships_fall.value:
        game.hive.fallen[key] = game.hive.fallen.get(key, 0) + min(number, game.hive.captured.get(key, 0))
    left = max(0, game.hive.captured.get(key, 0) - number)
    game.hive.captured[key] = left
    if not left:
        del game.hive.captured[key]


def structures(game: Game) -> int:
    """The Hive's built structures: PDS and mechs. Rules: 1.setup.mech-double-nature, 6.standard.construction."""
    return sum(game.hive.units.get(unit.key, 0) for unit in game.tables.units.structures)
