"""Whether a tactical action of the Hive is possible: the board says it, or the table. Rules: pages 10 and 15."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial

from hive import keys
from hive.model.game import Game
from hive.naming import ACTION_WORDS
from hive.reasons import Why
from hive.rules.board import Tracked, board_of
from hive.rules.laws import comes_up
from hive.rules.objectives.confirming import Facts, held_facts, together
from hive.rules.objectives.public import scoring_facts
from hive.rules.tactical.booking import fracture_told
from hive.rules.tactical.intent import Later, confirmed, in_play, intent, outline
from hive.rules.tactical.moves import TYPES, TacticalType
from hive.rules.tactical.sight import Sight, look
from hive.steps import Ask, Choice, Procedure, Shown, asked
from hive.words import Words, count, say


def can_perform(
    game: Game, actions: Sequence[TacticalType], icons: int, why: Why | None, sure: bool = False
) -> Procedure[bool]:
    """Whether the first of these types of action can be performed; the table confirms what that rests on.

    ``actions`` names the type and then those that follow where it cannot: one sheet serves them all, and once the
    table is ``sure`` of it, there is none. Without a galaxy the table says whether there is a target.
    Rules: 15.no-target, 10.definition.other-type, Q20.
    """
    board = board_of(game)
    if not isinstance(board, Tracked):
        return (yield from _has_target(game, actions[0], icons, why))
    if not sure:
        yield from confirm(board, actions, icons)
    return intent(game, look(board), actions[0], icons).possible


def any_possible(game: Game) -> Procedure[bool]:
    """Whether any tactical action can be performed; where that alone decides, the table confirms what it rests on.

    Once players turn out to give the Hive a target, that is all on which the action rests, by whichever card. Without
    a galaxy it is asked only when that alone can keep the Hive in the round. Rules: 10.pass.no-options, 15.no-target.
    """
    board = board_of(game)
    if not isinstance(board, Tracked):
        return (yield from _any_target(game))
    if not _any_seen(board, look(board)):
        what_for, by_any_card = say("whether [the Hive] passes"), partial(_by_any_card, board)
        later = partial(_later, board, course=by_any_card)
        yield from confirmed(game, partial(look, board), TYPES, by_any_card, what_for, later)
    return _any_seen(board, look(board))


def confirm(board: Tracked, actions: Sequence[TacticalType], icons: int) -> Procedure[None]:
    """Have the table confirm what an action rests on, and those that follow where it cannot be performed."""
    what_for = say(
        "the tactical {action} action, {faction_icons},",
        action=ACTION_WORDS[actions[0]],
        faction_icons=count(icons, "faction icon"),
    )
    course = partial(_course, board, actions=actions, icons=icons)
    yield from confirmed(
        board.game, partial(look, board), actions, course, what_for, partial(_later, board, course=course)
    )


def _course(board: Tracked, seen: Sight, actions: Sequence[TacticalType], icons: int) -> Hashable:
    """The first of the actions that can be performed, and what the table would see of it."""
    outlines = ((action, outline(board.game, seen, action, icons)) for action in actions)
    return next(((action, found) for action, found in outlines if found), None)


def _later(board: Tracked, seen: Sight, course: Callable[[Sight], Hashable]) -> Later:
    """What else the Hive may decide by in this turn, as the table is asked once in it.

    Where no tactical action is possible, strategic ones come next, and Imperial scores, or Diplomacy readies
    planets; with a law that gives the Hive another action everything can matter.
    Rules: 10.definition.other-basic, 13.imperial.score, 12.diplomacy.primary, Q132.
    """
    game = board.game
    again = comes_up(game, "hive_has_acted")
    facts = [*_of_cards(board)] if again or course(seen) is None else []
    return (sorted(seen.survey.positions & in_play(game, seen, TYPES)) if again else ()), together(*facts)


def _of_cards(board: Tracked) -> Iterator[Facts]:
    """What the strategy cards rest on that the Hive can still resolve in this turn."""
    readied, number_of = board.game.readied_cards_of("hive"), board.game.tables.strategy_cards.number_of
    if number_of["imperial"] in readied:
        yield scoring_facts(board.game)
    if number_of["diplomacy"] in readied:
        yield held_facts(board, sorted(board.survey.spawning))


def _by_any_card(board: Tracked, seen: Sight) -> Hashable:
    """What the action comes to by each definition card that could be drawn."""
    icons = sorted({card.icons or 0 for card in board.game.tables.hive_mind.cards})
    orders: tuple[Sequence[TacticalType], ...] = (TYPES, TYPES[::-1])
    return _any_seen(board, seen) and tuple(_course(board, seen, order, one) for order in orders for one in icons)


def _any_seen(board: Tracked, seen: Sight) -> bool:
    return any(seen.destinations(board.game, action) for action in TYPES)


def _has_target(game: Game, action: TacticalType, icons: int, why: Why | None) -> Procedure[bool]:
    criteria: dict[TacticalType, Words] = {
        "engage": say("A target holds units of a player whose counters reach its zone's threshold."),
        "infest": say("A target holds a planet that [the Hive] does not control."),
    }
    answer = yield from asked(
        Ask(
            key=keys.has_target(action),
            text=say("Tactical action: {action}", action=ACTION_WORDS[action]),
            choices=(Choice("yes", say("Target found")), Choice("no", say("Not possible"), beside=True)),
            rule="15.no-target",
            detail=say(
                "{criteria} A capacity ship moves there or closer; up to {ships} move.",
                criteria=criteria[action],
                ships=count(icons, "ship"),
            ),
            why=why,
            items=fracture_told(game, action),
            shown=Shown(say("Tactical action"), symbol="red_star" if action == "engage" else "green_compass"),
        )
    )
    return bool(answer == "yes")


def _any_target(game: Game) -> Procedure[bool]:
    answer = yield from asked(
        Ask(
            key=keys.ANY_TARGET,
            text=say("[The Hive]'s turn"),
            choices=(
                Choice("yes", say("Draw")),
                Choice("no", say("No target at all"), say("neither engage nor infest is possible")),
            ),
            rule="10.pass.no-options",
            detail=say(
                "Both strategy cards are used. Is there a target that a capacity ship of [the Hive] can go for?"
            ),
            opens=True,
            shown=Shown(say("The Hive Mind")),
        )
    )
    return bool(answer == "yes")
