"""The advanced pages of the rulebook: which of them a game plays. Rules: 32.complexity.optional-pages."""

from __future__ import annotations

from hive.catalog.tables import AdvancedPage
from hive.model.game import Game
from hive.words import Words, say

PAGES: dict[AdvancedPage, tuple[Words, int]] = {
    "stratagems": (say("Stratagems"), 22),
    "exploration": (say("Exploration"), 23),
    "countermeasures": (say("Countermeasures"), 24),
    "special_transactions": (say("Special transactions"), 25),
    "arms_transactions": (say("Arms transactions"), 26),
}
"""What each of them is called, and its number."""


def played(game: Game, page: AdvancedPage) -> bool:
    """Whether the table plays an advanced page. Rule: 32.complexity.optional-pages."""
    return page in game.settings.advanced
