"""Support cards: drawn before the Hive activates a destination, or when players activate a system with Hive units.

Rules: 15.support.draw, 21.draw.player-activation; what they bring is told by page 21 and 22.
"""

from __future__ import annotations

from hive.model.game import Game
from hive.rules.hive_mind import draw
from hive.steps import Card, CardField, Item, Procedure
from hive.words import sentence

ARENAS = ("space combat", "ground combat")
STRATAGEMS: dict[str, tuple[str, str]] = {
    "blue_arrow": ("the strongest Hive unit rolls 1 more die for each player there", "22.blue-arrow"),
    "yellow_arrow": ("the weakest unit of each player there rolls 1 die fewer", "22.yellow-arrow"),
    "red_star": ("the Hive produces 1 hit for each player there", "22.red-star"),
    "green_compass": ("the Hive cancels 1 hit for each player there", "22.green-compass"),
}


def draw_support(game: Game) -> Procedure[list[Card]]:
    """Draw the group of support cards, as many as the deck still holds (Q56).

    Only the icons of the second one count (Q07).
    """
    cards: list[Card] = []
    for number in range(game.tables.figures.support_cards.value):
        fields: tuple[CardField, ...] = ("action", "choice", "icons") if number else ("action", "choice")
        card = yield from draw(game, "support", fields, "15.support.draw")
        if card is not None:
            cards.append(card)
    return cards


def support_lines(game: Game, cards: list[Card]) -> list[Item]:
    """What the support cards bring, in words.

    Rules: 21.units.per-capacity-ship, 32.easy.capacity-support, 32.expert.capacity-support.
    """
    lines = [_stratagem(game, *pair) for pair in zip(ARENAS, cards, strict=False) if pair[1].choice]
    if len(cards) > 1 and cards[1].icons is not None:
        each = game.level.units_per_capacity_ship
        text = f"Fighters and infantry: {each} of each for every capacity ship, and {cards[1].icons} of each besides."
        note = "more besides, if the counters of the players there are higher"
        lines.append(Item(text, note, game.level.rules["units_per_capacity_ship"]))
    return lines


def _stratagem(game: Game, arena: str, card: Card) -> Item:
    """Rules: 22.requirement, 22.card.first-space, 22.card.second-ground, 22.first-round-only."""
    effect, rule = STRATAGEMS[card.action or ""]
    if not game.hive.action_cards:
        return Item(f"No stratagem in {arena}.", "the Hive holds no action card", "22.requirement")
    note = "first round of each combat; the Hive plays a random action card face down for it"
    return Item(f"{sentence(arena)}: {effect}.", note, rule)
