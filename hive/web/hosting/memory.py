"""How many games stay in the memory of a process, and what is told when that is too few."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from time import monotonic

from prometheus_client import Counter

from hive.games.service import Games

SETTING = "HIVE_KEPT"
OF_A_GAME = 1024 * 1024
"""So many bytes a game takes with its drawings and three screens, or less."""
LEAST, MOST = 64, 4096
TOLD_EACH = 600.0
"""Seconds from one warning to the next."""
LIMITS = {"": "sys/fs/cgroup{path}/memory.max", "memory": "sys/fs/cgroup/memory{path}/memory.limit_in_bytes"}
"""Where Linux says what memory a group of processes may have, by its name in /proc/self/cgroup: today's way and
the earlier one. In a container the group's own path may not be seen, but its limit at the top.
"""

LOG = logging.getLogger("hive.memory")
PUT_OUT = Counter("hive_live_games_put_out", "Games that left the memory while people played them.")


def keep(games: Games) -> None:
    """Keep as many games in memory as HIVE_KEPT says, or as many as there is room for; tell where that is too few."""
    told = os.environ.get(SETTING, str(games_for(share())))
    if not (told.isdecimal() and int(told)):
        raise SystemExit(f"{SETTING} must be the number of games that stay in memory, from 1 up.")
    games.kept_running, games.put_out = int(told), Crowded(int(told)).warn


def games_for(share: int) -> int:
    """How many games a process keeps in half of its share of the memory, in bytes."""
    return min(MOST, max(LEAST, share // 2 // OF_A_GAME))


def share(top: Path = Path("/"), processors: int | None = None) -> int:
    """The bytes of memory for a process: all that its container may have; else the machine's, by its processors.

    A container has one process, as hosting/compose.yaml has it, and a machine one on each of its processors.
    """
    machine = _machine(top)
    limits = [limit for limit in _limits(top) if limit < machine]
    return min(limits) if limits else machine // (processors or os.cpu_count() or 1)


def _machine(top: Path) -> int:
    """The machine's memory; where it does not say so, as much as 256 games need on one processor."""
    try:
        for line in (top / "proc/meminfo").read_text().splitlines():
            if line.startswith("MemTotal:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 512 * OF_A_GAME


def _limits(top: Path) -> list[int]:
    """What the groups of this process may have, from its own one up to the outermost."""
    try:
        lines = (top / "proc/self/cgroup").read_text().splitlines()
    except OSError:
        return []
    found = []
    for line in lines:
        _, names, path = line.split(":", 2)
        for name in set(names.split(",")) & LIMITS.keys():
            for group in (Path(path), *Path(path).parents):
                file = top / LIMITS[name].format(path=str(group).rstrip("/"))
                text = file.read_text().strip() if file.exists() else ""
                found += [int(text)] if text.isdecimal() else []
    return found


class Crowded:
    """Counts the live games that are put out, and warns now and then."""

    def __init__(self, kept: int) -> None:
        self._kept, self._told, self._since = kept, -TOLD_EACH, 0

    def warn(self) -> None:
        """A game was put out while people played it."""
        PUT_OUT.inc()
        self._since += 1
        if monotonic() - self._told >= TOLD_EACH:
            fields = {"put_out": self._since, "kept": self._kept}
            LOG.warning(
                "Games that left the memory while people played them: %d. %s (%d) is too few.",
                *(self._since, SETTING, self._kept),
                extra={"fields": fields},
            )
            self._told, self._since = monotonic(), 0
