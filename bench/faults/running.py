"""Breaks what a host is made of while somebody taps, on both stores, and prints a table of what came of it.

    python -m bench.faults --times 1000 [--stores sqlite,postgresql] [--jobs 4] [--kept FILE]

Killed are processes and the database, cut are connections, lost is news, two servers take the same tap, and servers
are restarted in turn. Nothing that was acknowledged may be lost, nothing doubled, and all screens have to be right
within three seconds. Fifty faults on a game are one run. With a file each run is a line of it as soon as it is over,
and the same command goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.faults.hatched import Nest
from bench.faults.kinds import FAULTS
from bench.faults.trial import BROKEN, WITHIN, Trial
from bench.kept import Kept
from bench.load.databases import Database, File, opened
from bench.load.prepared import Prepared
from bench.load.screens import Table
from bench.table import Table as Game

ONE_RUN = 50
BEGINS_AT = 20
STORES = ("sqlite", "postgresql")
TAPS_EACH = 10
"""So often somebody taps without being disturbed."""


@dataclass
class Run:
    """A fault that was made so often on a game, what was acknowledged, and what went wrong."""

    store: str
    fault: str
    seed: int
    times: int
    acknowledged: int = 0
    kept: int = 0
    lost: int = 0
    doubled: int = 0
    late: int = 0
    slowest_s: float = 0.0
    wrong: list[str] = field(default_factory=list)

    @property
    def name(self) -> tuple[object, ...]:
        """Which run it is."""
        return self.store, self.fault, self.seed, self.times

    @property
    def fine(self) -> bool:
        """Whether all went as it should."""
        return not (self.lost or self.doubled or self.late or self.wrong)


def main() -> int:
    """Make the faults, and say what came of them."""
    parser = argparse.ArgumentParser(prog="python -m bench.faults", description=__doc__)
    parser.add_argument("--times", type=int, default=1000, help="how often each fault is made; else %(default)s")
    parser.add_argument("--stores", type=lambda text: text.split(","), default=STORES, metavar="A,B")
    parser.add_argument("--faults", type=lambda text: text.split(","), default=list(FAULTS), metavar="A,B")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="that of the first run")
    parser.add_argument("--jobs", type=int, default=4, metavar="N", help="so many runs at a time")
    parser.add_argument("--kept", type=Path, metavar="FILE", help="a file of the runs that are over")
    options = parser.parse_args()
    counts = [min(ONE_RUN, options.times - before) for before in range(0, options.times, ONE_RUN)]
    kept, runs = Kept(options.kept, Run), list[Run]()
    for store in options.stores:
        faults = [fault for fault in options.faults if store in FAULTS[fault][2]]
        wanted = [Run(store, fault, options.seed + at, count) for at, count in enumerate(counts) for fault in faults]
        over = {run.name: run for run in kept.rows}
        left = [run for run in wanted if run.name not in over]
        runs += [over[run.name] for run in wanted if run.name in over]
        if left:
            with TemporaryDirectory() as name:
                runs += asyncio.run(_all(Path(name), store, left, min(options.jobs, len(left)), kept))
    print(as_table(runs))
    return 0 if all(run.fine for run in runs) else 1


async def _all(home: Path, store: str, left: list[Run], jobs: int, kept: Kept[Run]) -> list[Run]:
    """Make all runs of a store, so many at a time."""
    waiting, done = iter(left), list[Run]()
    this = asyncio.current_task()
    assert this is not None
    # Whoever stops it stops it in order: what it has started ends with it.
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, this.cancel)

    async def work(host: Host) -> None:
        for run in waiting:
            await host.make(run)
            kept.keep(run)
            done.append(run)
            for wrong in run.wrong:
                print(run.name, wrong, file=sys.stderr, flush=True)

    # To begin and to end one takes seconds in which nobody looks at the screens of the others.
    with ExitStack() as hosts:
        begun = [hosts.enter_context(_host(home / str(number), store)) for number in range(jobs)]
        await asyncio.gather(*(work(host) for host in begun))
    return done


@dataclass
class Host:
    """A database of its own with a game in it, and a nest of servers."""

    place: File | Database
    prepared: Prepared
    nest: Nest

    async def make(self, run: Run) -> None:
        """Make the faults of a run on a copy of the game."""
        fault, count, _ = FAULTS[run.fault]
        address, logged = await asyncio.to_thread(self.place.copy), self.nest.log.stat().st_size
        servers = [await asyncio.to_thread(self.nest.hatch, address) for _ in range(count)]
        table = Table(self.prepared, [server.port for server in servers])
        trial = Trial(self.place, address, table, servers, self.nest, random.Random(run.seed))
        try:
            await table.open()
            for number in range(run.times):
                if number % TAPS_EACH == 0:
                    await trial.tap()
                await fault(trial)
                seconds = await trial.right()
                run.slowest_s = round(max(run.slowest_s, seconds), 2)
                if seconds > WITHIN:
                    run.late += 1
                    run.wrong.append(f"fault {number + 1}: {seconds:.1f} s until all screens were right")
            run.kept, run.lost, run.doubled = trial.judge()
            run.acknowledged = len(trial.acknowledged)
            run.wrong += trial.wrong
        except BROKEN as error:
            run.wrong.append(repr(error))
        finally:
            trial.close()
        said = self.nest.log.read_text()[logged:]
        if "Traceback" in said:
            run.wrong.append(said[-3000:])


@contextmanager
def _host(home: Path, store: str) -> Iterator[Host]:
    home.mkdir()
    with opened(store, home) as place:
        game = Game(home, begins=None, database=place.prepared)
        game.go_to(BEGINS_AT)
        game.games.store.close()
        nest = Nest(home)
        try:
            yield Host(place, Prepared(game.game_id, game.position, ()), nest)
        finally:
            nest.close()


def as_table(runs: list[Run]) -> str:
    """What came of the faults, in Markdown."""
    counted = ("times", "acknowledged", "lost", "doubled", "late")
    heads = ("fault", "store", *counted, "slowest")
    lines = [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    for fault, store in dict.fromkeys((run.fault, run.store) for run in runs):
        among = [run for run in runs if (run.fault, run.store) == (fault, store)]
        sums = (
            sum(getattr(run, name) for run in among) for name in ("times", "acknowledged", "lost", "doubled", "late")
        )
        lines.append(f"| {' | '.join(map(str, (fault, store, *sums)))} | {max(run.slowest_s for run in among)} s |")
    return "\n".join(lines)
