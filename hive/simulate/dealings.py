"""What simulated players do to the Hive beside their actions: transactions, cards, warfare together, notes, and more.

Some of it they try where the rules forbid it. Then it has to be refused, and now and then they play it anyway.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from hive import keys
from hive.engine import entries
from hive.fields import AnyField, OneOf
from hive.model.game import Game
from hive.rules.events import Event, at_its_moment, events_of, offered, used_event
from hive.rules.events.args import NotNow, begin_event
from hive.rules.events.doing_offers import does_something
from hive.steps import Step

# How much each event is wished for where something happens at all, by the moment; those of other pages, or of factions
# that are not at the table, never come.
THEIR_TURN = {
    **{"arms_transaction": 8, "action_card": 6, "sustained": 1, "attrition": 1, "maneuver": 1, "exchange_planets": 1},
    **{"note_back": 3, "pillaged": 3, "hands_seen": 3, "influence_spent": 5, "fragment": 1, "relic": 0.2},
    **{"planet_exhausted": 1, "fleet_pool": 2, "speaker": 1, "draw_cards": 1, "combat": 1, "weakest": 1},
    **{"hits_space": 1, "realign": 1, "interference": 1, "mercenary": 2, "planet_purged": 0.5},
}
HIVES_TURN = {"interference": 12, "action_card": 4, "sustained": 1, "note_back": 1, "explore_frontier": 1}
# Where no galaxy is tracked, the table tells what a tactical action of the Hive has brought, and what players took.
UNTRACKED = {"planet_gained": 8, "explore_frontier": 2, "units_lost": 1, "hits_space": 2, "hits_ground": 1}
UNTRACKED_TURN = {**THEIR_TURN, "planet_lost": 6, "rex_taken": 1, "support": 4, "custodians": 1}
AGENDA = {"diplomacy_rider": 1, "interference": 4, "action_card": 3, "arms_transaction": 1}
# What a careful table hardly ever tells, as the course of the game brings it; bold ones do so now and then.
SELDOM = (
    *("law_enacted", "law_repealed", "law_resolved", "scored", "unscored", "points", "reveal", "withdrawn"),
    *("explore_planet", "explore_frontier", "hits_space", "hits_ground", "weakest", "units_lost", "support", "combat"),
    *("planet_gained", "planet_lost", "planet_exhausted", "rex_taken", "custodians", "exchange_planets", "fragment"),
    *("relic", "attrition", "maneuver", "hands_seen", "influence_spent", "pillaged", "draw_cards", "realign"),
    *("captured", "reveal_besides", "gift_lent", "gift_back"),
    *(
        "atomics",
        "deepwrought_hero",
        "discovery",
        "expedition",
        "fracture",
        "monument",
        "monument_built",
        "splice_gained",
        "splice_given",
        "splice_lost",
    ),
    *("splice_taken", "tyrant", "war", "war_point", "zealous", "ally_copied", "relic_purged"),
)
_SELDOM_OFTEN = 0.4
# How often something happens at each moment.
THEIR_TURN_OFTEN, HIVES_TURN_OFTEN, AGENDA_OFTEN, UNTRACKED_OFTEN = 0.16, 0.18, 0.12, 0.5
_HIVE_DECIDES = (keys.HIVE_TURN, keys.FACTS, keys.DESTINATION, keys.TACTICAL_ACTION)
# How often a table insists on what a rule forbids.
_FORCED = 0.1
_MOST = 2
# How often players use what they own where it can be used: on their turns, and elsewhere.
_USED_ON_A_TURN, _USED = 0.06, 0.25


def happening(game: Game, step: Step, rng: Random, every: bool = False, uses: bool = False) -> list[entries.Forward]:
    """Something that a player does to the Hive at this moment, if anything. ``every``: it may be any event.

    ``uses``: what its factions have is used, too.
    """
    used = _used(game, step, rng) if uses else []
    if used:
        return used
    wishes = _wishes(game, step, rng)
    if every and wishes and rng.random() < _SELDOM_OFTEN:
        wishes = dict.fromkeys(SELDOM, 1)
    known = events_of(game)
    wished = {name: wish for name, wish in wishes.items() if name in known}
    if not wished:
        return []
    return begin(game, known[rng.choices(list(wished), list(wished.values()))[0]], rng)


def _used(game: Game, step: Step, rng: Random) -> list[entries.Forward]:
    """What a faction at this table has for this moment, or in Twilight's Fall what anybody may have by now."""
    if step.key == keys.PLAYER_TURN or game.tables.doings.mode != "standard":
        found = [one for one in at_its_moment(game, step) if one.faction is not None and does_something(one)]
    else:
        found = offered(game, step)
    if not found or rng.random() >= (_USED_ON_A_TURN if step.key == keys.PLAYER_TURN else _USED):
        return []
    return begin(game, used_event(rng.choice(found)), rng)


def begin(game: Game, event: Event, rng: Random) -> list[entries.Forward]:
    """An event, told with anything that fits; what a rule forbids is tried, and mostly left at that."""
    told = {field.name: _told(field, rng) for field in event.fields(game)}
    refused = _refused(game, event, told)
    if refused is None:
        return [entries.Event(event.name, told)]
    forced = refused.forcible and rng.random() < _FORCED
    return [entries.Event(event.name, told, forced=True)] if forced else []


def _wishes(game: Game, step: Step, rng: Random) -> Mapping[str, float]:
    untracked = not game.tracked
    if untracked and step.key == keys.TACTICAL_ACTION:
        return UNTRACKED if rng.random() < UNTRACKED_OFTEN else {}
    if step.key == keys.PLAYER_TURN:
        return (UNTRACKED_TURN if untracked else THEIR_TURN) if rng.random() < THEIR_TURN_OFTEN else {}
    if game.active == "hive" and step.key in _HIVE_DECIDES:
        return HIVES_TURN if rng.random() < HIVES_TURN_OFTEN else {}
    if game.phase == "agenda":
        return AGENDA if rng.random() < AGENDA_OFTEN else {}
    return {}


def _told(field: AnyField, rng: Random) -> str | int:
    """A choice, also one that is barred; or a small number, also where none would fit."""
    if isinstance(field, OneOf):
        offered = (*field.choices, *field.barred)
        # A number where there is nothing to choose from: the rules refuse it.
        return rng.choice(offered).value if offered else str(rng.randint(0, 0))
    return rng.randint(field.minimum, max(field.minimum, min(field.maximum, field.minimum + _MOST)))


def _refused(game: Game, event: Event, told: Mapping[str, object]) -> NotNow | None:
    """What stands against an event, if anything. Nothing of it begins here."""
    try:
        begin_event(game, event, told)
    except NotNow as error:
        return error
    return None
