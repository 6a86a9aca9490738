"""Requests of every kind against the app, most of them nonsense: no answer is a 500, and none is far out of proportion.

    python -m bench.fuzz --requests 50000 --seed 1 [--stores sqlite,postgresql] [--jobs 2] [--kept FILE]

Half of them are the forms that the pages show, with some values changed; the rest are made up, on all routes. Each kind
of form is also sent with its fields repeated, huge, and many: that may cost only so many times as much as filled in by
its page, in bytes and in seconds of the processor (:mod:`bench.fuzz.weighing`). So many requests are one run, on games
of its own: the same seed asks the same of the same app. With a file each run is a line of it as soon as it is over, and
the same command goes on where it was stopped. Exit code: 0 if nothing broke, 1 if something did, with what was asked.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from psycopg import connect
from psycopg.sql import SQL, Identifier

from bench.fuzz.asking import Fuzz
from bench.kept import Kept, stoppable
from bench.postgres import Server

ONE_RUN = 1000
STORES = ("sqlite", "postgresql")


@dataclass(frozen=True)
class Run:
    """Requests with a seed, and what came of them."""

    store: str
    seed: int
    requests: int
    statuses: dict[str, int]
    broken: list[str]

    @property
    def name(self) -> tuple[object, ...]:
        """Which run it is."""
        return self.store, self.seed, self.requests


def main() -> int:
    """Make the requests, and say what came of them."""
    parser = argparse.ArgumentParser(prog="python -m bench.fuzz", description=__doc__)
    parser.add_argument("--requests", type=int, default=50_000, metavar="N", help="so many on each store")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="that of the first run")
    parser.add_argument("--stores", type=lambda text: text.split(","), default=STORES, metavar="A,B")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="so many runs at a time")
    parser.add_argument("--kept", type=Path, metavar="FILE", help="a file of the runs that are over")
    options = parser.parse_args()
    stoppable()
    counts = [min(ONE_RUN, options.requests - before) for before in range(0, options.requests, ONE_RUN)]
    wanted = [(store, options.seed + at, count) for at, count in enumerate(counts) for store in options.stores]
    runs = list(_runs(wanted, Kept(options.kept, Run), options.jobs))
    print(as_table(runs))
    return 1 if any(run.broken for run in runs) else 0


def _runs(wanted: list[tuple[str, int, int]], kept: Kept[Run], jobs: int) -> Iterator[Run]:
    over = [row for row in kept.rows if row.name in wanted]
    yield from over
    left = [one for one in wanted if one not in {row.name for row in over}]
    with _server(any(store == "postgresql" for store, _, _ in left)) as server, get_context("spawn").Pool(jobs) as pool:
        for run in pool.imap_unordered(partial(_run, server), left):
            kept.keep(run)
            for broken in run.broken:
                print(broken, file=sys.stderr, flush=True)
            yield run


@contextmanager
def _server(needed: bool) -> Iterator[str]:
    """The address of a PostgreSQL, for as many databases as there are runs."""
    if not needed:
        yield ""
        return
    server = Server()
    try:
        yield server.address("{}")
    finally:
        server.remove()


def _run(server: str, wanted: tuple[str, int, int]) -> Run:
    store, seed, requests = wanted
    with TemporaryDirectory() as folder:
        fuzz = Fuzz(Path(folder), seed, _database(server, f"seed_{seed}") if store == "postgresql" else "")
        broken = [str(one) for one in fuzz.run(requests)]
        fuzz.games.close()
    return Run(store, seed, requests, {str(status): count for status, count in fuzz.statuses.items()}, broken)


def _database(server: str, name: str) -> str:
    with connect(server.format("postgres"), autocommit=True) as connection:
        connection.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
    return server.format(name)


def as_table(runs: list[Run]) -> str:
    """What came of the runs of each store, in Markdown."""
    lines = ["| store | requests | answered with a 500, or far too much | statuses |", "|---|---|---|---|"]
    for store in dict.fromkeys(run.store for run in runs):
        among = [run for run in runs if run.store == store]
        statuses = sum((Counter(run.statuses) for run in among), Counter[str]())
        told = ", ".join(f"{count} of {status}" for status, count in sorted(statuses.items()))
        requests, broken = sum(run.requests for run in among), sum(len(run.broken) for run in among)
        lines.append(f"| {store} | {requests} | {broken} | {told} |")
    return "\n".join(lines)
