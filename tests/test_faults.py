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
def test_whatever_breaks_what_was_acknowledged_stays_and_nothing_is_doubled(
    store: str, faults: str, tmp_path: Path
) -> None:
    kept = tmp_path / "kept"
    command = [sys.executable, "-m", "bench.faults", "--times", "2", "--stores", store, "--faults", faults]
    command += ["--jobs", "1", "--kept", str(kept)]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True)
    runs = [json.loads(line) for line in kept.read_text().splitlines()]
    assert [run["fault"] for run in runs] == faults.split(","), done.stderr
    for run in runs:
        assert run["times"] == 2
        assert run["acknowledged"] >= 1
        assert run["lost"] == run["doubled"] == 0
    again = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True)
    assert (again.stdout, again.stderr) == (done.stdout, "")
    assert len(kept.read_text().splitlines()) == len(runs)
