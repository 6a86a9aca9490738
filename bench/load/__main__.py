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
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.figure import Figure, p95
from bench.load.databases import Database, File, opened
from bench.load.planned import STEP_EACH, Level, planned
from bench.load.prepared import Prepared, prepare
from bench.load.screens import Table
from bench.load.servers import Server, servers

IN_TIME = 0.150
SQLITE_BOUND = 150
CPU_BOUND = 1.15
SIZES = (20, 40, 60, 80, 100, 120, 150, 180, 210, 240, 280, 320)
STORES = ("sqlite:1", "postgresql:1", "postgresql:2", "postgresql:3")


def main() -> int:
    options = _options()
    sizes = [size for size in options.sizes if size <= options.most]
    print(json.dumps({"machine": machine()}), flush=True)
    met, first = True, dict[str, list[Level]]()
    for kind in dict.fromkeys(store.partition(":")[0] for store in options.stores):
        with TemporaryDirectory() as name, opened(kind, Path(name)) as place:
            prepared = prepare(Path(name), place.prepared, max(sizes))
            for store in options.stores:
                if store.startswith(f"{kind}:"):
                    levels = list(_levels(Path(name), place, store, prepared, sizes, options))
                    for figure in _figures(store, levels, first.setdefault(kind, levels)):
                        print(json.dumps(figure.as_row()), flush=True)
                        met = met and figure.met
                    print(json.dumps(planned(store, levels, _best(levels))), flush=True)
    return 0 if met or not options.judge else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument("--stores", type=lambda text: text.split(","), default=STORES, metavar="A:N,B:N")
    parser.add_argument("--sizes", type=lambda text: [int(one) for one in text.split(",")], default=SIZES)
    parser.add_argument("--most", type=int, default=max(SIZES), metavar="TABLES")
    parser.add_argument("--seconds", type=float, default=32.0, help="how long each number of tables is measured")
    parser.add_argument("--pace", type=float, default=STEP_EACH, help="seconds from one step of a table to the next")
    parser.add_argument("--spread", action="store_true", help="a table's screens on all processes, not on one of them")
    parser.add_argument("--restart", action="store_true", help="restart one server after the other meanwhile")
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
    """The middle size, then that of the larger ones or of the smaller ones, until nothing is between them."""
    count, low, high = int(store.partition(":")[2]), 0, len(sizes)
    while low < high:
        middle = (low + high) // 2
        with servers(home, place.copy(), count) as running:
            level = asyncio.run(_measured(prepared[: sizes[middle]], running, place, options))
        print(json.dumps(level.as_row(store)), flush=True)
        yield level
        low, high = (middle + 1, high) if _carried(level) else (low, middle)


def _carried(level: Level) -> bool:
    return level.shown <= IN_TIME and not level.missed and not level.asking


def _best(levels: list[Level]) -> Level:
    """The largest number that was carried; if none was, the smallest that was not."""
    carried = [level for level in levels if _carried(level)]
    return max(carried, key=lambda one: one.tables) if carried else min(levels, key=lambda one: one.tables)


async def _measured(
    prepared: list[Prepared], running: list[Server], place: File | Database, options: argparse.Namespace
) -> Level:
    ports = [server.port for server in running]
    chance = random.Random(1)
    tables = [
        Table(one, _ports_of(number, ports, options.spread), others=ports if options.restart else ())
        for number, one in enumerate(prepared)
    ]
    for table in tables:
        await table.open()
    before, database = sum(server.cpu for server in running), place.cpu
    played = [asyncio.create_task(_play(table, options.seconds, options.pace, chance.random())) for table in tables]
    if options.restart:
        await _restarted(running, options.seconds)
    steps = sum(await asyncio.gather(*played))
    await asyncio.sleep(1.0)
    cpu, database = sum(server.cpu for server in running) - before, place.cpu - database
    memory = sum(server.memory for server in running)
    asking = sum(not screen.streams for table in tables for screen in table.screens)
    for table in tables:
        table.close()
    shown = [one for table in tables for one in table.taken]
    posts = [one for table in tables for one in table.posts]
    missed = max(0, (len(tables[0].screens) - 1) * steps - len(shown))
    late = p95(shown) if shown else 99.0
    return Level(len(tables), late, p95(posts), cpu / steps, database / steps, memory, steps, missed, asking)


async def _restarted(running: list[Server], seconds: float) -> None:
    """Restart one server after the other, spread over the time in which the tables play."""
    for server in running:
        await asyncio.sleep(seconds / (len(running) + 1))
        await asyncio.to_thread(server.restart)


def _ports_of(number: int, ports: list[int], spread: bool) -> list[int]:
    """Where a table's screens ask: all of them one process, as behind hosting/nginx.conf, or all in turn."""
    first = number % len(ports)
    return [*ports[first:], *ports[:first]] if spread else [ports[first]]


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


def _figures(store: str, levels: list[Level], first: list[Level]) -> Iterator[Figure]:
    """What came of the levels of a store; ``first`` are those of one process of it."""
    kind, _, count = store.partition(":")
    name = f"{kind}_{count}"
    carried = [level.tables for level in levels if _carried(level)]
    yield Figure(f"tables_{name}", max(carried, default=0), "tables", SQLITE_BOUND if kind == "sqlite" else None, True)
    alone = {level.tables: level.cpu for level in first}
    both = [level for level in levels if level.tables in alone]
    if levels is not first and both:
        # As many tables on both: what they ask is the same then.
        level = max(both, key=lambda one: one.steps)
        bound = CPU_BOUND if count == "2" else None
        yield Figure(f"cpu_of_a_step_{name}", level.cpu / alone[level.tables], "ratio", bound)


def machine() -> str:
    """The machine that the figures are of."""
    model = platform.processor() or platform.machine()
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = line.partition(":")[2].strip()
    return f"{os.cpu_count()} cores, {model}, {platform.system()}, Python {platform.python_version()}"


if __name__ == "__main__":
    sys.exit(main())
