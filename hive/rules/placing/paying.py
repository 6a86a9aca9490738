"""Which ship a production card brings, and what it costs. Rules: page 8."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hive.catalog.tables import SpawningSystem, UnitType
from hive.model.game import SPAWNING_SYSTEMS, Game
from hive.naming import items
from hive.reasons import Row, Why
from hive.rules.area.funds import Payment, price, purchasing_power
from hive.rules.area.planets import available_ships, in_reinforcements
from hive.steps import Card
from hive.words import Name, Words, listed, say, sentence


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
    printed_name = sentence(Name(game.tables.units.by_key[printed].name))
    if ship.key == printed:
        return Row(printed_name, say("as printed on the card"), "8.card")
    lack = say("too expensive") if in_reinforcements(game, printed) else say("not in the reinforcements")
    if lacks_upgrade(game, game.tables.units.by_key[printed]):
        lack = say("locked until its upgrade is gained")
    strongest = say("{ship} is the strongest that can be paid", ship=Name(ship.name))
    return Row(printed_name, listed([lack, strongest], ";"), rule, True)


def lacks_upgrade(game: Game, unit: UnitType) -> bool:
    """Whether a unit is locked until its upgrade is gained (Q79)."""
    return unit.needs_upgrade is not None and unit.needs_upgrade not in game.hive.upgrades


def why_of(*rows: Row) -> Why:
    """Why a ship goes where it goes: in one line the rows that decided, or the first where none did."""
    told = [row for row in rows if row.decided] or rows[:1]
    line = listed([say("{label}: {result}", label=row.label, result=row.result) for row in told], ";")
    return Why(say("{reasons}.", reasons=line), rows)


def price_words(game: Game, ship: UnitType, progress: Words) -> Words:
    """How far production has come, and what a ship costs."""
    payment = price(game, int(ship.cost))
    paid = [items(payment.resources, "resources")] if payment.resources else []
    paid += [items(payment.trade_goods, "trade_goods")] if payment.trade_goods else []
    cost = say("It costs {goods}.", goods=listed(paid))
    return listed([progress, cost], " ") if progress else cost
