"""Events of combat: support, hits, losses. Rules: 5.4, 14.gain.combat, 21.draw.player-activation."""

from __future__ import annotations

from hive.model.game import PLAYERS, Game
from hive.rules.area.points import angered
from hive.rules.events.board import board_of
from hive.rules.events.kinds import Args, Event, who_or_both
from hive.steps import Procedure
from hive.words import say


def _combat(game: Game, args: Args) -> Procedure[None]:
    """Rule: 14.gain.combat."""
    for seat in PLAYERS if args["who"] == "both" else (args["who"],):
        yield angered(game, seat, game.tables.figures.counters_combat.value, "14.gain.combat")


EVENTS: tuple[Event, ...] = (
    Event(
        "support",
        say("We activate a system with Hive units"),
        "Combat",
        "21.draw.player-activation",
        lambda game, args: board_of(game).support(args),
        lambda game: board_of(game).support_fields(),
        impossible=lambda game: board_of(game).no_activation(),
    ),
    Event("combat", say("Combat with [the Hive] ended"), "Combat", "14.gain.combat", _combat, who_or_both),
    Event(
        "hits_space",
        say("[The Hive] takes hits in space"),
        "Combat",
        "5.4.damage-space",
        lambda game, args: board_of(game).hits("space", args),
        lambda game: board_of(game).hit_fields("space"),
        impossible=lambda game: board_of(game).no_units("space"),
    ),
    Event(
        "hits_ground",
        say("[The Hive] takes hits on the ground"),
        "Combat",
        "5.4.damage-ground",
        lambda game, args: board_of(game).hits("ground", args),
        lambda game: board_of(game).hit_fields("ground"),
        impossible=lambda game: board_of(game).no_units("ground"),
    ),
    Event(
        "weakest",
        say("An effect harms Hive units"),
        "Combat",
        "5.4.negative-effects",
        lambda game, args: board_of(game).weakest(args),
        lambda game: board_of(game).harm_fields(),
        impossible=lambda game: board_of(game).no_units(),
    ),
    Event(
        "units_lost",
        say("Hive plastic left the board"),
        "Combat",
        "2.hive.components",
        lambda game, args: board_of(game).units_lost(args),
        lambda game: board_of(game).loss_fields(),
        impossible=lambda game: board_of(game).no_plastic(),
    ),
)
