"""Events to which the Hive answers with a countermeasure: a ship sustained damage, an action card. Rules: page 24."""

from __future__ import annotations

from hive.fields import AnyField, OneOf
from hive.model.game import PLAYERS, Game
from hive.rules.combat.countermeasures import (
    BEGINS,
    OTHER_SHIP,
    Target,
    direct_hit,
    no_card_of,
    no_countermeasure,
    no_sabotage,
    sabotage,
    sabotage_name,
    sustaining_ships,
)
from hive.rules.combat.survivors import adrift
from hive.rules.events.kinds import Args, Event, nobody_may, who_may
from hive.rules.moments import UnitsDestroyed, happen
from hive.steps import Choice, Procedure, Tell
from hive.words import Words, say, sentence

DIRECTLY, INDIRECTLY, SABOTAGE, NOT_AT_ALL = "directly", "indirectly", "sabotage", "not"


def unanswered(game: Game) -> dict[str, tuple[Words, str]]:
    """Why the Hive does not answer an action card, and the rule."""
    cannot = say("[The Hive] cannot cancel {sabotage!a}.", sabotage=sabotage_name(game))
    return {
        SABOTAGE: (cannot, "24.2.not-sabotage"),
        NOT_AT_ALL: (say("The card does not harm [the Hive] at once: [the Hive] does nothing."), "24.2.trigger"),
    }


def _sustained(game: Game, args: Args) -> Procedure[str]:
    """What the last ship carried goes with it, where the board knows. Rules: 24.1.trigger, 1.scope.unchanged-rules."""
    named = next(target for target, _ in _ships_to_name(game) if target.value == args["ship"])
    outcome = yield from direct_hit(game, named)
    lost = adrift(game, named.position) if outcome == BEGINS and named.position else []
    if lost:
        text = say("Nothing carries what is left in space there.")
        yield Tell(text, "1.scope.unchanged-rules", items=tuple(lost))
    brought = happen(game, UnitsDestroyed(((named.unit, 1),))) if outcome == BEGINS and named.unit != OTHER_SHIP else []
    if brought:
        yield Tell(say("[The Hive] has destroyed {ship}.", ship=named.words(game)), "35.scope", items=tuple(brought))
    return outcome


def _ships(game: Game) -> tuple[AnyField, ...]:
    ships = tuple(Choice(target.value, words) for target, words in _ships_to_name(game))
    return (OneOf("ship", say("Which ship"), ships),)


def _ships_to_name(game: Game) -> list[tuple[Target, Words]]:
    """The ships that may have sustained damage, with their words: those that are known; then any other."""
    others = [Target(seat, OTHER_SHIP) for seat in PLAYERS]
    return [
        *sustaining_ships(game),
        *((target, say("Another ship of {who}", who=game.name(target.owner))) for target in others),
    ]


def _action_card(game: Game, args: Args) -> Procedure[None]:
    """Rules: 24.2.trigger, 24.2.not-sabotage, 24.2.directly, 24.2.indirectly."""
    why_not = unanswered(game)
    if args["effect"] in why_not:
        text, rule = why_not[args["effect"]]
        yield Tell(text, rule)
    elif safe := no_sabotage(game, args["who"]):
        yield Tell(safe, "24.2.trigger")
    else:
        yield from sabotage(game, args["who"])


def _action_card_fields(game: Game) -> tuple[AnyField, ...]:
    sabotaged = say("It is {sabotage!a}", sabotage=sentence(sabotage_name(game)))
    effects = (
        Choice(DIRECTLY, say("It harms [the Hive]"), say("at once: its planets, units, or anything in its play area")),
        Choice(INDIRECTLY, say("It helps us, and so harms [the Hive]"), say("at once as well")),
        Choice(NOT_AT_ALL, say("It does not harm [the Hive]"), say("or only later")),
        Choice(SABOTAGE, sabotaged, say("[the Hive] cannot cancel it")),
    )
    return (who_may(game, no_card_of), OneOf("effect", say("What it does"), effects))


EVENTS: tuple[Event, ...] = (
    Event(
        "sustained",
        say("A ship of ours sustained damage"),
        "Combat",
        "24.1.trigger",
        _sustained,
        _ships,
        impossible=no_countermeasure,
        page="countermeasures",
    ),
    Event(
        "action_card",
        say("We played an action card"),
        "Players",
        "24.2.trigger",
        _action_card,
        _action_card_fields,
        impossible=no_sabotage,
        against=lambda game: nobody_may(game, no_card_of),
        page="countermeasures",
    ),
)
