"""Which tests run a line of the app: ``bench.mutants`` asks this of a copy before it breaks anything in it.

The copy calls ``reached`` at each place. A process that a test has started finds the test by its parents (Linux alone).
Outside a test, as while tests are collected, the name of the test is empty.
"""

from __future__ import annotations

import os
import sys
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent / "build" / "reached"


def reached(number: int) -> None:
    """Note that the place is run by the test of now."""
    test = _test_of_now()
    if (number, test) not in _noted:
        _noted.add((number, test))
        with (FOLDER / f"{os.getpid()}.txt").open("a", encoding="utf-8") as file:
            file.write(f"{number}\t{test}\n")


def by_place(folder: Path) -> dict[int, set[str]]:
    """What was noted in a copy that lies in a folder."""
    found: defaultdict[int, set[str]] = defaultdict(set)
    for file in (folder / FOLDER.relative_to(FOLDER.parent.parent)).glob("*.txt"):
        for line in file.read_text(encoding="utf-8").splitlines():
            number, test = line.split("\t", 1)
            found[int(number)].add(test)
    return found


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> object:
    """Leave the name of the test for the processes that it asks."""
    now = FOLDER / f"{os.getpid()}.now"
    now.write_text(item.nodeid, encoding="utf-8")
    try:
        return (yield)
    finally:
        now.unlink()


_noted: set[tuple[int, str]] = set()


def _test_of_now() -> str:
    if "pytest" in sys.modules:
        return os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
    left = _left_by_a_parent()
    try:
        return left.read_text(encoding="utf-8") if left else ""
    except FileNotFoundError:
        return ""


@cache
def _left_by_a_parent() -> Path | None:
    process = os.getppid()
    while process > 1:
        if (left := FOLDER / f"{process}.now").exists():
            return left
        process = int(Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1])
    return None
