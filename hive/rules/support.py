"""Support cards: drawn before the Hive activates a destination, or when players activate a system with Hive units.

Rules: 15.support.draw, 21.draw.player-activation; what they bring is told by page 21 and 22.
"""

from __future__ import annotations

from hive.model.game import Game
from hive.rules.hive_mind import draw
from hive.steps import Card, Item, Procedure
from hive.words import count


def draw_support(game: Game) -> Procedure[list[Card]]:
    """Draw the group of support cards, as many as the deck still holds (Q56)."""
    cards = []
    for _ in range(game.tables.figures.support_cards.value):
        card = yield from draw(game, "support", ("action", "choice", "icons"), "15.support.draw")
        if card is not None:
            cards.append(card)
    return cards


def support_lines(cards: list[Card]) -> list[Item]:
    """What the support cards bring, in words."""
    lines = [
        Item(f"Stratagem in {where}: {str(card.action).replace('_', ' ')}.", "green check on its support card")
        for where, card in zip(("space combat", "ground combat"), cards, strict=False)
        if card.choice
    ]
    if len(cards) > 1 and cards[1].icons is not None:
        text = (
            f"Fighters and infantry: those of the capacity ships, and {count(cards[1].icons, 'more', 'more')} of each."
        )
        lines.append(Item(text, "more, if the counters of the players there are higher"))
    return lines
