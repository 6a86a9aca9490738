"""More screens on one table: how a device joins a game, and what shows a game without a tap."""
