"""The Hive's tactical action.

Rules: pages 15 to 21.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Literal

from hive import keys
from hive.board import pieces
from hive.board.movement import move_value
from hive.model.game import PLAYERS, Game
from hive.naming import GOES, HINDERING, LEAVES, SPREADS, items, system_label
from hive.rules.area import counters
from hive.rules.board import Tracked, board_of
from hive.rules.combat.battle import FIGHTERS, after_fight, fight_choices, resolve_system
from hive.rules.combat.fight import booked, cards_played, draw_support, stays_and_leaves, support_lines
from hive.rules.deck import OTHER_TYPE, HiveAction, discard_used
from hive.rules.exploration.exploring import explore_frontier, frontier_reminder
from hive.rules.laws import CEASEFIRE, ENDS, hive_kept_out, stopping_choices, turn_ended
from hive.rules.moments import HookAt, moment
from hive.rules.tactical.booking import (
    ACTIVATES,
    Activated,
    Plan,
    book,
    book_token,
    confirm,
    moved_in,
    once_activated,
    only_the_token,
    rex_told,
    token_line,
    token_of_the_fracture,
    told_support,
)
from hive.rules.tactical.intent import intent, look
from hive.rules.tactical.plan import (
    TacticalType,
    Traveller,
    change_ships,
    come_through,
    maximum_ships,
    plan_moves,
    roll_for_rifts,
    ships_through,
    tactical_type,
)
from hive.rules.tactical.telling import (
    OTHER,
    announcement,
    nothing_to_go_for,
    other_destination,
    turned_away,
    which_destination,
)
from hive.steps import Ask, Card, Choice, Filled, Item, Procedure, Shown, anew, filled, question
from hive.words import Name, Words, count, listed, say

NO_TARGET = "no_target"
THROUGH = "through_a_wormhole"
INTO = "into_the_fracture"


def perform_as_told(game: Game, action: HiveAction, cards: list[Card]) -> Procedure[bool]:
    """Announce the action, and hear how it ended; False if players have left it without a target meanwhile.

    Rules: 15.engage.target, 15.infest.target, 14.gain.combat.
    """
    told = yield from anew(lambda: filled(_announcement(game, action, cards)))
    if told.choice == NO_TARGET:
        return False
    game.hive.activating = False
    if game.hive.tokens.tactic:
        game.hive.tokens.tactic -= 1
        game.hive.tokens.board += 1
    told = yield from _on_their_way(game, told, action, cards)
    answer = booked(game, told)
    if answer == CEASEFIRE:
        yield hive_kept_out(game)
        answer = booked(game, (yield from filled(_goes_on(game, action, cards, "27.given.printed"))))
    if answer.startswith(ENDS):
        yield turn_ended(game, "hive", answer.removeprefix(ENDS))
    else:
        yield from after_fight(game, FIGHTERS[answer])
    return True


def _on_their_way(game: Game, told: Filled, action: HiveAction, cards: list[Card]) -> Procedure[Filled]:
    """What has become of the ships before anything is fought, once each; returns how the action ended."""
    ways = _ways_taken(game, action)
    while told.choice in (THROUGH, INTO):
        ways = tuple(way for way in ways if way.value != told.choice)
        rule = "15.move.source" if told.choice == THROUGH else "35.void.command-token"
        if told.choice == THROUGH:
            yield from change_ships(game, (yield from ships_through(game)), partial(_replaced, game))
        else:
            yield moved_in(game)
        told = yield from filled(_goes_on(game, action, cards, rule, ways))
    return told


def _replaced(game: Game, one: str, other: str) -> None:
    board_of(game).lose("hive", {one: 1})
    board_of(game).put("hive", {other: 1})


def _announcement(game: Game, action: HiveAction, cards: list[Card]) -> Ask:
    """What the table does by the rulebook; asked anew, as players can turn the Hive away meanwhile."""
    token = token_line(game, say("Put a Hive command token from its tactic pool into the destination system."))
    order, kind = say("strongest") if action.type == "engage" else say("weakest"), tactical_type(action.type)
    text = say(
        "Move at most {ships}: first one that carries, unless one is there; then one of each type, the {order} first.",
        ships=count(action.icons, "ship"),
        order=order,
    )
    ships = Item(text, say("more, if the counters of the players there are higher"))
    stay = LEAVES[kind](count(game.tables.figures.full_defence_ships.value, "ship"))
    left = Item(stay, rule=f"15.{kind}.restriction", aside=True), *rex_told(game, kind)
    turned = [
        Item(say("{label} chooses the destination.", label=row.label), row.result, row.rule)
        for row in turned_away(game)
    ]
    return Ask(
        key=keys.TACTICAL_ACTION,
        text=say("[The Hive] hunts {players}", players=_prey(game)) if action.type == "engage" else SPREADS,
        detail=GOES[kind],
        choices=(
            *fight_choices(game),
            *stopping_choices(game, PLAYERS),
            *_ways_taken(game, action),
            *_without_a_target(game),
        ),
        rule=f"15.{action.type}.target",
        why=action.why,
        items=(*turned, token, ships, *left, *_ways(game), *support_lines(game, cards), *_arrived(game)),
        numbers=cards_played(game, cards),
        anew=True,
        shown=Shown(say("Tactical action"), symbol=action.symbol, row=True),
    )


def _arrived(game: Game) -> tuple[Item, ...]:
    """What comes of its ships once they are there. Rules: 21.invasion.distribution, 23.trigger.frontier."""
    text = say("Its infantry lands, spread evenly, on all planets there that are not its own.")
    odd = say("odd ones by positive priority")
    return (Item(text, odd, "21.invasion.distribution"), *frontier_reminder(game), *stays_and_leaves(game))


def _prey(game: Game) -> Words:
    """Those whose counters can make a system a target; both, where the board knows better. Rule: 15.engage.target."""
    angry = [seat for seat in PLAYERS if counters(game, seat)]
    return listed([game.name(seat) for seat in angry or PLAYERS], "or")


def _goes_on(game: Game, action: HiveAction, cards: list[Card], rule: str, ways: tuple[Choice, ...] = ()) -> Ask:
    """What is left of an action in which no ship may move (Q114), or all have moved."""
    return question(
        keys.TACTICAL_ACTION,
        choices=(*fight_choices(game), *ways),
        rule=rule,
        items=(*support_lines(game, cards), *_arrived(game)),
        numbers=cards_played(game, cards),
        shown=Shown(say("Tactical action"), symbol=action.symbol, row=True),
    )


def _without_a_target(game: Game) -> tuple[Choice, ...]:
    """Whom interference has calmed since the action was defined may have been its only target (Q99).

    What players use upon the activation leaves it as it is (Q133).
    """
    if not game.hive.activating or not any(player.calmed for player in game.players.values()):
        return ()
    return (Choice(NO_TARGET, say("Not possible"), say("no target is left"), beside=True),)


def _ways_taken(game: Game, action: HiveAction) -> tuple[Choice, ...]:
    """What the table says of ships that have gone a particular way.

    Those that went through a wormhole change before anything is fought; who has moved into The Fracture gains a command
    token, and no infest goes there. Rules: 38.weird.destroyer-to-fighter, 35.void.command-token.
    """
    found = []
    if game.tables.units.wormhole_change is not None:
        dice = say("roll for its ships before the combat")
        found.append(Choice(THROUGH, say("Through a wormhole"), dice, beside=True))
    tokens = game.tables.galaxy.fracture.tokens
    if action.type == "engage" and tokens:
        gained = say("[the Hive] gains {items}", items=items(tokens, "command_tokens"))
        found.append(Choice(INTO, say("Into The Fracture"), gained, beside=True))
    return tuple(found)


def _ways(game: Game) -> list[Item]:
    """What helps the Hive's ships on their way. Rules: 32.higher.anomalies, 32.higher.move-bonus, page 38."""
    ignored = [HINDERING[anomaly] for anomaly in game.tables.units.ignored_anomalies if anomaly in HINDERING]
    bonus = game.tables.figures.spawning_move_bonus.value
    text = say("Its ships come to no harm by {anomalies}.", anomalies=listed(ignored))
    found = [Item(text, rule="32.higher.anomalies")] if ignored else []
    if bonus:
        text = say(
            "A ship that leaves or passes its main or an auxiliary spawning system has {bonus} more move value.",
            bonus=bonus,
        )
        found.append(Item(text, say("once on its way"), "32.higher.move-bonus"))
    return [*found, *_riders(game)]


def _riders(game: Game) -> list[Item]:
    """How ships move that count as fighters. Rules: 38.weird.moves-with-capacity, 38.weird.fighter-ii."""
    found = []
    for unit in game.tables.units.limited_ships:
        move = move_value(game.tables, unit.key, game.hive.upgrades)
        if unit.counts_as is None or not game.hive.units.get(unit.key):
            continue
        text = say(
            "{units!c} move beside a ship that carries from their system, and each counts as a ship that moves.",
            units=Name(unit.plural),
        )
        note: Words = say("or by themselves, {systems} far", systems=count(move, "system")) if move else ""
        found.append(Item(text, note, "38.weird.fighter-ii" if move else "38.weird.moves-with-capacity"))
    return found


# --- the Hive's tactical action


Ended = Literal["ended"]


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
        _performed(board, action, cards) if isinstance(board, Tracked) else perform_as_told(game, action, cards)
    )
    if not performed:
        yield nothing_to_go_for(game, tactical_type(action.type))
        game.hive.activating = False
        discard_used(game, keep)
    return performed


def _performed(board: Tracked, action: HiveAction, cards: list[Card]) -> Procedure[bool]:
    """Move into the destination, and resolve it; False if there is none.

    Rules: 15.no-target, 14.gain.combat, 23.trigger.frontier.
    """
    plan = yield from _announced(board, action, cards)
    if plan is None:
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
    yield from after_fight(board.game, battle.fought, battle.destroyed)
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


def _announced(
    board: Tracked, action: HiveAction, cards: list[Card], chosen: str = ""
) -> Procedure[Plan | Ended | None]:
    """Decide, tell the table what to move, and wait until it has; decided anew when the table mends the board.

    None if there is nothing to go for. Players can end the turn once the destination is known (Q114). ``chosen``: where
    the table sends it against the app.
    """
    return (yield from anew(partial(_announce, board, action, cards, Activated(chosen))))


def _announce(
    board: Tracked, action: HiveAction, cards: list[Card], course: Activated
) -> Procedure[Plan | Ended | None]:
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
    answer = yield from announcement(board, action, plan, cards)
    if answer.startswith(ENDS):
        book_token(game, plan)
        yield turn_ended(game, "hive", answer.removeprefix(ENDS), system_label(game, plan.destination))
        return "ended"
    if answer == CEASEFIRE:
        yield hive_kept_out(game, system_label(game, plan.destination))
        return replace(plan, moves=(), kept_out=True)
    if answer == OTHER:
        return (yield from _announced(board, action, cards, (yield from other_destination(game, plan))))
    return plan


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
        destination = yield from which_destination(game, found)
    once, brought = once_activated(board, destination)
    moves = yield from plan_moves(once, seen.start(game, action), action, destination, icons)
    maximum = maximum_ships(once, seen.survey, destination, icons)
    aims = stands.aims if stands and destination == stands.destination else found.aims(destination)
    return Plan(found, destination, maximum, tuple(moves), once, aims, brought)
