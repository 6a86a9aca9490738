"""The Hive's tactical action. Rules: pages 15 to 21."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from hive.board import pieces
from hive.model.game import Game
from hive.naming import system_label
from hive.rules.board import Tracked, board_of
from hive.rules.combat.battle import anger_fighters, resolve_system
from hive.rules.combat.fight import draw_support
from hive.rules.deck import OTHER_TYPE, HiveAction, discard_used
from hive.rules.exploration.exploring import explore_frontier
from hive.rules.laws import CEASEFIRE, ENDS, kept_out, turn_ended
from hive.rules.moments import HookAt, moment
from hive.rules.tactical import by_table
from hive.rules.tactical.booking import (
    ACTIVATES,
    Activated,
    Plan,
    book,
    book_token,
    once_activated,
    only_the_token,
    token_of_the_fracture,
    told_support,
)
from hive.rules.tactical.intent import intent
from hive.rules.tactical.moves import TacticalType, maximum_ships, tactical_type
from hive.rules.tactical.plan import Traveller, change_ships, come_through, plan_moves, roll_for_rifts
from hive.rules.tactical.possible import confirm
from hive.rules.tactical.sight import look
from hive.rules.tactical.telling import OTHER, announcement, nothing_to_go_for, other_destination, which_destination
from hive.rules.tactical.why_not import why_nowhere
from hive.steps import Card, Procedure, anew, asked

Ended = Literal["ended"]


@dataclass(frozen=True)
class Elsewhere:
    """The destination that the table has chosen against the app."""

    position: str


def perform_tactical_action(game: Game, action: HiveAction) -> Procedure[bool]:
    """Perform a tactical action: draw its support cards, then carry it out.

    Until then players can turn it away, or leave it without a target: then nothing has been activated, the support
    cards are discarded, and False is returned (Q99). Rules: 15.support.draw, 25.interference.option-negative.
    """
    keep = list(game.deck.in_use)
    game.hive.activating = True
    cards = yield from draw_support(game)
    board = board_of(game)
    performed = yield from (
        _performed(board, action, cards) if isinstance(board, Tracked) else by_table.perform(game, action, cards)
    )
    if not performed:
        game.hive.activating = False
        discard_used(game, keep)
    return performed


def _performed(board: Tracked, action: HiveAction, cards: list[Card]) -> Procedure[bool]:
    """Move into the destination, and resolve it; False if there is none.

    Rules: 15.no-target, 14.gain.combat, 23.trigger.frontier.
    """
    plan = yield from _announced(board, action, cards)
    if plan is None:
        yield nothing_to_go_for(action, why_nowhere(board.game, tactical_type(action.type)))
        return False
    if not isinstance(plan, Plan):
        return True
    if only_the_token(board, plan, cards):
        book(board.game, plan)
        yield from explore_frontier(board.game, plan.destination)
        return True
    # Where a Ceasefire has kept ships out, the table has not been told of the support that comes all the same.
    told = told_support(board, plan, cards) if not plan.kept_out else None
    yield from moment(board.game, HookAt("before_hive_activates", plan.destination))
    through, stood = plan.through, board.damaged("hive", plan.destination)
    book(board.game, plan)
    yield from moment(board.game, HookAt(ACTIVATES, plan.destination))
    yield from moment(board.game, HookAt("activated_with_owner_structures", plan.destination))
    lost = yield from roll_for_rifts(board.game, plan.moves, plan.destination, stood)
    yield from _change(board, come_through(board.game, through, lost), plan.destination, stood)
    yield from token_of_the_fracture(board, plan)
    yield from moment(board.game, HookAt("hive_moves_in", plan.destination))
    battle = yield from resolve_system(board, plan.destination, cards, "hive", told)
    yield from anger_fighters(board.game, battle)
    yield from explore_frontier(board.game, plan.destination)
    return True


def _change(board: Tracked, ships: Sequence[Traveller], position: str, stood: Mapping[str, int]) -> Procedure[None]:
    """Ships that went through a wormhole become others: of a type those first that came damaged.

    ``stood``: how many damaged ships were there before. Rules: 38.weird.destroyer-to-fighter, 1.scope.most-helpful.
    """

    def replaced(one: str, other: str) -> None:
        came = board.damaged("hive", position).get(one, 0) > stood.get(one, 0)
        pieces.exchange(board.game, "hive", one, other, position, damaged=came)

    yield from change_ships(board.game, ships, replaced)


def _announced(board: Tracked, action: HiveAction, cards: list[Card]) -> Procedure[Plan | Ended | None]:
    """Decide, tell the table what to move, and wait until it has; decided anew when the table mends the board.

    None if there is nothing to go for. Players can end the turn once the destination is known (Q114).
    """
    said: Plan | Ended | Elsewhere | None = Elsewhere("")
    while isinstance(said, Elsewhere):
        said = yield from anew(partial(_announce, board, action, cards, Activated(said.position)))
    return said


def _announce(
    board: Tracked, action: HiveAction, cards: list[Card], course: Activated
) -> Procedure[Plan | Ended | Elsewhere | None]:
    """Announce the action, to a destination that the table has chosen if it has; returns what the table says.

    What players use once the system is activated changes what comes there, and no destination (Q133).

    Where players have meddled with it, it may rest on other facts than those that the table has confirmed.
    Rules: 14.gain.six-points, 25.interference.option-calm, 25.interference.option-negative.
    """
    game = board.game
    if game.hive.meddled and course.standing(game) is None:
        types = (action.type, *(one for one in (OTHER_TYPE[action.type],) if one not in action.unavailable))
        yield from confirm(board, [tactical_type(one) for one in types], action.icons)
    plan = yield from _plan(board, tactical_type(action.type), action.icons, course)
    if plan is None:
        return None
    course.keep(game, plan)
    answer = yield from asked(announcement(board, action, plan, cards))
    if answer.startswith(ENDS):
        book_token(game, plan)
        yield turn_ended(game, "hive", answer.removeprefix(ENDS), system_label(game, plan.destination))
        return "ended"
    if answer == CEASEFIRE:
        yield kept_out(game, system_label(game, plan.destination))
        return replace(plan, moves=(), kept_out=True)
    return Elsewhere((yield from asked(other_destination(game, plan)))) if answer == OTHER else plan


def _plan(board: Tracked, action: TacticalType, icons: int, course: Activated) -> Procedure[Plan | None]:
    """Decide where a tactical action goes and which ships move; None if nothing can be gone for.

    A destination that the table has chosen against the app stands while no Hive token lies there.
    Rules: 15.destination.priority, 15.move.maximum, 1.scope.most-helpful.
    """
    game, seen, stands = board.game, look(board), course.standing(board.game)
    found = replace(stands.intent, sight=seen) if stands else intent(game, seen, action, icons)
    if not found.possible:
        return None
    chosen = course.chosen or (stands.destination if stands else "")
    if chosen in found.sight.chart.held:
        chosen = ""
    destination = chosen or found.left[0]
    if not chosen and len(found.left) > 1:
        destination = yield from asked(which_destination(game, found))
    once, brought = once_activated(board, destination)
    moves = yield from plan_moves(once, seen.start(game, action), action, destination, icons)
    maximum = maximum_ships(once, seen.survey, destination, icons)
    return Plan(found, destination, maximum, tuple(moves), once, brought)
