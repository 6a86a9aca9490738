"""Which ship a production card brings, and what it costs. Rules: page 8."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hive.catalog.tables import SpawningSystem, UnitType
from hive.model.game import SPAWNING_SYSTEMS, Game
from hive.naming import items
from hive.rules.area.funds import Payment, price, purchasing_power
from hive.rules.area.reinforcements import available_ships, in_reinforcements
from hive.steps import Card, Row
from hive.words import listed, sentence


@dataclass(frozen=True)
class Produced:
    """A produced ship: where it went, whether as standard or advanced ship, and what it cost."""

    ship: str
    at: SpawningSystem
    kind: Literal["standard", "advanced"]
    paid: Payment


def affordable_ships(game: Game) -> list[UnitType]:
    """The ships in the reinforcements that the Hive can pay, weakest first."""
    return [ship for ship in available_ships(game) if ship.cost <= purchasing_power(game)]


def substitute(game: Game, printed: str) -> UnitType | None:
    """The printed ship, or the strongest that the reinforcements hold and the Hive can pay; None without any.

    Rules: 8.standard.fallback, 8.advanced.fallback, 5.2.strength.
    """
    affordable = affordable_ships(game)
    return next((ship for ship in affordable if ship.key == printed), affordable[-1] if affordable else None)


def printed(card: Card) -> tuple[SpawningSystem, str, str]:
    """The spawning system that a production card names, and its two ships, left and right."""
    system = next((system for system in SPAWNING_SYSTEMS if system == card.spawning_system), None)
    left, right = card.standard_ship, card.advanced_ship
    if left is None or right is None or system is None:
        raise ValueError("a production card names two ships and a spawning system")
    return system, left, right


def substitute_row(game: Game, printed: str, ship: UnitType, rule: str) -> Row:
    """Why this ship is produced: as printed, or why not."""
    printed_name = sentence(game.tables.units.by_key[printed].name)
    if ship.key == printed:
        return Row(printed_name, "as printed on the card", "8.card")
    lack = "too expensive" if in_reinforcements(game, printed) else "not in the reinforcements"
    upgrade = game.tables.units.by_key[printed].needs_upgrade
    if upgrade is not None and upgrade not in game.hive.upgrades:
        lack = "locked until its upgrade is gained"
    return Row(printed_name, f"{lack}; {ship.name} is the strongest that can be paid", rule, True)


def price_words(game: Game, ship: UnitType, progress: str) -> str:
    """How far production has come, and what a ship costs."""
    payment = price(game, int(ship.cost))
    paid = [items(payment.resources, "resources")] if payment.resources else []
    paid += [items(payment.trade_goods, "trade_goods")] if payment.trade_goods else []
    return f"{progress} It costs {listed(paid)}.".strip()
