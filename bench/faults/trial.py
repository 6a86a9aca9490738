"""One game that is tapped while what it runs on breaks: what was tried, and what was acknowledged."""

from __future__ import annotations

import asyncio
import random
import signal
import time
from dataclasses import dataclass, field

from bench.faults.hatched import Hatched, Nest
from bench.load.databases import Database, File
from bench.load.screens import Failed, Screen, Table
from hive.store import Store

WITHIN = 3.0
FIELD, VALUES = "hive.victory_points", 10
BROKEN = (OSError, asyncio.IncompleteReadError, Failed, TimeoutError)


@dataclass
class Trial:
    """One game, its servers and screens, what was tried and what was acknowledged."""

    place: File | Database
    address: str
    table: Table
    servers: list[Hatched]
    nest: Nest
    chance: random.Random
    tried: list[str] = field(default_factory=list)
    acknowledged: dict[int, str] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    took: float = 0.1
    whole: float = 0.0
    """Since when nothing is broken any more."""

    def __post_init__(self) -> None:
        self._store = Store(self.address)

    def mended(self) -> None:
        """From this moment on the screens have time to be right."""
        self.whole = time.perf_counter()

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
        except BROKEN as error:
            screen.line.close()
            return error.status if isinstance(error, Failed) else 0
        if status == 200:
            self.acknowledged[screen.stands] = value
        return status

    async def stands(self) -> int:
        """The position of the game, as the store has it."""
        return (await asyncio.to_thread(self._store.head, self.game_id)).position

    def kept(self) -> dict[int, str]:
        """The corrections in the log by their positions, as the store has them."""
        entries = self._store.export_game(self.game_id)["entries"]
        assert isinstance(entries, list)
        return {entry["position"]: str(entry["data"]["value"]) for entry in entries if entry["kind"] == "correct"}

    async def right(self) -> float:
        """The seconds from the mend until all screens stand where the game stands: a post that was cut off counts."""
        while time.perf_counter() - self.whole < 2 * WITHIN:
            stands = await self.stands()
            if all(screen.stands == stands for screen in self.table.screens):
                break
            await asyncio.sleep(0.02)
        return time.perf_counter() - self.whole

    def restart(self, number: int, how: signal.Signals = signal.SIGKILL) -> None:
        """Kill a server, or end it otherwise, and start it anew where it was."""
        server = self.servers[number]
        server.end(how)
        self.servers[number] = self.nest.hatch(self.address, server.port)

    def close(self) -> None:
        """End its servers, and close its screens."""
        self.table.close()
        for server in self.servers:
            server.end()
        self._store.close()

    def judge(self) -> tuple[int, int, int]:
        """Hold the log against what was tried: how many are kept, how many are lost, how many are doubled.

        What was acknowledged stands where it was said, each try once at most.
        """
        kept = self.kept()
        lost = sum(kept.get(position) != value for position, value in self.acknowledged.items())
        tries = iter(self.tried)
        # In the order of the tries: what stands twice finds no try of its own any more.
        return len(kept), lost, sum(value not in tries for value in kept.values())
