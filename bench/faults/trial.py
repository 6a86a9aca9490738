"""Breaks what a host is made of while somebody taps, on both stores: ``make faults`` prints what came of it.

Killed are processes and the database, cut are connections, lost is news, and two servers take the same tap. Nothing
that was acknowledged may be lost, nothing doubled, and all screens have to be right within three seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

from bench.load.databases import Database, File, opened
from bench.load.prepared import Prepared
from bench.load.screens import FORM, Failed, Screen, Table, request
from bench.load.servers import Server, start
from bench.table import Table as Game
from hive.store import Store

WITHIN = 3.0
FIELD, VALUES = "hive.victory_points", 10
BEGINS_AT = 20
BROKEN = (OSError, asyncio.IncompleteReadError, Failed, TimeoutError)
NEWS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'hive-wars news'"


@dataclass
class Outcome:
    """What came of a kind of fault: how often it was made, what was acknowledged, and what went wrong."""

    store: str
    fault: str
    times: int = 0
    acknowledged: int = 0
    kept: int = 0
    lost: int = 0
    doubled: int = 0
    late: int = 0
    slowest_s: float = 0.0

    @property
    def fine(self) -> bool:
        return not (self.lost or self.doubled or self.late)


@dataclass
class Trial:
    """One game, its servers and screens, what was tried and what was acknowledged."""

    home: Path
    place: File | Database
    address: str
    table: Table
    servers: list[Server]
    chance: random.Random
    tried: list[str] = field(default_factory=list)
    acknowledged: dict[int, str] = field(default_factory=dict)
    took: float = 0.1

    def moment(self) -> float:
        """A moment within a post, or soon after it."""
        return self.chance.uniform(0, 1.3 * self.took)

    async def tap(self) -> None:
        """Post as nobody disturbs it, and see how long that takes."""
        begun = time.perf_counter()
        await self.table.screens[0].fetch()
        if await self.post(self.table.screens[0]) == 200:
            self.took = time.perf_counter() - begun

    @property
    def game_id(self) -> str:
        return self.table.prepared.game_id

    def next_value(self) -> str:
        """A value that the one before it is not; what was tried is known, whatever comes of it."""
        self.tried.append(str(len(self.tried) % VALUES))
        return self.tried[-1]

    async def post(self, screen: Screen) -> int:
        """Correct a number on a screen; the status, or 0 if no answer came."""
        value = self.next_value()
        try:
            status = await asyncio.wait_for(screen.post("correct", {"field": FIELD, "value": value}), 20)
        except BROKEN:
            screen.line.close()
            return 0
        if status == 200:
            self.acknowledged[screen.stands] = value
        return status

    def kept(self) -> dict[int, str]:
        """The corrections in the log by their positions, as the store has them."""
        store = Store(self.address)
        entries = store.export_game(self.game_id)["entries"]
        store.close()
        assert isinstance(entries, list)
        return {entry["position"]: str(entry["data"]["value"]) for entry in entries if entry["kind"] == "correct"}

    async def right(self) -> float:
        """The seconds until all screens stand where the game stands."""
        begun = time.perf_counter()
        store = Store(self.address)
        stands = store.head(self.game_id).position
        store.close()
        while any(screen.stands != stands for screen in self.table.screens):
            if time.perf_counter() - begun > 2 * WITHIN:
                break
            await asyncio.sleep(0.02)
        return time.perf_counter() - begun

    def restart(self, number: int) -> None:
        """Start a server anew where it was."""
        port = self.servers[number].port
        self.servers[number] = start(self.home, self.address, port)


async def killed(trial: Trial) -> None:
    """A process is killed while it answers a post."""
    posted = asyncio.create_task(trial.post(trial.table.screens[0]))
    await asyncio.sleep(trial.moment())
    trial.servers[0].kill()
    await posted
    await asyncio.to_thread(trial.restart, 0)


async def database_killed(trial: Trial) -> None:
    """PostgreSQL is killed, with all that it has started, and comes back."""
    assert isinstance(trial.place, Database)
    posted = asyncio.create_task(trial.post(trial.table.screens[0]))
    await asyncio.sleep(trial.moment())
    await asyncio.to_thread(trial.place.server.kill)
    await asyncio.to_thread(trial.place.server.start)
    await posted


async def cut(trial: Trial) -> None:
    """The connection of a post is cut before its answer; and those of the streams."""
    screen = trial.table.screens[0]
    _, writer = await asyncio.open_connection("127.0.0.1", screen.line.port)
    fields = {"csrf_token": screen.token, "position": str(screen.stands), "field": FIELD, "value": trial.next_value()}
    path, headers = f"{trial.table.address}/correct", {**screen.headers, **FORM}
    writer.write(request("POST", path, screen.line.port, headers, urlencode(fields)))
    await asyncio.sleep(trial.moment())
    writer.transport.abort()
    for one in trial.table.screens:
        one.cut()


async def news_lost(trial: Trial) -> None:
    """The connections by which processes hear of each other are cut while somebody taps."""
    assert isinstance(trial.place, Database)
    posted = asyncio.create_task(trial.post(trial.table.screens[0]))
    await asyncio.sleep(trial.moment())
    await asyncio.to_thread(trial.place.server.ask, NEWS)
    await posted


async def raced(trial: Trial) -> None:
    """Two servers get a tap at the same position: one takes it."""
    first, second = trial.table.screens[:2]
    await asyncio.gather(first.fetch(), second.fetch())
    statuses = await asyncio.gather(trial.post(first), trial.post(second))
    if sorted(statuses) != [200, 409]:
        raise Failed(f"two taps at the same position were answered with {statuses}")


Fault = Callable[[Trial], Awaitable[None]]
FAULTS: dict[str, tuple[Fault, int, tuple[str, ...]]] = {
    "process killed": (killed, 1, ("sqlite", "postgresql")),
    "database killed": (database_killed, 1, ("postgresql",)),
    "connections cut": (cut, 1, ("sqlite", "postgresql")),
    "news lost": (news_lost, 2, ("postgresql",)),
    "two servers": (raced, 2, ("sqlite", "postgresql")),
}
"""What is done, with how many servers, on which stores."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.faults", description=__doc__)
    parser.add_argument("--times", type=int, default=1000, help="how often each fault is made; else %(default)s")
    parser.add_argument("--stores", type=lambda text: text.split(","), default=["sqlite", "postgresql"])
    parser.add_argument("--faults", type=lambda text: text.split(","), default=list(FAULTS), metavar="A,B")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    fine = True
    for kind in options.stores:
        with TemporaryDirectory() as name, opened(kind, Path(name)) as place:
            for outcome in _outcomes(Path(name), place, kind, options):
                print(json.dumps(asdict(outcome)), flush=True)
                fine = fine and outcome.fine
    return 0 if fine else 1


def _outcomes(home: Path, place: File | Database, kind: str, options: argparse.Namespace) -> Iterator[Outcome]:
    game = Game(home, begins=None, database=place.prepared)
    game.go_to(BEGINS_AT)
    game.games.store.close()
    prepared = Prepared(game.game_id, game.position, ())
    for name in options.faults:
        fault, count, stores = FAULTS[name]
        if kind in stores:
            outcome = Outcome(kind, name)
            asyncio.run(_run(home, place, prepared, fault, count, options, outcome))
            yield outcome


async def _run(
    home: Path,
    place: File | Database,
    prepared: Prepared,
    fault: Fault,
    count: int,
    options: argparse.Namespace,
    outcome: Outcome,
) -> None:
    address = place.copy()
    running = [await asyncio.to_thread(start, home, address) for _ in range(count)]
    table = Table(prepared, [server.port for server in running])
    trial = Trial(home, place, address, table, running, random.Random(options.seed))
    # Two servers of one file hear nothing of each other: their screens ask by themselves.
    hears = isinstance(place, Database) or count == 1
    try:
        await table.open()
        for _ in range(options.times):
            await trial.tap()
            await fault(trial)
            outcome.times += 1
            if not hears:
                await asyncio.gather(*(screen.fetch() for screen in table.screens))
            seconds = await trial.right()
            outcome.slowest_s = round(max(outcome.slowest_s, seconds), 2)
            outcome.late += seconds > WITHIN
            with suppress(*BROKEN):
                await table.screens[0].fetch()
    finally:
        table.close()
        for server in trial.servers:
            server.kill()
    _judge(trial, outcome)


def _judge(trial: Trial, outcome: Outcome) -> None:
    """Hold the log against what was tried: what was acknowledged stands where it was said, each try once at most."""
    kept = trial.kept()
    outcome.acknowledged, outcome.kept = len(trial.acknowledged), len(kept)
    outcome.lost = sum(kept.get(position) != value for position, value in trial.acknowledged.items())
    tries = iter(trial.tried)
    # In the order of the tries: what stands twice finds no try of its own any more.
    outcome.doubled = sum(value not in tries for value in kept.values())


if __name__ == "__main__":
    sys.exit(main())
