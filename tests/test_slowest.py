"""How ``python -m bench.slowest`` counts what a test costs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parent.parent
ROW = re.compile(r"^ +(\d+\.\d\d)  (\S+)", re.M)
TESTS = """
import subprocess, sys, time

BUSY = "import time\\nwhile time.process_time() < {seconds}: pass"

def test_works_itself():
    end = time.process_time() + 0.25
    while time.process_time() < end:
        pass

def test_has_a_child_of_a_child_work():
    inner = BUSY.format(seconds=0.6)
    subprocess.run([sys.executable, "-c", f"import subprocess, sys; subprocess.run([sys.executable, '-c', {inner!r}])"])

def test_leaves_a_child_that_has_worked_alive():
    work = BUSY.format(seconds=0.4) + "\\nprint(1, flush=True)\\ninput()"
    child = subprocess.Popen([sys.executable, "-c", work], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    child.stdout.readline()

def test_does_nothing():
    pass
"""


@pytest.mark.parametrize("workers", [[], ["-n", "2"]], ids=["one process", "workers"])
def test_each_test_counts_with_all_that_it_has_started(tmp_path: Path, workers: list[str]) -> None:
    file = tmp_path / "test_some.py"
    file.write_text(TESTS, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "bench.slowest",
        "-q",
        "-W",
        "ignore",
        "-p",
        "no:cacheprovider",
        *workers,
        str(file),
    ]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=True)
    found = {name.rpartition("::")[2]: float(seconds) for seconds, name in ROW.findall(done.stdout)}
    assert list(found)[:4] == [
        "test_has_a_child_of_a_child_work",
        "test_leaves_a_child_that_has_worked_alive",
        "test_works_itself",
        "test_does_nothing",
    ]
    assert 0.6 <= found["test_has_a_child_of_a_child_work"] < 1.6
    assert 0.38 <= found["test_leaves_a_child_that_has_worked_alive"] < 1.4
    assert 0.23 <= found["test_works_itself"] < 0.6
    assert found["test_does_nothing"] < 0.2
    whole = next(seconds for name, seconds in found.items() if name.endswith("test_some.py"))
    assert whole == pytest.approx(found["4"], abs=0.03) == pytest.approx(sum(list(found.values())[:4]), abs=0.03)
    assert found["beside"] > 0.1
