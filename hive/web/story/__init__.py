"""The story of a game: its plots, and a walk through its log."""
