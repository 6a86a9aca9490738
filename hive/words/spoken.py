"""Errors whose text is for the table."""

from __future__ import annotations

from hive.words.worded import Words


class Spoken(Exception):
    """An error that is told to the table: it is made of its words."""

    @property
    def words(self) -> Words:
        """What the table is told, for a page to tell in its language."""
        first = self.args[0] if self.args else ""
        return first if isinstance(first, str) else str(first)
