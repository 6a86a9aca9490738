"""The language of a page."""

from __future__ import annotations

from hive.words import ENGLISH, Language


def language() -> Language:
    """The language in which the page that is made now is told."""
    return ENGLISH
