"""What is broken: each of these breaks it once, while somebody taps."""

from __future__ import annotations

import asyncio
import shutil
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path
from urllib.parse import urlencode

from bench.faults.trial import FIELD, Trial
from bench.load.databases import Database
from bench.load.screens import FORM, Screen, request

BREATH = 0.05
"""Seconds between two taps of somebody who is quick."""
UNREACHABLE = 503
NEWS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'hive-wars news'"


async def killed(trial: Trial) -> None:
    """A process is killed while it answers a post."""
    posted = asyncio.create_task(trial.post(trial.table.screens[0]))
    await asyncio.sleep(trial.moment())
    await asyncio.to_thread(trial.restart, 0)
    trial.mended()
    await posted


async def database_killed(trial: Trial) -> None:
    """PostgreSQL is killed, with all that it has started, and comes back."""
    assert isinstance(trial.place, Database)
    posted = asyncio.create_task(trial.post(trial.table.screens[0]))
    await asyncio.sleep(trial.moment())
    await asyncio.to_thread(trial.place.server.kill)
    await asyncio.to_thread(trial.place.server.start)
    trial.mended()
    await posted


async def cut(trial: Trial) -> None:
    """The connection of a post is cut before its answer; and those of the streams."""
    screen = trial.table.screens[0]
    _, writer = await asyncio.open_connection("127.0.0.1", screen.line.ports[0])
    fields = {"csrf_token": screen.token, "position": str(screen.stands), "field": FIELD, "value": trial.next_value()}
    path, headers = f"{trial.table.address}/correct", {**screen.headers, **FORM}
    writer.write(request("POST", path, screen.line.ports[0], headers, urlencode(fields)))
    await asyncio.sleep(trial.moment())
    writer.transport.abort()
    for one in trial.table.screens:
        one.cut()
    trial.mended()


async def news_lost(trial: Trial) -> None:
    """The connections by which processes hear of each other are cut while somebody taps."""
    assert isinstance(trial.place, Database)
    posted = asyncio.create_task(trial.post(trial.table.screens[0]))
    await asyncio.sleep(trial.moment())
    await asyncio.to_thread(trial.place.server.ask, NEWS)
    trial.mended()
    await posted


async def raced(trial: Trial) -> None:
    """Two servers get a tap at the same position: one takes it."""
    first, second = trial.table.screens[:2]
    await asyncio.gather(first.fetch(), second.fetch())
    statuses = await asyncio.gather(trial.post(first), trial.post(second))
    trial.mended()
    if sorted(statuses) != [200, 409]:
        trial.wrong.append(f"two taps at the same position were answered with {statuses}")


async def restarted(trial: Trial) -> None:
    """Two servers are restarted one after the other, as for a new version, while somebody taps on the other one."""
    for number in range(len(trial.servers)):
        ending, other = (trial.table.screens[(number + more) % len(trial.servers)] for more in (0, 1))
        await ending.fetch()
        stood = await trial.stands()
        posted = asyncio.create_task(trial.post(ending))
        await asyncio.sleep(trial.moment())
        restarting = asyncio.create_task(asyncio.to_thread(trial.restart, number, signal.SIGTERM))
        if await posted != 200 and await trial.stands() != stood:
            trial.wrong.append("a server that was ended took a tap and did not answer it")
        await _tap_until(restarting, other, trial)
    trial.mended()


async def _tap_until(restarting: asyncio.Task[None], other: Screen, trial: Trial) -> None:
    """Tap on a screen of the other server, which has to take each tap, until the restart is over."""
    while not restarting.done():
        await other.fetch()
        if (status := await trial.post(other)) != 200:
            trial.wrong.append(f"a tap on the other server was answered with {status}")
        await asyncio.wait({restarting}, timeout=BREATH)
    await restarting


async def file_moved(trial: Trial) -> None:
    """The file of games is moved away while somebody taps, every other time another one put there, and moved back."""
    file = Path(trial.address)
    away, screen = file.with_name(f"{file.name}.away"), trial.table.screens[0]
    posted = asyncio.create_task(trial.post(screen))
    await asyncio.sleep(trial.moment())
    file.rename(away)
    if len(trial.tried) % 2:
        shutil.copy(trial.place.prepared, file)
    await posted
    await _refused(trial, screen)
    away.replace(file)
    trial.mended()


async def _refused(trial: Trial, screen: Screen) -> None:
    """Tap where nothing may be acknowledged: the server has to say so."""
    if (status := await trial.post(screen)) != UNREACHABLE:
        trial.wrong.append(f"a tap without the file of games was answered with {status}")


Fault = Callable[[Trial], Awaitable[None]]
FAULTS: dict[str, tuple[Fault, int, tuple[str, ...]]] = {
    "process killed": (killed, 1, ("sqlite", "postgresql")),
    "database killed": (database_killed, 1, ("postgresql",)),
    "connections cut": (cut, 1, ("sqlite", "postgresql")),
    "news lost": (news_lost, 2, ("postgresql",)),
    "file moved": (file_moved, 1, ("sqlite",)),
    "two servers": (raced, 2, ("sqlite", "postgresql")),
    "restarts in turn": (restarted, 2, ("sqlite", "postgresql")),
}
"""What is done, with how many servers, on which stores."""
