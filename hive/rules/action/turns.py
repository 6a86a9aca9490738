"""Whose turn it is, and what the end of a turn brings. Rules: the base game's action phase, and page 14."""

from __future__ import annotations

from hive.catalog.tables import Seat
from hive.model.game import PLAYERS, Game
from hive.rules.area.counters import angered
from hive.rules.combat.cleanup import cleanup
from hive.steps import Choice, Procedure, Tell

FIGHTERS: dict[str, tuple[str, ...]] = {"done": (), "fought_p1": ("p1",), "fought_p2": ("p2",), "fought_both": PLAYERS}


def initiative_order(game: Game) -> list[Seat]:
    """The seats by the lowest initiative number of their strategy cards; without a card a side comes last."""
    return sorted(game.seats, key=lambda seat: (game.cards_of(seat) or [99])[0])


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
    leaving = cleanup(game)
    if leaving:
        text = "The turn ends: take off the board"
        yield Tell(text, "21.cleanup.fighters", key="cleanup", confirm="done", items=tuple(leaving))
    for player in game.players.values():
        player.calmed = False
    game.hive.activating = game.hive.negative_priority = False
    game.active = next_active(game)
    if game.active is None:
        game.phase = "status"


def fight_choices(game: Game) -> tuple[Choice, ...]:
    """How a tactical action ended: without combat, or with combat between the Hive and whom."""
    p1, p2 = game.name("p1"), game.name("p2")
    return (
        Choice("done", "Done", "no combat with the Hive"),
        Choice("fought_p1", f"Fought {p1}", "the Hive in combat with this player"),
        Choice("fought_p2", f"Fought {p2}", "the Hive in combat with this player"),
        Choice("fought_both", "Fought both", "the Hive in combat with both players"),
    )


def after_fight(game: Game, answer: str) -> Procedure[None]:
    """Each player in combat with the Hive gains a counter, however many combats there were. Rule: 14.gain.combat."""
    for seat in PLAYERS:
        if seat in FIGHTERS[answer]:
            yield angered(game, seat, game.tables.figures.counters_combat.value, "14.gain.combat")
