"""A sample of what ``make faults`` does a thousand times: nothing acknowledged is lost, nothing doubled."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parent.parent


@pytest.mark.parametrize(
    ("store", "faults"),
    [
        ("sqlite", "process killed,connections cut,two servers"),
        ("postgresql", "process killed,database killed,connections cut"),
    ],
)
def test_whatever_breaks_what_was_acknowledged_stays_and_nothing_is_doubled(store: str, faults: str) -> None:
    command = [sys.executable, "-m", "bench.faults", "--times", "2", "--stores", store, "--faults", faults]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True)
    outcomes = [json.loads(line) for line in done.stdout.splitlines()]
    assert [outcome["fault"] for outcome in outcomes] == faults.split(","), done.stderr
    for outcome in outcomes:
        assert outcome["times"] == 2
        assert outcome["acknowledged"] >= 2
        assert outcome["lost"] == outcome["doubled"] == 0
