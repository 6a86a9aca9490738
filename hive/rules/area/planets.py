"""How many planets the Hive controls, and what each is worth. Rules: 4.1, 4.2."""

from __future__ import annotations

from hive import keys
from hive.catalog.tables import SpawningSystem
from hive.model.game import SPAWNING_SYSTEMS, Game
from hive.model.hive_area import Bank, Stockpile
from hive.naming import items
from hive.steps import Ask, Choice, Item, Procedure, Shown, Tell, asked
from hive.words import Words, listed, say

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
