"""Which game an address belongs to, also where no page answers there."""

from __future__ import annotations

from flask import current_app, request

from hive.games import Games
from hive.store import StoreError


def named_game() -> str:
    """The game that the request's address names, known or not; empty if it names none."""
    parts = request.path.split("/")
    return parts[2] if parts[1] == "games" and len(parts) > 2 else ""


def known_game(game_id: str) -> str:
    """The id, if it is a game's; else, or while the file of games cannot be read, an empty text."""
    games: Games = current_app.extensions["games"]
    try:
        return games.store.game(game_id).id if game_id else ""
    except StoreError:
        return ""
