"""What the Hive thinks: why it goes nowhere else, what threatens the players, and its units as they are now."""
