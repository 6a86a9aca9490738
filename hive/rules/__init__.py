"""The rulebook, a package per chapter: procedures that yield steps, and the facts that they rest on."""

RULES_VERSION = "11"
"""Named in every entry of the log. Raise it when a change makes the same answers lead to another game."""
