"""Effects by which another side can end the turn of whoever activates a system. Rules: 29.elected-laws, Q114."""

from __future__ import annotations

from hive.catalog.tables import Seat, TurnMayEnd
from hive.effects import effects
from hive.model.game import Game
from hive.rules.laws.in_play import repeal
from hive.steps import Choice, Item, Tell
from hive.words import sentence

ENDS = "ends."


def enders(game: Game, seat: Seat) -> list[str]:
    """What can end the turn of a player by the Hive, or that of the Hive, once it has activated a system."""
    found = effects(game).of(TurnMayEnd, seat)
    return [one.source for one in found if seat == "hive" or "hive" not in one.seats]


def ending_choices(game: Game) -> tuple[Choice, ...]:
    """The choices by which the table ends the Hive's turn."""
    return tuple(Choice(f"{ENDS}{name}", name, "ends the turn of the Hive at once") for name in enders(game, "hive"))


def turn_ended(game: Game, seat: Seat, source: str, where: str = "the system") -> Tell:
    """Discard what ends a side's turn, and say so. Its command token stays in the system that was activated."""
    repeal(game, source)
    return Tell(
        text=f"{source} ends the turn of {game.name(seat)}.",
        rule="29.elected-laws",
        items=(
            Item(f"{sentence(game.name(seat))}'s command token stays in {where}; nothing else happens there."),
            Item(f"{source} is discarded."),
        ),
    )
