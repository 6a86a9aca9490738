"""What planets that the Hive gains in the set-up bring to its bank. Rule: 37.mobilization.extra-yield."""

from __future__ import annotations

from dataclasses import dataclass

from hive.model.game import Game
from hive.naming import items
from hive.rules.moments.kinds import UncontrolledTaken
from hive.steps import Item
from hive.words import say

EXTRA_YIELD = "37.mobilization.extra-yield"


@dataclass(frozen=True)
class Neighbours:
    """The planets next to its home system that the Hive gains: what hands do, and the moment of each one."""

    lines: list[Item]
    taken: list[UncontrolledTaken]


def yields_besides(game: Game, worth: int) -> list[Item]:
    """Put the worth of planets into the bank, resources and as much influence, and say so."""
    if not worth:
        return []
    game.hive.bank.resources += worth
    game.hive.bank.influence += worth
    both = items(worth, "resources"), items(worth, "influence")
    text = say("Add {resources} and {influence} to [the Hive]'s bank.", resources=both[0], influence=both[1])
    bank = game.hive.bank
    return [
        Item(
            text,
            say("now {resources} and {influence}", resources=bank.resources, influence=bank.influence),
            EXTRA_YIELD,
        )
    ]
