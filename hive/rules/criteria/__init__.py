"""The criteria of strategy cards, the stockpile, and the selection. Rules: pages 4.2 and 6."""
