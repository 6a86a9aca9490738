"""Effects by which another side can end the turn of whoever activates a system. Rules: 29.elected-laws, Q114."""

from __future__ import annotations

from hive.catalog.tables import Seat, TurnMayEnd
from hive.effects import effects
from hive.model.game import Game
from hive.rules.laws.in_play import repeal
from hive.steps import Choice, Item, Tell
from hive.words import Name, Words, say

ENDS = "ends."
_THE_SYSTEM = say("the system")


def enders(game: Game, seat: Seat) -> list[str]:
    """What can end the turn of a player by the Hive, or that of the Hive, once it has activated a system."""
    found = effects(game).of(TurnMayEnd, seat)
    return [one.source for one in found if seat == "hive" or "hive" not in one.seats]


def ending_choices(game: Game) -> tuple[Choice, ...]:
    """The choices by which the table ends the Hive's turn."""
    note = say("ends the turn of [the Hive] at once")
    return tuple(Choice(f"{ENDS}{name}", Name(name), note) for name in enders(game, "hive"))


def turn_ended(game: Game, seat: Seat, source: str, where: Words = _THE_SYSTEM) -> Tell:
    """Discard what ends a side's turn, and say so. Its command token stays in the system that was activated."""
    repeal(game, source)
    law, who = Name(source), game.name(seat)
    stays = say("{who!c}'s command token stays in {system}; nothing else happens there.", who=who, system=where)
    return Tell(
        text=say("{law} ends the turn of {who}.", law=law, who=who),
        rule="29.elected-laws",
        items=(Item(stays), Item(say("{law} is discarded.", law=law))),
    )
