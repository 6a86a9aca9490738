"""Events of the two allies: attrition and maneuver warfare, and planets that they hand over. Rules: page 31."""

from __future__ import annotations

from hive import keys
from hive.fields import AnyField, OneOf
from hive.model.game import Game
from hive.rules.board import Tracked, board_of
from hive.rules.combat.battle import Warfare, nothing_to_win, reward
from hive.rules.control.changing import exchangeable, hand_over, handing_over, planets_to_hand_over
from hive.rules.events.kinds import Args, Event
from hive.steps import Ask, Choice, Item, Procedure, Shown, asked
from hive.words import Words, say

# --- attrition and maneuver warfare


def _attrition(game: Game, _: Args) -> Procedure[None]:
    """Both have paid and have won together. Rules: 31.attrition.start, 31.attrition.reward."""
    begun = _holds(say("Each of you has placed a command token of the tactic pool for it."), "31.attrition.start")
    won = _holds(say("Both have won the same space combat and all the same ground combats."), "31.attrition.reward")
    if (yield from _both_have_won(keys.ATTRITION, say("Attrition warfare: is it won?"), begun, won)):
        yield from reward(game, "attrition")


def _maneuver(game: Game, _: Args) -> Procedure[None]:
    """Both have paid and have won on the ground. Rules: 31.maneuver.start, 31.maneuver.reward."""
    begun = _holds(
        say("Each of you has placed a command token of the tactic pool for it, and there was no space combat."),
        "31.maneuver.start",
    )
    won = _holds(say("Both have won all the same ground combats."), "31.maneuver.reward")
    if (yield from _both_have_won(keys.MANEUVER, say("Maneuver warfare: is it won?"), begun, won)):
        yield from reward(game, "maneuver")


def _holds(text: Words, rule: str) -> Item:
    """What has to hold for it: a fact to look at, with nothing to do for hands."""
    return Item(text, rule=rule, aside=True)


def _both_have_won(key: str, text: Words, begun: Item, won: Item) -> Procedure[bool]:
    answer = yield from asked(
        Ask(
            key=key,
            text=text,
            choices=(Choice("won", say("Won"), say("all of this holds")), Choice("not", say("Not won"))),
            rule=won.rule,
            items=(begun, won),
            shown=Shown(expects=False),
        )
    )
    return bool(answer == "won")


def _not_now(game: Game, kind: Warfare) -> Words:
    """The turn may have passed before the table says it."""
    if game.phase not in ("action", "status"):
        return say("Warfare together belongs to a player's tactical action.")
    return nothing_to_win(game, kind)


# --- planets that change hands


def _exchange(game: Game, args: Args) -> Procedure[None]:
    """A planet card goes to the ally as it is, if both agree; nothing follows from it.

    Rule: 31.control.exchange-planets.
    """
    rule = "31.control.exchange-planets"
    there = Item(say("The receiver has a ground force or a structure on the planet."), rule=rule)
    board = board_of(game)
    known = handing_over(board, str(args["planet"])) if isinstance(board, Tracked) else None
    text, line = known or (say("A planet card goes to the ally"), there)
    choices = (Choice("done", say("Done")), Choice("no", say("No"), say("one of you does not agree")))
    answer = yield from asked(
        Ask(keys.EXCHANGE_PLANETS, text, choices, rule, items=(line,), shown=Shown(expects=False))
    )
    if answer == "done":
        _book(game, args)


def _book(game: Game, args: Args) -> None:
    """The ally controls the planet, if it still can be handed over; without a galaxy the table knows whose it is."""
    board = board_of(game)
    if isinstance(board, Tracked):
        hand_over(board, str(args["planet"]))


def _exchange_fields(game: Game) -> tuple[AnyField, ...]:
    """The planets that can be handed over; without a galaxy the table knows the planet."""
    board = board_of(game)
    if not isinstance(board, Tracked):
        return ()
    return (OneOf("planet", say("Which planet"), planets_to_hand_over(board)),)


def _no_planet_to_hand_over(game: Game) -> Words:
    board = board_of(game)
    none = isinstance(board, Tracked) and next(exchangeable(board), None) is None
    return say("No planet of one of you holds a ground force or a structure of the other.") if none else ""


EVENTS: tuple[Event, ...] = (
    Event(
        "attrition",
        say("We have won by attrition warfare"),
        "Combat",
        "31.attrition.reward",
        _attrition,
        impossible=lambda game: _not_now(game, "attrition"),
        forcible=True,
    ),
    Event(
        "maneuver",
        say("We have won by maneuver warfare"),
        "Combat",
        "31.maneuver.reward",
        _maneuver,
        impossible=lambda game: _not_now(game, "maneuver"),
        forcible=True,
    ),
    Event(
        "exchange_planets",
        say("We hand a planet over to the ally"),
        "Planets",
        "31.control.exchange-planets",
        _exchange,
        _exchange_fields,
        impossible=_no_planet_to_hand_over,
    ),
)
