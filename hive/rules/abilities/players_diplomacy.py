"""The Hive's command token that a player's Diplomacy, or the Diplomacy Rider, brings on the board. Rules: page 30."""

from __future__ import annotations

from hive.model.game import Game
from hive.rules.area.funds import take_tokens_evenly, tokens_in_pools, tokens_in_reinforcements
from hive.steps import Item
from hive.words import Words, say

RULE = "30.ability.diplomacy-token"
NO_SYSTEM = "none"


def diplomacy_token(game: Game, where: Words) -> Item | None:
    """What hands do with the token; None if the Hive has none to place, neither in reinforcements nor in its pools."""
    note = say("only [the Hive] places one")
    if tokens_in_reinforcements(game):
        text = say("Put a Hive command token from its reinforcements into {system}.", system=where)
        return Item(text, note, RULE)
    if not tokens_in_pools(game):
        return None
    text = say("Put a Hive command token of its command sheet into {system}.", system=where)
    return Item(text, say("none is left in its reinforcements"), RULE)


def give_diplomacy_token(game: Game) -> None:
    """Take the token out of the fuller pool where the reinforcements have none, as in the base game."""
    if not tokens_in_reinforcements(game):
        take_tokens_evenly(game, 1)


def lies_there(where: Words) -> Item:
    """A side never has two command tokens in a system."""
    return Item(say("A command token of [the Hive] lies in {system} already.", system=where), rule=RULE)
