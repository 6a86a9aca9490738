"""Support cards: drawn before the Hive activates a destination, or when players activate a system with Hive units.

Rules: 15.support.draw, 21.draw.player-activation; what they bring is told by page 21 and 22. The units that come on a
tracked galaxy: :mod:`hive.rules.combat.support`.
"""

from __future__ import annotations

from collections.abc import Sequence

from hive.model.game import Game
from hive.rules.combat.stratagem_cards import stratagem_lines
from hive.rules.deck.hive_mind import draw
from hive.rules.options.advanced import played
from hive.steps import Card, CardField, Item, Procedure
from hive.words import say


def draw_support(game: Game) -> Procedure[list[Card]]:
    """Draw the group of support cards, as many as the deck still holds (Q56).

    Only the icons of the second one count (Q07). Symbol and check are read where stratagems are played; without them
    the icons stand for the first card as well, since a printed card has to be told by something.
    """
    cards: list[Card] = []
    stratagems = played(game, "stratagems")
    for number in range(game.tables.figures.support_cards.value):
        fields: tuple[CardField, ...] = ("action", "choice") if stratagems else ()
        fields = (*fields, "icons") if number or not stratagems else fields
        card = yield from draw(game, "support", fields, "15.support.draw")
        if card is not None:
            cards.append(card)
    return cards


def support_lines(game: Game, cards: list[Card]) -> list[Item]:
    """What the support cards bring, in words, where no board tells how many ships and players are there.

    A single card brings what the capacity ships do as well, without icons (Q30).
    Rules: 21.units.per-capacity-ship, 32.easy.capacity-support, 32.expert.capacity-support.
    """
    lines = stratagem_lines(game, cards)
    if cards:
        each = game.level.units_per_capacity_ship
        icons = icons_that_count(cards)
        text = say(
            "Fighters and infantry: {each} of each for every capacity ship, and {icons} of each besides.",
            each=each,
            icons=icons,
        )
        note = say("more besides, if the counters of the players there are higher")
        lines.append(Item(text, note, game.level.rules["units_per_capacity_ship"]))
    return lines


def icons_that_count(cards: Sequence[Card]) -> int:
    """The icons of the second card count; alone, the first one has none (Q30). Rule: 21.units.icons."""
    return (cards[1].icons or 0) if len(cards) > 1 else 0
