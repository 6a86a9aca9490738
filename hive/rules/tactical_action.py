"""The Hive's tactical action, from the support cards to the end of its combats. Rules: pages 15 to 21.

On a tracked galaxy the destination and the moves follow from the board, and what the table does is booked. Without one
the action is announced, and the table carries it out by the rulebook.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, replace

from hive.board import pieces
from hive.model.game import Game
from hive.rules.availability import tactical_type
from hive.rules.combat.battle import resolve_system
from hive.rules.combat.support import Support, unit_support
from hive.rules.definition import HiveAction
from hive.rules.exploration import explore_frontier, frontier_reminder
from hive.rules.facts import players_known
from hive.rules.gravity_rift import roll_for_rifts
from hive.rules.intent import Intent, intent, sight
from hive.rules.player_activation import anger_fighters
from hive.rules.priority import Decision
from hive.rules.stratagems import booked, cards_played
from hive.rules.support import draw_support, support_lines
from hive.rules.tactical_moves import TacticalType, maximum_ships
from hive.rules.tactical_plan import ShipMove, plan_moves
from hive.rules.turns import after_fight, fight_choices
from hive.steps import AGAIN, Ask, Card, Choice, Item, Marks, Procedure, Row, Tell, Why
from hive.words import count, listed, system_label, units

OTHER = "other"


@dataclass(frozen=True)
class Plan:
    """A tactical action that is about to be carried out: how it was decided, where it goes, and what moves."""

    intent: Intent
    destination: str
    maximum: int
    moves: tuple[ShipMove, ...]


def perform_tactical_action(game: Game, action: HiveAction) -> Procedure[None]:
    """Perform a tactical action: draw its support cards, then carry it out.

    Until then players can turn it away. Rules: 15.support.draw, 25.interference.option-negative.
    """
    game.hive.activating = True
    cards = yield from draw_support(game)
    if game.galaxy is None:
        yield from _by_the_table(game, action, cards)
    else:
        yield from _on_the_board(game, action, cards)


# --- on a tracked galaxy


def _on_the_board(game: Game, action: HiveAction, cards: list[Card]) -> Procedure[None]:
    plan = yield from _announced(game, action, cards)
    if plan is None:
        yield Tell("Nothing is left to go for: the action comes to nothing.", "15.no-target")
        return
    told = told_support(game, plan, cards)
    book(game, plan)
    yield from roll_for_rifts(game, plan.moves, plan.destination)
    battle = yield from resolve_system(game, plan.destination, cards, "hive", told)
    yield from anger_fighters(game, battle)
    yield from explore_frontier(game, plan.destination)


def _announced(game: Game, action: HiveAction, cards: list[Card]) -> Procedure[Plan | None]:
    """Decide, tell the table what to move, and wait until it has; decided anew whenever the table mends the board."""
    chosen = ""
    while True:
        plan = yield from make_plan(game, tactical_type(action.type), action.icons, chosen)
        if plan is None:
            return None
        answer = yield _announcement(game, action, plan, cards)
        if answer == "done":
            return plan
        if answer == OTHER:
            chosen = yield _other_destination(game, plan)


def make_plan(game: Game, action: TacticalType, icons: int, chosen: str = "") -> Procedure[Plan | None]:
    """Decide where a tactical action goes and which ships move; None if nothing can be gone for.

    ``chosen`` is a destination that the table has chosen against the app; it stands while no Hive token lies there.
    Rules: 15.destination.priority, 15.move.maximum, 1.scope.most-helpful.
    """
    while True:
        galaxy = pieces.galaxy_of(game)
        found = intent(game, sight(game, galaxy), action, icons)
        if not found.possible:
            return None
        if chosen in found.sight.chart.held:
            chosen = ""
        destination = chosen or found.left[0]
        if not chosen and len(found.left) > 1:
            destination = yield _which_destination(game, found)
        if destination == AGAIN:
            continue
        moves = yield from plan_moves(game, galaxy, found.sight.chart, action, destination, icons)
        if moves is not None:
            return Plan(found, destination, maximum_ships(game, found.sight.survey, destination, icons), tuple(moves))


def book(game: Game, plan: Plan) -> None:
    """Book what the table was told to do: the command token, and every ship."""
    game.hive.activating = False
    game.hive.tokens.tactic = max(0, game.hive.tokens.tactic - 1)
    pieces.put_command_token(game, "hive", plan.destination)
    for ship in plan.moves:
        pieces.move(game, "hive", ship.unit, ship.origin, plan.destination)


# --- what the table reads


def _announcement(game: Game, action: HiveAction, plan: Plan, cards: list[Card]) -> Ask:
    token = Item(
        f"Put a Hive command token into {system_label(game, plan.destination)}.",
        f"tactic pool {game.hive.tokens.tactic} to {max(0, game.hive.tokens.tactic - 1)}",
        "15.destination.closest",
    )
    return Ask(
        key="tactical_action",
        text=f"The Hive {action.type}s {system_label(game, plan.destination)}",
        choices=(Choice("done", "Done"), Choice(OTHER, "Elsewhere", "choose another destination")),
        rule="15.engage.target" if action.type == "engage" else "15.infest.target",
        why=_why(game, action, plan),
        items=(
            token,
            *_move_lines(game, plan.moves),
            *_nexus_line(game, plan),
            _players_line(game, plan.destination),
            *_support_lines(told_support(game, plan, cards)),
        ),
        anew=True,
        systems=tuple(dict.fromkeys((plan.destination, *(ship.origin for ship in plan.moves)))),
        marks=_marks(plan.intent, plan.destination, plan.moves),
    )


def _marks(found: Intent, destination: str = "", moves: Sequence[ShipMove] = ()) -> Marks:
    """What the map points out: targets, possible destinations, who was left, the destination, and each way there."""
    paths = tuple(dict.fromkeys(ship.route.path for ship in moves))
    return Marks(found.targets, tuple(found.candidates), found.left, destination, paths)


def told_support(game: Game, plan: Plan, cards: list[Card]) -> Support | None:
    """The fighters and infantry that will come once all ships have moved; None as long as dice can still take ships.

    Rules: 21.units.condition, 21.units.placement, 19.gravity-rift.dice.
    """
    if any(ship.route.rifts for ship in plan.moves):
        return None
    after = replace(game, hive=deepcopy(game.hive), galaxy=deepcopy(game.galaxy))
    book(after, plan)
    return unit_support(game, pieces.galaxy_of(after), plan.destination, cards)


def _players_line(game: Game, destination: str) -> Item:
    """Whom the Hive meets there: on this rests whether there is a combat at all. Rule: 1.scope.unchanged-rules."""
    known = players_known(game, destination) or "no units of players"
    return Item(f"There, as last known: {known}.", "if others are there, mend it first", "1.scope.unchanged-rules")


def _nexus_line(game: Game, plan: Plan) -> list[Item]:
    """The wormhole nexus turns once ships come there; :mod:`hive.board.pieces` books it."""
    inactive = game.tables.tiles.active_face(plan.intent.sight.survey.system(plan.destination).tile)
    turned = Item("Turn the wormhole nexus to its active side.", rule="1.scope.unchanged-rules")
    return [turned] if inactive and plan.moves else []


def _support_lines(told: Support | None) -> tuple[Item, ...]:
    return told.items if told else (Item("Fighters and infantry come after the dice.", rule="19.gravity-rift.dice"),)


def _move_lines(game: Game, moves: Sequence[ShipMove]) -> list[Item]:
    """What moves from where, ships of one type and one way together."""
    if not moves:
        return [Item("No ship moves.", rule="15.move.source")]
    together = Counter((ship.unit, ship.origin, ship.route.path) for ship in moves)
    lines = []
    for (unit, origin, path), number in together.items():
        ship = next(ship for ship in moves if (ship.unit, ship.origin, ship.route.path) == (unit, origin, path))
        text = f"Move {units(game, number, unit)} from {system_label(game, origin)}."
        lines.append(Item(text, _way(ship), "15.move.source"))
    return lines


def _way(ship: ShipMove) -> str:
    between = ship.route.path[1:-1]
    by_way = f"by way of {listed(between)}" if between else ""
    dice = f"dice for the gravity rift in {listed(ship.route.rifts)}" if ship.route.rifts else ""
    return "; ".join(words for words in (by_way, dice) if words)


def _why(game: Game, action: HiveAction, plan: Plan) -> Why:
    """How the destination and each ship's system were found: the definition, the targets, then block by block."""
    found = plan.intent
    near = "a target itself" if plan.destination in found.targets else "closest to a target"
    line = f"{action.why.line} {system_label(game, plan.destination)} is {near}."
    rows = [
        *action.why.rows,
        Row("Target systems", listed(found.targets), f"15.{found.action}.target"),
        Row("Possible destinations", listed(list(found.candidates)), "15.destination.closest"),
        *_turned_away(game),
        *_block_rows(found.decision),
        Row("Ships at most", str(plan.maximum), "15.move.maximum"),
        *(_ship_row(ship) for ship in plan.moves),
    ]
    return Why(line, tuple(rows))


def _turned_away(game: Game) -> list[Row]:
    """Rule: 25.interference.option-negative."""
    turned = Row("Negative system priority", "players interfered", "25.interference.option-negative", True)
    return [turned] if game.hive.negative_priority else []


def _block_rows(decision: Decision) -> list[Row]:
    """Who was left after each block, up to the one that decided."""
    rows, before = [], decision.candidates
    for block in decision.blocks:
        decided = len(before) > 1 and len(block.left) < len(before)
        rows.append(Row(block.say, f"{listed(block.left)} left", block.rule, decided))
        before = block.left
        if len(before) == 1:
            break
    return rows


def _ship_row(ship: ShipMove) -> Row:
    of = f"of {ship.choices} systems, by negative priority" if ship.choices > 1 else "the only one in range"
    return Row(f"{ship.unit.replace('_', ' ')} from {ship.origin}", of, "15.move.source", ship.choices > 1)


def _which_destination(game: Game, found: Intent) -> Ask:
    return Ask(
        key="destination",
        text=f"Which system does the Hive {found.action}?",
        choices=tuple(Choice(position, system_label(game, position)) for position in found.left),
        rule="1.scope.most-helpful",
        detail="They tie by system priority: what helps the Hive most?",
        why=Why("Tied after the last block.", tuple(_block_rows(found.decision))),
        anew=True,
        systems=found.left,
        marks=_marks(found),
    )


def _other_destination(game: Game, plan: Plan) -> Ask:
    others = [position for position in pieces.galaxy_of(game).systems if position not in plan.intent.sight.chart.held]
    return Ask(
        key="other_destination",
        text="Where does the Hive go instead?",
        choices=tuple(Choice(position, system_label(game, position)) for position in sorted(others)),
        rule="1.scope.most-helpful",
        detail="The table has the last word; the ships that can get there move by the rules.",
        search=True,
    )


# --- without a galaxy


def _by_the_table(game: Game, action: HiveAction, cards: list[Card]) -> Procedure[None]:
    answer = AGAIN
    while answer == AGAIN:
        answer = yield _handed_to_the_table(game, action, cards)
    game.hive.activating = False
    if game.hive.tokens.tactic:
        game.hive.tokens.tactic -= 1
        game.hive.tokens.board += 1
    yield from after_fight(game, booked(game, answer))


def _handed_to_the_table(game: Game, action: HiveAction, cards: list[Card]) -> Ask:
    """What the table does by the rulebook; asked anew, as players can turn the Hive away meanwhile."""
    token = Item(
        "Put a Hive command token from its tactic pool into the destination system.",
        f"tactic pool {game.hive.tokens.tactic} to {max(0, game.hive.tokens.tactic - 1)}",
    )
    order = "strongest" if action.type == "engage" else "weakest"
    ships = Item(
        f"Move at most {count(action.icons, 'ship')}: a capacity ship first, then the {order} of each type.",
        "more, if the counters of the players there are higher",
    )
    turned = [Item(f"{row.label} chooses the destination.", row.result, row.rule) for row in _turned_away(game)]
    return Ask(
        key="tactical_action",
        text=f"The Hive performs a tactical {action.type} action",
        choices=fight_choices(game),
        rule="15.engage.target" if action.type == "engage" else "15.infest.target",
        why=action.why,
        items=(*turned, token, ships, *support_lines(game, cards), *frontier_reminder(game)),
        numbers=cards_played(game, cards),
        anew=True,
    )
