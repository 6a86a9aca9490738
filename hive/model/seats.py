"""The two players, who are allies against the Hive."""

from __future__ import annotations

from typing import Literal

Player = Literal["p1", "p2"]
PLAYERS: tuple[Player, Player] = ("p1", "p2")


def other_player(seat: Player) -> Player:
    """The one who is not this player: the ally in every combat of players."""
    return "p2" if seat == "p1" else "p1"
