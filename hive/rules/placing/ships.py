"""Where ships of the Hive go on a tracked galaxy: those it produces, and those it places for free. Pages 8 and 12."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from hive import keys
from hive.board.survey import Survey
from hive.model.game import Game
from hive.naming import system_label, units
from hive.reasons import Row, Why
from hive.rules.board.sides import Tracked
from hive.rules.diagrams.serving import Arrival, completing
from hive.rules.diagrams.systems import Decision, decide
from hive.rules.placing.places import (
    DONE,
    Placement,
    because,
    block_rows,
    controlled_spawning_systems,
    fewest,
    labels,
    open_spawning_systems,
    placed_choices,
    placement_items,
    planets_known,
    player_ships,
    players_there,
    settle,
    ships_known,
    system_decided,
    unit_words_of,
    with_placed,
)
from hive.steps import Ask, Choice, Item, Procedure, Shown
from hive.words import Words, count, say


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
    every, able = controlled_spawning_systems(survey), open_spawning_systems(survey, closed)
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
    rests_on = [place for place in controlled_spawning_systems(survey) if place in chosen or place not in able]
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
