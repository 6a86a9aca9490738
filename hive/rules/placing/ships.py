"""Where ships and structures of the Hive come.

Rules: page 12, Q50, Q92.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from hive import keys
from hive.board.survey import Survey
from hive.catalog.tables import Objective
from hive.model.game import Game
from hive.naming import system_label, units
from hive.reasons import Row, Why
from hive.rules.board import Tracked
from hive.rules.diagrams.systems import (
    NO_OBJECTIVE,
    Arrival,
    Decision,
    Place,
    Rank,
    completing,
    completing_planets,
    decide,
    decide_planets,
)
from hive.rules.objectives.on_board import Standing, standing
from hive.rules.objectives.public import unscored
from hive.rules.placing.places import (
    DONE,
    Placement,
    because,
    block_rows,
    fewest,
    labels,
    open_spawning_systems,
    placed_choices,
    placement_items,
    planet_decided,
    planet_labels,
    planets_known,
    player_ships,
    players_there,
    settle,
    ships_known,
    spawning_positions_held,
    system_decided,
    unit_words_of,
    with_placed,
)
from hive.steps import Ask, Choice, Item, Procedure, Shown
from hive.words import Name, Words, count, listed, say


@dataclass(frozen=True)
class Site:
    """Where a production card has its ship placed: the systems left (none if no place can produce), and why.

    ``kind`` says which ship of the card it is; ``rests_on`` names the systems whose player ships could change it.
    ``decision`` is the way through the diagram, where it was walked.
    """

    kind: Literal["standard", "advanced"]
    left: tuple[str, ...]
    rows: tuple[Row, ...]
    rests_on: tuple[str, ...]
    decision: Decision | None = None


def named_site(board: Tracked, position: str | None, printed: str, closed: Collection[str]) -> Site | Row:
    """The system that the card names, if it takes the standard ship; else the reason for the advanced one.

    In: its position, the left ship as printed (Q46), and where the table has said that player ships are.
    Rules: 8.where, 8.standard.ship, 8.advanced.two-present, 8.advanced.cannot-produce.
    """
    game, survey = board.game, board.survey
    name = system_label(game, position or "")
    if position is None or not survey.open_planets(position):
        return Row(name, say("no planet under Hive control"), "8.where", True)
    if position in closed or player_ships(survey, position):
        return Row(name, say("player ships there"), "8.advanced.cannot-produce", True)
    there = sum(survey.ships(place).get(printed, 0) for place in survey.in_and_adjacent(position))
    present = say("{units} in and next to {system}", units=units(game, there, printed), system=name)
    if there >= game.tables.figures.advanced_ship_threshold.value:
        return Row(say("Standard ship"), present, "8.advanced.two-present", True)
    return Site("standard", (position,), (Row(say("Standard ship"), present, "8.standard.ship"),), (position,))


def advanced_site(board: Tracked, ship: str, closed: Collection[str]) -> Site:
    """Where capacity ships are fewest, in and next to a spawning system that can produce.

    Rules: 8.advanced.location, 8.advanced.counts-as-spawning, 8.where, Q46.
    """
    game, survey = board.game, board.survey
    every, able = spawning_positions_held(survey), open_spawning_systems(survey, closed)
    ships = {position: survey.capacity_ships(survey.in_and_adjacent(position)) for position in able}
    least = fewest(able, ships.__getitem__)
    decision = _by_priority(game, survey, least, ship)
    rows = [
        Row(
            system_label(game, position),
            say("{ships} in and next to it", ships=count(ships[position], "capacity ship"))
            if position in ships
            else say("player ships there"),
            "8.advanced.location" if position in ships else "8.where",
            position in decision.left,
        )
        for position in every
    ]
    doubtful = tuple(position for position in every if position in decision.left or position not in able)
    return Site(
        "advanced",
        decision.left,
        (*rows, *block_rows(game, decision, lambda one: system_label(game, one))),
        doubtful,
        decision,
    )


def ask_site(board: Tracked, site: Site, ship: str, detail: Words, why: Why, closed: Collection[str]) -> Ask:
    """Tell the table where the ship goes; it says Done, or that player ships are there."""
    game = board.game
    standard = site.kind == "standard"
    placed = units(game, 1, ship)
    if len(site.left) == 1:
        text = say("Place {units} in {system}", units=placed, system=system_label(game, site.left[0]))
        choices = [Choice(DONE, say("Done"))]
    else:
        text = say("Place {units} where it helps [the Hive] most", units=placed)
        choices = [Choice(one, say("In {system}", system=system_label(game, one))) for one in site.left]
    return Ask(
        key=keys.PRODUCTION_SITE if standard else keys.FEWEST_CAPACITY_SHIPS,
        text=text,
        choices=(*choices, *players_there(game, site.left, named=len(site.left) == 1)),
        rule="8.standard.ship" if standard else "8.advanced.location",
        detail=detail,
        why=why,
        items=_known(board, site.rests_on, closed),
        anew=True,
        systems=site.rests_on,
        shown=Shown(say("Ship production"), expects=len(site.left) == 1),
    )


def _known(board: Tracked, positions: Sequence[str], closed: Collection[str]) -> tuple[Item, ...]:
    """What it rests on that ships can come to these systems. Rule: 8.where."""
    ships = ships_known(board.game, board.survey, positions, closed)
    return (*ships, *planets_known(board.survey, positions, "8.where"))


def ask_no_site(board: Tracked, positions: Sequence[str], closed: Collection[str]) -> Ask:
    """Tell the table that no spawning system can produce, as it is known. Rules: 8.where, Q46, Q135."""
    return Ask(
        key=keys.FEWEST_CAPACITY_SHIPS,
        text=say("No ship finds a place"),
        choices=(Choice(DONE, say("So it is"), say("production ends")),),
        rule="8.where",
        detail=say("Player ships are in every spawning system of [the Hive]."),
        items=tuple(ships_known(board.game, board.survey, positions, closed)),
        anew=True,
        systems=tuple(positions),
        shown=Shown(say("Ship production")),
    )


# --- free ships


def plan_free_ships(board: Tracked, ships: Sequence[str], closed: Collection[str]) -> Procedure[list[Placement]]:
    """Find a place for each ship in turn: where Hive ships are fewest. Raises Mended.

    Rules: 12.warfare.ship-location, 12.warfare.ship-condition.
    """
    game, survey = board.game, board.survey
    plan: list[Placement] = []
    for ship in ships:
        least = fewest(open_spawning_systems(survey, closed), survey.ship_count)
        if not least:
            break
        decision = _by_priority(game, survey, least, ship)
        what = say("Place {units}", units=units(game, 1, ship))
        position = yield from settle(game, what, labels(game, decision.left), "12.warfare.ship-location")
        why: Words = say("fewest Hive ships: {number}", number=survey.ship_count(position))
        why = because(why, system_decided(game, decision, position))
        plan.append(Placement(ship, position, None, why))
        survey = with_placed(survey, ship, position)
    return plan


def ask_free_ships(
    board: Tracked, plan: Sequence[Placement], told: Sequence[Item], rule: str, closed: Collection[str]
) -> Ask:
    """Tell the table where free ships go, with what that rests on; its answer is how many found a place.

    Rules: 12.warfare.ship-location, 12.warfare.ship-condition.
    """
    game, survey = board.game, board.survey
    able = open_spawning_systems(survey, closed)
    chosen = list(dict.fromkeys(one.position for one in plan))
    rests_on = [place for place in spawning_positions_held(survey) if place in chosen or place not in able]
    done, *fewer = placed_choices(len(plan))
    facts = _known(board, rests_on, closed)
    return Ask(
        key=keys.PLACE_SHIPS,
        text=say("Place {units}", units=unit_words_of(game, plan)) if plan else say("The ships find no place"),
        choices=(done, *players_there(game, chosen), *fewer),
        rule=rule,
        items=(*told, *placement_items(game, plan, "12.warfare.ship-location"), *facts),
        anew=True,
        systems=tuple(rests_on),
        shown=Shown(say("Ship production")),
    )


def _by_priority(game: Game, survey: Survey, candidates: Sequence[str], ship: str) -> Decision:
    """Rules: 5.2.block-order, 5.2.objective-first."""
    serving = completing(game, survey, candidates, Arrival(invades=False, otherwise=(ship,)))
    return decide(survey, candidates, game.tables.priorities.positive, serving)


# --- where structures of the Hive go on a tracked galaxy


# The Hive's planets without a structure of its own, by system.
Free = Mapping[str, Sequence[str]]


def plan_structures(board: Tracked, wanted: Sequence[str]) -> Procedure[list[Placement]]:
    """Find a planet for each structure in turn, as long as one is free. Raises Mended.

    First the places that an objective asks for, then the system with the fewest Hive structures, then the planet.
    Rules: 12.construction.placement, 12.construction.one-per-planet, 12.construction.objective-location.
    """
    game, survey = board.game, board.survey
    plan: list[Placement] = []
    for unit in wanted:
        free, served = _asked_for(game, survey, unit)
        if not free:
            break
        found = yield from _place(game, survey, unit, free, served)
        plan.append(found)
        survey = with_placed(survey, unit, found.position, found.planet)
    return plan


def free_planets(survey: Survey) -> dict[str, list[str]]:
    """The planets that the Hive controls and that hold no structure of it, by system.

    Rules: 12.construction.one-per-planet, Q50.
    """
    found: dict[str, list[str]] = {}
    for position in sorted(survey.positions):
        built = survey.structures(position)
        planets = [name for name in survey.open_planets(position) if not built[name]]
        if planets:
            found[position] = planets
    return found


def _asked_for(game: Game, survey: Survey, unit: str) -> tuple[Free, Objective | None]:
    """The free planets that an objective asks for, and that objective; else all that are free, and None.

    Rules: 12.construction.objective-location, Q92.
    """
    free = free_planets(survey)
    for objective in unscored(game):
        come = standing(objective, survey) if objective.group == "structure" else None
        if come is None or come.met:
            continue
        serving = {position: _bringing_closer(survey, come, unit, position, free[position]) for position in free}
        asked = {position: planets for position, planets in serving.items() if planets}
        if objective.outside_home_system and asked:
            return asked, objective
    return free, None


def _bringing_closer(survey: Survey, come: Standing, unit: str, position: str, planets: Sequence[str]) -> list[str]:
    return [
        name
        for name in planets
        if come.after(with_placed(survey, unit, position, name), position).reached > come.reached
    ]


def _place(game: Game, survey: Survey, unit: str, free: Free, served: Objective | None) -> Procedure[Placement]:
    """Rules: 12.construction.placement, 5.2.planets, Q04."""
    number = {position: sum(survey.structures(position).values()) for position in free}
    least = fewest(list(free), number.__getitem__)
    completing = completing_planets(game, survey, _pairs(free, least), unit)
    by_system = decide(survey, least, game.tables.priorities.positive, _of_systems(completing))
    what = say("Build {units}", units=units(game, 1, unit))
    position = yield from settle(game, what, labels(game, by_system.left), "12.construction.placement")
    by_planet = decide_planets(survey, _pairs(free, [position]), game.tables.priorities.positive_planet, completing)
    place = yield from settle(game, what, planet_labels(game, by_planet.left), "12.construction.placement")
    why: Words = say("fewest structures in the system: {number}", number=number[position])
    if served:
        why = listed([say("for {objective}", objective=Name(served.name)), why], ";")
    decided = system_decided(game, by_system, position), planet_decided(game, by_planet, place)
    return Placement(unit, position, place[1], because(why, *decided))


def _pairs(free: Free, positions: Sequence[str]) -> list[Place]:
    return [(position, name) for position in positions for name in free[position]]


def _of_systems(completing: Mapping[Place, Rank]) -> dict[str, Rank]:
    """A system ranks as the best of its planets (Q88)."""
    ranks: dict[str, Rank] = {}
    for (position, _), rank in completing.items():
        ranks[position] = max(rank, ranks.get(position, NO_OBJECTIVE))
    return ranks
