"""How many planets the Hive controls and what each is worth, and the plastic left in its reinforcements.

Rules: 4.1, 4.2, page 2, 8 and 12.
"""

from __future__ import annotations

from collections.abc import Mapping

from hive import keys
from hive.catalog.tables import SpawningSystem, UnitType
from hive.model.game import SPAWNING_SYSTEMS, Bank, Game, Stockpile
from hive.naming import items, units
from hive.steps import Ask, Choice, Item, Procedure, Shown, Tell, asked
from hive.words import Name, Words, listed, say

STANDARD = "standard"


def yields(game: Game) -> int:
    """The resources, and as much influence, that all the Hive's planets replenish, but for those with purged cards.

    Rules: 4.1.yield-spawning, 4.1.yield-standard, 4.1.counts-as-spawning, 4.1.no-planet-cards, 28.5.bank-maximum,
    36.conventions.no-yield.
    """
    figures, hive = game.tables.figures, game.hive
    spawning = max(0, sum(hive.spawning_planets.values()) - hive.barren_spawning) * figures.yield_spawning.value
    return spawning + max(0, hive.standard_planets - hive.barren_standard) * figures.yield_standard.value


def controlled_planets(game: Game) -> int:
    """How many planets the Hive controls, of whatever kind."""
    return sum(game.hive.spawning_planets.values()) + game.hive.standard_planets


def controlled_spawning_systems(game: Game) -> list[SpawningSystem]:
    """The spawning systems, homes and Mecatol Rex in which the Hive controls a planet.

    Rules: 4.1.counts-as-spawning, 8.advanced.counts-as-spawning.
    """
    return [system for system in SPAWNING_SYSTEMS if game.hive.spawning_planets.get(system, 0) > 0]


def planets_in(game: Game, system: SpawningSystem) -> int:
    """How many planets a spawning system holds; for a player whose faction is not known, as many as any home."""
    figures, tiles = game.tables.figures, game.tables.tiles
    if system == "main":
        return figures.start_planets_main.value
    if system in ("aux1", "aux2"):
        return figures.start_planets_auxiliary.value
    if system == "mecatol_rex":
        return max(len(tile.planets) for tile in tiles.tiles if tile.role == "mecatol_rex")
    player = game.settings.p1 if system == "home_p1" else game.settings.p2
    homes = tiles.homes_of(player.faction) or [tile.tile for tile in tiles.tiles if tile.home_of]
    return max(len(tiles.by_number[number].planets) for number in homes)


def worth_of(game: Game, where: str) -> int:
    """The resources, and as much influence, of one planet in a spawning system, or of a standard one.

    Rules: 4.1.yield-spawning, 4.1.yield-standard.
    """
    figures = game.tables.figures
    return (figures.yield_standard if where == STANDARD else figures.yield_spawning).value


def discard_worth(game: Game, text: Words, *planets: str) -> Procedure[None]:
    """Discard what planets are worth from bank or stockpile, as the players say.

    In: what happened, in words; of each planet its spawning system, or :data:`STANDARD`. One source for all of it
    (Q140); from the stockpile, what is missing is forgiven (Q47). Nobody is asked where one alone holds anything.
    Rules: 4.2.loss-spawning, 4.2.loss-standard, 4.2.loss-source.
    """
    worth = sum(worth_of(game, where) for where in planets)
    rule = "4.2.loss-standard" if {*planets} == {STANDARD} else "4.2.loss-spawning"
    source = _only_source(game)
    if source is None:
        source = yield from _source(game, worth, text)
    lines = _from_bank(game, worth, rule) if source == "bank" else _from_stockpile(game, worth, rule)
    yield Tell(say("{text}.", text=text), rule, items=tuple(lines))


def _source(game: Game, worth: int, text: Words) -> Procedure[str]:
    """What the players say: bank or stockpile. Rule: 4.2.loss-source."""
    both = listed([items(worth, "resources"), items(worth, "influence")])
    return (
        yield from asked(
            Ask(
                key=keys.DISCARD_SOURCE,
                text=say("[The Hive] discards {both}: from where?", both=both),
                choices=(
                    Choice(
                        "bank", say("Its bank"), say("holds {sums}; trade goods fill gaps", sums=_both(game.hive.bank))
                    ),
                    Choice("stockpile", say("Its stockpile"), say("holds {sums}", sums=_both(game.hive.stockpile))),
                ),
                rule="4.2.loss-source",
                detail=say("{text}.", text=text),
                shown=Shown(expects=False),
            )
        )
    )


def _only_source(game: Game) -> str | None:
    """The place that alone holds anything of a planet's worth, or may; None where there is a choice."""
    hive = game.hive
    if not (hive.stockpile.resources or hive.stockpile.influence):
        return "bank"
    return None if hive.bank.resources or hive.bank.influence or hive.trade_goods else "stockpile"


def _both(sums: Bank | Stockpile) -> Words:
    """Resources and influence in numbers."""
    return say("{resources} and {influence}", resources=sums.resources, influence=sums.influence)


def _from_bank(game: Game, worth: int, rule: str) -> list[Item]:
    """Rule: 4.2.loss-trade-goods."""
    bank = game.hive.bank
    resources, influence = min(worth, bank.resources), min(worth, bank.influence)
    goods = min(2 * worth - resources - influence, game.hive.trade_goods)
    bank.resources -= resources
    bank.influence -= influence
    game.hive.trade_goods -= goods
    paid = listed([items(resources, "resources"), items(influence, "influence")])
    lines = [Item(say("The bank gives {paid}.", paid=paid), rule=rule)]
    if goods:
        lines.append(
            Item(
                say("The funds give {trade_goods}.", trade_goods=items(goods, "trade_goods")),
                say("for the balance"),
                "4.2.loss-trade-goods",
            )
        )
    return lines


def _from_stockpile(game: Game, worth: int, rule: str) -> list[Item]:
    stockpile = game.hive.stockpile
    resources, influence = min(worth, stockpile.resources), min(worth, stockpile.influence)
    stockpile.resources -= resources
    stockpile.influence -= influence
    given = listed([items(resources, "resources"), items(influence, "influence")])
    return [Item(say("The stockpile gives {given}.", given=given), rule=rule)]


# --- the Hive's plastic: what is left in its reinforcements, and which ships it may take


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


def replace_unit(game: Game, key: str, other: str) -> None:
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
