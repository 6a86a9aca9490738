"""Why a tactical action goes where it goes: in one sentence, as a table, and row by row. Rules: pages 15 to 19."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from hive.catalog.tables import Anomaly, WayOpened, WormholesCut, WormholesJoined
from hive.model.game import Game
from hive.naming import system_label, system_labels, system_short, unit_name
from hive.reasons import Compared, Row, Why
from hive.rules.deck.hive_mind import HiveAction
from hive.rules.diagrams.deciding import compared, decided_by, full
from hive.rules.diagrams.reasons import block_words, told_blocks
from hive.rules.diagrams.systems import Decision
from hive.rules.tactical.booking import Plan
from hive.rules.tactical.intent import Intent
from hive.rules.tactical.plan import ShipMove
from hive.words import Name, Strong, Words, count, say

# The anomalies that can hinder ships on their way.
ANOMALIES: dict[Anomaly, Words] = {
    "asteroid_field": say("asteroid fields"),
    "nebula": say("nebulae"),
    "supernova": say("supernovas"),
    "gravity_rift": say("gravity rifts"),
}


def why_there(game: Game, action: HiveAction, plan: Plan) -> Why:
    """How the destination and each ship's system were found: the definition, the targets, then block by block."""
    found = plan.intent
    line = deciding_line(game, found, plan.destination)
    rows = [
        *action.why.rows,
        Row(say("Target systems"), system_labels(game, found.targets), f"15.{found.action}.target"),
        Row(say("Possible destinations"), system_labels(game, list(found.candidates)), "15.destination.closest"),
        *turned_away(game),
        *_bent(found),
        *_eased(game, found, plan.moves),
        *block_rows(game, found.decision),
        Row(say("Ships at most"), say("{number}", number=plan.maximum), "15.move.maximum"),
        *(_ship_row(game, ship) for ship in plan.moves),
    ]
    return Why(line, tuple(rows), table_of(game, found, plan.destination))


def deciding_line(game: Game, found: Intent, destination: str) -> Words:
    """Why a tactical action goes there, in one sentence. Rules: 15.destination.closest, 15.destination.priority."""
    if destination not in found.candidates:
        return say("The table chose it.")
    decided = decided_by(game, found.decision, destination, partial(system_short, game))
    if decided:
        return full(decided)
    steps = found.candidates[destination]
    if not steps:
        return say("It is the only target that a capacity ship gets to.")
    return say("No capacity ship gets nearer to a target: {steps}.", steps=Strong(count(steps, "step")))


def table_of(game: Game, found: Intent, destination: str) -> Compared | None:
    """The possible destinations beside one another, block by block. Rule: 15.destination.priority."""
    return compared(game, found.decision, destination, partial(system_short, game), str)


def turned_away(game: Game) -> list[Row]:
    """What players have made of the decision. Rule: 25.interference.option-negative."""
    turned = Row(say("Negative system priority"), say("players interfered"), "25.interference.option-negative", True)
    return [turned] if game.hive.negative_priority else []


def _bent(found: Intent) -> list[Row]:
    """What bends the ways of the Hive's ships, by its source. Rule: 1.scope.unchanged-rules."""
    bending = found.sight.survey.effects
    ways = (WormholesCut, WormholesJoined, WayOpened)
    bent = [one for one in bending.in_play if isinstance(one.effect, ways) and "hive" in one.seats]
    return [Row(Name(one.source), Name(one.effect.say), "1.scope.unchanged-rules") for one in bent]


def _eased(game: Game, found: Intent, moves: Sequence[ShipMove]) -> list[Row]:
    """What eases the ways that are taken, by the options. Rules: 32.higher.move-bonus, 32.higher.anomalies."""
    chart, survey = found.sight.chart, found.sight.survey
    left = {position for ship in moves for position in ship.route.path[:-1]}
    entered = {position for ship in moves for position in ship.route.path[1:]}
    rows = []
    if left & chart.hastening:
        more = say("{bonus} more move value, once on its way", bonus=chart.bonus)
        rows.append(Row(say("Out of a spawning system"), more, "32.higher.move-bonus", True))
    for anomaly in survey.tables.units.ignored_anomalies:
        on_way = left if anomaly in ("gravity_rift", "nebula") else entered
        there = sorted(position for position in on_way if anomaly in survey.anomalies(position))
        if there and anomaly in ANOMALIES:
            what = say("{anomalies}: {systems}", anomalies=ANOMALIES[anomaly], systems=system_labels(game, there))
            rows.append(Row(say("Ignored"), what, "32.higher.anomalies", True))
    return rows


def block_rows(game: Game, decision: Decision) -> list[Row]:
    """Who was left after each block, up to the one that decided."""
    rows, before = [], decision.candidates
    for block in told_blocks(game, decision):
        decided = len(before) > 1 and len(block.left) < len(before)
        left = say("{systems} left", systems=system_labels(game, block.left))
        rows.append(Row(block_words(game, block), left, block.rule, decided))
        before = block.left
        if len(before) == 1:
            break
    return rows


def _ship_row(game: Game, ship: ShipMove) -> Row:
    of: Words = say("the only one in range")
    if ship.decision is not None:
        of = decided_by(game, ship.decision, ship.origin, partial(system_short, game))
    return Row(
        say("{unit!c} from {system}", unit=unit_name(game, ship.unit), system=system_label(game, ship.origin)),
        of,
        "15.move.source",
        ship.choices > 1,
    )
