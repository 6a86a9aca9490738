"""What the Hive does by laws that it then discards. Rule: 29.elected-laws."""

from __future__ import annotations

from hive import keys
from hive.model.game import PLAYERS, Game
from hive.rules.decrees.board import board_of
from hive.steps import Ask, Choice, Procedure, Shown, Tell, asked
from hive.words import Name, say

_RULE = "29.elected-laws"


def swap_strategy_cards(game: Game) -> Procedure[None]:
    """The Imperial Arbiter: one strategy card of the Hive for one of a player, as the table finds best."""
    pairs = {
        f"{mine}.{theirs}": (mine, theirs)
        for mine in game.cards_of("hive")
        for seat in PLAYERS
        for theirs in game.cards_of(seat)
    }
    if not pairs:
        return
    answer = yield from asked(
        Ask(
            key=keys.SWAP,
            text=say("Which strategy cards change hands?"),
            choices=tuple(
                Choice(
                    value,
                    say(
                        "{card} for {other} of {who}",
                        card=Name(game.card_name(mine)),
                        other=Name(game.card_name(theirs)),
                        who=game.name(game.strategy_cards[theirs].owner or "hive"),
                    ),
                )
                for value, (mine, theirs) in pairs.items()
            ),
            rule="1.scope.most-helpful",
            shown=Shown(expects=False),
        )
    )
    mine, theirs = (game.strategy_cards[number] for number in pairs[answer])
    mine.owner, theirs.owner = theirs.owner, mine.owner


def token_off_the_board(game: Game) -> Procedure[None]:
    """The Minister of War: a command token leaves the board before the Hive acts once more."""
    lines = yield from board_of(game).token_off()
    if lines:
        yield Tell(say("[The Hive] acts once more"), _RULE, key=keys.DECREE, confirm="done", items=tuple(lines))
