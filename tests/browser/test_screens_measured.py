"""A sample of what `make screens` measures."""

from __future__ import annotations

import json
import subprocess
import sys

from bench.screens import BOUND
from conftest import ROOT

AT_MOST = 300
"""The seconds after which a sample has hung."""


def test_the_time_from_a_tap_to_the_other_screens_is_printed() -> None:
    command = [sys.executable, "-m", "bench.screens", "--taps", "3", "--screens", "3"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=AT_MOST)
    assert done.stdout, done.stderr
    figure = json.loads(done.stdout)
    assert (figure["name"], figure["unit"], figure["bound"]) == ("a tap on 2 other screens, p95", "ms", BOUND)
    assert figure["value"] > 0
    assert done.returncode == int(figure["value"] > figure["bound"])
