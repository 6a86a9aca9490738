"""Whose turn it is, and what the end of a turn brings. Rules: the base game's action phase, and page 14."""

from __future__ import annotations

from hive import keys
from hive.catalog.tables import Seat
from hive.model.game import Game
from hive.rules.combat.board import board_of
from hive.rules.options.factions import players_of
from hive.steps import Procedure, Shown, Tell
from hive.words import Words, say

NAALU = ("Naalu Collective",)


def initiative_order(game: Game) -> list[Seat]:
    """The seats by their initiative: the lowest number of their strategy cards; without a card a side comes last.

    The Naalu's is 0 (Q105). Rule: 1.scope.unchanged-rules.
    """
    naalu = players_of(game, NAALU)
    return sorted(game.seats, key=lambda seat: 0 if seat in naalu else (game.cards_of(seat) or [99])[0])


def initiative_words(game: Game) -> Words:
    """By what the sides are in this order, for the table."""
    if players_of(game, NAALU):
        return say("Lowest initiative number first, and the Naalu's is 0.")
    return say("Lowest initiative number first.")


def has_passed(game: Game, seat: Seat) -> bool:
    """Whether a side has passed in this round."""
    return game.hive.passed if seat == "hive" else game.players[seat].passed


def next_active(game: Game) -> Seat | None:
    """Whose turn comes after the active side's; None when all have passed."""
    order = initiative_order(game)
    start = order.index(game.active) + 1 if game.active else 0
    waiting = [seat for seat in [*order[start:], *order[:start]] if not has_passed(game, seat)]
    return waiting[0] if waiting else None


def end_turn(game: Game) -> Procedure[None]:
    """Hand the turn on, once fighters and excess infantry of the Hive are off the board.

    What calmed a player or turned the Hive away ends with the turn (Q62). Rules: 14.counter.fleet-removal-calm,
    21.cleanup.fighters, 21.cleanup.infantry, 25.interference.option-calm, 25.interference.option-negative.
    """
    leaving = board_of(game).cleanup()
    if leaving:
        text = say("The turn ends: take off the board")
        yield Tell(
            text,
            "21.cleanup.fighters",
            key=keys.CLEANUP,
            confirm="done",
            items=tuple(leaving),
            shown=Shown(say("End of the turn")),
        )
    for player in game.players.values():
        player.calmed = False
    game.hive.activating = game.hive.negative_priority = game.confirmed = False
    game.active = next_active(game)
    if game.active is None:
        game.phase = "status"
