"""News of a game for the screens that show it."""
