"""A sample of what ``make faults`` does a thousand times: nothing acknowledged is lost, nothing doubled."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bench.faults.kinds import FAULTS
from day import NIGHT, times

REPOSITORY = Path(__file__).parent.parent
TIMES = times(1, 5)
# Killed processes, cut connections and races are tried beside this by tests of their own; by night here, too.
BY_DAY = {"sqlite": ["file moved", "restarts in turn"], "postgresql": ["database killed", "news lost"]}
AT_MOST = 300
"""The seconds after which a sample has hung."""


@pytest.mark.parametrize("store", ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def test_whatever_breaks_what_was_acknowledged_stays_and_nothing_is_doubled(store: str, tmp_path: Path) -> None:
    faults = [name for name, (_, _, stores) in FAULTS.items() if store in stores] if NIGHT else BY_DAY[store]
    kept = tmp_path / "kept"
    command = [sys.executable, "-m", "bench.faults", "--times", str(TIMES), "--stores", store]
    command += ["--faults", ",".join(faults), "--jobs", "1", "--kept", str(kept)]
    done = said_by(command)
    runs = [json.loads(line) for line in kept.read_text().splitlines()]
    assert [run["fault"] for run in runs] == faults, done.stderr
    for run in runs:
        assert run["times"] == TIMES
        assert run["acknowledged"] >= 1
        assert run["lost"] == run["doubled"] == 0
        # A machine that does much else at that moment may be late: that is told, and not judged here.
        assert len(run["wrong"]) == run["late"], run["wrong"]
    assert done.returncode == int(any(run["late"] for run in runs))
    if store == "sqlite" or NIGHT:
        again = said_by(command)
        assert (again.stdout, again.stderr) == (done.stdout, "")
        assert len(kept.read_text().splitlines()) == len(runs)


def said_by(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, timeout=AT_MOST)
