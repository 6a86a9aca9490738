"""What streams cost that are open and idle: python -m bench.streams [--streams N] [--games K] [--seconds S] [--on A,B].

So many streams are opened on a server of its own, shared by so many games. Prints one JSON object a line: the memory
of each, the processor time of a minute in which nothing happens, and, with A more of them on one game, the time from a
post there until the last of the A has the news, and the processor time that it takes.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.faults.trial import FIELD, VALUES
from bench.figure import Figure
from bench.load.prepared import Prepared
from bench.load.screens import NEWS, Table, request
from bench.load.servers import Server, servers
from bench.steps import MILLISECONDS
from bench.table import Table as Game

BEGINS_AT = 20
POSTS = 20
FROM_ONE_ADDRESS = 1000
"""A server takes a few more from each."""
KB = 1024


class Stream:
    """A screen that does nothing but listen."""

    def __init__(self, game_id: str, port: int, number: int) -> None:
        self._path, self._port = f"/games/{game_id}/stream", port
        self._from = f"127.0.0.{2 + number // FROM_ONE_ADDRESS}"
        self._changed, self._reads = asyncio.Condition(), asyncio.create_task(self._read())
        self.told, self.at = 0, 0.0

    async def has(self, position: int) -> float:
        """Wait until a position was told; when that was."""
        async with self._changed:
            await self._changed.wait_for(lambda: self.told >= position)
        return self.at

    def close(self) -> None:
        self._reads.cancel()

    async def _read(self) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port, local_addr=(self._from, 0))
        writer.write(request("GET", self._path, self._port, {}))
        try:
            while part := await reader.readline():
                if found := NEWS.match(part):
                    self.told, self.at = int(found[1]), time.perf_counter()
                    async with self._changed:
                        self._changed.notify_all()
        finally:
            writer.close()


async def measured(server: Server, games: list[str], options: argparse.Namespace) -> None:
    """Open the streams, wait, post, and print what came of each."""
    table = Table(Prepared(games[0], 0, ()), [server.port], screens=1)
    await table.open()
    before = server.memory
    idle = [Stream(games[number % len(games)], server.port, number) for number in range(options.streams)]
    for one in idle:
        await one.has(1)
    tell("memory_of_a_stream", (server.memory - before) * KB / len(idle), "kB")
    cpu = server.cpu
    await asyncio.sleep(options.seconds)
    tell(f"cpu_of_{len(idle)}_idle_streams", (server.cpu - cpu) * 60 / options.seconds, "s a minute")
    for count in options.on:
        more = [Stream(games[0], server.port, len(idle) + number) for number in range(count)]
        for one in more:
            await one.has(1)
        cpu = server.cpu
        took = [await last_of(more, table, number) for number in range(POSTS)]
        tell(f"post_to_last_of_{count}_streams", statistics.median(took) * MILLISECONDS, "ms")
        tell(f"cpu_of_a_post_to_{count}_streams", (server.cpu - cpu) * MILLISECONDS / POSTS, "ms")
        for one in more:
            one.close()
    for one in idle:
        one.close()
    table.close()


async def last_of(streams: list[Stream], table: Table, number: int) -> float:
    """The seconds from a post until the last stream has its news."""
    screen, begun = table.screens[0], time.perf_counter()
    await screen.post("correct", {"field": FIELD, "value": str((number + 1) % VALUES)})
    return max([await one.has(screen.stands) for one in streams]) - begun


def tell(name: str, value: float, unit: str) -> None:
    print(json.dumps(Figure(name, value, unit).as_row()), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.streams", description=__doc__)
    parser.add_argument("--streams", type=int, default=1500)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--on", type=lambda text: [int(one) for one in text.split(",")], default=(3, 30, 300))
    options = parser.parse_args()
    with TemporaryDirectory() as name:
        home, file = Path(name), str(Path(name) / "prepared.sqlite")
        game = Game(home, begins=None, database=file)
        game.go_to(BEGINS_AT)
        store = game.games.store
        copies = [store.copy(game.game_id, f"Copy {number}") for number in range(options.games - 1)]
        store.close()
        with servers(home, file, 1) as (server,):
            asyncio.run(measured(server, [game.game_id, *copies], options))


if __name__ == "__main__":
    main()
