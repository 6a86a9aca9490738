"""(1) Leadership: command tokens for influence. Rules: page 12."""

from __future__ import annotations

from hive.model.game import Game
from hive.naming import items
from hive.rules.abilities.outcome import Outcome, without_questions
from hive.rules.area.funds import gain_tokens, redistribute_tokens
from hive.steps import Item
from hive.words import Words, listed, say


@without_questions
def primary(game: Game, icons: int) -> Outcome:
    """Gain a token for every full 4 influence in the bank, whatever the icons. Rule: 12.leadership.primary."""
    return _gain(game, game.tables.figures.leadership_primary_influence.value, "12.leadership.primary")


@without_questions
def secondary(game: Game) -> Outcome:
    """Gain a token for every full 8 influence in the bank. Rule: 12.leadership.secondary."""
    return _gain(game, game.tables.figures.leadership_secondary_influence.value, "12.leadership.secondary")


def _gain(game: Game, influence_per_token: int, rule: str) -> Outcome:
    influence = game.hive.bank.influence
    due = influence // influence_per_token
    gained = gain_tokens(game, due)
    redistribute_tokens(game)
    note: Words = say("1 for every {share} of {influence} influence", share=influence_per_token, influence=influence)
    if gained < due:
        lack = say("{tokens} due, the reinforcements hold no more", tokens=due)
        note = listed([note, lack], ";")
    tokens = game.hive.tokens
    return Outcome(
        (
            Item(say("[The Hive] gains {tokens}.", tokens=items(gained, "command_tokens")), note, rule),
            Item(
                say("Its pools: {tactic} tactic, {strategy} strategy.", tactic=tokens.tactic, strategy=tokens.strategy),
                say("spread evenly, an odd one to tactic"),
                "12.leadership.redistribute",
            ),
        )
    )
