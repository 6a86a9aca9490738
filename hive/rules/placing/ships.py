"""Where ships, structures and command tokens of the Hive come.

Nobody books every move of the players. Where the Hive has units it is only in doubt whether players have left: players
who go there say so.

Rules: page 12, Q50, Q92, 12.warfare.remove, 28.4.tokens, 33.faction.breaches-removed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Literal

from hive import keys
from hive.board import pieces
from hive.board.survey import Survey
from hive.catalog.tables import Foe, Objective, Seat
from hive.model.galaxy import PlanetState, System, holds_units, places_in
from hive.model.game import FOES, PLAYERS, Game, Player
from hive.naming import items, on_planet, system_label, system_labels, units
from hive.rules.board import PlanetAt, Tracked, board_of, tracked
from hive.rules.diagrams.systems import (
    NO_OBJECTIVE,
    Arrival,
    Decision,
    Rank,
    completing,
    completing_planets,
    decide,
    decide_planets,
    plus,
)
from hive.rules.objectives.confirming import ALL_IN_DOUBT, Doubts, doubts_in
from hive.rules.objectives.on_board import Holding, holding_of
from hive.rules.objectives.public import unscored
from hive.rules.options import CRIMSON_REBELLION, players_of
from hive.rules.placing.places import (
    DONE,
    LAST_KNOWN,
    Placement,
    because,
    block_rows,
    fewest,
    has_player_ships,
    labels,
    open_spawning_systems,
    placed_choices,
    placement_items,
    planet_decided,
    planet_labels,
    planets_known,
    players_there,
    settle,
    ships_known,
    spawning_positions_held,
    system_decided,
    unit_words_of,
    with_placed,
)
from hive.steps import Ask, Choice, Item, Procedure, Row, Shown, Why, anew, question
from hive.words import Name, PlanetName, Words, count, listed, say


@dataclass(frozen=True)
class Shipyard:
    """Where a production card has its ship placed: the systems left (none if no place can produce), and why.

    ``kind`` says which ship of the card it is; ``rests_on`` names the systems whose player ships could change it.
    ``decision`` is the way through the diagram, where it was walked.
    """

    kind: Literal["standard", "advanced"]
    left: tuple[str, ...]
    rows: tuple[Row, ...]
    rests_on: tuple[str, ...]
    decision: Decision | None = None


def named_site(board: Tracked, position: str | None, printed: str, closed: Collection[str]) -> Shipyard | Row:
    """The system that the card names, if it takes the standard ship; else the reason for the advanced one.

    In: its position, the left ship as printed (Q46), and where the table has said that player ships are.
    Rules: 8.where, 8.standard.ship, 8.advanced.two-present, 8.advanced.cannot-produce.
    """
    game, survey = board.game, board.survey
    name = system_label(game, position or "")
    if position is None or not survey.open_planets(position):
        return Row(name, say("no planet under Hive control"), "8.where", True)
    if position in closed or has_player_ships(survey, position):
        return Row(name, say("player ships there"), "8.advanced.cannot-produce", True)
    there = sum(survey.ships(place).get(printed, 0) for place in survey.in_and_adjacent(position))
    present = say("{units} in and next to {system}", units=units(game, there, printed), system=name)
    if there >= game.tables.figures.advanced_ship_threshold.value:
        return Row(say("Standard ship"), present, "8.advanced.two-present", True)
    return Shipyard("standard", (position,), (Row(say("Standard ship"), present, "8.standard.ship"),), (position,))


def advanced_site(board: Tracked, ship: str, closed: Collection[str]) -> Shipyard:
    """Where capacity ships are fewest, in and next to a spawning system that can produce.

    Rules: 8.advanced.location, 8.advanced.counts-as-spawning, 8.where, Q46.
    """
    game, survey = board.game, board.survey
    every, able = spawning_positions_held(survey), open_spawning_systems(survey, closed)
    ships = {position: survey.capacity_ships(survey.in_and_adjacent(position)) for position in able}
    least = fewest(able, ships.__getitem__)
    decision = _by_priority(game, survey, least, ship)
    rows = []
    for position in every:
        near, rule = say("player ships there"), "8.where"
        if position in ships:
            near = say("{ships} in and next to it", ships=count(ships[position], "carrying ship"))
            rule = "8.advanced.location"
        rows.append(Row(system_label(game, position), near, rule, position in decision.left))
    doubtful = tuple(position for position in every if position in decision.left or position not in able)
    rows += block_rows(game, decision, lambda one: system_label(game, one))
    return Shipyard("advanced", decision.left, tuple(rows), doubtful, decision)


def ask_site(board: Tracked, site: Shipyard, ship: str, detail: Words, why: Why, closed: Collection[str]) -> Ask:
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
        shown=Shown(say("Ship production"), expects=len(site.left) == 1, kind="ships"),
    )


def _known(board: Tracked, positions: Sequence[str], closed: Collection[str]) -> tuple[Item, ...]:
    """What it rests on that ships can come to these systems. Rule: 8.where."""
    ships = ships_known(board.game, board.survey, positions, closed)
    return (*ships, *planets_known(board.survey, positions, "8.where"))


def ask_no_site(board: Tracked, positions: Sequence[str], closed: Collection[str]) -> Ask:
    """Tell the table that no spawning system can produce, as it is known. Rules: 8.where, Q46, Q135."""
    return question(
        keys.FEWEST_CAPACITY_SHIPS,
        "none",
        items=ships_known(board.game, board.survey, positions, closed),
        systems=positions,
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
    board: Tracked, plan: Sequence[Placement], told: Sequence[Item], rule: str, heading: Words, closed: Collection[str]
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
        text=say("Place {units}", units=unit_words_of(game, plan)) if plan else say("No ship finds a place"),
        choices=(done, *players_there(game, chosen), *fewer),
        rule=rule,
        items=(*told, *placement_items(game, plan, "12.warfare.ship-location"), *facts),
        anew=True,
        systems=tuple(rests_on),
        shown=Shown(heading),
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
        come = holding_of(objective, survey) if objective.group == "structure" else None
        if come is None or come.met:
            continue
        serving = {position: _bringing_closer(survey, come, unit, position, free[position]) for position in free}
        asked = {position: planets for position, planets in serving.items() if planets}
        if objective.outside_home_system and asked:
            return asked, objective
    return free, None


def _bringing_closer(survey: Survey, come: Holding, unit: str, position: str, planets: Sequence[str]) -> list[str]:
    after = {name: come.after(with_placed(survey, unit, position, name), position) for name in planets}
    return [name for name in planets if after[name].reached > come.reached]


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
        why = listed([say("for {what}", what=Name(served.name)), why], ";")
    decided = system_decided(game, by_system, position), planet_decided(game, by_planet, place)
    return Placement(unit, position, place[1], because(why, *decided))


def _pairs(free: Free, positions: Sequence[str]) -> list[PlanetAt]:
    return [(position, name) for position in positions for name in free[position]]


def _of_systems(completing: Mapping[PlanetAt, Rank]) -> dict[str, Rank]:
    """A system ranks as the best of its planets (Q88)."""
    ranks: dict[str, Rank] = {}
    for (position, _), rank in completing.items():
        ranks[position] = max(rank, ranks.get(position, NO_OBJECTIVE))
    return ranks


# --- command tokens of the Hive on the board, and what nobody has heard of the players


# What might have come to a system: something that is hardly there at all, and something that blocks and outweighs.
_ARRIVALS: tuple[str, ...] = ("fighter", "war_sun")


def might_be(system: System, doubts: Doubts = ALL_IN_DOUBT) -> Iterator[System]:
    """The system as it might be without anybody having said so, as far as players can have come, left or landed."""
    left = _without(system, [system], doubts.space) if any(system.units.get(seat) for seat in doubts.space) else None
    if left is not None:
        yield left
    if doubts.space and holds_units(system, *PLAYERS):
        # Ships of one player carry the other's ground forces as well (Q139).
        yield _without(left or system, places_in(left or system)[1:], PLAYERS)
    if holds_units(system, "hive"):
        return
    for seat in doubts.space:
        for unit in _ARRIVALS:
            yield with_one_more(system, seat, unit)
    for seat in doubts.planets if any(one.control not in PLAYERS for one in system.planets.values()) else ():
        yield _taken(system, seat)
        if left is not None:
            yield _taken(left, seat)
    if len(doubts.space) == len(PLAYERS):
        yield with_one_more(with_one_more(system, "p1"), "p2")


def _without(system: System, places: Iterable[System | PlanetState], seats: Collection[Player]) -> System:
    """Without the units of some players in some of its places: its space area, its planets."""
    emptied = deepcopy(system)
    left = [id(place) for place in places]
    for place, there in zip(places_in(emptied), places_in(system), strict=True):
        if id(there) in left:
            for seat in seats:
                place.units.pop(seat, None)
    return emptied


def _taken(system: System, seat: Player) -> System:
    """All planets that no player is known to hold in a player's hands."""
    held = {
        name: planet if planet.control in PLAYERS else replace(planet, control=seat, units={seat: {"infantry": 1}})
        for name, planet in system.planets.items()
    }
    return replace(system, planets=held)


def with_one_more(system: System, seat: Seat, unit: str = _ARRIVALS[0]) -> System:
    """The system with a ship more of this side in its space area."""
    return replace(system, units=plus(system.units, unit, seat=seat))


def players_known(game: Game, system: System) -> Words:
    """The units of players, and neutral ones, in a system in words, as last known; empty without any."""
    sides = [(seat, _units(game, system, seat)) for seat in FOES]
    known = [say("{who} {units}", who=game.name(seat), units=listed(there)) for seat, there in sides if there]
    return listed(known, ";") if known else ""


def _units(game: Game, system: System, seat: Foe) -> list[Words]:
    words: list[Words] = [units(game, number, key) for key, number in system.units.get(seat, {}).items()]
    for name, planet in system.planets.items():
        there = [units(game, number, key) for key, number in planet.units.get(seat, {}).items()]
        words += [on_planet(one, PlanetName(name, system.position)) for one in there]
    return words


# --- tokens that leave a tracked galaxy


@dataclass(frozen=True)
class Tokens:
    """Command tokens that leave the board: the systems in which they lie, and whether the table has taken them off."""

    positions: list[str]
    confirmed: bool


def tokens_to_remove(board: Tracked, number: int) -> Procedure[Tokens]:
    """The systems whose Hive command token leaves the board, by negative priority; at most so many.

    A token serves no objective. Where player ships that nobody has booked could change the choice, the table confirms
    them with it. Rules: 12.warfare.remove, 5.3.use, 5.3.block-order, 1.scope.unchanged-rules.
    """
    return (yield from anew(lambda: _chosen(board, number)))


def _chosen(board: Tracked, number: int) -> Procedure[Tokens]:
    game, survey = board.game, board.survey
    chosen, tied = ranked_tokens(game, survey, number)
    # Where systems tie, the question between them has these to look at and to mend.
    waiting = [one for one in survey.with_token_of("hive") if one not in tied]
    rests_on = [one for one in waiting if _matters(game, survey, number, one)]
    while len(chosen) < number and tied:
        found = yield from settle(game, say("Take a command token"), labels(game, tied), "12.warfare.remove")
        chosen.append(found)
        tied = [position for position in tied if position != found]
    if rests_on:
        yield from _ask_tokens(game, survey, chosen, rests_on)
    return Tokens(chosen, bool(rests_on))


def ranked_tokens(game: Game, survey: Survey, number: int) -> tuple[list[str], list[str]]:
    """The tokens that go first by negative priority, and those that tie for the last place among them."""
    waiting = survey.with_token_of("hive")
    if len(waiting) <= number:
        return waiting, []
    chosen: list[str] = []
    while len(chosen) < number:
        left = decide(survey, waiting, game.tables.priorities.negative, {}).left
        if len(left) > number - len(chosen):
            return chosen, list(left)
        chosen += left
        waiting = [position for position in waiting if position not in left]
    return chosen, []


def _matters(game: Game, survey: Survey, number: int, position: str) -> bool:
    """Whether other tokens would go if the players' ships in a system were not as last known."""
    others = (survey.with_system(other) for other in might_be(survey.system(position), doubts_in(game, position)))
    return any(_sorted(game, other, number) != _sorted(game, survey, number) for other in others)


def _sorted(game: Game, survey: Survey, number: int) -> tuple[list[str], list[str]]:
    chosen, tied = ranked_tokens(game, survey, number)
    return sorted(chosen), sorted(tied)


def _ask_tokens(game: Game, survey: Survey, chosen: list[str], rests_on: list[str]) -> Ask:
    tokens = items(len(chosen), "command_tokens")
    return question(
        keys.TAKE_TOKENS,
        tokens=tokens,
        items=(
            *(_out_of(game, position) for position in chosen),
            *(_known_of_players(game, survey, position) for position in rests_on),
        ),
        systems=rests_on,
    )


def _known_of_players(game: Game, survey: Survey, position: str) -> Item:
    """Whom the choice rests on."""
    there = players_known(game, survey.system(position)) or say("no units of players")
    return Item(say("{system}: {there}.", system=system_label(game, position), there=there), LAST_KNOWN)


def _out_of(game: Game, position: str) -> Item:
    text = say("Take [the Hive]'s command token out of {system}.", system=system_label(game, position))
    return Item(text, rule="12.warfare.remove")


def remove_tokens(game: Game, positions: list[str]) -> list[Item]:
    """Take the Hive's command tokens out of these systems into its tactic pool, and say so."""
    for position in positions:
        pieces.take_command_token(game, "hive", position)
    game.hive.tokens.tactic += len(positions)
    return [_out_of(game, position) for position in positions]


def clear_tokens(game: Game) -> list[Item]:
    """Take the command tokens of all sides off the board, and say so. Rules: 28.4.tokens, Q97."""
    if (board := tracked(game)) is None:
        return _clear_hives(game)
    lines = []
    for seat in ("hive", *PLAYERS):
        positions = board.survey.with_token_of(seat)
        for position in positions:
            pieces.take_command_token(game, seat, position)
        if positions:
            tokens = items(len(positions), "command_tokens")
            text = say("Take {who}'s {tokens} off the board.", who=game.name(seat), tokens=tokens)
            where = say("in {system}", system=system_labels(game, positions))
            lines.append(Item(text, where, "28.4.tokens"))
    return lines


def _clear_hives(game: Game) -> list[Item]:
    """The Hive's tokens leave the board; those of the players are theirs to take."""
    tokens = game.hive.tokens
    on_board, tokens.board = tokens.board, 0
    text = say("Take [the Hive]'s {tokens} off the board.", tokens=items(on_board, "command_tokens"))
    return [Item(text, rule="28.4.tokens")] if on_board else []


def remove_breaches(game: Game) -> list[Item]:
    """Take the active breaches off systems with ships of the Hive; without a galaxy the table does, if any can be.

    Rule: 33.faction.breaches-removed.
    """
    board, lines = board_of(game), []
    if not isinstance(board, Tracked):
        text = say("Remove the active breaches from systems with ships of [the Hive].")
        return [Item(text, rule="33.faction.breaches-removed")] if players_of(game, (CRIMSON_REBELLION,)) else []
    survey = board.survey
    for position in sorted(survey.positions):
        if not survey.ship_count(position):
            continue
        for key in [placed.key for placed in survey.system(position).tokens]:
            if game.tables.tiles.tokens_by_key[key].joins:
                pieces.remove_token(game, position, key)
                text = say("Remove the active breach from {system}.", system=system_label(game, position))
                lines.append(Item(text, rule="33.faction.breaches-removed"))
    return lines
