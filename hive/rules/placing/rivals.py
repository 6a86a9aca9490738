"""Why production brings this ship to this system, and where the others fell out. Rules: page 8."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from hive.catalog.tables import UnitType
from hive.model.game import Game
from hive.naming import items, system_short
from hive.reasons import Row, Why
from hive.rules.area.funds import purchasing_power
from hive.rules.area.planets import in_reinforcements
from hive.rules.board import Tracked
from hive.rules.diagrams.deciding import Mark, Naming, Sieve, holding, sieves_of, why_of_sieves
from hive.rules.diagrams.systems import Decision
from hive.rules.placing.paying import affordable_ships, lacks_upgrade
from hive.rules.placing.places import player_ships, spawning_positions_held
from hive.words import Name, Words, say, sentence


def why_ship(game: Game, printed: str, ship: UnitType, row: Row, rule: str) -> Why:
    """Why this ship is built. ``printed`` is the one on the card, ``rule`` that of its substitute.

    Rules: 8.card, 8.standard.fallback, 8.advanced.fallback.
    """
    by_key = game.tables.units.by_key
    every: list[str] = [one.key for one in sorted(game.tables.units.larger_ships, key=lambda one: one.cost)]
    there = [one for one in every if in_reinforcements(game, one)]
    paid: list[str] = [one.key for one in affordable_ships(game)]
    costs = {one: Mark(Name(f"{by_key[one].cost:g}"), _too_dear(game, by_key[one])) for one in every}
    sieves: list[Sieve[str]] = [
        holding(say("left"), rule, every, {one: _left(game, by_key[one]) for one in every}, there.__contains__),
        holding(say("cost"), rule, there, costs, paid.__contains__),
    ]
    if printed in paid:
        told = say("The card shows {ship}.", ship=Name(by_key[printed].name))
        marks = {one: Mark(say("yes") if one == printed else say("no"), told) for one in paid}
        sieves.append(holding(say("printed on the card"), "8.card", paid, marks, printed.__eq__))
    else:
        weaker = say("{ship!c} is stronger and can be paid.", ship=Name(ship.name))
        marks = {one: Mark(costs[one].words, weaker) for one in paid}
        sieves.append(holding(say("strength, the highest stays"), rule, paid, marks, ship.key.__eq__))
    line = say("{label}: {result}.", label=row.label, result=row.result)
    return why_of_sieves(line, sieves, ship.key, Naming[str](lambda one: sentence(Name(by_key[one].name)), str))


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
    free = [one for one in held if one not in closed and not player_ships(survey, one)]
    none_held, ships_there = say("[The Hive] holds no planet here."), say("Player ships are here.")
    holds = {one: Mark(say("yes") if one in held else say("no"), none_held) for one in every}
    ships = {one: Mark(say("none") if one in free else say("there"), ships_there) for one in held}
    sieves: list[Sieve[str]] = [
        holding(say("a planet of [the Hive]"), "8.where", every, holds, held.__contains__),
        holding(say("player ships"), "8.where", held, ships, free.__contains__),
    ]
    label = partial(system_short, game)
    if standard and named is not None:
        chosen = named
        told = say("The card names {system}.", system=label(named))
        marks = {one: Mark(say("yes") if one == named else say("no"), told) for one in free}
        sieves.append(holding(say("named on the card"), "8.standard.ship", free, marks, named.__eq__))
    elif decision is not None and len(decision.left) == 1:
        chosen = decision.left[0]
        sieves += [_fewest(board, free, decision), *sieves_of(game, decision, chosen, label)]
    else:
        return why
    naming = Naming[str](lambda one: sentence(label(one)), str)
    found = why_of_sieves(why.line, sieves, chosen, naming, why.rows)
    return Why(found.line, found.rows, found.compared, found.rivals, why.more)


def _fewest(board: Tracked, free: Sequence[str], decision: Decision) -> Sieve[str]:
    """Rule: 8.advanced.location."""
    survey = board.survey
    near = {one: Mark(Name(str(survey.capacity_ships(survey.in_and_adjacent(one))))) for one in free}
    return holding(
        say("capacity ships in and next to it"), "8.advanced.location", free, near, decision.candidates.__contains__
    )
