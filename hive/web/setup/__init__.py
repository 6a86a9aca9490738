"""A new game: its choices and its galaxy."""
