"""The Hive's tactical action, from the support cards to the end of its combats. Rules: pages 15 to 21.

On a tracked galaxy the destination and the moves follow from the board, and what the table does is booked. Without one
the action is announced, and the table carries it out by the rulebook.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Literal

from hive.board import pieces
from hive.model.game import Game
from hive.naming import system_label
from hive.rules.combat.battle import resolve_system
from hive.rules.combat.player_activation import anger_fighters
from hive.rules.combat.support_cards import draw_support
from hive.rules.deck.defined import HiveAction
from hive.rules.exploration.exploring import explore_frontier
from hive.rules.laws.turn_ends import ENDS, turn_ended
from hive.rules.tactical.availability import tactical_type
from hive.rules.tactical.booking import Plan, book, book_token, told_support
from hive.rules.tactical.by_table import by_the_table
from hive.rules.tactical.gravity_rift import roll_for_rifts
from hive.rules.tactical.intent import intent, sight
from hive.rules.tactical.moves import TacticalType, maximum_ships
from hive.rules.tactical.plan import plan_moves
from hive.rules.tactical.telling import OTHER, announcement, other_destination, which_destination
from hive.steps import Card, Procedure, Tell, anew, asked

Ended = Literal["ended"]


@dataclass(frozen=True)
class Elsewhere:
    """The destination that the table has chosen against the app."""

    position: str


def perform_tactical_action(game: Game, action: HiveAction) -> Procedure[None]:
    """Perform a tactical action: draw its support cards, then carry it out.

    Until then players can turn it away. Rules: 15.support.draw, 25.interference.option-negative.
    """
    game.hive.activating = True
    cards = yield from draw_support(game)
    if game.galaxy is None:
        yield from by_the_table(game, action, cards)
    else:
        yield from _on_the_board(game, action, cards)


# --- on a tracked galaxy


def _on_the_board(game: Game, action: HiveAction, cards: list[Card]) -> Procedure[None]:
    plan = yield from _announced(game, action, cards)
    if plan is None:
        yield Tell("Nothing is left to go for: the action comes to nothing.", "15.no-target")
        return
    if not isinstance(plan, Plan):
        return
    told = told_support(game, plan, cards)
    book(game, plan)
    yield from roll_for_rifts(game, plan.moves, plan.destination)
    battle = yield from resolve_system(game, plan.destination, cards, "hive", told)
    yield from anger_fighters(game, battle)
    yield from explore_frontier(game, plan.destination)


def _announced(game: Game, action: HiveAction, cards: list[Card]) -> Procedure[Plan | Ended | None]:
    """Decide, tell the table what to move, and wait until it has; decided anew whenever the table mends the board.

    None if there is nothing to go for. Players can end the turn once the destination is known (Q114).
    """
    said: Plan | Ended | Elsewhere | None = Elsewhere("")
    while isinstance(said, Elsewhere):
        said = yield from anew(partial(_announce, game, action, cards, said.position))
    return said


def _announce(
    game: Game, action: HiveAction, cards: list[Card], chosen: str
) -> Procedure[Plan | Ended | Elsewhere | None]:
    """Announce the action, to a destination that the table has chosen if it has; returns what the table says to it."""
    plan = yield from make_plan(game, tactical_type(action.type), action.icons, chosen)
    if plan is None:
        return None
    answer = yield from asked(announcement(game, action, plan, cards))
    if answer.startswith(ENDS):
        book_token(game, plan)
        where = system_label(game, plan.destination)
        yield turn_ended(game, "hive", answer.removeprefix(ENDS), where)
        return "ended"
    return Elsewhere((yield from asked(other_destination(game, plan)))) if answer == OTHER else plan


def make_plan(game: Game, action: TacticalType, icons: int, chosen: str = "") -> Procedure[Plan | None]:
    """Decide where a tactical action goes and which ships move; None if nothing can be gone for.

    ``chosen`` is a destination that the table has chosen against the app; it stands while no Hive token lies there.
    Rules: 15.destination.priority, 15.move.maximum, 1.scope.most-helpful.
    """
    galaxy = pieces.galaxy_of(game)
    found = intent(game, sight(game, galaxy), action, icons)
    if not found.possible:
        return None
    if chosen in found.sight.chart.held:
        chosen = ""
    destination = chosen or found.left[0]
    if not chosen and len(found.left) > 1:
        destination = yield from asked(which_destination(game, found))
    moves = yield from plan_moves(game, galaxy, found.sight.chart, action, destination, icons)
    return Plan(found, destination, maximum_ships(game, found.sight.survey, destination, icons), tuple(moves))
