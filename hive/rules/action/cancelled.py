"""A strategic action of the Hive that a player cancels once it is announced. Rules: 11.action, 1.scope.unchanged-rules.

The app tells of a strategic action when it has worked it out. Until the table has confirmed all of it a player may
still cancel it: then the game is as it was before, but for the cards turned over and what the players used.
"""

from __future__ import annotations

from copy import deepcopy

from hive import keys
from hive.model.game import Game
from hive.rules.abilities.outcome import Outcome
from hive.steps import Item, Procedure, Shown, Tell
from hive.words import say

# What is not taken back: cards that were turned over, what players have used, and what no rule goes by.
_STAYS = {"tables", "settings", "deck", "drawn", "rolls", "spent", "owned", "story", "passed_steps", "effects"}


def is_cancelled(game: Game) -> bool:
    """Whether a player has cancelled the strategic action that the Hive has announced."""
    return game.hive.strategic == "cancelled"


def unless_cancelled(game: Game, action: Procedure[Outcome]) -> Procedure[Outcome | None]:
    """Perform a strategic action; None if a player cancels it before the table has confirmed all of it."""
    before = {name: deepcopy(value) for name, value in vars(game).items() if name not in _STAYS}
    game.hive.strategic, reply = "announced", None
    while True:
        try:
            step = action.send(reply)
        except StopIteration as done:
            game.hive.strategic = ""
            outcome: Outcome = done.value
            return outcome
        cards = game.hive.action_cards
        reply = yield step
        if is_cancelled(game):
            action.close()
            yield _taken_back(game, before, cards - game.hive.action_cards)
            return None


def _taken_back(game: Game, before: dict[str, object], sabotages: int) -> Tell:
    """All is as before the action, but for the action cards that the Hive spent on a sabotage of the card."""
    vars(game).update(before)
    game.hive.action_cards -= sabotages
    game.hive.strategic, game.hive.drew_primary = "cancelled", True
    lines = (
        Item(say("Nothing of it happens: take back what you have carried out."), rule="11.action"),
        Item(say("Its strategy card stays readied."), rule="11.action"),
    )
    text = say("[The Hive]'s turn ends")
    heading = say("[The Hive]'s turn")
    return Tell(
        text, "1.scope.unchanged-rules", key=keys.ACTION_CANCELLED, confirm="done", items=lines, shown=Shown(heading)
    )
