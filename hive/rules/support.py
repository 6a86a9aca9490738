"""Support cards: drawn before the Hive activates a destination, or when players activate a system with Hive units.

Rules: 15.support.draw, 21.draw.player-activation; what they bring is told by page 21 and 22. The units that come on a
tracked galaxy: :mod:`hive.rules.combat.support`.
"""

from __future__ import annotations

from collections.abc import Sequence

from hive.model.game import Game
from hive.rules.damage import Arena
from hive.rules.hive_mind import draw
from hive.steps import Card, CardField, Item, Procedure
from hive.words import count, sentence

ARENAS: tuple[Arena, Arena] = ("space", "ground")
# The effect of each stratagem, what its number counts, and its rule. Only the yellow arrow counts player by player.
STRATAGEMS: dict[str, tuple[str, tuple[str, str], str]] = {
    "blue_arrow": ("the strongest Hive unit rolls {}", ("more die", "more dice"), "22.blue-arrow"),
    "yellow_arrow": ("the weakest unit of each player there rolls {} fewer", ("die", "dice"), "22.yellow-arrow"),
    "red_star": ("the Hive produces {}", ("hit", "hits"), "22.red-star"),
    "green_compass": ("the Hive cancels {}", ("hit", "hits"), "22.green-compass"),
}
PLAYER_BY_PLAYER = "yellow_arrow"


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
    """What the support cards bring, in words, where no board tells how many ships and players are there.

    Rules: 21.units.per-capacity-ship, 32.easy.capacity-support, 32.expert.capacity-support.
    """
    lines = [line for arena in ARENAS if (line := stratagem(game, arena, cards)) is not None]
    if len(cards) > 1:
        each = game.level.units_per_capacity_ship
        icons = icons_that_count(cards)
        text = f"Fighters and infantry: {each} of each for every capacity ship, and {icons} of each besides."
        note = "more besides, if the counters of the players there are higher"
        lines.append(Item(text, note, game.level.rules["units_per_capacity_ship"]))
    return lines


def stratagem(game: Game, arena: Arena, cards: Sequence[Card], players: int | None = None) -> Item | None:
    """The stratagem of a combat, for so many players in it (None: told for each); None if its card has no check.

    Rules: 22.check, 22.requirement, 22.card.first-space, 22.card.second-ground, 22.first-round-only.
    """
    number = ARENAS.index(arena)
    card = cards[number] if number < len(cards) else None
    if card is None or not card.choice:
        return None
    where = f"{arena} combat"
    if not game.hive.action_cards:
        return Item(f"No stratagem in {where}.", "the Hive holds no action card", "22.requirement")
    effect, (one, many), rule = STRATAGEMS[card.action or ""]
    own = card.action == PLAYER_BY_PLAYER
    share = game.tables.figures.stratagem_per_player.value
    text = effect.format(count(share if own or players is None else share * players, one, many))
    each = "" if own or players is not None else " for each player there"
    note = "first round of each combat; the Hive plays a random action card face down for it"
    return Item(f"{sentence(where)}: {text}{each}.", note, rule)


def icons_that_count(cards: Sequence[Card]) -> int:
    """The icons of the second card count; alone, the first one has none (Q30). Rule: 21.units.icons."""
    return (cards[1].icons or 0) if len(cards) > 1 else 0
