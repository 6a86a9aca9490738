"""What takes a night: python -m bench.night [--hours H] [--only A,B]; ends with 1 if anything of it went wrong.

Faults, requests of nonsense, kills, seeds, races of taps, all screens in each language, whole games and load, one after
the other, each by its own command: that one's output is shown as it comes, and at the end a table says what ran and
what came of it. ``--hours`` is about how long all of it takes; what is measured by numbers is done as often as a part
of a night allows.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

from bench.load.__main__ import machine

NIGHT = 9.0
"""So many hours the whole numbers take on two cores."""
PYTEST = ("pytest", "-q", "-p", "no:cacheprovider")
WALKS = ("everybody", "below_the_fold", "languages")
"""The tests of the browser that walk all screens, or a round: by night in each language."""
WORK = {
    "faults": ("bench.faults", "--times", 1000),
    "nonsense": ("bench.fuzz", "--requests", 50_000),
    "seeds": (*PYTEST, "-n", "auto", "-m", "not browser"),
    "races": (*PYTEST, "-m", "browser", "-k", "two_taps_at_the_same_time", "tests/browser/test_several.py"),
    "languages": (*PYTEST, "-n", "auto", "-m", "browser", *(f"tests/browser/test_{one}.py" for one in WALKS)),
    "games": ("hive", "proof", "--options", "random", "--every-log", "--games", 1500),
    "battles": ("hive", "proof", "--options", "random", "--battles", 3000),
    "silent": ("bench.silent", "--options", "random", "--games", 500),
    "load": ("bench.load", "--judge"),
    "slow": ("bench.slow",),
    "figures": ("bench",),
}
"""What is done, by the module that does it; a number stands for a whole night. By HIVE_NIGHT tests try more."""


@dataclass(frozen=True)
class Done:
    """What was run, how it ended, and the minutes that it took."""

    name: str
    command: str
    code: int
    minutes: float


def run(name: str, part: float) -> Done:
    """Do one of the works, so much of a whole night of it."""
    command = [str(max(1, round(one * part))) if isinstance(one, int) else one for one in WORK[name]]
    print(f"== {name}: {' '.join(command)}", flush=True)
    start = time.monotonic()
    code = subprocess.run(
        [sys.executable, "-m", *command], check=False, env=os.environ | {"HIVE_NIGHT": "1"}
    ).returncode
    return Done(name, " ".join(command), code, (time.monotonic() - start) / 60)


def as_table(works: Sequence[Done]) -> str:
    """What the docs keep."""
    rows = [(one.name, f"`{one.command}`", f"{one.minutes:.0f}", "well" if not one.code else "wrong") for one in works]
    lines = [("what", "command", "minutes", "ended"), ("---",) * 4, *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.night", description=__doc__)
    parser.add_argument("--hours", type=float, default=NIGHT, help="about so long; else %(default)s")
    parser.add_argument("--only", type=lambda text: text.split(","), default=list(WORK), metavar="A,B")
    options = parser.parse_args(arguments)
    if unknown := set(options.only) - set(WORK):
        parser.error(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(WORK)}")
    works = [run(name, options.hours / NIGHT) for name in options.only]
    print(f"== the night on {machine()}\n{as_table(works)}")
    return 1 if any(one.code for one in works) else 0


if __name__ == "__main__":
    sys.exit(main())
