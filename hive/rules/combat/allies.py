"""Which players take part in a battle: who is there, and whether the ally of the active player comes along.

Rules: 31.action.joint, 31.combat.joint.
"""

from __future__ import annotations

from collections.abc import Mapping

from hive.model.game import PLAYERS, Player
from hive.rules.combat.cannons import player_ships
from hive.rules.combat.fight import Fight
from hive.steps import Number
from hive.words import say

ALLY = "ally"


def fighters_in_space(fight: Fight) -> list[Player]:
    """Who fights in space: who has ships there, on a player's turn that player, and the ally who comes along.

    Rule: 31.combat.joint.
    """
    there = [seat for seat in PLAYERS if player_ships(fight, seat)]
    return [seat for seat in PLAYERS if seat in there or seat == fight.active or (seat == fight.ally and fight.allied)]


def ally_number(fight: Fight, known: bool) -> tuple[Number, ...]:
    """Whether the ally takes part as well; asked once in a battle of a player, and not where it is ``known``."""
    if fight.ally is None or fight.allied is not None or known:
        return ()
    there = 1 if player_ships(fight, fight.ally) else 0
    label = say("{ally} fights beside {who}", ally=fight.game.name(fight.ally), who=fight.game.name(fight.active))
    return (Number(ALLY, label, 1, value=there, note=say("0 no, 1 yes")),)


def hear_of_the_ally(fight: Fight, numbers: Mapping[str, int]) -> None:
    """Keep what the table has said of the ally for the rest of the battle. Rule: 31.action.joint."""
    if ALLY in numbers:
        fight.allied = bool(numbers[ALLY])
