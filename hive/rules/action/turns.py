"""Whose turn it is, and what the end of a turn brings. Rules: the base game's action phase, and page 14."""

from __future__ import annotations

from hive import keys
from hive.catalog.tables import Seat
from hive.effects import end
from hive.model.game import PLAYERS, Game
from hive.rules.action.initiative import initiative_order
from hive.rules.combat.board import board_of
from hive.rules.objectives.confirming import forget
from hive.steps import Procedure, Shown, Tell
from hive.words import Words, say


def has_passed(game: Game, seat: Seat) -> bool:
    """Whether a side has passed in this round."""
    return game.hive.passed if seat == "hive" else game.players[seat].passed


def next_active(game: Game) -> Seat | None:
    """Whose turn comes after the active side's; None when all have passed."""
    order = initiative_order(game)
    start = order.index(game.active) + 1 if game.active else 0
    waiting = [seat for seat in [*order[start:], *order[:start]] if not has_passed(game, seat)]
    return waiting[0] if waiting else None


def players_turn(game: Game) -> bool:
    """Whether it is the turn of a player, at whose end the board is cleaned up anyway."""
    return game.phase == "action" and game.active in PLAYERS


def clean_up_board(game: Game, text: Words, position: str | None = None) -> Procedure[None]:
    """Take fighters and excess infantry of the Hive off the board, or out of one system.

    Rules: 21.cleanup.fighters, 21.cleanup.infantry.
    """
    leaving = board_of(game).cleanup(position)
    if leaving:
        yield Tell(
            text,
            "21.cleanup.fighters",
            key=keys.CLEANUP,
            confirm="done",
            items=tuple(leaving),
            shown=Shown(say("End of the turn")),
        )


def end_turn(game: Game) -> Procedure[None]:
    """Hand the turn on, once fighters and excess infantry of the Hive are off the board.

    What calmed a player or turned the Hive away ends with the turn (Q62). Rules: 14.counter.fleet-removal-calm,
    21.cleanup.fighters, 21.cleanup.infantry, 25.interference.option-calm, 25.interference.option-negative.
    """
    yield from clean_up_board(game, say("The turn ends: take off the board"))
    for player in game.players.values():
        player.calmed = False
    game.hive.activating = game.hive.negative_priority = game.hive.drew_primary = game.hive.meddled = False
    game.hive.strategic = ""
    end(game, "action", "turn")
    forget(game)
    game.active, game.stage = next_active(game), ""
    if game.active is None:
        game.phase = "status"
