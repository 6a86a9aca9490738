"""The systems that agendas name, and what both sides of the board say of what they do."""

from __future__ import annotations

from typing import Literal

from hive.catalog.tables import Seat
from hive.model.game import Game
from hive.steps import Item
from hive.words import Words, say

# Systems with any wormhole and those next to them, or those with an alpha or a beta wormhole.
Where = Literal["near_wormholes", "alpha_or_beta"]
Which = Literal["per_technology", "with_specialty", "at_home"]
# The lines of what is lost, and how many units that are.
Gone = tuple[list[Item], int]

RULE = "1.scope.unchanged-rules"
WHERE_WORDS: dict[Where, Words] = {
    "near_wormholes": say("in and next to systems with a wormhole"),
    "alpha_or_beta": say("in systems with an alpha or a beta wormhole"),
}


def removed(units: Words, where: Words, rule: str = RULE, why: Words = "") -> Item:
    """Units of the Hive leave a place."""
    return Item(say("Remove {units} of [the Hive] from {place}.", units=units, place=where), why, rule)


def put(units: Words, where: Words) -> Item:
    """Units of the Hive come to a place."""
    return Item(say("Put {units} of [the Hive] on {place}.", units=units, place=where), rule=RULE)


def technologies(game: Game) -> int:
    """How many technologies the Hive owns, unit upgrades included."""
    return sum(game.hive.technologies.values()) + len(game.hive.upgrades)


def fewest_points(game: Game) -> list[Seat]:
    """The sides with fewest victory points."""
    held: dict[Seat, int] = {
        seat: game.hive.victory_points if seat == "hive" else game.players[seat].victory_points for seat in game.seats
    }
    return [seat for seat in game.seats if held[seat] == min(held.values())]


def token_put(where: Words) -> Item:
    """A command token of the Hive comes into a system."""
    text = say("Put a command token of [the Hive] from the reinforcements into {system}.", system=where)
    return Item(text, rule=RULE)


def token_taken(where: Words) -> Item:
    """A command token of the Hive goes from a system to the reinforcements."""
    text = say("Take the command token of [the Hive] out of {system}, to the reinforcements.", system=where)
    return Item(text, rule=RULE)
