"""What the board knows. As long as no galaxy is tracked, the board asks the table."""
