"""What the Hive has on the cards of galactic events, as the table screen shows it beside its numbers."""

from __future__ import annotations

from hive.model.game import Game
from hive.rules.galactic import war
from hive.web.words import anchor
from hive.words import Words, say


def on_event_cards(game: Game) -> list[tuple[Words, int, str]]:
    """Each number with its label and the anchor of its correction, as far as the game is played with its event."""
    cards, figures = game.event_cards, game.tables.figures
    commodities, standing = figures.war_point_commodities.value, game.tables.setup.monuments
    homes = war.home_names(game) if commodities else []
    special = next((f"event_cards.special_commodities.{name}" for name in homes), "")
    known = (
        (say("Stellar Atomics"), cards.atomics, "event_cards.atomics", figures.atomics_tokens.value),
        (say("Monuments"), len(cards.monuments), "event_cards.monuments.aux1", len(standing)),
        (say("Total War"), war.held(game), special, commodities),
    )
    return [(label, value, anchor(field)) for label, value, field, there in known if there]
