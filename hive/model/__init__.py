"""What lies on the table: plain dataclasses without rules."""
