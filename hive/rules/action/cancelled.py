"""A strategic action of the Hive that a player cancels once it is announced. Rules: 11.action, 1.scope.unchanged-rules.

The app tells of a strategic action when it has worked it out. Until the table has confirmed all of it a player may
still cancel it: then the game is as it was before, but for the cards turned over, what the players used, and all that
the table has entered by itself meanwhile.
"""

from __future__ import annotations

from copy import deepcopy

from hive import keys
from hive.board.pieces import recount
from hive.model.game import Game
from hive.model.laws import broken_laws
from hive.model.merging import merged_parts, parts
from hive.rules.abilities.outcome import Outcome
from hive.steps import Item, Procedure, Shown, Tell
from hive.words import say

# What is not taken back: cards that were turned over, what players have used, and what no rule goes by.
_STAYS = {"tables", "settings", "deck", "drawn", "rolls", "spent", "owned", "story", "passed_steps", "effects"}


def is_cancelled(game: Game) -> bool:
    """Whether a player has cancelled the strategic action that the Hive performs, and nothing followed from it yet."""
    return game.hive.strategic == "cancelled"


def was_taken_back(game: Game) -> bool:
    """Whether the Hive's strategic action of this turn was cancelled."""
    return game.hive.strategic == "taken_back"


def unless_cancelled(game: Game, action: Procedure[Outcome]) -> Procedure[None]:
    """Perform a strategic action, unless a player cancels it before the table has confirmed all of it.

    What changes while the action waits for the table is no part of it: it is kept for the game as it was before.
    """
    before = kept = seen = _state(game, {})
    game.hive.strategic, reply = "announced", None
    while True:
        try:
            step = action.send(reply)
        except StopIteration:
            game.hive.strategic = ""
            return
        waiting = _state(game, seen)
        reply = yield step
        seen = _state(game, waiting)
        kept = merged_parts(kept, waiting, seen)
        if is_cancelled(game):
            action.close()
            yield _taken_back(game, before, kept)
            return


def _state(game: Game, before: dict[str, object]) -> dict[str, object]:
    """What an action changes of the game, as it is now; what is as it was before is not copied once more."""
    return {
        name: before[name] if name in before and before[name] == value else deepcopy(value)
        for name, value in parts(game).items()
        if name not in _STAYS
    }


def _taken_back(game: Game, before: dict[str, object], kept: dict[str, object]) -> Tell:
    """All is as before the action, with what the table has entered since, where the two fit together."""
    parts(game).update(kept)
    recount(game)
    lines = [
        Item(say("Nothing of it happens: take back what you have carried out."), rule="11.action"),
        Item(say("Its strategy card stays readied."), rule="11.action"),
    ]
    if broken_laws(game):
        parts(game).update(before)
        text = say("What you entered in the middle of it does not fit the table as it was: enter it again.")
        lines.append(Item(text, rule="11.action"))
    game.hive.strategic, game.hive.drew_primary = "taken_back", True
    text = say("[The Hive]'s turn ends")
    heading = say("[The Hive]'s turn")
    return Tell(
        text,
        "1.scope.unchanged-rules",
        key=keys.ACTION_CANCELLED,
        confirm="done",
        items=tuple(lines),
        shown=Shown(heading),
    )
