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


def likely(paths: list[Path], said: str) -> list[Path]:
    """Scenarios of which one is to fail: those first that cite a rule of what is spoilt, or are named like it."""

    def alike(path: Path) -> tuple[bool, int]:
        return any(f'"{rule}"' in said for rule in scenario(path).file.rules), sum(
            word in said for word in path.stem.split("_")
        )

    return sorted(paths, key=alike, reverse=True)


def holds(path: Path, tables: Tables) -> bool:
    """Whether a scenario comes out as expected with other tables."""
    try:
        return play(scenario(path), tables).holds
    except TableError:
        return False
