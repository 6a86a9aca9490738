"""Planets that the Hive gains, loses, or has to exhaust. Rules: 4.1, 4.2."""

from __future__ import annotations

from hive import keys
from hive.board import table as board
from hive.catalog.tables import SpawningSystem
from hive.model.game import SPAWNING_SYSTEMS, Bank, Game, Stockpile
from hive.naming import items, system_name
from hive.rules.moments.calling import happen
from hive.rules.moments.kinds import PlanetGained
from hive.steps import Ask, Choice, Item, Procedure, Shown, Tell, asked
from hive.words import Words, listed, say

STANDARD = "standard"


def yields(game: Game) -> int:
    """The resources, and as much influence, that all the Hive's planets replenish.

    Rules: 4.1.yield-spawning, 4.1.yield-standard, 4.1.counts-as-spawning, 4.1.no-planet-cards, 28.5.bank-maximum.
    """
    figures = game.tables.figures
    spawning = sum(game.hive.spawning_planets.values()) * figures.yield_spawning.value
    return spawning + game.hive.standard_planets * figures.yield_standard.value


def controlled_planets(game: Game) -> int:
    """How many planets the Hive controls, of whatever kind."""
    return sum(game.hive.spawning_planets.values()) + game.hive.standard_planets


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


def planet_gained(game: Game) -> Procedure[str]:
    """The Hive takes control of a planet; the table says where: a spawning system, or :data:`STANDARD`."""
    worth = worth_of(game, STANDARD)
    note = say(
        "worth {resources} and {influence}", resources=items(worth, "resources"), influence=items(worth, "influence")
    )
    standard = Choice(STANDARD, say("A standard planet"), note)
    free = [one for one in SPAWNING_SYSTEMS if game.hive.spawning_planets.get(one, 0) < planets_in(game, one)]
    spawning = [_choice(game, system) for system in free]
    choices = (standard, *spawning)
    where: str = yield from asked(
        Ask(
            keys.PLANET_GAINED,
            say("Which planet does [the Hive] take?"),
            choices,
            "4.1.yield-standard",
            shown=Shown(expects=False),
        )
    )
    _change(game, where, 1)
    brought = happen(game, PlanetGained("hive"))
    text = say("[The Hive] takes {planet}.", planet=_planet_words(game, where))
    yield Tell(text, "4.1.yield-standard", items=tuple(brought))
    return where


def planet_lost(game: Game) -> Procedure[None]:
    """The Hive loses control of a planet and discards its worth. Rules: 4.2.loss-trigger, 4.2.loss-source."""
    where = yield from _which_planet(game, keys.PLANET_LOST, say("Which planet does [the Hive] lose?"))
    if where is None:
        return
    _change(game, where, -1)
    yield from discard_worth(game, where, say("[The Hive] loses {planet}", planet=_planet_words(game, where)))


def planet_exhausted(game: Game) -> Procedure[None]:
    """An effect exhausts or purges the card of a planet that the Hive controls. Rule: 4.2.loss-trigger."""
    where = yield from _which_planet(game, keys.PLANET_EXHAUSTED, say("Which planet of [the Hive] is exhausted?"))
    if where is not None:
        yield from discard_worth(game, where, say("Exhausted: {planet}", planet=_planet_words(game, where)))


def _which_planet(game: Game, key: str, text: Words) -> Procedure[str | None]:
    standard = [Choice(STANDARD, say("A standard planet"))] if game.hive.standard_planets else []
    spawning = [_choice(game, system) for system in board.controlled_spawning_systems(game)]
    choices = (*standard, *spawning)
    if not choices:
        yield Tell(say("[The Hive] controls no planet."), "4.2.loss-trigger")
        return None
    where: str = yield from asked(Ask(key, text, choices, "4.2.loss-trigger", shown=Shown(expects=False)))
    return where


def discard_worth(game: Game, where: str, text: Words) -> Procedure[None]:
    """Discard a planet's worth from bank or stockpile, as the players say.

    In: its spawning system, or :data:`STANDARD`; what happened, in words. One source for all of it; from the
    stockpile, what is missing is forgiven (Q47).
    Rules: 4.2.loss-spawning, 4.2.loss-standard, 4.2.loss-source.
    """
    worth = worth_of(game, where)
    rule = "4.2.loss-standard" if where == STANDARD else "4.2.loss-spawning"
    both = listed([items(worth, "resources"), items(worth, "influence")])
    source = yield from asked(
        Ask(
            key=keys.DISCARD_SOURCE,
            text=say("[The Hive] discards {both}: from where?", both=both),
            choices=(
                Choice("bank", say("Its bank"), say("holds {sums}; trade goods fill gaps", sums=_both(game.hive.bank))),
                Choice("stockpile", say("Its stockpile"), say("holds {sums}", sums=_both(game.hive.stockpile))),
            ),
            rule="4.2.loss-source",
            detail=say("{text}.", text=text),
            shown=Shown(expects=False),
        )
    )
    lines = _from_bank(game, worth, rule) if source == "bank" else _from_stockpile(game, worth, rule)
    yield Tell(say("{text}.", text=text), rule, items=tuple(lines))


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


def _choice(game: Game, system: SpawningSystem) -> Choice:
    name = system_name(game, system)
    return Choice(system, name if system == "mecatol_rex" else say("In {system}", system=name))


def _planet_words(game: Game, where: str) -> Words:
    if where == STANDARD:
        return say("a standard planet")
    system = next(system for system in SPAWNING_SYSTEMS if system == where)
    name = system_name(game, system)
    return name if system == "mecatol_rex" else say("a planet in {system}", system=name)


def _change(game: Game, where: str, by: int) -> None:
    if where == STANDARD:
        game.hive.standard_planets = max(0, game.hive.standard_planets + by)
        return
    system = next(system for system in SPAWNING_SYSTEMS if system == where)
    game.hive.spawning_planets[system] = max(0, game.hive.spawning_planets.get(system, 0) + by)
