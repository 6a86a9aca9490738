"""What the Hive does by laws that it then discards. Rule: 29.elected-laws."""

from __future__ import annotations

from hive import keys
from hive.model.game import PLAYERS, Game
from hive.rules.decrees import plastic
from hive.rules.laws import NOT_NOW, due, repeal
from hive.steps import Ask, Choice, Procedure, Shown, Tell, asked
from hive.words import Name, Words, say

_RULE = "29.elected-laws"


def swap_strategy_cards(game: Game) -> Procedure[None]:
    """The Imperial Arbiter: one strategy card of the Hive for one of a player, as the table finds best for the Hive.

    Rules: 29.elected-laws, 1.scope.most-helpful.
    """
    law = due(game, "strategy_phase_ends")
    pairs = {
        f"{mine}.{theirs}": (mine, theirs)
        for mine in game.cards_of("hive")
        for seat in PLAYERS
        for theirs in game.cards_of(seat)
    }
    if law is None or not pairs:
        return
    swaps = (Choice(value, _swap(game, mine, theirs)) for value, (mine, theirs) in pairs.items())
    answer = yield from asked(
        Ask(
            key=keys.SWAP,
            text=say("[The Hive] resolves {law} now: which strategy cards change hands?", law=Name(law.name)),
            choices=(*swaps, NOT_NOW),
            rule="1.scope.most-helpful",
            detail=say(
                "You choose for [the Hive] what helps it most: a card that it can use now, or one that you need."
                " The law is discarded then."
            ),
            shown=Shown(expects=False),
        )
    )
    if answer == NOT_NOW.value:
        return
    repeal(game, law.name)
    mine, theirs = (game.strategy_cards[number] for number in pairs[answer])
    mine.owner, theirs.owner = theirs.owner, mine.owner


def _swap(game: Game, mine: int, theirs: int) -> Words:
    return say(
        "{card} for {other} of {who}",
        card=Name(game.card_name(mine)),
        other=Name(game.card_name(theirs)),
        who=game.name(game.strategy_cards[theirs].owner or "hive"),
    )


def token_off_the_board(game: Game) -> Procedure[None]:
    """The Minister of War: a command token leaves the board before the Hive acts once more."""
    lines = yield from plastic.token_off(game)
    if lines:
        yield Tell(say("[The Hive] acts once more"), _RULE, key=keys.DECREE, confirm="done", items=tuple(lines))
