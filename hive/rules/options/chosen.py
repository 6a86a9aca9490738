"""What this table plays with: its options, its factions, and the advanced pages.

Only what listens at moments, and events, are held against them: a rule reads tables, and asks for no option by name.

Rules: 32.complexity.optional-pages.
"""

from __future__ import annotations

from collections.abc import Collection

from hive.catalog.tables import AdvancedPage
from hive.model.game import PLAYERS, Game, Player
from hive.words import Words, say


def chosen(game: Game, option: str) -> bool:
    """Whether a game is played with an option, named by its id."""
    return option in game.settings.options


def galactic(game: Game) -> bool:
    """Whether the game is played with a galactic event. Rule: 35.scope."""
    return game.tables.played_with.galactic


# --- which factions the players play, as far as the table has said so


VUIL_RAITH, CRIMSON_REBELLION = "Vuil'raith Cabal", "Crimson Rebellion"


def faction_of(game: Game, seat: Player) -> str:
    """The faction of a player; empty if nobody has said which it is."""
    return (game.settings.p1 if seat == "p1" else game.settings.p2).faction


def players_of(game: Game, factions: Collection[str]) -> list[Player]:
    """The players who play one of these factions."""
    return [seat for seat in PLAYERS if faction_of(game, seat) in factions]


# --- the advanced pages of the rulebook: which of them a game plays


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
