"""The scenarios of tests/scenarios, each read once however many tests play it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from hive.catalog.documents import TableError
from hive.catalog.tables import Tables
from hive.scenarios.resolving import play
from hive.scenarios.running import Scenario, read_scenario

FOLDER = Path(__file__).parent / "scenarios"
FILES = sorted(FOLDER.rglob("*.yaml"))


@cache
def scenario(path: Path) -> Scenario:
    return read_scenario(path)


def holds(path: Path, tables: Tables) -> bool:
    """Whether a scenario comes out as expected with other tables."""
    try:
        return play(scenario(path), tables).holds
    except TableError:
        return False
