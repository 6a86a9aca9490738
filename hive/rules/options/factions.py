"""Which factions the players play, as far as the table has said so."""

from __future__ import annotations

from collections.abc import Collection

from hive.model.game import PLAYERS, Game, Player

VUIL_RAITH, CRIMSON_REBELLION = "Vuil'raith Cabal", "Crimson Rebellion"


def faction_of(game: Game, seat: Player) -> str:
    """The faction of a player; empty if nobody has said which it is."""
    return (game.settings.p1 if seat == "p1" else game.settings.p2).faction


def players_of(game: Game, factions: Collection[str]) -> list[Player]:
    """The players who play one of these factions."""
    return [seat for seat in PLAYERS if faction_of(game, seat) in factions]
