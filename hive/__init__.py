"""The Hive Wars companion: plays the Hive, the automated opponent of a Twilight Imperium variant."""

import gc

# Rules and pages make thousands of small things, and nearly all go by themselves: what holds only each other is
# searched for seldom. A start takes a seventh less, and no tap waits for a search.
gc.set_threshold(100_000, 10, 10)
