"""The two players, who are allies against the Hive, and whom else it fights."""

from __future__ import annotations

from typing import Literal

from hive.catalog.tables import Foe, Owner

Player = Literal["p1", "p2"]
PLAYERS: tuple[Player, Player] = ("p1", "p2")
NEUTRAL: Literal["neutral"] = "neutral"
FOES: tuple[Foe, ...] = (*PLAYERS, NEUTRAL)
MONUMENT = "space_dock"
"""A neutral unit of this kind is a monument of the players (37.monuments.players)."""
OWNERS: tuple[Owner, ...] = ("hive", *FOES)


def other_player(seat: Player) -> Player:
    """The one who is not this player: the ally in every combat of players."""
    return "p2" if seat == "p1" else "p1"
