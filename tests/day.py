"""How often a test tries what it can try without end: by day a sample, in a night's ``make night`` all of it."""

from __future__ import annotations

import os

NIGHT = bool(os.environ.get("HIVE_NIGHT"))


def times(by_day: int, by_night: int) -> int:
    """How often now."""
    return by_night if NIGHT else by_day


SPOKEN = ("en", "de", "es") if NIGHT else ("en",)
"""The languages in which all screens are walked."""
