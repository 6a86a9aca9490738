"""The status phase. Rules: page 28."""
