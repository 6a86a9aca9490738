"""The Hive's tactical action on a tracked galaxy: whether there is one, where it goes, what moves. Rules: p. 15 to 21.

Destination and moves follow from the board, and what the table does is booked.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from hive.board import pieces
from hive.naming import ACTION_WORDS, system_label
from hive.reasons import Why
from hive.rules.combat.battle import anger_fighters, resolve_system
from hive.rules.control.tracked import TrackedPlanets
from hive.rules.deck.hive_mind import OTHER_TYPE, HiveAction
from hive.rules.exploration.exploring import explore_frontier
from hive.rules.laws.elected import comes_up
from hive.rules.laws.turn_ends import CEASEFIRE, ENDS, kept_out, turn_ended
from hive.rules.moments.calling import moment
from hive.rules.moments.kinds import HookAt
from hive.rules.objectives.confirming import Facts, held_facts, together
from hive.rules.objectives.public import scoring_facts
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
from hive.rules.tactical.intent import Later, confirmed, in_play, intent, outline
from hive.rules.tactical.moves import TYPES, TacticalType, maximum_ships, tactical_type
from hive.rules.tactical.plan import Traveller, change_ships, come_through, plan_moves, roll_for_rifts
from hive.rules.tactical.sight import Sight, Threat, sight, threats
from hive.rules.tactical.telling import OTHER, announcement, nothing_to_go_for, other_destination, which_destination
from hive.rules.tactical.why_not import WhyNot, why_not, why_nowhere
from hive.steps import Card, Procedure, Undertaking, anew, asked
from hive.words import Words, count, say

Ended = Literal["ended"]


@dataclass(frozen=True)
class Elsewhere:
    """The destination that the table has chosen against the app."""

    position: str


class TrackedTactics(TrackedPlanets):
    """The side that decides the whole action, and has the table confirm what that rests on."""

    asks_first = False

    def look(self) -> Sight:
        """The galaxy as the Hive sees it now."""
        return sight(self.game, self.galaxy)

    # --- whether there is one

    def can_perform(
        self, actions: Sequence[TacticalType], icons: int, why: Why | None, sure: bool = False
    ) -> Procedure[bool]:
        """Whether the first of these types of action can be performed; the table confirms what that rests on.

        ``actions`` names the type and then those that follow where it cannot: one sheet serves them all, and once the
        table is ``sure`` of it, there is none. Rules: 15.no-target, 10.definition.other-type, Q20.
        """
        if not sure:
            yield from self._confirmed(actions, icons)
        return intent(self.game, self.look(), actions[0], icons).possible

    def _confirmed(self, actions: Sequence[TacticalType], icons: int) -> Procedure[None]:
        """Have the table confirm what an action rests on, and those that follow where it cannot be performed."""
        what_for = say(
            "the tactical {action} action, {faction_icons},",
            action=ACTION_WORDS[actions[0]],
            faction_icons=count(icons, "faction icon"),
        )
        course = partial(self._course, actions=actions, icons=icons)
        yield from confirmed(self.game, self.look, actions, course, what_for, partial(self._later, course=course))

    def _course(self, seen: Sight, actions: Sequence[TacticalType], icons: int) -> Hashable:
        """The first of the actions that can be performed, and what the table would see of it."""
        outlines = ((action, outline(self.game, seen, action, icons)) for action in actions)
        return next(((action, found) for action, found in outlines if found), None)

    def _later(self, seen: Sight, course: Callable[[Sight], Hashable]) -> Later:
        """What else the Hive may decide by in this turn, as the table is asked once in it.

        Where no tactical action is possible, strategic ones come next, and Imperial scores, or Diplomacy readies
        planets; with a law that gives the Hive another action everything can matter.
        Rules: 10.definition.other-basic, 13.imperial.score, 12.diplomacy.primary, Q132.
        """
        game = self.game
        again = comes_up(game, "hive_has_acted")
        facts = [*self._of_cards()] if again or course(seen) is None else []
        return (sorted(seen.survey.positions & in_play(game, seen, TYPES)) if again else ()), together(*facts)

    def _of_cards(self) -> Iterator[Facts]:
        """What the strategy cards rest on that the Hive can still resolve in this turn."""
        readied, number_of = self.game.readied_cards_of("hive"), self.game.tables.strategy_cards.number_of
        if number_of["imperial"] in readied:
            yield scoring_facts(self.game)
        if number_of["diplomacy"] in readied:
            yield held_facts(self, sorted(self.survey.spawning))

    def any_possible(self) -> Procedure[bool]:
        """Whether any tactical action can be performed; where that alone decides, the table confirms what it rests on.

        Once players turn out to give the Hive a target, that is all on which the action rests, by whichever card.
        Rules: 10.pass.no-options, 15.no-target.
        """
        if not self._any_seen(self.look()):
            what_for, later = say("whether [the Hive] passes"), partial(self._later, course=self._by_any_card)
            yield from confirmed(self.game, self.look, TYPES, self._by_any_card, what_for, later)
        return self._any_seen(self.look())

    def _by_any_card(self, seen: Sight) -> Hashable:
        """What the action comes to by each definition card that could be drawn."""
        icons = sorted({card.icons or 0 for card in self.game.tables.hive_mind.cards})
        orders: tuple[Sequence[TacticalType], ...] = (TYPES, TYPES[::-1])
        return self._any_seen(seen) and tuple(self._course(seen, order, one) for order in orders for one in icons)

    def _any_seen(self, seen: Sight) -> bool:
        return any(seen.destinations(self.game, action) for action in TYPES)

    # --- how it goes

    def perform(self, action: HiveAction, cards: list[Card]) -> Procedure[bool]:
        """Move into the destination, and resolve it; False if there is none.

        Rules: 15.no-target, 14.gain.combat, 23.trigger.frontier.
        """
        plan = yield from self._announced(action, cards)
        if plan is None:
            yield nothing_to_go_for(action, self.why_nowhere(tactical_type(action.type)))
            return False
        if not isinstance(plan, Plan):
            return True
        if only_the_token(self, plan, cards):
            book(self.game, plan)
            yield from explore_frontier(self.game, plan.destination)
            return True
        # Where a Ceasefire has kept ships out, the table has not been told of the support that comes all the same.
        told = told_support(self, plan, cards) if not plan.kept_out else None
        yield from moment(self.game, HookAt("before_hive_activates", plan.destination))
        through, stood = plan.through, self.damaged("hive", plan.destination)
        book(self.game, plan)
        yield from moment(self.game, HookAt(ACTIVATES, plan.destination))
        yield from moment(self.game, HookAt("activated_with_owner_structures", plan.destination))
        lost = yield from roll_for_rifts(self.game, plan.moves, plan.destination, stood)
        yield from self._change(come_through(self.game, through, lost), plan.destination, stood)
        yield from token_of_the_fracture(self, plan)
        yield from moment(self.game, HookAt("hive_moves_in", plan.destination))
        battle = yield from resolve_system(self, plan.destination, cards, "hive", told)
        yield from anger_fighters(self.game, battle)
        yield from explore_frontier(self.game, plan.destination)
        return True

    def _change(self, ships: Sequence[Traveller], position: str, stood: Mapping[str, int]) -> Procedure[None]:
        """Ships that went through a wormhole become others: of a type those first that came damaged.

        ``stood``: how many damaged ships were there before. Rules: 38.weird.destroyer-to-fighter, 1.scope.most-helpful.
        """

        def replaced(one: str, other: str) -> None:
            came = self.damaged("hive", position).get(one, 0) > stood.get(one, 0)
            pieces.exchange(self.game, "hive", one, other, position, damaged=came)

        yield from change_ships(self.game, ships, replaced)

    def why_not(self, undertaking: Undertaking, position: str) -> WhyNot | None:
        """Why an action that is announced does not go to a system; None for one that is nowhere. Rules: page 15."""
        if position not in self.galaxy.systems:
            return None
        found = intent(self.game, self.look(), undertaking.action, undertaking.icons)
        return why_not(self.game, found, undertaking.destination, position)

    def why_nowhere(self, action: TacticalType) -> Words:
        """Why an action cannot be performed, with the systems. Rules: 15.no-target, Q20."""
        return why_nowhere(self.game, self.look(), action)

    def threats(self) -> tuple[Threat, ...]:
        """The systems with units of players, and what an engage would come to there. Rule: 15.engage.threshold."""
        return threats(self.game, self.look())

    def _announced(self, action: HiveAction, cards: list[Card]) -> Procedure[Plan | Ended | None]:
        """Decide, tell the table what to move, and wait until it has; decided anew when the table mends the board.

        None if there is nothing to go for. Players can end the turn once the destination is known (Q114).
        """
        said: Plan | Ended | Elsewhere | None = Elsewhere("")
        while isinstance(said, Elsewhere):
            said = yield from anew(partial(self._announce, action, cards, Activated(said.position)))
        return said

    def _announce(
        self, action: HiveAction, cards: list[Card], course: Activated
    ) -> Procedure[Plan | Ended | Elsewhere | None]:
        """Announce the action, to a destination that the table has chosen if it has; returns what the table says.

        What players use once the system is activated changes what comes there, and no destination (Q133).

        Where players have meddled with it, it may rest on other facts than those that the table has confirmed.
        Rules: 14.gain.six-points, 25.interference.option-calm, 25.interference.option-negative.
        """
        game = self.game
        if game.hive.meddled and course.standing(game) is None:
            types = (action.type, *(one for one in (OTHER_TYPE[action.type],) if one not in action.unavailable))
            yield from self._confirmed([tactical_type(one) for one in types], action.icons)
        plan = yield from self._plan(tactical_type(action.type), action.icons, course)
        if plan is None:
            return None
        course.keep(game, plan)
        answer = yield from asked(announcement(self, action, plan, cards))
        if answer.startswith(ENDS):
            book_token(game, plan)
            yield turn_ended(game, "hive", answer.removeprefix(ENDS), system_label(game, plan.destination))
            return "ended"
        if answer == CEASEFIRE:
            yield kept_out(game, system_label(game, plan.destination))
            return replace(plan, moves=(), kept_out=True)
        return Elsewhere((yield from asked(other_destination(game, plan)))) if answer == OTHER else plan

    def _plan(self, action: TacticalType, icons: int, course: Activated) -> Procedure[Plan | None]:
        """Decide where a tactical action goes and which ships move; None if nothing can be gone for.

        A destination that the table has chosen against the app stands while no Hive token lies there.
        Rules: 15.destination.priority, 15.move.maximum, 1.scope.most-helpful.
        """
        game, seen, stands = self.game, self.look(), course.standing(self.game)
        found = replace(stands.intent, sight=seen) if stands else intent(game, seen, action, icons)
        if not found.possible:
            return None
        chosen = course.chosen or (stands.destination if stands else "")
        if chosen in found.sight.chart.held:
            chosen = ""
        destination = chosen or found.left[0]
        if not chosen and len(found.left) > 1:
            destination = yield from asked(which_destination(game, found))
        once, brought = once_activated(self, destination)
        moves = yield from plan_moves(once, seen.start(game, action), action, destination, icons)
        maximum = maximum_ships(once, seen.survey, destination, icons)
        return Plan(found, destination, maximum, tuple(moves), once, brought)
