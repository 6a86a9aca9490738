"""(3) Politics: the Speaker token and action cards. Rules: page 12."""

from __future__ import annotations

from hive.model.game import Game
from hive.naming import by_now
from hive.rules.abilities.outcome import Outcome, without_questions
from hive.steps import Item
from hive.words import count, say


@without_questions
def primary(game: Game, icons: int) -> Outcome:
    """Take or keep the Speaker token, then draw action cards. Rules: 12.politics.speaker, 12.politics.cards."""
    kept = game.speaker == "hive"
    game.speaker = "hive"
    speaker = Item(
        say("[The Hive] keeps the Speaker token.") if kept else say("Give the Speaker token to [the Hive]."),
        rule="12.politics.speaker",
    )
    return Outcome((speaker, _draw(game, icons, "12.politics.cards")), moves_plastic=True)


@without_questions
def secondary(game: Game) -> Outcome:
    """Draw one action card. Rule: 12.politics.secondary."""
    cards = game.tables.figures.politics_secondary_cards.value
    return Outcome((_draw(game, cards, "12.politics.secondary"),), moves_plastic=True)


def _draw(game: Game, number: int, rule: str) -> Item:
    """There is no limit to the Hive's hand. Rules: 5.5.no-limits, 5.5.face-down."""
    game.hive.action_cards += number
    return Item(
        say("Draw {cards} face down for [the Hive].", cards=count(number, "action card")),
        by_now(game.hive.action_cards),
        rule,
    )
