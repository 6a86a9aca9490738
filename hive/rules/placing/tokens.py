"""Command tokens that leave a tracked galaxy. Rules: 12.warfare.remove, 28.4.tokens."""

from __future__ import annotations

from hive.board import pieces
from hive.board.sides import Tracked
from hive.model.game import PLAYERS, Game
from hive.naming import items, system_label, system_labels
from hive.rules.diagrams.systems import decide
from hive.rules.placing.places import labels, settle
from hive.steps import Item, Procedure, anew
from hive.words import say


def tokens_to_remove(board: Tracked, number: int) -> Procedure[list[str]]:
    """The systems whose Hive command token leaves the board, by negative priority; at most so many.

    A token serves no objective. Rules: 12.warfare.remove, 5.3.use, 5.3.block-order.
    """
    return (yield from anew(lambda: _chosen(board, number)))


def _chosen(board: Tracked, number: int) -> Procedure[list[str]]:
    game, survey = board.game, board.survey
    waiting = survey.with_token_of("hive")
    if len(waiting) <= number:
        return waiting
    chosen: list[str] = []
    while len(chosen) < number:
        left = decide(survey, waiting, game.tables.priorities.negative, {}).left
        if len(left) > number - len(chosen):
            found = yield from settle(game, say("Take a command token"), labels(game, left), "12.warfare.remove")
            left = (found,)
        chosen += left
        waiting = [position for position in waiting if position not in left]
    return chosen


def remove_tokens(game: Game, positions: list[str]) -> list[Item]:
    """Take the Hive's command tokens out of these systems into its tactic pool, and say so."""
    for position in positions:
        pieces.take_command_token(game, "hive", position)
    game.hive.tokens.tactic += len(positions)
    return [
        Item(
            say("Take [the Hive]'s command token out of {system}.", system=system_label(game, position)),
            rule="12.warfare.remove",
        )
        for position in positions
    ]


def clear_tokens(board: Tracked) -> list[Item]:
    """Take the command tokens of all sides off the board, and say so. Rules: 28.4.tokens, Q97."""
    game = board.game
    lines = []
    for seat in ("hive", *PLAYERS):
        positions = board.survey.with_token_of(seat)
        for position in positions:
            pieces.take_command_token(game, seat, position)
        if positions:
            tokens = items(len(positions), "command_tokens")
            text = say("Take {who}'s {tokens} off the board.", who=game.name(seat), tokens=tokens)
            where = say("in {systems}", systems=system_labels(game, positions))
            lines.append(Item(text, where, "28.4.tokens"))
    return lines
