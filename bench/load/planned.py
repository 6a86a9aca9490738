"""What many tables need, calculated from what was measured of some: each figure with the sum that leads to it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from bench.steps import MILLISECONDS
from hive.store.postgres import MOST_CONNECTIONS

MANY = 10_000
STEP_EACH = 8.0
"""Seconds from one step of a table to the next, as people play."""
BUSY = 0.6
"""A host plans its processors to be busy so much of the time: beyond, those who tap wait for each other."""
SCREENS = 3
MB = 1024
LISTENING = 1


@dataclass(frozen=True)
class Level:
    """What so many tables came to.

    Seconds from a tap to the other screens and to its own answer; processor seconds of a step in the app and in
    PostgreSQL; MB of all processes; changes that a screen missed, and screens that have no stream and ask.
    """

    tables: int
    shown: float
    posted: float
    cpu: float
    database: float
    memory: float
    steps: int
    missed: int
    asking: int

    def as_row(self, store: str) -> dict[str, object]:
        """It as it is printed."""
        told = {"shown_p95_ms": self.shown * MILLISECONDS, "posted_p95_ms": self.posted * MILLISECONDS}
        told |= {"cpu_of_a_step_ms": self.cpu * MILLISECONDS, "database_cpu_of_a_step_ms": self.database * MILLISECONDS}
        rounded = {name: round(value, 1) for name, value in {**told, "memory_mb": self.memory}.items()}
        return {
            "store": store,
            "tables": self.tables,
            **rounded,
            "steps": self.steps,
            "missed": self.missed,
            "asking": self.asking,
        }


def planned(store: str, levels: Sequence[Level], best: Level) -> dict[str, object]:
    """What ``MANY`` tables need on a store, calculated from the largest number of tables that was carried."""
    kind, _, count = store.partition(":")
    processes = _cores(best.cpu)
    found: dict[str, object] = {
        "for_tables": MANY,
        "from": f"{store}, {best.tables} tables",
        "processes": f"{_sum(best.cpu)} = {processes}, each on a core of its own",
        "streams": f"{MANY} x {SCREENS} screens = {MANY * SCREENS}, {math.ceil(MANY * SCREENS / processes)} a process",
    }
    few, most = min(levels, key=lambda one: one.tables), max(levels, key=lambda one: one.tables)
    if few.tables < most.tables:
        each = (most.memory - few.memory) / (most.tables - few.tables)
        alone = (few.memory - each * few.tables) / int(count)
        whole = round((processes * alone + MANY * each) / MB, 1)
        found["memory"] = (
            f"{processes} x {alone:.0f} MB + {MANY} tables with their screens x {each:.2f} MB = {whole} GB"
        )
    if kind == "postgresql":
        found["database"] = f"{_sum(best.database)} = {_cores(best.database)} cores of PostgreSQL's"
        most_open = processes * (MOST_CONNECTIONS + LISTENING)
        found["connections"] = f"{processes} x ({MOST_CONNECTIONS} + {LISTENING} that listens) = {most_open} at most"
    return found


def _cores(seconds: float) -> int:
    return max(1, math.ceil(MANY / STEP_EACH * seconds / BUSY))


def _sum(seconds: float) -> str:
    return f"{MANY} tables / {STEP_EACH:.0f} s x {seconds * MILLISECONDS:.1f} ms / {BUSY} of a core"
