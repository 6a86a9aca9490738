"""Errors whose text is for the table."""

from __future__ import annotations

from hive.words.arguments import Typed
from hive.words.worded import Worded, Words


class Spoken(Exception):
    """An error that is told to the table: it is made of its words."""

    def __init__(self, words: Words = "") -> None:
        """What the table is told, for a page to tell in its language."""
        super().__init__(words)

    @property
    def words(self) -> Words:
        """What the table is told, for a page to tell in its language."""
        return words_of_error(self)


def words_of_error(error: Exception) -> Words:
    """What an error says: its message, or its text as it stands where it is not made for the table."""
    first = error.args[0] if error.args else None
    return first if isinstance(first, Worded) else Typed(str(error))
