"""How the Hive produces ships. Rules: page 8."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hive.board import pieces
from hive.board import table as board
from hive.catalog.tables import SpawningSystem, UnitType
from hive.model.game import SPAWNING_SYSTEMS, Game
from hive.naming import items, system_name, units
from hive.rules.area.funds import Payment, pay, price, purchasing_power
from hive.rules.area.planets import controlled_spawning_systems
from hive.rules.area.reinforcements import available_ships, in_reinforcements, place
from hive.rules.deck.hive_mind import discard_used, draw
from hive.rules.moments.calling import happen
from hive.rules.moments.kinds import ShipsProduced
from hive.rules.placing import ships as placing
from hive.rules.placing.places import DONE, hears_of_players
from hive.rules.placing.ships import Site
from hive.steps import Card, Mended, Procedure, Row, Tell, Why, anew, asked
from hive.words import count, listed, sentence


@dataclass(frozen=True)
class Produced:
    """A produced ship: where it went, whether as standard or advanced ship, and what it cost."""

    ship: str
    at: SpawningSystem
    kind: Literal["standard", "advanced"]
    paid: Payment


def maximum_ships(game: Game) -> int:
    """How many ships the strategy phase allows: one for every full 4 influence in the bank.

    Rule: 8.phase.maximum.
    """
    return game.hive.bank.influence // game.tables.figures.influence_per_produced_ship.value


def strategy_phase_production(game: Game) -> Procedure[list[Produced]]:
    """Produce ships until the maximum is reached or nothing more can be paid.

    Rules: 6.end.production, 8.phase.repeat.
    """
    produced: list[Produced] = []
    while (ship := (yield from next_ship(game, len(produced)))) is not None:
        produced.append(ship)
    built = happen(game, ShipsProduced("hive", tuple(one.ship for one in produced))) if produced else []
    yield Tell(
        text=f"The Hive has produced {count(len(produced), 'ship')}.",
        rule="8.phase.repeat",
        items=tuple(built),
        why=Why(_why_it_ends(game, len(produced), maximum_ships(game))),
    )
    return produced


def next_ship(game: Game, before: int) -> Procedure[Produced | None]:
    """Produce the ship that follows those of this strategy phase; None where production ends.

    Rules: 8.phase.maximum, 8.phase.repeat.
    """
    maximum = maximum_ships(game)
    if before >= maximum or not affordable_ships(game) or game.deck.depleted:
        return None
    return (yield from produce_ship(game, f"Ship {before + 1} of at most {maximum}."))


def _why_it_ends(game: Game, produced: int, maximum: int) -> str:
    if produced == maximum:
        return f"{game.hive.bank.influence} influence in the bank allow {count(maximum, 'ship')}."
    if not affordable_ships(game):
        return f"{items(purchasing_power(game), 'resources')} and trade goods pay for no further ship."
    return "No spawning system can produce." if not game.deck.depleted else "The Hive Mind deck is depleted."


def affordable_ships(game: Game) -> list[UnitType]:
    """The ships in the reinforcements that the Hive can pay, weakest first."""
    return [ship for ship in available_ships(game) if ship.cost <= purchasing_power(game)]


def substitute(game: Game, printed: str) -> UnitType | None:
    """The printed ship, or the strongest that the reinforcements hold and the Hive can pay; None without any.

    Rules: 8.standard.fallback, 8.advanced.fallback, 5.2.strength.
    """
    affordable = affordable_ships(game)
    return next((ship for ship in affordable if ship.key == printed), affordable[-1] if affordable else None)


def produce_ship(game: Game, progress: str = "") -> Procedure[Produced | None]:
    """Draw a production card and produce its ship; None if no card or no place is left.

    Rules: 8.card, 8.standard.ship, 8.advanced.two-present.
    """
    card = yield from draw(game, "production", ("standard_ship", "advanced_ship", "spawning_system"), "8.card")
    if card is None:
        return None
    produced = yield from _produce_from_card(game, card, progress)
    discard_used(game)
    return produced


def _produce_from_card(game: Game, card: Card, progress: str) -> Procedure[Produced | None]:
    if game.galaxy is not None:
        closed: set[str] = set()
        return (yield from anew(lambda: _produce_on_board(game, card, progress, closed)))
    system, left, right = _printed(card)
    name = system_name(game, system)
    if system not in controlled_spawning_systems(game):
        row = Row(sentence(name), "no planet under Hive control", "8.where", True)
        return (yield from _advanced(game, right, None, row, progress))
    ship = substitute(game, left)
    if ship is None:
        return None
    row = _substitute_row(game, left, ship, "8.standard.fallback")
    site = yield from board.production_site(game, system, left, ship.key, _price(game, ship, progress), _why(row))
    if site == "done":
        return _build(game, ship, system, "standard")
    if site == "two_present":
        threshold = game.tables.figures.advanced_ship_threshold.value
        present = f"at least {units(game, threshold, left)} in and next to {name}"
        row = Row("Standard ship", present, "8.advanced.two-present", True)
        return (yield from _advanced(game, right, None, row, progress))
    row = Row(sentence(name), "player ships there", "8.advanced.cannot-produce", True)
    return (yield from _advanced(game, right, system, row, progress))


def _produce_on_board(game: Game, card: Card, progress: str, closed: set[str]) -> Procedure[Produced | None]:
    """The same with a tracked galaxy: the board says where, and is asked anew whenever the table mends it."""
    system, left, right = _printed(card)
    galaxy = pieces.galaxy_of(game)
    named = placing.named_site(game, galaxy.spawning.get(system), left, closed)
    advanced = isinstance(named, Row)
    printed, fallback = (right, "8.advanced.fallback") if advanced else (left, "8.standard.fallback")
    ship = substitute(game, printed)
    if ship is None:
        return None
    site = placing.advanced_site(game, ship.key, closed) if isinstance(named, Row) else named
    rows = [*([named] if isinstance(named, Row) else []), _substitute_row(game, printed, ship, fallback)]
    if not site.left and not site.rests_on:
        return None
    ask = placing.ask_site if site.left else placing.ask_no_site
    answer = yield from asked(ask(game, site, ship.key, _price(game, ship, progress), rows, closed))
    if hears_of_players(game, answer, closed):
        raise Mended
    return _build_at(game, ship, site, answer) if site.left else None


def _build_at(game: Game, ship: UnitType, site: Site, answer: str) -> Produced | None:
    position = site.left[0] if answer == DONE else answer
    at = pieces.spawning_system_at(pieces.galaxy_of(game), position)
    if at is None:
        raise ValueError(f"{position} is no spawning system")
    pieces.put(game, "hive", ship.key, 1, position)
    return Produced(ship.key, at, site.kind, pay(game, int(ship.cost)))


def _printed(card: Card) -> tuple[SpawningSystem, str, str]:
    system = next((system for system in SPAWNING_SYSTEMS if system == card.spawning_system), None)
    left, right = card.standard_ship, card.advanced_ship
    if left is None or right is None or system is None:
        raise ValueError("a production card names two ships and a spawning system")
    return system, left, right


def _advanced(
    game: Game, printed: str, closed: SpawningSystem | None, row: Row, progress: str
) -> Procedure[Produced | None]:
    """Produce the right ship where capacity ships are fewest. Rules: 8.advanced.location, 8.advanced.no-limit."""
    candidates = [system for system in controlled_spawning_systems(game) if system != closed]
    if not candidates:
        return None
    ship = substitute(game, printed)
    if ship is None:
        return None
    why = _why(row, _substitute_row(game, printed, ship, "8.advanced.fallback"))
    detail = _price(game, ship, progress)
    system = yield from board.fewest_capacity_ships(game, ship.key, candidates, detail, why)
    return None if system is None else _build(game, ship, system, "advanced")


def _substitute_row(game: Game, printed: str, ship: UnitType, rule: str) -> Row:
    printed_name = sentence(game.tables.units.by_key[printed].name)
    if ship.key == printed:
        return Row(printed_name, "as printed on the card", "8.card")
    lack = "too expensive" if in_reinforcements(game, printed) else "not in the reinforcements"
    upgrade = game.tables.units.by_key[printed].needs_upgrade
    if upgrade is not None and upgrade not in game.hive.upgrades:
        lack = "locked until its upgrade is gained"
    return Row(printed_name, f"{lack}; {ship.name} is the strongest that can be paid", rule, True)


def _why(*rows: Row) -> Why:
    decided = [f"{row.label}: {row.result}" for row in rows if row.decided]
    line = "; ".join(decided) or f"{rows[0].label}: {rows[0].result}"
    return Why(f"{line}.", rows)


def _price(game: Game, ship: UnitType, progress: str) -> str:
    payment = price(game, int(ship.cost))
    paid = [items(payment.resources, "resources")] if payment.resources else []
    paid += [items(payment.trade_goods, "trade_goods")] if payment.trade_goods else []
    return f"{progress} It costs {listed(paid)}.".strip()


def _build(game: Game, ship: UnitType, system: SpawningSystem, kind: Literal["standard", "advanced"]) -> Produced:
    place(game, ship.key)
    return Produced(ship.key, system, kind, pay(game, int(ship.cost)))
