"""How the Hive produces ships: which one a production card brings, what it costs, where it goes, and why no other.

Rules: page 8, 8.standard.*, 8.advanced.*.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from hive import keys
from hive.catalog.tables import SpawningSystem, UnitType
from hive.model.game import SPAWNING_SYSTEMS, Game
from hive.naming import items, system_name, system_short, units
from hive.rules.area import (
    Payment,
    available_ships,
    controlled_spawning_systems,
    in_reinforcements,
    pay,
    price,
    purchasing_power,
)
from hive.rules.board import NOWHERE, Board, Place, Tracked, board_of, tracked
from hive.rules.deck import discard_used, draw
from hive.rules.diagrams.deciding import Mark, Sieve, Telling, holding, why_of_sieves, yes_or_no
from hive.rules.diagrams.systems import Decision
from hive.rules.moments import ShipsProduced, happen
from hive.rules.placing import places
from hive.rules.placing.places import (
    DONE,
    has_player_ships,
    hears_of_players,
    somebody_there,
    spawning_positions_held,
)
from hive.rules.placing.ships import Shipyard, advanced_site, ask_no_site, ask_site, named_site
from hive.steps import Ask, Card, Choice, Mended, Procedure, Row, Tell, Why, anew, question
from hive.words import Figure, Name, Words, count, listed, say, sentence


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
        return Row(printed_name, say("printed on the card"), "8.card")
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


def price_words(game: Game, ship: UnitType) -> Words:
    """What a ship costs."""
    payment = price(game, int(ship.cost))
    paid = [items(payment.resources, "resources")] if payment.resources else []
    paid += [items(payment.trade_goods, "trade_goods")] if payment.trade_goods else []
    return say("It costs {goods}.", goods=listed(paid))


# --- why production brings this ship to this system, and where the others fell out


def why_ship(game: Game, printed: str, ship: UnitType, row: Row, rule: str) -> Why:
    """Why this ship is built. ``printed`` is the one on the card, ``rule`` that of its substitute.

    Rules: 8.card, 8.standard.fallback, 8.advanced.fallback.
    """
    by_key = game.tables.units.by_key
    every: list[str] = [one.key for one in sorted(game.tables.units.larger_ships, key=lambda one: one.cost)]
    there = [one for one in every if in_reinforcements(game, one)]
    paid: list[str] = [one.key for one in affordable_ships(game)]
    costs = {one: Mark(Figure(by_key[one].cost), _too_dear(game, by_key[one])) for one in every}
    sieves: list[Sieve[str]] = [
        holding(say("left"), rule, every, {one: _left(game, by_key[one]) for one in every}, there.__contains__),
        holding(say("cost"), rule, there, costs, paid.__contains__),
    ]
    if printed in paid:
        told = say("The card shows {ship}.", ship=Name(by_key[printed].name))
        sieves.append(yes_or_no(say("printed on the card"), "8.card", paid, [printed], told))
    else:
        weaker = say("{ship!c} is stronger and can be paid.", ship=Name(ship.name))
        marks = {one: Mark(costs[one].words, weaker) for one in paid}
        sieves.append(holding(say("strength, the highest stays"), rule, paid, marks, ship.key.__eq__))
    line = say("{label}: {result}.", label=row.label, result=row.result)
    return why_of_sieves(line, sieves, ship.key, lambda one: sentence(Name(by_key[one].name)))


def _left(game: Game, unit: UnitType) -> Mark:
    if lacks_upgrade(game, unit):
        return Mark(say("locked"), say("It is locked until its upgrade is gained."))
    number = in_reinforcements(game, unit.key)
    return Mark(say("{number}", number=number), say("None is left in the reinforcements."))


def _too_dear(game: Game, unit: UnitType) -> Words:
    return say(
        "It costs {cost}, and [the Hive] can pay {power}.",
        cost=items(int(unit.cost), "resources"),
        power=purchasing_power(game),
    )


def why_site(
    board: Tracked, why: Why, named: str | None, standard: bool, decision: Decision | None, closed: Collection[str]
) -> Why:
    """The same reason with the systems beside one another. ``named`` is the one on the card, ``decision`` the way
    through the diagram of those with fewest capacity ships.

    Rules: 8.where, 8.standard.ship, 8.advanced.location.
    """
    survey, game = board.survey, board.game
    held = spawning_positions_held(survey)
    every = held if named is None or named in held else [*held, named]
    free = [one for one in held if one not in closed and not has_player_ships(survey, one)]
    none_held, ships_there = say("[The Hive] holds no planet here."), say("Player ships are here.")
    ships = {one: Mark(say("none") if one in free else say("there"), ships_there) for one in held}
    sieves: list[Sieve[str]] = [
        yes_or_no(say("a planet of [the Hive]"), "8.where", every, held, none_held),
        holding(say("player ships"), "8.where", held, ships, free.__contains__),
    ]
    label = partial(system_short, game)
    if standard and named is not None:
        chosen = named
        told = say("The card names {system}.", system=label(named))
        sieves.append(yes_or_no(say("printed on the card"), "8.standard.ship", free, [named], told))
    elif decision is not None and len(decision.left) == 1:
        chosen = decision.left[0]
        sieves += [_fewest(board, free, decision), *Telling(game, decision, label).sieves(chosen)]
    else:
        return why
    return replace(why_of_sieves(why.line, sieves, chosen, lambda one: sentence(label(one)), why.rows), more=why.more)


def _fewest(board: Tracked, free: Sequence[str], decision: Decision) -> Sieve[str]:
    """Rule: 8.advanced.location."""
    survey = board.survey
    near = {one: Mark(Name(str(survey.capacity_ships(survey.in_and_adjacent(one))))) for one in free}
    return holding(
        say("carrying ships in and next to it"), "8.advanced.location", free, near, decision.candidates.__contains__
    )


# --- where the ship of a production card goes: the board says it, or the table


def produce(game: Game, card: Card, closed: set[str]) -> Procedure[Produced | None]:
    """Produce the ship of a card; None if no place is left.

    The board says where, and is asked anew whenever the table mends it; without a galaxy the table says where.
    ``closed``: the systems in which the table has said that player ships are; what it says now is added.
    Rules: 8.where, 8.standard.ship, 8.advanced.two-present, 8.advanced.location.
    """
    if (board := tracked(game)) is not None:
        return (yield from anew(lambda: _on_the_map(board, card, closed)))
    return (yield from _as_told(game, card, closed))


def has_site(game: Game, closed: set[str]) -> Procedure[bool]:
    """Whether some spawning system can take a ship; no card is drawn where none can. Rule: 8.where (Q135).

    On a tracked galaxy the table says so where none can, or mends the board.
    """
    if (board := tracked(game)) is None:
        return any(system not in closed for system in controlled_spawning_systems(game))

    def confirmed() -> Procedure[bool]:
        systems = places.spawning_positions_held(board.survey)
        free = places.open_spawning_systems(board.survey, closed)
        if systems and not free:
            yield from ask_no_site(board, systems, closed)
        return bool(free)

    return (yield from anew(confirmed))


def _on_the_map(board: Tracked, card: Card, closed: set[str]) -> Procedure[Produced | None]:
    game = board.game
    system, left, right = printed(card)
    named = named_site(board, board.survey.where(system), left, closed)
    advanced = isinstance(named, Row)
    asked_for, fallback = (right, "8.advanced.fallback") if advanced else (left, "8.standard.fallback")
    ship = substitute(game, asked_for)
    if ship is None:
        return None
    site = advanced_site(board, ship.key, closed) if isinstance(named, Row) else named
    row = substitute_row(game, asked_for, ship, fallback)
    rows = [*([named] if isinstance(named, Row) else []), row]
    why = replace(why_of(*rows, *site.rows), more=(why_ship(game, asked_for, ship, row, fallback),))
    why = why_site(board, why, board.survey.where(system), not advanced, site.decision, closed)
    if not site.left and not site.rests_on:
        return None
    if not site.left:
        yield from ask_no_site(board, site.rests_on, closed)
        return None
    answer = yield from ask_site(board, site, ship.key, price_words(game, ship), why, closed)
    if (yield from hears_of_players(board, answer, closed)):
        raise Mended
    return _build_at(board, ship, site, answer)


def _build_at(board: Tracked, ship: UnitType, site: Shipyard, answer: str) -> Produced | None:
    position = site.left[0] if answer == DONE else answer
    at = board.spawning_at(position)
    if at is None:
        raise ValueError(f"{position} is no spawning system")
    return _built(board, ship, at, site.kind, (position, None))


def _as_told(game: Game, card: Card, closed: set[str]) -> Procedure[Produced | None]:
    """The table knows where there is room."""
    system, left, right = printed(card)
    name = system_name(game, system)
    if system not in controlled_spawning_systems(game):
        row = Row(sentence(name), say("no planet under Hive control"), "8.where", True)
        return (yield from _advanced(game, right, closed, row))
    if system not in closed:
        ship, rule = substitute(game, left), "8.standard.fallback"
        if ship is None:
            return None
        row = substitute_row(game, left, ship, rule)
        why = replace(why_of(row), more=(why_ship(game, left, ship, row, rule),))
        site = yield from _site(game, system, left, ship.key, price_words(game, ship), why)
        if site == "done":
            return _built(board_of(game), ship, system, "standard")
        if site == "two_present":
            threshold = game.tables.figures.advanced_ship_threshold.value
            present = say("at least {units} in and next to {system}", units=units(game, threshold, left), system=name)
            row = Row(say("Standard ship"), present, "8.advanced.two-present", True)
            return (yield from _advanced(game, right, closed, row))
        closed.add(system)
    row = Row(sentence(name), say("player ships there"), "8.advanced.cannot-produce", True)
    return (yield from _advanced(game, right, closed, row))


def _advanced(game: Game, printed: str, closed: Collection[str], row: Row) -> Procedure[Produced | None]:
    """Produce the right ship where capacity ships are fewest. Rules: 8.advanced.location, 8.advanced.no-limit."""
    candidates = [system for system in controlled_spawning_systems(game) if system not in closed]
    if not candidates:
        return None
    ship = substitute(game, printed)
    if ship is None:
        return None
    rule = "8.advanced.fallback"
    substituted = substitute_row(game, printed, ship, rule)
    why = replace(why_of(row, substituted), more=(why_ship(game, printed, ship, substituted, rule),))
    counting = say(
        "Count the carriers, and other ships that carry, in each spawning system and the systems next to it."
    )
    ask = question(
        keys.FEWEST_CAPACITY_SHIPS,
        "fewest",
        units=units(game, 1, ship.key),
        choices=(Choice(system, sentence(system_name(game, system))) for system in candidates),
        detail=listed([price_words(game, ship), counting], " "),
        why=why,
    )
    answer = yield from ask
    system = next((one for one in candidates if one == answer), None)
    return None if system is None else _built(board_of(game), ship, system, "advanced")


def _built(
    board: Board, ship: UnitType, at: SpawningSystem, kind: Literal["standard", "advanced"], place: Place = NOWHERE
) -> Produced:
    board.put("hive", {ship.key: 1}, place)
    return Produced(ship.key, at, kind, pay(board.game, int(ship.cost)))


def _site(game: Game, system: SpawningSystem, left_ship: str, ship: str, detail: Words, why: Why | None) -> Ask:
    """Whether the named system takes the standard ship: done, or why not. Asked with the placement itself.

    Rules: 8.where, 8.standard.ship, 8.advanced.two-present, 8.advanced.cannot-produce.
    """
    name = system_name(game, system)
    choices = [Choice("done", say("Done"))]
    if game.hive.units.get(left_ship, 0) >= game.tables.figures.advanced_ship_threshold.value:
        near = say("{units} near", units=units(game, 2, left_ship))
        where = say("in {system} and the systems next to it, together", system=name)
        choices.append(Choice("two_present", near, where))
    choices.append(Choice("cannot_produce", somebody_there(game), say("player ships in {system}", system=name)))
    placed = units(game, 1, ship)
    return question(keys.PRODUCTION_SITE, units=placed, system=name, choices=choices, detail=detail, why=why)


# --- how the Hive produces ships


def most_produced(game: Game) -> int:
    """How many ships the strategy phase allows: one for every full 4 influence in the bank.

    Rule: 8.phase.maximum.
    """
    return game.hive.bank.influence // game.tables.figures.influence_per_produced_ship.value


def strategy_phase_production(game: Game) -> Procedure[list[Produced]]:
    """Produce ships until the maximum is reached or nothing more can be paid.

    Rules: 6.end.production, 8.phase.repeat.
    """
    produced: list[Produced] = []
    closed: set[str] = set()
    while (ship := (yield from next_ship(game, len(produced), closed))) is not None:
        produced.append(ship)
    built = happen(game, ShipsProduced("hive", tuple(one.ship for one in produced))) if produced else []
    yield Tell(
        text=say("[The Hive] has produced {ships}.", ships=count(len(produced), "ship")),
        rule="8.phase.repeat",
        items=tuple(built),
        why=Why(_why_it_ends(game, len(produced), most_produced(game))),
    )
    return produced


def next_ship(game: Game, before: int, closed: set[str]) -> Procedure[Produced | None]:
    """Produce the ship that follows those of this strategy phase; None where production ends.

    ``closed``: where the table has said in it that player ships are. Rules: 8.phase.maximum, 8.phase.repeat, 8.where.
    """
    if before >= most_produced(game) or not affordable_ships(game) or game.deck.depleted:
        return None
    return (yield from produce_ship(game, closed))


def _why_it_ends(game: Game, produced: int, maximum: int) -> Words:
    if produced == maximum:
        influence, ships = game.hive.bank.influence, count(maximum, "ship")
        return say("{influence} influence in the bank allow {ships}.", influence=influence, ships=ships)
    if not available_ships(game):
        return say("No ship is left in [the Hive]'s reinforcements.")
    if not affordable_ships(game):
        power = items(purchasing_power(game), "resources")
        return say("{resources} and trade goods pay for no further ship.", resources=power)
    return say("No spawning system can produce.") if not game.deck.depleted else say("The Hive Mind deck is depleted.")


def produce_ship(game: Game, closed: set[str]) -> Procedure[Produced | None]:
    """Draw a production card and produce its ship; None if no card or no place is left. None is drawn in vain (Q135).

    ``closed``: where the table has said that player ships are; what it says now is added.
    Rules: 8.card, 8.where, 8.standard.ship, 8.advanced.two-present.
    """
    if not (yield from has_site(game, closed)):
        return None
    card = yield from draw(game, "production", ("standard_ship", "advanced_ship", "spawning_system"), "8.card")
    if card is None:
        return None
    produced = yield from produce(game, card, closed)
    discard_used(game)
    return produced
