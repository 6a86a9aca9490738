"""The advanced pages of the rulebook: which of them a game plays. Rules: 32.complexity.optional-pages."""

from __future__ import annotations

from hive.catalog.tables import AdvancedPage
from hive.model.game import Game


def played(game: Game, page: AdvancedPage) -> bool:
    """Whether the table plays an advanced page. Rule: 32.complexity.optional-pages."""
    return page in game.settings.advanced
