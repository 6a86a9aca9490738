"""What the engine refuses, each with a sentence for the table."""

from __future__ import annotations


class Refused(Exception):
    """An entry that cannot be made now. Its text says why and what to do; the game is as it was."""


class LogMismatch(Exception):
    """A log that does not fit the rules of this version any more."""
