"""What lies on the board: known where a galaxy is tracked, seen to by the table where none is. Rules: pages 2 and 4."""
