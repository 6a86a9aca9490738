"""Prints the largest number of tables whose screens show a tap in time, on SQLite and on PostgreSQL."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.figure import Figure
from bench.load.databases import Database, File, opened
from bench.load.prepared import Prepared, prepare
from bench.load.screens import Table
from bench.load.servers import Server, servers
from bench.steps import MILLISECONDS, p95

STEP_EACH = 8.0
IN_TIME = 0.150
SQLITE_BOUND = 150
CPU_BOUND = 1.15
MANY = 10_000
BUSY = 0.6
"""A host plans its processors to be busy so much of the time: beyond, those who tap wait for each other."""
SIZES = (20, 40, 60, 80, 100, 120, 150, 180, 210, 240, 280, 320)
STORES = ("sqlite:1", "postgresql:1", "postgresql:2", "postgresql:3")


@dataclass(frozen=True)
class Level:
    """What so many tables came to: seconds from tap to other screens, of posts, processor seconds of a step, MB."""

    tables: int
    shown: float
    posted: float
    cpu: float
    memory: float
    steps: int
    missed: int

    @property
    def carried(self) -> bool:
        return self.shown <= IN_TIME and not self.missed

    def as_row(self, store: str) -> dict[str, object]:
        told = {"shown_p95_ms": self.shown * MILLISECONDS, "posted_p95_ms": self.posted * MILLISECONDS}
        told |= {"cpu_of_a_step_ms": self.cpu * MILLISECONDS, "memory_mb": self.memory}
        rounded = {name: round(value, 1) for name, value in told.items()}
        return {"store": store, "tables": self.tables, **rounded, "steps": self.steps, "missed": self.missed}


def main() -> int:
    options = _options()
    sizes = [size for size in options.sizes if size <= options.most]
    print(json.dumps({"machine": machine()}), flush=True)
    met, cpu = True, dict[str, float]()
    for kind in dict.fromkeys(store.partition(":")[0] for store in options.stores):
        with TemporaryDirectory() as name, opened(kind, Path(name)) as place:
            prepared = prepare(Path(name), place.prepared, max(sizes))
            for store in options.stores:
                if store.startswith(f"{kind}:"):
                    levels = list(_levels(Path(name), place, store, prepared, sizes, options))
                    for figure in _figures(store, levels, cpu):
                        print(json.dumps(figure.as_row()), flush=True)
                        met = met and figure.met
    return 0 if met or not options.judge else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument("--stores", type=lambda text: text.split(","), default=STORES, metavar="A:N,B:N")
    parser.add_argument("--sizes", type=lambda text: [int(one) for one in text.split(",")], default=SIZES)
    parser.add_argument("--most", type=int, default=max(SIZES), metavar="TABLES")
    parser.add_argument("--seconds", type=float, default=32.0, help="how long each number of tables is measured")
    parser.add_argument("--pace", type=float, default=STEP_EACH, help="seconds from one step of a table to the next")
    parser.add_argument("--judge", action="store_true", help="end with 1 where a bound is missed")
    return parser.parse_args()


def _levels(
    home: Path,
    place: File | Database,
    store: str,
    prepared: list[Prepared],
    sizes: list[int],
    options: argparse.Namespace,
) -> Iterator[Level]:
    """One size after the other, until one is too many."""
    count = int(store.partition(":")[2])
    for size in sizes:
        with servers(home, place.copy(), count) as running:
            level = asyncio.run(_measured(prepared[:size], running, options.seconds, options.pace))
        print(json.dumps(level.as_row(store)), flush=True)
        yield level
        if not level.carried:
            return


async def _measured(prepared: list[Prepared], running: list[Server], seconds: float, pace: float) -> Level:
    ports = [server.port for server in running]
    chance = random.Random(1)
    tables = [Table(one, _turned(ports, number)) for number, one in enumerate(prepared)]
    for table in tables:
        await table.open()
    before = sum(server.cpu for server in running)
    played = [asyncio.create_task(_play(table, seconds, pace, chance.random())) for table in tables]
    steps = sum(await asyncio.gather(*played))
    await asyncio.sleep(1.0)
    cpu = sum(server.cpu for server in running) - before
    memory = sum(server.memory for server in running)
    for table in tables:
        table.close()
    shown = [one for table in tables for one in table.taken]
    posts = [one for table in tables for one in table.posts]
    missed = max(0, (len(tables[0].screens) - 1) * steps - len(shown))
    return Level(len(tables), p95(shown) if shown else 99.0, p95(posts), cpu / steps, memory, steps, missed)


def _turned(ports: list[int], by: int) -> list[int]:
    by %= len(ports)
    return [*ports[by:], *ports[:by]]


async def _play(table: Table, seconds: float, pace: float, chance: float) -> int:
    """Tap at a human pace, from a moment of this table's own."""
    await asyncio.sleep(chance * pace)
    end = asyncio.get_running_loop().time() + seconds
    steps = 0
    while asyncio.get_running_loop().time() < end and steps < len(table.prepared.ahead):
        due = asyncio.get_running_loop().time() + pace
        await table.step(steps)
        steps += 1
        await asyncio.sleep(max(0.0, due - asyncio.get_running_loop().time()))
    return steps


def _figures(store: str, levels: list[Level], cpu: dict[str, float]) -> Iterator[Figure]:
    """What came of the levels of a store; ``cpu`` keeps what a step costs on each."""
    kind, _, count = store.partition(":")
    name = f"{kind}_{count}"
    carried = [level for level in levels if level.carried]
    bound = SQLITE_BOUND if kind == "sqlite" else None
    yield Figure(f"tables_{name}", carried[-1].tables if carried else 0, "tables", bound, least=True)
    best = (carried or levels)[-1]
    cpu[store] = levels[0].cpu
    if int(count) > 1 and f"{kind}:1" in cpu:
        bound = CPU_BOUND if count == "2" else None
        yield Figure(f"cpu_of_a_step_{name}", cpu[store] / cpu[f"{kind}:1"], "ratio", bound)
    yield Figure(f"cores_for_{MANY}_tables_{name}", MANY / STEP_EACH * best.cpu / BUSY, "cores")
    if len(levels) > 1:
        first, last = levels[0], levels[-1]
        grown = (last.memory - first.memory) / (last.tables - first.tables)
        yield Figure(f"memory_for_{MANY}_tables_{name}", MANY * grown / 1024, "GB")


def machine() -> str:
    """The machine that the figures are of."""
    model = platform.processor() or platform.machine()
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = line.partition(":")[2].strip()
    return f"{os.cpu_count()} cores, {model}, {platform.system()}, Python {platform.python_version()}"


if __name__ == "__main__":
    sys.exit(main())
