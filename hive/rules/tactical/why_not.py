"""Why a tactical action does not go to another system: one answer for each, by name and number. Rules: pages 14, 15.

The answers come in the order in which a system can fall out: a command token, no way in, no capacity ship that gets
there, too far from a target, a block of the diagram.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from hive.board.movement import distances, move_value, reachable
from hive.board.survey import Survey
from hive.model.game import Game
from hive.naming import ANOMALIES, items, system_short, units
from hive.rules.board import Tracked, board_of
from hive.rules.diagrams.deciding import fell_by, full
from hive.rules.diagrams.systems import too_little_influence
from hive.rules.tactical.intent import Intent, intent
from hive.rules.tactical.moves import TacticalType, counters_of, is_wanted, type_order
from hive.rules.tactical.sight import Sight, look
from hive.rules.tactical.telling import deciding_line
from hive.steps import Undertaking
from hive.words import Name, Strong, Words, count, listed, say

Fell = Literal["chosen", "token", "closed", "no_ship", "no_target", "farther", "block", "tied"]


@dataclass(frozen=True)
class WhyNot:
    """Where a system fell out of a decision, in one sentence; ``chosen``: it did not."""

    position: str
    fell: Fell
    words: Words
    rule: str


def why_not(game: Game, found: Intent, destination: str, position: str) -> WhyNot:
    """Why an action that goes to a destination does not go to this system; or that it does.

    Rules: 15.target.command-token, 15.target.inaccessible, 15.destination.capacity-ship, 15.destination.closest,
    15.destination.priority.
    """
    if position == destination:
        return WhyNot(position, "chosen", deciding_line(game, found, destination), "15.destination.priority")
    if position in found.candidates:
        return _by_a_block(game, found, destination, position)
    chart = found.sight.chart
    if position in chart.held:
        words = say("A command token of [the Hive] lies here already.")
        return WhyNot(position, "token", words, "15.target.command-token")
    if not chart.accessible(position):
        return WhyNot(position, "closed", _closed(game, found, position), "15.target.inaccessible")
    if position not in _where_capacity_ships_can_be(game, found):
        return WhyNot(position, "no_ship", _no_ship(game, found, position), "15.destination.capacity-ship")
    return _too_far(game, found, destination, position)


def why_not_there(game: Game, undertaking: Undertaking, position: str) -> WhyNot | None:
    """Why an action that is announced does not go to a system; None for one that is nowhere, or where nobody knows."""
    board = board_of(game)
    if not isinstance(board, Tracked) or position not in board.survey.positions:
        return None
    found = intent(game, look(board), undertaking.action, undertaking.icons)
    return why_not(game, found, undertaking.destination, position)


def _by_a_block(game: Game, found: Intent, destination: str, position: str) -> WhyNot:
    """A possible destination that another was chosen before."""
    label = partial(system_short, game)
    if position in found.left:
        words = say(
            "{system} ties with {chosen} to the last block: the table chose.",
            system=label(position),
            chosen=label(destination),
        )
        return WhyNot(position, "tied", words, "1.scope.most-helpful")
    winner = destination if destination in found.left else found.left[0]
    block = next(one for one in found.decision.blocks if position in one.worth and position not in one.left)
    return WhyNot(position, "block", full(fell_by(game, found.decision, winner, position, label)), block.rule)


def _closed(game: Game, found: Intent, position: str) -> Words:
    """What keeps all ships of the Hive out."""
    survey, chart = found.sight.survey, found.sight.chart
    if position not in chart.closed:
        return say("No way leads here.")
    hindering = [ANOMALIES[one] for one in survey.anomalies(position) if one in ("supernova", "asteroid_field")]
    if hindering:
        return say("No ship of [the Hive] may enter: {anomalies}.", anomalies=Strong(listed(hindering)))
    return say("This system is closed to [the Hive].")


# --- no capacity ship


def _where_capacity_ships_can_be(game: Game, found: Intent) -> set[str]:
    by_key = game.tables.units.by_key
    routes = (ways for unit, _, ways in found.reach if by_key[unit].capacity_ship)
    return {*found.sight.standing(), *(position for ways in routes for position in ways)}


def _no_ship(game: Game, found: Intent, position: str) -> Words:
    """Why no capacity ship gets there: it must stay, or is too far away; or only other ships get there."""
    chart = found.sight.chart
    able = (
        one for one in _capacity_ships(game, found.sight.survey, found.action) if position in reachable(chart, *one[1:])
    )
    staying = next(able, None)
    if staying:
        unit, origin, _ = staying
        return say(
            "{unit!c} in {origin} could come, but stays: {origin} would no longer be {defended}.",
            unit=units(game, 1, unit),
            origin=system_short(game, origin),
            defended=Strong(say("fully defended")),
        )
    others = [(unit, origin) for unit, origin, ways in found.reach if position in ways]
    if others:
        unit, origin = others[0]
        return say(
            "No capacity ship gets here, only {unit} from {origin} and the like.",
            unit=units(game, 1, unit),
            origin=system_short(game, origin),
        )
    return _nearest_ship(game, found, position)


def _nearest_ship(game: Game, found: Intent, position: str) -> Words:
    away = distances(found.sight.chart, [position])
    there = [one for one in _capacity_ships(game, found.sight.survey, found.action) if one[1] in away]
    ships = [(away[origin] - move, unit, origin, move) for unit, origin, move in there]
    if not ships:
        return say("No capacity ship of [the Hive] has a way to here.")
    lacking, unit, origin, move = min(ships)
    if lacking > 0:
        return say(
            "No capacity ship gets here: the nearest, {unit} in {origin}, is {steps} away and moves {move}.",
            unit=units(game, 1, unit),
            origin=system_short(game, origin),
            steps=Strong(count(away[origin], "step")),
            move=move,
        )
    if origin in found.sight.chart.held:
        return say(
            "No capacity ship gets here: {unit} in {origin} is held there by a command token.",
            unit=units(game, 1, unit),
            origin=system_short(game, origin),
        )
    return say(
        "No capacity ship gets here: the way of {unit} from {origin} is barred by ships of players or a nebula.",
        unit=units(game, 1, unit),
        origin=system_short(game, origin),
    )


def _capacity_ships(game: Game, survey: Survey, action: TacticalType) -> Iterator[tuple[str, str, int]]:
    """Every type of capacity ship in every system, with its move value, whether it may leave or not."""
    by_key = game.tables.units.by_key
    for position in sorted(survey.positions):
        for unit in type_order(game, action):
            if by_key[unit].capacity_ship and survey.ships(position).get(unit):
                yield unit, position, move_value(game.tables, unit, game.hive.upgrades)


# --- too far from a target


def _too_far(game: Game, found: Intent, destination: str, position: str) -> WhyNot:
    """A capacity ship can be there, but it is no target, or lies further from one than another system."""
    near = distances(found.sight.chart, found.targets)
    least = min(found.candidates.values(), default=None)
    if least == 0 or least is None:
        reason = _no_target(game, found, position)
        return WhyNot(position, "no_target", say("No target: {reason}.", reason=reason), f"15.{found.action}.target")
    if position not in near:
        return WhyNot(position, "farther", say("From here no way leads to a target."), "15.destination.closest")
    words = say(
        "It is {steps} from the nearest target, {chosen} only {least}.",
        steps=Strong(count(near[position], "step")),
        chosen=system_short(game, destination),
        least=Strong(say("{number}", number=least)),
    )
    return WhyNot(position, "farther", words, "15.destination.closest")


def _no_target(game: Game, found: Intent, position: str) -> Words:
    """Why a system is no target of an action. Rules: 15.engage.target, 15.engage.threshold, 15.infest.target."""
    survey = found.sight.survey
    if found.action == "infest":
        if not survey.planets(position):
            return say("it has no planet")
        barred = too_little_influence(game, survey) if position == survey.mecatol_rex else []
        if barred:
            return say(
                "{planets} asks {needed} of the bank, which holds {has}",
                planets=listed([Name(one) for one in barred]),
                needed=Strong(items(game.tables.figures.mecatol_rex_influence.value, "influence")),
                has=Strong(say("{number}", number=game.hive.bank.influence)),
            )
        return say("[the Hive] controls every planet here")
    present = survey.players_with_units(position)
    zone = survey.zone(position)
    if not present:
        return say("no player has units here")
    if zone is None:
        return say("it lies beside the map, in no zone")
    return say(
        "the counters of {players} are {counters}, and zone {zone} asks {threshold}",
        players=listed([game.name(seat) for seat in present]),
        counters=Strong(say("{number}", number=counters_of(game, survey, position))),
        zone=Name(str(zone.zone)),
        threshold=Strong(say("{number}", number=zone.threshold)),
    )


# --- no destination at all


def why_nowhere(game: Game, action: TacticalType) -> Words:
    """Why an action cannot be performed, as part of a sentence; without a galaxy the table has said so.

    With the systems: nothing is a target, or no capacity ship can go for one.

    Rules: 15.no-target, 15.target.command-token, 15.target.inaccessible, 15.destination.capacity-ship, Q20.
    """
    board = board_of(game)
    if not isinstance(board, Tracked):
        return say("no target that a capacity ship of [the Hive] can go for")
    seen = look(board)
    if seen.destinations(game, action):
        return say("it was given up when it was announced")
    targets = seen.targets(game, action)
    if targets:
        reasons = listed(_no_ship_goes(game, seen, action), ";")
        nearest = _nearest_of(game, seen, action, targets)
        return say("no capacity ship can go for {systems}: {reasons}", systems=nearest, reasons=reasons)
    reasons = listed(_barred(game, seen, action), ";")
    return say("no target system: {reasons}", reasons=reasons) if reasons else say("no target system")


def _nearest_of(game: Game, seen: Sight, action: TacticalType, targets: Sequence[str]) -> Words:
    """The target that is nearest to a capacity ship, and how many others there are."""
    away = distances(seen.chart, [origin for _, origin, _ in _capacity_ships(game, seen.survey, action)])
    nearest = system_short(game, min(targets, key=lambda one: away.get(one, len(seen.survey.positions))))
    others = count(len(targets) - 1, "other target")
    return say("{system} and {others}", system=nearest, others=others) if targets[1:] else nearest


def _no_ship_goes(game: Game, seen: Sight, action: TacticalType) -> list[Words]:
    """What keeps every capacity ship from every target: a command token where it stands, or that no way leads there."""
    ships = [(unit, origin) for unit, origin, _ in _capacity_ships(game, seen.survey, action)]
    held = [
        say(
            "{units} in {system}",
            units=units(game, seen.survey.ships(origin)[unit], unit),
            system=system_short(game, origin),
        )
        for unit, origin in ships
        if origin in seen.chart.held
    ]
    free = dict.fromkeys(origin for _, origin in ships if origin not in seen.chart.held)
    reasons: list[Words] = [say("a command token holds {ships}", ships=listed(held))] if held else []
    if free:
        reasons.append(say("no way leads there from {systems}", systems=_systems(game, free)))
    return reasons or [say("none is on the board")]


def _barred(game: Game, seen: Sight, action: TacticalType) -> list[Words]:
    """The systems that would be targets if the Hive could get there."""
    wanted = [one for one in sorted(seen.survey.positions) if is_wanted(game, seen.survey, action, one)]
    held = [one for one in wanted if one in seen.chart.held]
    closed = [one for one in wanted if one not in held]
    return [
        *([say("a command token of [the Hive] lies in {systems}", systems=_systems(game, held))] if held else []),
        *([say("no way leads to {systems}", systems=_systems(game, closed))] if closed else []),
    ]


def _systems(game: Game, positions: Iterable[str]) -> Words:
    return listed([system_short(game, one) for one in positions])
