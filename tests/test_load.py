"""A sample of what ``make load`` measures: the screens of some tables follow each other's taps."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from day import NIGHT

REPOSITORY = Path(__file__).parent.parent
AT_MOST = 300
"""The seconds after which a sample has hung."""


SPREAD = pytest.param("postgresql:2", ["--spread"], marks=pytest.mark.postgres)
RESTARTED = pytest.param("postgresql:2", ["--restart"], marks=pytest.mark.postgres)
# The tests of streams follow taps on SQLite by day, and the faults have two servers restarted in turn.
STORES = [("sqlite:1", []), SPREAD, RESTARTED] if NIGHT else [SPREAD]


@pytest.mark.parametrize(("store", "more"), STORES)
def test_all_screens_of_a_few_tables_see_each_step(store: str, more: list[str]) -> None:
    arguments = ["--stores", store, "--sizes", "3", "--seconds", "4", "--pace", "1", *more]
    done = subprocess.run(
        [sys.executable, "-m", "bench.load", *arguments],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        timeout=AT_MOST,
    )
    assert done.returncode == 0, done.stderr
    machine, level, figure, plan = (json.loads(line) for line in done.stdout.splitlines())
    assert "cores" in machine["machine"]
    assert level["steps"] >= 6
    assert level["missed"] == level["asking"] == 0
    assert figure["name"] == f"tables_{store.replace(':', '_')}"
    assert plan["for_tables"] == 10_000
    assert "10000 tables / 8 s x" in plan["processes"]
    assert ("database" in plan and "connections" in plan) == (store != "sqlite:1")
