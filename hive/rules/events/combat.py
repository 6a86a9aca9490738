"""Events of combat: support, hits, losses. Rules: 5.4, 14.gain.combat, 21.draw.player-activation."""

from __future__ import annotations

from hive.fields import AnyField
from hive.model.game import PLAYERS, Game
from hive.rules.action.turns import clean_up_board, players_turn
from hive.rules.area.points import angered
from hive.rules.board import Tracked, board_of
from hive.rules.combat.activation import activate, activated, no_activation, support_told
from hive.rules.events import plastic
from hive.rules.events.kinds import Args, Event, who, who_or_both
from hive.steps import Procedure
from hive.words import say


def _combat(game: Game, args: Args) -> Procedure[None]:
    """Rule: 14.gain.combat."""
    for seat in PLAYERS if args["who"] == "both" else (args["who"],):
        yield angered(game, seat, game.tables.figures.counters_combat.value, "14.gain.combat")


def _support_fields(game: Game) -> tuple[AnyField, ...]:
    """Who activates a system; without a galaxy the support is the same whoever comes."""
    return who(game) if isinstance(board_of(game), Tracked) else ()


def _support(game: Game, args: Args) -> Procedure[None]:
    """A system with Hive units is activated. In no player's turn what came along leaves at once.

    Rules: 21.draw.player-activation, 21.cleanup.fighters, 21.cleanup.infantry.
    """
    board = board_of(game)
    if not isinstance(board, Tracked):
        return (yield from support_told(game, None))
    position = yield from activated(board, args["who"])
    if position is not None:
        yield from activate(board, args["who"], position)
        if not players_turn(game):
            yield from clean_up_board(game, say("The activation is over: take off the board"), position)


EVENTS: tuple[Event, ...] = (
    Event(
        "support",
        say("We activate a system with Hive units"),
        "Combat",
        "21.draw.player-activation",
        _support,
        _support_fields,
        impossible=no_activation,
    ),
    Event("combat", say("Combat with [the Hive] ended"), "Combat", "14.gain.combat", _combat, who_or_both),
    Event(
        "hits_space",
        say("[The Hive] takes hits in space"),
        "Combat",
        "5.4.damage-space",
        lambda game, args: plastic.hits(game, "space", args),
        lambda game: plastic.hit_fields(game, "space"),
        impossible=lambda game: plastic.no_units(game, "space"),
    ),
    Event(
        "hits_ground",
        say("[The Hive] takes hits on the ground"),
        "Combat",
        "5.4.damage-ground",
        lambda game, args: plastic.hits(game, "ground", args),
        lambda game: plastic.hit_fields(game, "ground"),
        impossible=lambda game: plastic.no_units(game, "ground"),
    ),
    Event(
        "weakest",
        say("An effect harms Hive units"),
        "Combat",
        "5.4.negative-effects",
        plastic.weakest,
        plastic.harm_fields,
        impossible=plastic.no_units,
    ),
    Event(
        "units_lost",
        say("Hive plastic left the board"),
        "Combat",
        "2.hive.components",
        plastic.units_lost,
        plastic.loss_fields,
        impossible=plastic.no_plastic,
    ),
)
