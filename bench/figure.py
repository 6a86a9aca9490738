"""Measured figures: processor time, in proportion to something else of the same run, and the median of some runs."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

RUNS = 5
"""What else the machine does bends one run or two of them, and so not their median."""


@dataclass(frozen=True)
class Figure:
    """A figure and what it may be at most, or at least; without a bound it is only told. ``runs``: of which it is the
    median.
    """

    name: str
    value: float
    unit: str
    bound: float | None = None
    least: bool = False
    runs: tuple[float, ...] = ()

    @property
    def met(self) -> bool:
        if self.bound is None:
            return True
        return self.value >= self.bound if self.least else self.value <= self.bound

    def as_row(self) -> dict[str, Any]:
        told = {"name": self.name, "value": round(self.value, 3), "unit": self.unit, "bound": self.bound}
        return {**told, "runs": [round(one, 3) for one in sorted(self.runs)]} if self.runs else told


def medians(run: Callable[[], Mapping[str, float]], bounds: Mapping[str, float | None]) -> Iterator[Figure]:
    """The proportions that a run measures, each the median of some runs, with their bounds."""
    runs = [run() for _ in range(RUNS)]
    for name, bound in bounds.items():
        each = tuple(one[name] for one in runs)
        yield Figure(name, statistics.median(each), "ratio", bound, runs=each)


def processor_seconds(measured: Callable[[], object]) -> float:
    """The seconds that this process works for something; nobody else's, and none of waiting for the disk."""
    start = time.process_time()
    measured()
    return time.process_time() - start


def p95(seconds: Sequence[float]) -> float:
    return statistics.quantiles(seconds, n=20)[-1]
