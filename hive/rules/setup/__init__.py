"""The state of a new game, and its set-up. Rules: pages 1 and 2."""
