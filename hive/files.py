"""The version of the app, and where files lie that are no Python: alone, since the build reads it first."""

from __future__ import annotations

import os
from pathlib import Path

VERSION = "0.12.0"
_PACKED = Path(__file__).parent / "_files"
INSTALLED = _PACKED.is_dir()
"""Whether the app was installed with pip; else it runs from its repository."""
FILES = _PACKED if INSTALLED else Path(__file__).resolve().parents[1]
"""The folder that holds ``templates``, ``static``, ``decks`` and ``translations``."""


def home() -> Path:
    """The folder of this machine's games: HIVE_HOME, else the one that its kind of machine keeps for data.

    In the repository it is ``instance``, beside everything else.
    """
    if named := os.environ.get("HIVE_HOME"):
        return Path(named).expanduser().absolute()
    if not INSTALLED:
        return FILES / "instance"
    data = os.environ.get("XDG_DATA_HOME") or os.environ.get("LOCALAPPDATA")
    return Path(data or Path.home() / ".local" / "share") / "hive-wars"
